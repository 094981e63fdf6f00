import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { Chance } from '../chance.ts'
import type { Trouble } from '../trouble.ts'
import type { Actor, Stage } from '../stage.ts'
import { stepOfStatement, stepOfTransaction } from './database-steps.ts'
import type { Connection, WorldDatabase } from './database.ts'

/** The database was away: thrown as the driver throws it, and known again where it is reported. */
export class DatabaseLost extends Error {}

export interface DatabaseGate {
  stage: Stage
  chance: Chance
  trouble: Trouble
  actor: Actor
  /** Told what has taken effect. */
  onDone(done: Done): Promise<void> | void
}

export interface Done {
  step: string
  /** Of a statement outside a transaction: what it was given, and how many rows it changed. */
  parameters: readonly unknown[]
  changed: number
}

/** The database as one actor sees it: it stops before each statement or transaction, where faults strike. */
export function gatedDatabase(database: WorldDatabase, gate: DatabaseGate): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => createDriver(database, gate),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

function createDriver(database: WorldDatabase, gate: DatabaseGate): Driver {
  const made = new WeakMap<DatabaseConnection, GatedConnection>()
  const gated = (connection: DatabaseConnection): GatedConnection => {
    const found = made.get(connection)
    if (found === undefined) throw new Error('Not a connection of this driver')
    return found
  }
  return {
    init: async () => undefined,
    acquireConnection: async () => {
      const connection = createConnection(database.connection, gate)
      made.set(connection, connection)
      return connection
    },
    beginTransaction: (connection) => gated(connection).begin(),
    commitTransaction: (connection) => gated(connection).commit(),
    rollbackTransaction: (connection) => gated(connection).rollback(),
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
  }
}

const READS_THAT_STOP = 0.1

interface GatedConnection extends DatabaseConnection {
  begin(): Promise<void>
  commit(): Promise<void>
  rollback(): Promise<void>
}

function createConnection(connection: Connection, gate: DatabaseGate): GatedConnection {
  const { stage, trouble, actor } = gate
  const last = { changed: 0 }
  /** The steps of the transaction that is open. */
  let steps: string[] | null = null

  async function run<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changed } = await stage.real(connection.run(sql, parameters))
    last.changed = changed
    return { rows: rowsOf<R>(rows), numAffectedRows: BigInt(changed) }
  }

  async function rollback(): Promise<void> {
    await stage.real(connection.rollback())
  }

  /** Something takes effect, or doesn't, and whoever asked for it learns so, or doesn't. */
  async function alone<T>(
    step: string,
    parameters: readonly unknown[],
    effect: () => Promise<T>,
  ): Promise<T> {
    const fault = trouble.atDatabase(step, actor)
    switch (fault) {
      case 'database-lost-before':
        await rollback()
        throw new DatabaseLost()
      case 'killed-before':
        await rollback()
        return die(gate)
      default:
    }
    const value = await effect()
    await stage.real(Promise.resolve(gate.onDone({ step, parameters, changed: last.changed })))
    switch (fault) {
      case 'database-lost-after':
        throw new DatabaseLost()
      case 'killed-after':
        return die(gate)
      case 'paused-after':
        trouble.pause(actor)
        await stage.park(actor, `goes on after ${step}`)
        return value
      default:
        return value
    }
  }

  return {
    begin: async () => {
      await stage.park(actor, 'begins')
      steps = []
      connection.begin()
    },
    commit: async () => {
      const step = stepOfTransaction(steps ?? [])
      steps = null
      stage.note(`${actor.name} commits ${step}`)
      await alone(step, [], () => stage.real(connection.commit()))
    },
    rollback: async () => {
      steps = null
      await rollback()
    },
    executeQuery: async <R>(query: CompiledQuery) => {
      const step = stepOfStatement(query.sql, query.parameters)
      if (steps !== null) {
        steps.push(step)
        return run<R>(query)
      }
      // A read loses nothing: it stops now and then only, and whatever it leads to stops anyhow.
      if (step === 'read' && !gate.chance.isTrue(READS_THAT_STOP)) return run<R>(query)
      await stage.park(actor, step)
      return alone(step, query.parameters, () => run<R>(query))
    },
    streamQuery: () => {
      throw new Error('Nothing of the engine streams')
    },
  }
}

/** What the query's own type says of them; the tables' types are checked where they are written. */
function rowsOf<R>(rows: readonly unknown[]): R[] {
  const isRow = (row: unknown): row is R => typeof row === 'object'
  const typed: R[] = []
  for (const row of rows) if (isRow(row)) typed.push(row)
  return typed
}

/** Whoever waits for this is gone with it. */
export function die({ stage, actor }: Pick<DatabaseGate, 'stage' | 'actor'>): Promise<never> {
  stage.kill(actor)
  return new Promise<never>(() => undefined)
}
