import {
  ValueNode,
  type Compilable,
  type CompiledQuery,
  type Expression,
  type Kysely,
  type QueryExecutor,
} from 'kysely'
import type { Parameter } from './bind-message.ts'
import { currentReach } from './reach.ts'
import type { Schema } from './schema.ts'
import { ReachAdapter } from './tenant-reads.ts'
import type { Statement } from './tenant-read.ts'

/** A query whose text is made once and which every connection parses once. */
export type PreparedRead<Values, Row> = (db: Kysely<Schema>, values: Values) => Promise<Row[]>

/** Where a value will stand that each time is another one. */
export type Place<Values> = <T extends Parameter>(read: (values: Values) => T) => Expression<T>

/**
 * For plain selects that are asked all the time. `build` may depend on nothing but its arguments. A call's read
 * outside of a transaction leaves together with what others read, so one that waits for a lock may not be such.
 */
export function preparedRead<Values, Row>(
  build: (db: Kysely<Schema>, place: Place<Values>) => Compilable<Row>,
): PreparedRead<Values, Row> {
  const shapes = new WeakMap<QueryExecutor, Shape<Values, Row>>()
  return async (db, values) => {
    const executor = db.getExecutor()
    const shape = shapes.get(executor) ?? shapeOf(db, build)
    shapes.set(executor, shape)
    const parameters = shape.readers.map((read) => read(values))
    const reach = currentReach()
    if (
      !reach ||
      reach.transaction ||
      db.isTransaction ||
      !(executor.adapter instanceof ReachAdapter)
    ) {
      return (await db.executeQuery<Row>({ ...shape.query, parameters })).rows
    }
    const rows = await executor.adapter.reads({
      organisationId: reach.organisationId,
      statement: shape.statement,
      parameters,
    })
    return rowsOf(shape.query, rows) ? rows : []
  }
}

type Shape<Values, Row> = {
  query: CompiledQuery<Row>
  statement: Statement
  readers: ((values: Values) => Parameter)[]
}

function shapeOf<Values, Row>(
  db: Kysely<Schema>,
  build: (db: Kysely<Schema>, place: Place<Values>) => Compilable<Row>,
): Shape<Values, Row> {
  const places = new Map<unknown, (values: Values) => Parameter>()
  const query = build(db, (read) => {
    const made = new Placed<ReturnType<typeof read>>()
    places.set(made, read)
    return made
  }).compile()
  const readers = query.parameters.map((value) => places.get(value) ?? always(value))
  statements += 1
  return { query, statement: { name: `folio_${statements}`, text: query.sql }, readers }
}

let statements = 0

function always(value: unknown): () => Parameter {
  if (isParameter(value)) return () => value
  throw new TypeError('A prepared read takes texts, numbers and booleans only')
}

function isParameter(value: unknown): value is Parameter {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

/** The types of a query's rows are what its text selects; nothing of them is left to look at. */
function rowsOf<Row>(_query: CompiledQuery<Row>, _rows: unknown[]): _rows is Row[] {
  return true
}

class Placed<T> implements Expression<T> {
  get expressionType(): T | undefined {
    return undefined
  }

  toOperationNode(): ValueNode {
    return ValueNode.create(this)
  }
}
