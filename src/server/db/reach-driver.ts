import {
  CompiledQuery,
  PostgresDialect,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type PostgresPool,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { currentReach, type Reach } from './reach.ts'
import { ReachAdapter, type TenantReads } from './tenant-reads.ts'

/** Two pools behind one database: which one is asked follows from the reach of the work that asks. */
export class ReachDialect extends PostgresDialect {
  readonly #pools: Pools

  constructor(pools: Pools) {
    super({ pool: pools.everything })
    this.#pools = pools
  }

  override createAdapter(): DialectAdapter {
    return new ReachAdapter(this.#pools.reads)
  }

  override createDriver(): Driver {
    const everything = new PostgresDialect({ pool: this.#pools.everything }).createDriver()
    const tenants = new PostgresDialect({ pool: this.#pools.tenants }).createDriver()
    return new ReachDriver(everything, tenants)
  }
}

export type Pools = {
  /** Connections that own the tables: the workers'; pipelined like the others. */
  everything: PostgresPool
  /** Connections that see what `folio.organisation_id` says. */
  tenants: PostgresPool
  /** Over the same connections. */
  reads: TenantReads
}

class ReachDriver implements Driver {
  readonly #everything: Driver
  readonly #tenants: Driver
  /** What each of the tenants' connections was last told. */
  readonly #told = new WeakMap<DatabaseConnection, string>()

  constructor(everything: Driver, tenants: Driver) {
    this.#everything = everything
    this.#tenants = tenants
  }

  async init(): Promise<void> {
    await this.#everything.init()
    await this.#tenants.init()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const reach = currentReach()
    if (reach?.transaction) return new PartOfTransaction(heldBy(reach.transaction))
    if (reach) return this.#acquireFor(reach)
    return new Held(this.#everything, await this.#everything.acquireConnection(), undefined)
  }

  async #acquireFor({ organisationId }: Reach): Promise<Held> {
    const connection = await this.#tenants.acquireConnection()
    const wanted = String(organisationId ?? '')
    if (this.#told.get(connection) === wanted) return new Held(this.#tenants, connection, undefined)
    this.#told.delete(connection)
    // Not awaited: it leaves in one packet with the first query, which fails when this does.
    const telling = connection
      .executeQuery(CompiledQuery.raw(`set folio.organisation_id = '${wanted}'`))
      .then(() => void this.#told.set(connection, wanted))
    telling.catch(() => undefined)
    return new Held(this.#tenants, connection, telling)
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return heldBy(connection).begin(settings)
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return heldBy(connection).commit()
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return heldBy(connection).rollback()
  }

  releaseConnection(connection: DatabaseConnection): Promise<void> {
    return heldBy(connection).release()
  }

  async destroy(): Promise<void> {
    await this.#everything.destroy()
    await this.#tenants.destroy()
  }
}

function heldBy(connection: DatabaseConnection): Held {
  if (connection instanceof Held) return connection
  throw new TypeError('Not a connection of this driver')
}

/**
 * What the transaction on this connection has asked last. Of a connection of this driver the commit, which fails
 * when any of it does, needn't wait for the answers.
 */
export async function endWith(
  connection: DatabaseConnection,
  asked: readonly Promise<unknown>[],
): Promise<void> {
  if (connection instanceof Held) connection.endWith(asked)
  else await Promise.all(asked)
}

/** A connection lent by one of the two drivers. */
class Held implements DatabaseConnection {
  readonly driver: Driver
  readonly connection: DatabaseConnection
  #telling: Promise<void> | undefined
  #last: Promise<unknown> | undefined

  constructor(driver: Driver, connection: DatabaseConnection, telling: Promise<void> | undefined) {
    this.driver = driver
    this.connection = connection
    this.#telling = telling
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const asked = this.connection.executeQuery<R>(query)
    if (this.#telling === undefined) return asked
    const [result] = await Promise.all([asked, this.#telling])
    this.#telling = undefined
    return result
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.connection.streamQuery<R>(query, chunkSize)
  }

  /** Not awaited either: the first query, or the commit, fails when this does. */
  async begin(settings: TransactionSettings): Promise<void> {
    const told = this.#telling
    const begun = this.driver.beginTransaction(this.connection, settings)
    this.#telling = Promise.all([told, begun]).then(() => undefined)
    this.#telling.catch(() => undefined)
  }

  endWith(asked: readonly Promise<unknown>[]): void {
    this.#last = Promise.all(asked)
    this.#last.catch(() => undefined)
  }

  /** What made the transaction fail is worth telling, and not that its commit did no more than roll it back. */
  protected async ending(end: Promise<void>): Promise<void> {
    end.catch(() => undefined)
    await this.#last
    await end
  }

  async commit(): Promise<void> {
    await this.#telling
    await this.ending(this.driver.commitTransaction(this.connection))
  }

  /** What led here is worth telling, not that a connection lost with it, which is given up, can't roll back. */
  async rollback(): Promise<void> {
    await this.driver.rollbackTransaction(this.connection).catch(() => undefined)
  }

  async release(): Promise<void> {
    // Never given back half told.
    await this.#telling?.catch(() => undefined)
    await this.driver.releaseConnection(this.connection)
  }
}

/** The one connection of a transaction that began further out: a transaction on it is a savepoint. */
class PartOfTransaction extends Held {
  readonly #savepoint = `part_${(savepoints += 1)}`

  constructor(outer: Held) {
    super(outer.driver, outer.connection, undefined)
  }

  override begin(): Promise<void> {
    return this.#run(`savepoint ${this.#savepoint}`)
  }

  override commit(): Promise<void> {
    return this.ending(this.#run(`release savepoint ${this.#savepoint}`))
  }

  override rollback(): Promise<void> {
    return this.#run(`rollback to savepoint ${this.#savepoint}`)
  }

  override async release(): Promise<void> {}

  async #run(sql: string): Promise<void> {
    await this.connection.executeQuery(CompiledQuery.raw(sql))
  }
}

let savepoints = 0
