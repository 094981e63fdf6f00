import type { Kysely } from 'kysely'
import { contentTotal, type DocumentContent } from '#domain/document.ts'
import type { DocumentReason } from '#domain/reason.ts'
import { rut, type Rut } from '#domain/rut.ts'
import { nextInWindow } from '#domain/window.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import type { Lease } from '../../facturators/lease.ts'
import type { PortalAnswer, PortalNeeds, PortalUser } from '../../facturators/portal.ts'
import { frozenContent } from '../content/content.ts'
import type { DepartureNeeds } from '../departure/judge.ts'
import { doubtOf, endOfLooksMs, isAskedByList } from '../queue/doubt.ts'
import type { TakenDocument } from '../queue/due.ts'
import { documentsWithCompany } from '../trail/document-query.ts'
import { lockDocument, record, type Actor, type DocumentRow } from '../trail/trail.ts'
import type { About, Listed } from './adapter.ts'
import { isPortalAway } from './portal-away.ts'

/** What every step that asks the portal is given. */
export interface PortalStepNeeds extends PortalNeeds, DepartureNeeds {
  sends: Sends
  timing: IssueTiming
  /** 0 ≤ x < 1, for the jitter of the waits. */
  random: () => number
  /** Tests stop a worker here, at every place where its death must do no harm. */
  boundary(name: Boundary): Promise<void>
}

/** What leaves irreversibly, known to whoever ends this process: a send cut off leaves its document uncertain. */
export interface Sends {
  /** The process is being ended: nothing more may get an intent. */
  isEnding(): boolean
  /** Runs `work`, from before the intent until the answer is on record. */
  during<T>(work: () => Promise<T>): Promise<T>
}

export interface IssueTiming {
  /** The longest the irreversible request may take before its answer counts as lost. */
  sendLimitMs: number
  /** How long after closing a lost session nothing of it can appear at the SII any more. */
  quietMs: number
}

export type Boundary =
  | 'beforePreview'
  | 'beforeSign'
  | 'beforeIntent'
  | 'afterIntent'
  | 'afterSend'
  | 'beforeLook'
  | 'afterFence'
  | 'beforeFiling'

/** A document with all that a step needs to act for it at the portal. */
export interface PortalDocument {
  row: DocumentRow
  content: DocumentContent
  user: PortalUser
  company: Rut
}

export function actorOf(lease: Lease): { worker: string; epoch: number } {
  return { worker: lease.worker, epoch: lease.epoch }
}

/** Null when nothing is frozen yet. Throws when what was frozen has changed. */
export function portalDocument(taken: TakenDocument): PortalDocument | null {
  const { facturator_id: facturatorId, company_rut: company, ...row } = taken.row
  if (row.content === null) return null
  return {
    row,
    content: frozenContent(row),
    company: rut(company),
    user: { organisationId: row.organisation_id, facturatorId, person: rut(row.person_rut) },
  }
}

/**
 * Of the SII's rows, those that can be this document: same recipient, date and total, above the folio
 * mark taken before sending, and belonging to no other document of ours.
 */
export function candidates(
  rows: readonly Listed[],
  content: DocumentContent,
  highestFolio: number,
  claimed: ReadonlySet<number>,
): Listed[] {
  return rows.filter(
    (row) =>
      row.folio > highestFolio &&
      !claimed.has(row.folio) &&
      row.recipient === content.recipient.rut &&
      row.issueDate === content.issueDate &&
      row.totalClp === contentTotal(content),
  )
}

/** What the SII's list is asked about. */
export function aboutOf({ recipient, issueDate }: DocumentContent): About {
  return { recipient: recipient.rut, issueDate }
}

/**
 * Folios that other documents of ours hold, whoever's they are: of the same company's RUT, or for boletas of
 * the same person's.
 */
export async function claimedFolios(
  db: Kysely<Schema>,
  { row, company }: Pick<PortalDocument, 'row' | 'company'>,
  folios: readonly number[],
): Promise<Set<number>> {
  if (folios.length === 0) return new Set()
  const rows = await documentsWithCompany(db)
    .select('document.folio')
    .where('document.kind', '=', row.kind)
    .where('document.folio', 'in', [...folios])
    .where('document.id', '<>', row.id)
    .$if(row.kind !== 'boletaHonorarios', (of) => of.where('company.rut', '=', company))
    .$if(row.kind === 'boletaHonorarios', (of) =>
      of.where('document.person_rut', '=', row.person_rut),
    )
    .execute()
  return new Set(rows.flatMap(({ folio }) => (folio === null ? [] : [folio])))
}

