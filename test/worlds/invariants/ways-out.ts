import { isDocumentReason, mendedAt, SHOWN_WITHOUT_ACTION, whoActs } from '#domain/reason.ts'
import { lastOpening, nextInWindow } from '#domain/window.ts'
import { msOf, type Clock } from '#server/clock.ts'
import { documentActions, resumeDocumentsOfPerson } from '#server/documents/actions/actions.ts'
import { ALARMS } from '#server/documents/portal/portal-step.ts'
import { openTwins } from '#server/documents/reconcile/twins.ts'
import type { Decision } from '#server/documents/actions/decide.ts'
import type { WorldDatabase } from '../database/database.ts'
import type { Row } from '../database/remembered.ts'

type Needs = Parameters<typeof documentActions>[0]
type Actions = ReturnType<typeof documentActions>
type Database = Pick<WorldDatabase, 'inspect'>

/** Whatever moves by itself does so within this time. */
const LONGEST_WAIT_MS = 3 * 24 * 3_600_000
/** By so much later it is taken, once all is calm. */
const MOST_LATE_MS = 3_600_000
/** What is said to heal by itself has healed by then, or its user is told; the longest is a session that stays open. */
const LONGEST_UNTOLD_MS = 8 * 3_600_000
const WINDOW = { fromHour: 9, toHour: 18 }
const WHO = { worker: 'user:1', epoch: null }
const SETTLED: readonly unknown[] = ['skipped', 'annulled']

/** With whether a try of it may have issued it: then leaving it out is nobody's to offer. */
const DOCUMENTS = `select document.*, exists (select from attempt
    where attempt.organisation_id = document.organisation_id and attempt.document_id = document.id
      and coalesce(attempt.outcome, 'uncertain') in ('uncertain', 'issued')) as may_be_issued,
    (select event.at from document_event event
      where event.organisation_id = document.organisation_id and event.document_id = document.id
      order by event.seq desc limit 1) as said_at
  from document order by key`

/**
 * Documents that neither move by themselves nor can be gone on with by a person, and those left out although a try may
 * have issued them. `truthAbout` answers what a person says who has looked at the SII. Takes the ways out, so it comes
 * last.
 */
export async function findDeadEnds(
  needs: Needs,
  { database, truthAbout }: { database: Database; truthAbout(row: Row): Decision },
): Promise<string[]> {
  const ways = waysOf(needs, truthAbout)
  const found: string[] = []
  for (const row of await database.inspect(DOCUMENTS)) {
    if (isLost(row)) found.push(`${told(row)}: it was left out although it may be issued`)
    if (SETTLED.includes(row['state']) || isFiled(row)) continue
    if (isAlarm(row)) {
      if (!(await ways.settleAlarm(atOf(row), row)))
        found.push(`${told(row)}: its alarm never ends`)
      continue
    }
    if (movesSoon(row, needs.clock) && !isOverdue(row, needs.clock)) continue
    if (!(await hasWayOut(ways, row))) found.push(`${told(row)}: nobody can go on with it`)
  }
  return found
}

/**
 * As `findDeadEnds` at any moment, by what is on record alone: what stands still, or is tried for hours and stays as it
 * is, is told to somebody.
 */
export async function findUntold(database: Database, clock: Pick<Clock, 'now'>): Promise<string[]> {
  const rows = await database.inspect(DOCUMENTS)
  return rows.flatMap((row) => {
    if (isLost(row)) return [`${told(row)}: it was left out although it may be issued`]
    if (SETTLED.includes(row['state']) || isFiled(row) || isTold(row)) return []
    if (!movesSoon(row, clock)) return [`${told(row)}: it stands still and nobody is told`]
    return isTriedForHours(row, clock)
      ? [`${told(row)}: it is tried for hours and nobody is told`]
      : []
  })
}

function told({ key, state, reason }: Row): string {
  return `${String(key)} is ${String(state)}, ${String(reason)}`
}

/** A number that somebody decided is none is on record as absent. */
function isLost({ state, may_be_issued: mayBeIssued }: Row): boolean {
  return state === 'skipped' && mayBeIssued === true
}

/** Issued, its files kept, and nothing more wanted of it. */
function isFiled(row: Row): boolean {
  const { state, files_state: files, annulment } = row
  return state === 'issued' && files === 'stored' && annulment === null && !isAlarm(row)
}

function movesSoon({ next_try_at: next }: Row, clock: Pick<Clock, 'now'>): boolean {
  return typeof next === 'string' && msOf(next) - clock.now() <= LONGEST_WAIT_MS
}

