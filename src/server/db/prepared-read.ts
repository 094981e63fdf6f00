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
export type Place<Values, Given = Parameter> = <T extends Given>(
  read: (values: Values) => T,
) => Expression<T>

/**
 * For plain selects that are asked all the time. `build` may depend on nothing but its arguments. A call's read
 * outside of a transaction leaves together with what others read, so one that waits for a lock may not be such.
 */
export function preparedRead<Values, Row>(
  build: (db: Kysely<Schema>, place: Place<Values>) => Compilable<Row>,
): PreparedRead<Values, Row> {
  const shapes = new WeakMap<QueryExecutor, PreparedShape<Values, Row>>()
  return async (db, values) => {
    const executor = db.getExecutor()
    const shape = shapes.get(executor) ?? named(shapeOf(db, build))
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

type PreparedShape<Values, Row> = Shape<Values, Row, Parameter> & { statement: Statement }

function named<Values, Row>(shape: Shape<Values, Row, Parameter>): PreparedShape<Values, Row> {
  statements += 1
  return { ...shape, statement: { name: `folio_${statements}`, text: shape.query.sql } }
}

let statements = 0

/** A query's text, and what each of its values is read by. */
export type Shape<Values, Row, Given> = {
  query: CompiledQuery<Row>
  readers: ((values: Values) => Given | Parameter)[]
}

export function shapeOf<Values, Row, Given>(
  db: Kysely<Schema>,
  build: (db: Kysely<Schema>, place: Place<Values, Given>) => Compilable<Row>,
): Shape<Values, Row, Given> {
  const places = new Map<unknown, (values: Values) => Given>()
  const query = build(db, (read) => {
    const made = new Placed<ReturnType<typeof read>>()
    places.set(made, read)
    return made
  }).compile()
  const readers = query.parameters.map((value) => places.get(value) ?? always(value))
  return { query, readers }
}

function always(value: unknown): () => Parameter {
  if (isParameter(value)) return () => value
  throw new TypeError('A prepared query takes texts, numbers and booleans only')
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
