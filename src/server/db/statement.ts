import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Compilable,
  type CompiledQuery,
  type Transaction,
} from 'kysely'
import { endWith } from './reach-driver.ts'
import { shapeOf, type Place, type Shape } from './prepared-read.ts'
import type { Schema } from './schema.ts'

/** What is put into a statement each time. */
type Given = string | number | boolean | null | Uint8Array
export type PlaceOf<Values> = Place<Values, Given>

/**
 * A statement of the workers' that is asked all the time: its text is made once, the first time. `build` may
 * depend on nothing but its arguments.
 */
export function statement<Values, Row>(
  build: (db: Kysely<Schema>, place: PlaceOf<Values>) => Compilable<Row>,
): (values: Values) => CompiledQuery<Row> {
  let shape: Shape<Values, Row, Given> | undefined
  return (values) => {
    shape ??= shapeOf(writer, build)
    return { ...shape.query, parameters: shape.readers.map((read) => read(values)) }
  }
}

/** Only writes texts. */
const writer = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

type Ask = <Row>(query: CompiledQuery<Row>) => Promise<Row[]>

/**
 * What `work` asks before it waits for any answer leaves in one packet and is answered in that order, each
 * statement seeing what the ones before it did; kysely itself waits for every answer. All of it is answered, or
 * has failed, when this ends.
 */
export function together<T>(trx: Transaction<Schema>, work: (ask: Ask) => Promise<T>): Promise<T> {
  return trx.getExecutor().provideConnection(async (connection) => {
    const asked: Promise<unknown>[] = []
    function ask<Row>(query: CompiledQuery<Row>): Promise<Row[]> {
      const answer = connection.executeQuery<Row>(query)
      asked.push(answer)
      return answer.then(({ rows }) => rows)
    }
    const done = work(ask)
    await Promise.allSettled([done, ...asked])
    return done
  })
}

/**
 * What a transaction asks last leaves in one packet with its commit, which fails when any of it does. Nothing may
 * be asked behind it. Refuses values whose writing may fail: the driver would leave that query out, and PostgreSQL
 * commit the others.
 */
export async function lastly(
  trx: Transaction<Schema>,
  queries: readonly CompiledQuery[],
): Promise<void> {
  if (!queries.every(({ parameters }) => parameters.every(isPlain))) {
    throw new TypeError('A commit takes plain values only')
  }
  return trx.getExecutor().provideConnection((connection) =>
    endWith(
      connection,
      queries.map((query) => connection.executeQuery(query)),
    ),
  )
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null || value instanceof Uint8Array
}
