import type { Kysely } from 'kysely'
import type { StopReason } from '#domain/standing.ts'
import { audit, type Author } from '../../audit.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { statement, type PlaceOf } from '../../db/statement.ts'
import { stopCase } from '../../standing/stop-case.ts'
import type { DocumentRow } from '../trail/trail.ts'
import { stoppedPersons } from './operator-stops.ts'

interface Needs {
  db: Kysely<Schema>
  clock: Clock
}

/** Which stops are in force for one organisation. */
export interface Stops {
  everything: Stop | null
  companies: (Stop & { company: { id: number; rut: string; name: string } })[]
  /** Connections whose person the operator stopped, or all of them. */
  byOperator: StoppedPerson[]
}

export interface StoppedPerson {
  facturatorId: number
  name: string
  companyIds: number[]
}

export interface Stop {
  at: string
  user: { id: number; email: string } | null
}

/** Null: every company of the organisation. */
type Scope = number | null

/**
 * Nothing of the scope gets an intent from the moment this answers; what has one goes on to its end. Harmless
 * when repeated. False: no such company.
 */
export function stopIssuing(
  { db, clock }: Needs,
  author: { organisationId: number; userId: number },
  companyId: Scope,
): Promise<boolean> {
  const { organisationId, userId } = author
  return db.transaction().execute(async (trx) => {
    if (!(await isOurs(trx, organisationId, companyId))) return false
    await waitForIntents(trx, organisationId)
    const { numInsertedOrUpdatedRows: stopped } = await trx
      .insertInto('issuing_stop')
      .values({
        organisation_id: organisationId,
        company_id: companyId,
        stopped_by: userId,
        stopped_at: instantText(clock.now()),
      })
      .onConflict((conflict) =>
        conflict.columns(['organisation_id', 'company_id', 'upload_id']).doNothing(),
      )
      .executeTakeFirstOrThrow()
    if (stopped === 1n) await onRecord(trx, clock, author, companyId, 'issuingStopped')
    return true
  })
}

/** Waits for the intents under way, and those to come wait for this transaction: see `stopsLock`. */
export async function waitForIntents(trx: Kysely<Schema>, organisationId: number): Promise<void> {
  await trx
    .selectFrom('organisation')
    .select('id')
    .where('id', '=', organisationId)
    .forNoKeyUpdate()
    .execute()
}

/**
 * What waited goes on by itself, a date that went by meanwhile as its rule says (docs/decisions/0017). False: no such
 * company. `blocked`: the owner suspended the use of their data, and this stop stays until they take that back.
 */
export function releaseIssuing(
  { db, clock }: Needs,
  author: Author,
  companyId: Scope,
): Promise<boolean | 'blocked'> {
  const { organisationId } = author
  return db.transaction().execute(async (trx) => {
    if (!(await isOurs(trx, organisationId, companyId))) return false
    if (companyId === null && (await isBlocked(trx, organisationId))) return 'blocked'
    const { numDeletedRows } = await trx
      .deleteFrom('issuing_stop')
      .where('organisation_id', '=', organisationId)
      .where('company_id', companyId === null ? 'is' : '=', companyId)
      .where('upload_id', 'is', null)
      .executeTakeFirstOrThrow()
    if (numDeletedRows > 0n) await onRecord(trx, clock, author, companyId, 'issuingReleased')
    return true
  })
}

export async function readStops(
  db: Kysely<Schema>,
  { organisationId }: { organisationId: number },
): Promise<Stops> {
  const rows = await db
    .selectFrom('issuing_stop')
    .leftJoin('app_user', 'app_user.id', 'issuing_stop.stopped_by')
    .leftJoin('company', (join) =>
      join
        .onRef('company.organisation_id', '=', 'issuing_stop.organisation_id')
        .onRef('company.id', '=', 'issuing_stop.company_id'),
    )
    .select(['company_id', 'stopped_at', 'stopped_by', 'app_user.email', 'company.rut'])
    .select('company.name')
    .where('issuing_stop.organisation_id', '=', organisationId)
    .where('issuing_stop.upload_id', 'is', null)
    .orderBy('company_id')
    .execute()
  const stops = rows.map(({ company_id: id, stopped_at, stopped_by, email, rut, name }) => ({
    company: id === null || rut === null || name === null ? null : { id, rut, name },
    at: stopped_at,
    user: email === null ? null : { id: stopped_by, email },
  }))
  return {
    everything: stops.find(({ company }) => company === null) ?? null,
    companies: stops.flatMap(({ company, ...stop }) =>
      company === null ? [] : [{ ...stop, company }],
    ),
    byOperator: await stoppedByOperator(db, organisationId),
  }
}