/** Workers have looked for hours, and nobody took it. */
function isOverdue({ next_try_at: next }: Row, clock: Pick<Clock, 'now'>): boolean {
  return typeof next === 'string' && clock.now() - msOf(next) > MOST_LATE_MS
}

function isTold({ reason }: Row): boolean {
  if (typeof reason !== 'string' || !isDocumentReason(reason)) return false
  return whoActs(reason) !== 'time' || SHOWN_WITHOUT_ACTION.has(reason)
}

/**
 * Told with something else: the one that it waits for, the UF of its day, and of an issued one all whose files are late.
 */
function isToldElsewhere({ state, reason, annulment }: Row): boolean {
  if (reason === 'behindUncertain' || reason === 'ufMissing') return true
  return state === 'issued' && annulment === null
}

/** Workers try it, and for hours it has met nothing but what is said to heal by itself. */
function isTriedForHours(row: Row, clock: Pick<Clock, 'now'>): boolean {
  const { state, reason, said_at: saidAt } = row
  if (reason === null || typeof saidAt !== 'string') return false
  if (isToldElsewhere(row) || isOverdue(row, clock)) return false
  const now = clock.now()
  if (state !== 'queued') return now - msOf(saidAt) > LONGEST_UNTOLD_MS
  // What is to be issued is tried in the day's hours alone.
  if (nextInWindow(WINDOW, now) !== now) return false
  return now - Math.max(msOf(saidAt), lastOpening(WINDOW, now)) > LONGEST_UNTOLD_MS
}

type At = Parameters<Actions['skip']>[0]
/** Each answers whether the document goes on, or is settled. */
interface Ways {
  leaveOut(at: At): Promise<boolean>
  sayWhatBecame(at: At, row: Row): Promise<boolean>
  acceptFile(at: At): Promise<boolean>
  /** What is only told of an issued one, and stays told while anything of it moves. */
  settleAlarm(at: At, row: Row): Promise<boolean>
  /** The person's credentials are typed again, and work. */
  mend(at: At, row: Row): Promise<boolean>
}

function waysOf(needs: Needs, truthAbout: (row: Row) => Decision): Ways {
  const { db, clock } = needs
  const actions = documentActions(needs)
  return {
    leaveOut: (at) => actions.skip(at, WHO),
    sayWhatBecame: async (at, row) => (await actions.decide(at, WHO, truthAbout(row))) === true,
    acceptFile: (at) => actions.acceptFile(at, WHO),
    settleAlarm: async (at, { reason }) =>
      reason === 'twinFound'
        ? actions.acceptTwins(at, WHO, await openTwins(db, await rowAt(db, at)))
        : actions.keepValid(at, WHO),
    mend: async ({ organisationId, id }, row) => {
      const person = { organisationId, personRut: String(row['person_rut']) }
      await db.transaction().execute((trx) => resumeDocumentsOfPerson(trx, clock, person))
      const mended = await db
        .selectFrom('document')
        .select('next_try_at')
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return movesSoon(mended, clock)
    },
  }
}

function rowAt(db: Needs['db'], { organisationId, id }: At) {
  return db
    .selectFrom('document')
    .select(['organisation_id', 'id', 'company_id', 'kind'])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

async function hasWayOut(ways: Ways, row: Row): Promise<boolean> {
  const at = atOf(row)
  const isOfConnection = isMendedAtConnection(row)
  switch (row['state']) {
    case 'planned':
    case 'needs_data':
    case 'waiting':
    case 'queued':
    case 'failed':
      // What was tried and may be at the SII must be found out, not left out.
      return row['may_be_issued'] === false && (await ways.leaveOut(at))
    case 'uncertain':
      return (isOfConnection && (await ways.mend(at, row))) || ways.sayWhatBecame(at, row)
    case 'issued':
      if (!isTold(row)) return false
      if (row['reason'] === 'xmlDiffers') return ways.acceptFile(at)
      return !isOfConnection || ways.mend(at, row)
    default:
      return false
  }
}

function atOf(row: Row): At {
  return { organisationId: Number(row['organisation_id']), id: Number(row['id']) }
}

function isAlarm({ state, reason }: Row): boolean {
  return state === 'issued' && ALARMS.has(String(reason))
}

function isMendedAtConnection({ reason }: Row): boolean {
  return typeof reason === 'string' && isDocumentReason(reason) && mendedAt(reason) === 'connection'
}
