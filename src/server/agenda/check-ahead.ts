import type { Kysely } from 'kysely'
import { addDays, dayInChile, formatDay, knownDay, type Day } from '#domain/day.ts'
import { isDocumentReason, whoActs } from '#domain/reason.ts'
import type { Language } from '#texts/language.ts'
import { reasonText } from '#texts/reasons.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import type { MailRow } from '../mailer/mail-content.ts'
import { eachOf } from '../jobs/each-of.ts'
import { tellOnce } from '../mailer/tell-once.ts'
import { openMattersTold } from './attention-mail-store.ts'
import { attention } from './attention.ts'
import type { AttentionItem } from './attention-items.ts'
import { keyOfMatter } from './mailed-matters.ts'

/** Far enough ahead to mend something, near enough to be about to happen. */
export const DAYS_AHEAD = 3
const MOST_RULES = 5_000
const DAY_MS = 24 * 60 * 60_000

/**
 * Looks at every rule three days before it issues and writes once, for each emission, about what only its
 * user can mend: data that is missing, a clave refused, a mailbox that is gone; not again about what a mail of its own
 * told in these days (attention-mails.ts). Answers how many rules.
 */
export async function checkAhead(
  needs: { db: Kysely<Schema>; clock: Clock },
  onFailure: (organisationId: number, error: unknown) => void,
): Promise<number> {
  const today = dayInChile(needs.clock.now())
  const due = await rulesDue(needs.db, today)
  const since = instantText(needs.clock.now() - DAYS_AHEAD * DAY_MS)
  let rules = 0
  const check = async (organisationId: number) => {
    const told = await openMattersTold(needs.db, { organisationId, since })
    const { items } = await attention(needs, { organisationId })
    const untold = items.filter((item) => !told.has(keyOfMatter(item)))
    for (const rule of due.filter(({ organisation_id: id }) => id === organisationId)) {
      const mine = untold.filter((item) => stops(item, rule.id))
      if (mine.length === 0) continue
      const day = knownDay(rule.next_emission_day ?? today)
      const isNew = await tellOnce(needs, rule.organisation_id, {
        template: 'checkFailed',
        key: `check:${rule.id}:${day}`,
        content: (language) => ({
          values: { rule: rule.name, company: rule.company_name, day: formatDay(day) },
          rows: mine.slice(0, MOST_ROWS).map((item) => rowOf(item, language)),
        }),
      })
      if (isNew) rules += 1
    }
  }
  const organisations = [...new Set(due.map(({ organisation_id }) => organisation_id))]
  await eachOf(organisations, check, onFailure)
  return rules
}

const MOST_ROWS = 20

async function rulesDue(db: Kysely<Schema>, today: Day) {
  return db
    .selectFrom('invoice_rule as rule')
    .innerJoin('company', (join) =>
      join
        .onRef('company.organisation_id', '=', 'rule.organisation_id')
        .onRef('company.id', '=', 'rule.company_id'),
    )
    .select([
      'rule.organisation_id',
      'rule.id',
      'rule.name',
      'rule.next_emission_day',
      'company.name as company_name',
    ])
    .where('rule.is_paused', '=', false)
    .where('rule.deleted_at', 'is', null)
    .where('rule.next_emission_day', '>=', today)
    .where('rule.next_emission_day', '<=', addDays(today, DAYS_AHEAD))
    .orderBy('rule.next_emission_day')
    .orderBy('rule.id')
    .limit(MOST_RULES)
    .execute()
}

/** What a month leaves open is asked for by a mail of its own. */
function stops({ code, rules, documents, urgency }: AttentionItem, ruleId: number): boolean {
  if (code === 'linesToComplete' || documents.length > 0) return false
  if (isDocumentReason(code) && whoActs(code) !== 'user') return false
  return urgency !== 'later' && urgency !== 'week' && rules.some(({ id }) => id === ruleId)
}

function rowOf({ code, subject }: AttentionItem, language: Language): MailRow {
  const text = reasonText(code, language)
  const isNamed = subject.kind === 'client' || subject.kind === 'emailAccount'
  const what = text?.what ?? code
  return {
    title: what.charAt(0).toUpperCase() + what.slice(1),
    detail: [isNamed ? subject.name : '', text?.todo ?? '']
      .filter((part) => part !== '')
      .join(' · '),
    value: '',
  }
}
