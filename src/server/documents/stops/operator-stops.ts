import { sql, type Kysely } from 'kysely'
import type { Rut } from '#domain/rut.ts'
import { instantText, type Clock } from '../../clock.ts'
import { beyondOrganisations } from '../../db/reach.ts'
import type { Schema } from '../../db/schema.ts'

/**
 * For whoever runs this installation; `person` null: everybody. From its end on nothing of them gets an intent
 * until it is taken back.
 */
export async function setOperatorStop(
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  person: Rut | null,
  isStopped: boolean,
): Promise<void> {
  const change = { stopped_at: isStopped ? instantText(clock.now()) : null }
  if (person === null) {
    await db.updateTable('operator_switch').set(change).execute()
    return
  }
  await db
    .insertInto('portal_person')
    .values({ person_rut: person, ...change })
    .onConflict((conflict) => conflict.column('person_rut').doUpdateSet(change))
    .execute()
}

export interface OperatorStops {
  since: string | null
  persons: { person: string; since: string }[]
  /** Documents that are ready and stand still, by anybody's stop. */
  waiting: number
}

const MOST_PERSONS = 100

export async function operatorStops(db: Kysely<Schema>): Promise<OperatorStops> {
  const all = await db.selectFrom('operator_switch').select('stopped_at').executeTakeFirst()
  const persons = await db
    .selectFrom('portal_person')
    .select(['person_rut as person', 'stopped_at as since'])
    .where('stopped_at', 'is not', null)
    .orderBy('stopped_at')
    .orderBy('person_rut')
    .limit(MOST_PERSONS)
    .$narrowType<{ since: string }>()
    .execute()
  const waiting = await db
    .selectFrom('document')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('reason', 'in', ['issuingStopped', 'stoppedByUs'])
    .where('state', 'in', ['queued', 'waiting'])
    .executeTakeFirstOrThrow()
  return { since: all?.stopped_at ?? null, persons, waiting: waiting.count }
}

/** Of these persons those that are stopped; all of them while everything is. */
export function stoppedPersons(
  db: Kysely<Schema>,
  persons: readonly string[],
): Promise<ReadonlySet<string>> {
  return beyondOrganisations(async () => {
    const { rows } = await sql<{
      person: string
    }>`select person from unnest(${[...persons]}::text[]) person
      where exists (select from operator_switch where stopped_at is not null)
        or exists (select from portal_person where person_rut = person and stopped_at is not null)`.execute(
      db,
    )
    return new Set(rows.map(({ person }) => person))
  })
}
