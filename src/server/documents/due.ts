import type { Kysely } from 'kysely'
import { rut, type Rut } from '#domain/rut.ts'
import type { DocumentState } from '#domain/document.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'

export interface DueDocument {
  organisationId: number
  id: number
  state: DocumentState
  filesState: 'none' | 'wanted' | 'stored'
  annulment: 'wanted' | 'sent' | null
}

/** Looked at again this much later should its step fail in a way nobody foresaw. */
const PUSH_FORWARD_MS = 5 * 60_000

const COLUMNS = [
  'organisation_id',
  'id',
  'state',
  'files_state',
  'annulment',
  'next_try_at',
] as const

/** Documents whose next step needs nothing but our own database. */
export async function dueAtHome(
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  limit: number,
): Promise<DueDocument[]> {
  const rows = await db
    .selectFrom('document')
    .select(COLUMNS)
    .where('state', 'in', ['planned', 'needs_data', 'waiting'])
    .where('next_try_at', '<=', instantText(clock.now()))
    .orderBy('next_try_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(dueOf)
}

/** Persons with something to do at the portal and nobody doing it, longest waiting first. */
export async function duePersons(
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  limit: number,
): Promise<Rut[]> {
  const now = instantText(clock.now())
  const rows = await db
    .selectFrom('document')
    .leftJoin('portal_person', 'portal_person.person_rut', 'document.person_rut')
    .select((eb) => ['document.person_rut', eb.fn.min('document.next_try_at').as('since')])
    .where('document.next_try_at', '<=', now)
    .where((eb) =>
      eb.or([
        eb('document.state', 'in', ['queued', 'issuing', 'uncertain']),
        eb.and([
          eb('document.state', '=', 'issued'),
          eb.or([
            eb('document.files_state', '=', 'wanted'),
            eb('document.annulment', 'is not', null),
          ]),
        ]),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb('portal_person.lease_until', 'is', null),
        eb('portal_person.lease_until', '<=', now),
      ]),
    )
    // A person with an ending nobody knows yet starts nothing new before that is cleared up.
    .where((eb) =>
      eb.or([
        eb('document.state', 'in', ['issuing', 'uncertain']),
        eb.not(
          eb.exists(
            eb
              .selectFrom('document as open')
              .select('open.id')
              .whereRef('open.person_rut', '=', 'document.person_rut')
              .where('open.state', 'in', ['issuing', 'uncertain']),
          ),
        ),
      ]),
    )
    .groupBy('document.person_rut')
    .orderBy('since')
    .limit(limit)
    .execute()
  return rows.map((row) => rut(row.person_rut))
}

/**
 * What a person's portal session should do next: clear up what is open, before anything else; then what
 * waits longest. Null: nothing now. Called under the person's lease.
 */
export async function nextOfPerson(
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  person: Rut,
): Promise<DueDocument | null> {
  const now = instantText(clock.now())
  const open = await db
    .selectFrom('document')
    .select(COLUMNS)
    .where('person_rut', '=', person)
    .where('state', 'in', ['issuing', 'uncertain'])
    .orderBy('id')
    .execute()
  if (open.length > 0) {
    const due = open.find((row) => row.next_try_at !== null && row.next_try_at <= now)
    return due === undefined ? null : dueOf(due)
  }
  const row = await db
    .selectFrom('document')
    .select(COLUMNS)
    .where('person_rut', '=', person)
    .where('next_try_at', '<=', now)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'queued'),
        eb.and([
          eb('state', '=', 'issued'),
          eb.or([eb('files_state', '=', 'wanted'), eb('annulment', 'is not', null)]),
        ]),
      ]),
    )
    .orderBy('next_try_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : dueOf(row)
}

/** Before a step runs its next try is pushed forward: one that always fails can't spin or block others. */
export async function pushForward(
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  { organisationId, id, state }: DueDocument,
): Promise<void> {
  await db
    .updateTable('document')
    .set({ next_try_at: instantText(clock.now() + PUSH_FORWARD_MS) })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('state', '=', state)
    .execute()
}

function dueOf(row: {
  organisation_id: number
  id: number
  state: DocumentState
  files_state: DueDocument['filesState']
  annulment: DueDocument['annulment']
}): DueDocument {
  return {
    organisationId: row.organisation_id,
    id: row.id,
    state: row.state,
    filesState: row.files_state,
    annulment: row.annulment,
  }
}
