import type { Kysely } from 'kysely'
import { dayInChile } from '#domain/day.ts'
import { matterText } from '#texts/attention.ts'
import type { Language } from '#texts/language.ts'
import { mailTexts } from '#texts/mails.ts'
import { fill } from '#texts/translation.ts'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import type { AskedOf, AttentionMail } from '../mailer/attention-mail.ts'
import type { MailRow } from '../mailer/mail-content.ts'
import { mailWish } from '../mailer/preferences/preferences.ts'
import { mattersToldAt } from './attention-mail-store.ts'
import type { AttentionItem } from './attention-items.ts'
import { attention } from './attention.ts'
import { isInDoubt, isMailed, keyOfMatter, matterOf } from './mailed-matters.ts'
import { uncertainValues } from './uncertain-values.ts'

/** Of one kind: what one cause holds up shouldn't hide the others. */
const MAX_ROWS_OF_A_CODE = 5
const MAX_ROWS = 20

interface Needs {
  db: Kysely<Schema>
  clock: Clock
}

/** What the mail says as it leaves: of what it was written about, what still waits. Null: nothing does. */
export async function attentionMail(needs: Needs, asked: AskedOf): Promise<AttentionMail | null> {
  const { db } = needs
  const { organisationId, recipient, language } = asked
  const told = await mattersToldAt(db, asked)
  const { items } = await attention(needs, { organisationId })
  const open = items.filter((item) => isMailed(item) && told.has(keyOfMatter(item)))
  const wish = await mailWish(db, recipient, 'documentUncertain')
  const wanted = wish?.isOn === false ? open.filter((item) => !isInDoubt(item)) : open
  const [only] = wanted
  if (only === undefined) return null
  if (wanted.length > 1) return ofSeveral(needs, wanted, language)
  return isInDoubt(only) ? ofDoubt(needs, organisationId, only) : ofOne(needs, only, language)
}

async function ofDoubt(
  { db }: Needs,
  organisationId: number,
  { subject }: AttentionItem,
): Promise<AttentionMail> {
  const documentId = Number(subject.id)
  const values = await uncertainValues(db, { organisationId, documentId })
  return { template: 'documentUncertain', values, rows: [], path: documentPath(documentId) }
}

/** What happened, what to do, and where. */
function ofOne({ clock }: Needs, item: AttentionItem, language: Language): AttentionMail {
  const { what, todo } = matterText(matterOf(item, dayInChile(clock.now())), language)
  const { subject, detail } = item
  return {
    template: 'attention',
    values: { headline: what, lead: todo, ...(detail === null ? {} : { message: detail }) },
    rows: [],
    path: subject.kind === 'document' ? documentPath(subject.id) : INBOX,
  }
}

function ofSeveral(
  { clock }: Needs,
  items: readonly AttentionItem[],
  language: Language,
): AttentionMail {
  const today = dayInChile(clock.now())
  const texts = mailTexts(language).matters
  const named = namedOf(items)
  const rows = named.map((item) => rowOf(matterText(matterOf(item, today), language)))
  const more = items.length - named.length
  return {
    template: 'attention',
    values: { headline: fill(texts.headline, { count: items.length }), lead: texts.lead },
    rows: more === 0 ? rows : [...rows, { ...NO_ROW, title: fill(texts.more, { count: more }) }],
    path: INBOX,
  }
}

function namedOf(items: readonly AttentionItem[]): AttentionItem[] {
  const counts = new Map<string, number>()
  const some = items.filter(({ code }) => {
    const count = (counts.get(code) ?? 0) + 1
    counts.set(code, count)
    return count <= MAX_ROWS_OF_A_CODE
  })
  return some.slice(0, MAX_ROWS)
}

const NO_ROW: MailRow = { title: '', detail: '', value: '' }

function rowOf({ what, todo }: { what: string; todo: string }): MailRow {
  return { ...NO_ROW, title: what, detail: todo }
}

const INBOX = '/attention'

function documentPath(id: number | string): string {
  return `/documents/${id}`
}
