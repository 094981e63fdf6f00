import { DatabaseError, Query, type Connection, type FieldDef, type PoolClient } from 'pg'
import type { TenantRead } from './tenant-read.ts'

/** After this long without any answer the server counts as frozen: what left is given up. */
const LONGEST_SILENCE_MS = 20_000

/**
 * All reads of one pipelined connection, as one query of pg's asked again and again: one of its own for each
 * would cost more than the read. Answers come in the order of the questions.
 */
export class Carrier extends Query {
  readonly #client: PoolClient
  readonly #sent: TenantRead[] = []
  #next: TenantRead | undefined
  #isBroken = false
  #done: () => void = () => {}

  constructor(client: PoolClient) {
    super({ text: '' })
    this.#client = client
  }

  /** Its connection is gone or about to go. */
  get isBroken(): boolean {
    return this.#isBroken || !this.#client.connection.stream.writable
  }

  /** Ends when all of them were answered or failed. */
  carry(reads: readonly TenantRead[]): Promise<void> {
    const { stream } = this.#client.connection
    return new Promise((resolve) => {
      const watch = setTimeout(() => stream.destroy(), LONGEST_SILENCE_MS)
      this.#done = () => {
        if (this.#sent.length > 0) return void watch.refresh()
        clearTimeout(watch)
        resolve()
      }
      stream.cork()
      for (const read of reads) this.#ask(read)
      stream.uncork()
    })
  }

  #ask(read: TenantRead): void {
    this.#next = read
    this.#sent.push(read)
    this.#client.query(this)
  }

  override submit = (connection: Connection): void => {
    this.#next?.send(connection)
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.#sent[0]?.describe(fields)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#sent[0]?.row(fields)
  }

  handleCommandComplete(): void {
    this.#sent[0]?.complete()
  }

  handleReadyForQuery(): void {
    this.#sent.shift()?.end()
    this.#done()
  }

  handleError(error: unknown): void {
    if (!(error instanceof DatabaseError) || error.severity === 'FATAL') this.#isBroken = true
    this.#sent.shift()?.fail(error)
    this.#done()
  }
}