/** Documents of the organisation that are ready and stand still. */
export async function countStopped(db: Kysely<Schema>, organisationId: number): Promise<number> {
  const row = await db
    .selectFrom('document')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organisation_id', '=', organisationId)
    .where('reason', 'in', ['issuingStopped', 'stoppedByUs'])
    .where('state', 'in', ['queued', 'waiting'])
    .executeTakeFirstOrThrow()
  return row.count
}

type Stoppable = Pick<DocumentRow, 'organisation_id' | 'company_id' | 'person_rut' | 'upload_id'>

/**
 * Until the transaction ends no stop can come: shared by all who commit intents, who read behind it in a statement of
 * its own what was committed meanwhile. The person's row is locked by whoever checks the lease.
 */
export const stopsLock = statement((db, place: PlaceOf<Pick<Stoppable, 'organisation_id'>>) =>
  db
    .selectFrom(['organisation', 'operator_switch'])
    .select('organisation.id')
    .where(
      'organisation.id',
      '=',
      place((row) => row.organisation_id),
    )
    .forShare(),
)

/** Which stop holds it now; another one may come at once. */
export async function stopHolding(
  db: Kysely<Schema>,
  document: Stoppable,
): Promise<StopReason | null> {
  const { rows } = await db.executeQuery(stopQuery(document))
  return rows[0]?.reason ?? null
}

export const stopQuery = statement((db, place: PlaceOf<Stoppable>) =>
  db.selectNoFrom(
    stopCase(
      place((row) => row.organisation_id),
      place((row) => row.company_id),
      place((row) => row.person_rut),
      place((row) => row.upload_id),
    ).as('reason'),
  ),
)

async function stoppedByOperator(
  db: Kysely<Schema>,
  organisationId: number,
): Promise<StoppedPerson[]> {
  const rows = await db
    .selectFrom('facturator')
    .leftJoin('company', (join) =>
      join
        .onRef('company.organisation_id', '=', 'facturator.organisation_id')
        .onRef('company.facturator_id', '=', 'facturator.id'),
    )
    .select(['facturator.id', 'facturator.label', 'facturator.person_rut'])
    .select('company.id as company_id')
    .where('facturator.organisation_id', '=', organisationId)
    .orderBy('facturator.id')
    .orderBy('company.id')
    .execute()
  const stopped = await stoppedPersons(db, [...new Set(rows.map(({ person_rut }) => person_rut))])
  const found = new Map<number, StoppedPerson>()
  for (const { id, label, person_rut, company_id } of rows) {
    if (!stopped.has(person_rut)) continue
    const person = found.get(id) ?? { facturatorId: id, name: label, companyIds: [] }
    if (company_id !== null) person.companyIds.push(company_id)
    found.set(id, person)
  }
  return [...found.values()]
}

/** And stays what it is until the transaction ends. */
async function isBlocked(trx: Kysely<Schema>, organisationId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('organisation')
    .select('blocked_at')
    .where('id', '=', organisationId)
    .forShare()
    .executeTakeFirst()
  return row !== undefined && row.blocked_at !== null
}

async function isOurs(
  trx: Kysely<Schema>,
  organisationId: number,
  companyId: Scope,
): Promise<boolean> {
  if (companyId === null) return true
  const row = await trx
    .selectFrom('company')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', companyId)
    .executeTakeFirst()
  return row !== undefined
}

function onRecord(
  trx: Kysely<Schema>,
  clock: Clock,
  author: Author,
  companyId: Scope,
  what: 'issuingStopped' | 'issuingReleased',
): Promise<void> {
  const isWhole = companyId === null
  const kind = isWhole ? what : what === 'issuingStopped' ? 'companyStopped' : 'companyReleased'
  const subject = isWhole ? `organisation:${author.organisationId}` : `company:${companyId}`
  return audit(trx, clock, author, { kind, subject })
}
