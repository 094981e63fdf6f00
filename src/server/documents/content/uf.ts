import type { Kysely } from 'kysely'
import type { Day } from '#domain/day.ts'
import { dayInChile, knownDay, monthNumberOf, yearOf } from '#domain/day.ts'
import { uf, type Uf } from '#domain/uf.ts'
import type { UfSources } from '#sii/sii.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'

/** The UF of that very day, in pesos; null while it isn't known. No other day's value ever stands in. */
export async function ufOn(db: Kysely<Schema>, day: Day): Promise<Uf | null> {
  const row = await db
    .selectFrom('uf_value')
    .select('value')
    .where('day', '=', day)
    .executeTakeFirst()
  return row === undefined ? null : uf(row.value)
}

/** What is known from that day on, the earliest first. */
export async function ufSince(
  db: Kysely<Schema>,
  first: Day,
  limit: number,
): Promise<{ day: Day; value: Uf }[]> {
  const rows = await db
    .selectFrom('uf_value')
    .select(['day', 'value'])
    .where('day', '>=', first)
    .orderBy('day')
    .limit(limit)
    .execute()
  return rows.map(({ day, value }) => ({ day: knownDay(day), value: uf(value) }))
}

export interface UfNeeds {
  db: Kysely<Schema>
  clock: Clock
  ufSources: UfSources
}

export interface UfSync {
  stored: number
  /** Days on which two sources differ: nothing is stored for them, and documents of those days wait. */
  disputed: Day[]
  /** True when the SII's own table could not be read. */
  isMissing: boolean
}

/**
 * Reads the UF of the years a document may need from the SII's table and checks it against a second
 * source when that one answers. A stored value is never overwritten: documents were issued with it.
 */
export async function syncUf(needs: UfNeeds): Promise<UfSync> {
  const sync: UfSync = { stored: 0, disputed: [], isMissing: false }
  for (const year of yearsNeeded(dayInChile(needs.clock.now()))) {
    const own = await needs.ufSources.ofSii(year)
    if (own.kind !== 'ok') {
      // Next year's page appears in December only.
      sync.isMissing ||= own.kind !== 'notFound'
      continue
    }
    const check = await needs.ufSources.ofMindicador(year)
    const others = check.kind === 'ok' ? check.value : new Map<Day, Uf>()
    const agreed: [Day, Uf][] = []
    for (const [day, value] of own.value) {
      if ((others.get(day) ?? value) === value) agreed.push([day, value])
      else sync.disputed.push(day)
    }
    sync.stored += await store(needs, agreed, others)
  }
  return sync
}

function yearsNeeded(today: Day): number[] {
  const year = yearOf(today)
  const month = monthNumberOf(today)
  return [...(month === 1 ? [year - 1] : []), year, ...(month === 12 ? [year + 1] : [])]
}

async function store(
  { db, clock }: UfNeeds,
  values: readonly [Day, Uf][],
  checked: ReadonlyMap<Day, Uf>,
): Promise<number> {
  if (values.length === 0) return 0
  const fetchedAt = instantText(clock.now())
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('uf_value')
    .values(
      values.map(([day, value]) => ({
        day,
        value,
        source: checked.has(day) ? 'sii+mindicador' : 'sii',
        fetched_at: fetchedAt,
      })),
    )
    .onConflict((conflict) => conflict.column('day').doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0n)
}