/** What is to be done about a portal answer that came before anything irreversible. */
export type Setback =
  /** Time heals it: again after a growing wait. */
  | { kind: 'later'; reason: DocumentReason; atMs: number | null; text: string | null }
  /** It stays where it is until the user mends the cause. */
  | { kind: 'hold'; reason: DocumentReason; text: string | null }
  | { kind: 'fail'; reason: DocumentReason; text: string | null }

export function setbackOf(answer: Exclude<PortalAnswer<unknown>, { kind: 'ok' }>): Setback {
  const later = (reason: DocumentReason, text: string | null = null, atMs: number | null = null) =>
    ({ kind: 'later', reason, atMs, text }) as const
  const hold = (reason: DocumentReason, text: string | null = null) =>
    ({ kind: 'hold', reason, text }) as const
  const fail = (reason: DocumentReason, text: string | null = null) =>
    ({ kind: 'fail', reason, text }) as const
  switch (answer.kind) {
    case 'unavailable':
      return later('portalUnavailable', answer.text)
    case 'sessionExpired':
    case 'companyNotSelected':
      return later('sessionExpired')
    case 'paused':
      return answer.reason === 'unknownPage'
        ? later('portalUnavailable', null, answer.untilMs)
        : later('portalThrottled', null, answer.untilMs)
    case 'sessionUnclosed':
      return later('sessionUnclosed')
    case 'tooManySessions':
    case 'loginThrottled':
      return later('portalThrottled', answer.text)
    case 'notFound':
      return later('filesNotYet', answer.text)
    case 'portalChanged':
      return later('portalChanged', answer.text)
    case 'claveMissing':
    case 'claveRejected':
      return hold(answer.kind)
    case 'invalidCredentials':
      return hold('claveRejected', answer.text)
    case 'accountBlocked':
      return hold('accountBlocked', answer.text)
    case 'loginRejected':
    case 'interstitial':
      return hold('portalInterstitial', answer.text)
    case 'noCentralCertificate':
      return hold('certificateMissing')
    case 'certificatePasswordRejected':
      return hold('certificatePasswordRejected', answer.text)
    case 'companyNotAuthorized':
      return fail('companyNotAuthorized')
    case 'boletasNotEnabled':
      return fail('boletasNotEnabled', answer.text)
    case 'validationRejected':
      return fail('portalRefused', answer.text)
    case 'unclear':
      return later('portalUnclear', answer.text)
    case 'recaptchaRequired':
      return later('portalUnavailable', answer.text)
    case 'tooManyDocuments':
      return later('filesNotYet')
  }
}

const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 15 * 60_000
/** After so many tries, some hours of them, it is only tried now and then. */
const MOST_TRIES = 12
const RARE_WAIT_MS = 60 * 60_000

/** Twice as long after each try, at most a quarter of an hour, an hour after twelve; a fifth more or less by chance. */
export function waitAfter(tries: number, random: () => number): number {
  const growing = Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries, 10), LONGEST_WAIT_MS)
  const wait = tries + 1 < MOST_TRIES ? growing : RARE_WAIT_MS
  return Math.round(wait * (0.8 + 0.4 * random()))
}

/** What somebody must look at though it is issued. It stays said while files or an annulment are tried again. */
export const ALARMS: ReadonlySet<string> = new Set([
  'twinFound',
  'annulmentRefused',
  'annulmentUnclear',
  'annulmentNotListed',
])

/**
 * Puts a setback on record. The reason is an event once; further tries for it only count. Only a document
 * that isn't on its way can fail by one: where a try may have issued it, looking goes on.
 */
