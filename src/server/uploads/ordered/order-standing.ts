import { dayInChile, knownDay, type Day } from '#domain/day.ts'
import type { DocumentState } from '#domain/document.ts'
import { isStopReason, standingOf, type Standing } from '#domain/standing.ts'
import { standingText } from '#texts/attention.ts'
import type { Language } from '#texts/language.ts'
import type { Clock } from '../../clock.ts'
import { factsOf, shownFacts } from '../../standing/standing-facts.ts'
import type { Db } from '../store.ts'

/** How an order stands; what its document waits for. */
export interface OrderStanding {
  state: DocumentState | 'ordering' | 'refused' | 'cancelled'
  /** Of its document. */
  standing: Standing | null
  /** The SII's own words. */
  reasonText: string | null
}

export type ProgressPart =
  | 'planned'
  | 'waiting'
  | 'queued'
  | 'issued'
  | 'asking'
  | 'failed'
  | 'uncertain'
  | 'cancelled'

/** What `standingIn` looks at beside `shownFacts`. */
export const STANDING_COLUMNS = [
  'document.state',
  'document.kind',
  'document.told_folio',
  'document.annulment',
  'document.files_state',
  'document.reason_text',
] as const

type Facts = Parameters<typeof factsOf>[0]
type StandingRow = Omit<Facts, 'kind'> & {
  state: DocumentState | null
  kind: Facts['kind'] | null
  files_state: string | null
}

/** Null where there is no document yet. */
export function standingIn(row: StandingRow, when: { day: Day; today: Day }): Standing | null {
  const { state, kind, files_state } = row
  if (state === null || kind === null) return null
  const facts = factsOf({ ...row, kind })
  return standingOf({ ...facts, ...when, state, hasFiles: files_state === 'stored' })
}

export interface StandingOnDay extends OrderStanding {
  /** The date it carries, or will. */
  day: Day
}

/** Of these documents, by their ids. */
export async function standingsOf(
  { db, clock }: { db: Db; clock: Clock },
  organisationId: number,
  documents: readonly number[],
): Promise<Map<number, StandingOnDay>> {
  if (documents.length === 0) return new Map()
  const today = dayInChile(clock.now())
  const rows = await db
    .selectFrom('document')
    .select(['document.id', 'document.issue_day', 'document.emission_day', ...STANDING_COLUMNS])
    .select(shownFacts(clock))
    .where('document.organisation_id', '=', organisationId)
    .where('document.id', 'in', documents)
    .execute()
  return new Map(
    rows.map(({ id, issue_day, emission_day, reason_text, ...row }) => {
      const day = knownDay(issue_day ?? emission_day)
      const standing = standingIn(row, { day, today })
      return [id, { state: row.state, standing, reasonText: reason_text, day }]
    }),
  )
}

/** Which of the totals it counts in. */
export function partOf({
  state,
  standing,
}: Pick<OrderStanding, 'state' | 'standing'>): ProgressPart {
  switch (state) {
    case 'ordering':
      return 'planned'
    case 'refused':
    case 'failed':
      return 'failed'
    case 'cancelled':
    case 'skipped':
      return 'cancelled'
    case 'issued':
    case 'annulled':
      return 'issued'
    case 'uncertain':
      return asksItsPerson(standing) ? 'asking' : 'uncertain'
    case 'issuing':
      return 'queued'
    case 'needs_data':
      return asksItsPerson(standing) ? 'asking' : 'planned'
    case 'planned':
    case 'waiting':
    case 'queued':
      return asksItsPerson(standing) ? 'asking' : state
  }
}

/** Whether it waits until its person decides or mends something. */
export function isAsking(of: Pick<OrderStanding, 'state' | 'standing'>): boolean {
  return partOf(of) === 'asking'
}

function asksItsPerson(standing: Standing | null): boolean {
  return standing?.actor === 'user' && !isStopReason(standing.reason)
}

/** Why its document waits or failed, with the SII's own words, and what to do. */
export function standingMessage(
  { standing, reasonText }: Pick<OrderStanding, 'standing' | 'reasonText'>,
  language: Language,
): string | null {
  const { reason = null, todo = 'ofReason' } = standing ?? {}
  const text = reason === null ? null : standingText({ reason, todo }, language)
  if (text === null) return reasonText
  const said = reasonText === null ? '' : ` (${reasonText})`
  return `${capitalised(text.what)}${said}. ${text.todo}`
}

/** Sentences one after the other; null where there is none. */
export function joined(...sentences: readonly (string | null)[]): string | null {
  return sentences.filter((one) => one !== null).join(' ') || null
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
