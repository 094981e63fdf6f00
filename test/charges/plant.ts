import { sql, type Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

/** A fault in a function or a trigger of the schema; `index`: it is dropped. */
export type Fault = { name: string } & (
  | { function: string; from: string; to: string }
  | { trigger: string; on: string; from: string; to: string }
  | { index: string }
)

/** Plants the fault in the schema, as far as this transaction sees it. Throws when the schema has changed since. */
export async function plant(trx: Kysely<Schema>, fault: Fault): Promise<void> {
  if ('index' in fault) {
    await sql`drop index ${sql.table(fault.index)}`.execute(trx)
    return
  }
  const isFunction = 'function' in fault
  const { rows } = await (
    isFunction
      ? sql<{ text: string }>`select pg_get_functiondef(${fault.function}::regproc) as text`
      : sql<{
          text: string
        }>`select pg_get_triggerdef(oid) as text from pg_trigger where tgname = ${fault.trigger}`
  ).execute(trx)
  const source = rows[0]?.text ?? ''
  const parts = source.toLowerCase().includes(fault.from.toLowerCase()) ? source : ''
  const at = parts.toLowerCase().indexOf(fault.from.toLowerCase())
  if (parts === '' || parts.toLowerCase().lastIndexOf(fault.from.toLowerCase()) !== at) {
    throw new Error(`The schema has changed: look at "${fault.name}"`)
  }
  if (!isFunction)
    await sql`drop trigger ${sql.ref(fault.trigger)} on ${sql.table(fault.on)}`.execute(trx)
  await sql.raw(parts.slice(0, at) + fault.to + parts.slice(at + fault.from.length)).execute(trx)
}
