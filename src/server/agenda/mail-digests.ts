import type { Kysely } from 'kysely'
import { signedPesos } from '#domain/counted.ts'
import { addDays, dayInChile, formatDay, knownDay } from '#domain/day.ts'
import { clp, formatClp } from '#domain/money.ts'
import type { Language } from '#texts/language.ts'
import { mailTexts } from '#texts/mails.ts'
import { fill } from '#texts/translation.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import type { MailRow } from '../mailer/mail-content.ts'
import { queueForMembers } from '../mailer/queue-for-members.ts'
import { hasIva, hasSeveralCompanies, issuedOf, tellDigests, type Digest } from './digests.ts'
import { weekAhead, type WeekAhead } from './week-ahead.ts'

interface Needs {
  db: Kysely<Schema>
  clock: Clock
}

/** Writes each day's and each week's summary to the members of its organisation, once. Answers how many. */
export function mailDigests(
  { db, clock }: Needs,
  onFailure: (organisationId: number, error: unknown) => void,
): Promise<number> {
  return tellDigests(
    { db, clock },
    (trx, digest) => mailDigest(trx, clock, digest),
    ({ organisation_id: organisationId }, error) => onFailure(organisationId, error),
  )
}

/** More are counted, not named. */
const MOST_NAMED = 10

async function mailDigest(trx: Kysely<Schema>, clock: Clock, digest: Digest): Promise<void> {
  const issued = await issuedOf(trx, digest, MOST_NAMED)
  const facts = {
    isToday: digest.last_day === dayInChile(clock.now()),
    isGross: !(await hasIva(trx, digest)),
  }
  const namesCompany = await hasSeveralCompanies(trx, digest.organisation_id)
  const template = digest.period === 'day' ? 'issuedToday' : 'weeklyDigest'
  const at = instantText(clock.now())
  const week = digest.period === 'week' ? await weekAfter(trx, digest, clock) : null
  await queueForMembers(trx, digest.organisation_id, { template, at }, (language) => ({
    values: {
      ...valuesOf(digest, facts, language),
      ...(week === null ? {} : { ahead: aheadText(week, language) }),
    },
    rows: [
      ...issued.map((one) => rowOf(one, namesCompany, language)),
      ...moreThan(digest, issued, language),
    ],
  }))
}

/** A count of nothing is left out, except of what was issued. */
function valuesOf(
  digest: Digest,
  { isToday, isGross }: { isToday: boolean; isGross: boolean },
  language: Language,
): Record<string, string> {
  const texts = mailTexts(language).digest
  const total = formatClp(clp(digest.issued_clp))
  const day = formatDay(knownDay(digest.last_day))
  const named = { count: digest.issued, total, day }
  const isDay = digest.period === 'day'
  const headlines = isDay ? (isToday ? texts.today : texts.day) : texts.week
  const counted = (count: number): string => (count === 0 ? '' : String(count))
  return {
    headline: fill(digest.issued > 0 ? headlines.issued : headlines.none, named),
    first: formatDay(knownDay(digest.first_day)),
    last: day,
    issued: digest.issued > 0 ? fill(isGross ? texts.issuedGross : texts.issued, named) : '0',
    sent: counted(digest.mails_sent),
    failed: counted(digest.failed),
    mailsFailed: counted(digest.mails_failed),
    waiting: counted(digest.waiting),
    ahead: counted(digest.ahead),
  }
}

/** The days after the week told about: it is told on their first. */
function weekAfter(
  trx: Kysely<Schema>,
  { organisation_id, last_day }: Digest,
  clock: Clock,
): Promise<WeekAhead> {
  const sunday = knownDay(last_day)
  const days = { first: addDays(sunday, 1), last: addDays(sunday, 7) }
  return weekAhead({ db: trx, clock }, organisation_id, { today: dayInChile(clock.now()), ...days })
}

/** Empty when nothing is ahead, as every count of nothing. */
function aheadText(week: WeekAhead, language: Language): string {
  const { documents, totalClp, isEstimated, withoutAmount, keptBack, hasIva } = week
  const texts = mailTexts(language).digest.ahead
  if (documents === 0) return ''
  const kept = keptBack > 0 ? [fill(texts.keptBack, { count: keptBack })] : []
  if (withoutAmount === documents) {
    return [fill(texts.withoutAmounts, { count: documents }), ...kept].join('; ')
  }
  const total = formatClp(totalClp)
  const text = fill(hasIva ? texts.withIva : texts.gross, { count: documents, total })
  return [
    text,
    ...(isEstimated ? [texts.estimated] : []),
    ...(withoutAmount > 0 ? [fill(texts.withoutAmount, { count: withoutAmount })] : []),
    ...kept,
  ].join('; ')
}

type Issued = Awaited<ReturnType<typeof issuedOf>>[number]

function rowOf(
  { kind, folio, recipient_name, company_name, total_clp }: Issued,
  namesCompany: boolean,
  language: Language,
): MailRow {
  const number = `${mailTexts(language).document.fileNames[kind]} ${folio ?? ''}`.trim()
  return {
    title: recipient_name,
    detail: namesCompany ? `${number} · ${company_name}` : number,
    value: total_clp === null ? '' : formatClp(clp(signedPesos(kind, total_clp))),
  }
}

function moreThan({ issued }: Digest, named: readonly Issued[], language: Language): MailRow[] {
  const count = issued - named.length
  if (count <= 0) return []
  return [{ title: fill(mailTexts(language).digest.more, { count }), detail: '', value: '' }]
}