export async function recordSetback(
  needs: Pick<PortalStepNeeds, 'db' | 'clock' | 'window' | 'random'>,
  actor: Actor,
  document: PortalDocument,
  given: Setback,
): Promise<void> {
  const { db, clock } = needs
  await db.transaction().execute(async (trx) => {
    const row = await lockDocument(trx, {
      organisationId: document.row.organisation_id,
      id: document.row.id,
    })
    if (row === null || row.state !== document.row.state) return
    if (row.state === 'issued' && ALARMS.has(row.reason ?? '')) {
      const nextTryAt = nextTry(needs, given, row, Number.POSITIVE_INFINITY)
      const { reason_text, tries } = row
      await touch(trx, clock, row, { reason_text, tries: tries + 1, next_try_at: nextTryAt })
      return
    }
    const isUnknown = row.state === 'queued' && isUnclearTooLong(given.reason, row)
    const setback = isUnknown ? askAboutAnswer(given) : given
    const isUncertain = row.state === 'uncertain'
    const endMs = isUncertain ? await endOfLooksMs(trx, row) : null
    const isOver = endMs !== null && endMs <= clock.now()
    const told = isUncertain
      ? reasonInDoubt(setback, row, isOver)
      : await reasonOf(trx, needs, setback, row)
    // What the SII said to the lost request stays with its reason.
    const isKept = isUncertain && told === row.reason
    const text = isKept ? row.reason_text : setback.text
    const tries = told === 'portalUnclear' && row.reason !== told ? 1 : row.tries + 1
    const reason = { reason: told, reason_text: text, tries }
    if (setback.kind === 'fail' && row.state === 'queued') {
      const event = { kind: 'failed', reason: setback.reason } as const
      await record(trx, clock, actor, row, event, { ...reason, next_try_at: null })
      return
    }
    const untilMs = endMs === null || isOver ? Number.POSITIVE_INFINITY : endMs
    const change = { ...reason, next_try_at: nextTry(needs, setback, row, untilMs) }
    // What stays in doubt keeps its reason: that the SII was away is on record at the first of its tries.
    const isFirst = isUncertain && row.tries === 0
    if (row.reason === told && !isFirst) {
      await touch(trx, clock, row, change)
      return
    }
    const said = isFirst ? setback.reason : told
    const event = { kind: 'held', reason: said, tries } as const
    await record(trx, clock, actor, row, event, change)
  })
}

/**
 * Whether the SII has given sentences that nobody knows so often that a person is to read them and decide. Counted
 * from the first of them.
 */
export function isUnclearTooLong(
  reason: DocumentReason,
  row: Pick<DocumentRow, 'reason' | 'tries'>,
): boolean {
  const isAgain = reason === 'portalUnclear' && row.reason === reason
  return isAgain && row.tries + 1 >= MOST_TRIES
}

/** Never a failure: it may be a refusal in new words or trouble of the portal's. */
function askAboutAnswer({ text }: Setback): Setback {
  return { kind: 'hold', reason: 'answerUnknown', text }
}

/**
 * Of a document that the SII may have issued. What time heals never hides that it is in doubt; what its user must
 * mend is said instead, and so is, once others need not wait any longer, that the list could not be looked at.
 */
function reasonInDoubt(setback: Setback, row: DocumentRow, isOver: boolean): DocumentReason {
  if (setback.kind !== 'later') return setback.reason
  if (isOver && !isAskedByList(row)) return 'lookFailing'
  return doubtOf(row) ?? 'answerLost'
}

async function reasonOf(
  trx: Kysely<Schema>,
  needs: Pick<PortalStepNeeds, 'clock' | 'window'>,
  { reason }: Setback,
  row: DocumentRow,
): Promise<DocumentReason> {
  const isSilent = reason === 'portalUnavailable'
  return isSilent && (await isPortalAway(trx, needs, row)) ? 'portalAway' : reason
}

/** `untilMs`: no wait goes past it. */
function nextTry(
  { clock, window, random }: Pick<PortalStepNeeds, 'clock' | 'window' | 'random'>,
  setback: Setback,
  row: DocumentRow,
  untilMs: number,
): string | null {
  if (setback.kind === 'hold') return null
  const askedForMs = setback.kind === 'later' ? (setback.atMs ?? 0) : 0
  const waitedMs = Math.min(clock.now() + waitAfter(row.tries, random), untilMs)
  const atMs = Math.max(askedForMs, waitedMs)
  // What a person confirmed with its date leaves at any hour (docs/decisions/0017); the date itself is judged where it
  // leaves.
  const isConfirmed = row.confirmed_day === row.issue_day
  const isInHours = row.state === 'queued' && row.told_folio === null && !isConfirmed
  return instantText(isInHours ? nextInWindow(window, atMs) : atMs)
}

async function touch(
  trx: Kysely<Schema>,
  clock: Clock,
  row: DocumentRow,
  change: { reason_text: string | null; tries: number; next_try_at: string | null },
): Promise<void> {
  await trx
    .updateTable('document')
    .set({ ...change, updated_at: instantText(clock.now()) })
    .where('organisation_id', '=', row.organisation_id)
    .where('id', '=', row.id)
    .execute()
}
