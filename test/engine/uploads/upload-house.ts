import type { Kysely, KyselyPlugin } from 'kysely'
import { day, type Day } from '#domain/day.ts'
import type { Schema } from '#server/db/schema.ts'
import { makeOrdered } from '#server/uploads/issue/make.ts'
import { orderUpload } from '#server/uploads/issue/order.ts'
import type { Confirmed } from '#server/uploads/issue/repeats.ts'
import { presentUpload } from '#server/uploads/present.ts'
import { openUpload, takeUpload } from '#server/uploads/uploads.ts'
import { Killed, openHouse, seedRule, type House, type SeededRule } from '../house.ts'

export const TODAY = day(2026, 11, 25)
/** Of the rule beside, which comes on the last day of the month. */
export const KNOWN_RUT = '90909090-3'
export const OTHER_RUT = '92929292-8'
const RULE_DAY = day(2026, 11, 30)

export interface OrderWish {
  keys?: string[]
  /** By key: what its person saw; else what would be seen now. */
  contents?: ReadonlyMap<string, string>
  count?: number
  issueDay?: Day
  confirmed?: Confirmed
}

export interface UploadHouse {
  house: House
  rule: SeededRule
  companyId: number
  by: { organisationId: number; userId: number }
  /** Stores a file of these rows; answers its id. */
  upload(rows: readonly string[], headings?: string): Promise<number>
  uploadBytes(bytes: Uint8Array, fileName: string): Promise<number>
  /** What its person sees of it: the keys are those of its valid documents. */
  seen(id: number): Promise<{
    keys: string[]
    /** By the keys of all documents. */
    contents: Map<string, string>
    states: Map<string, string>
    unread: string[]
  }>
  /** Orders all that may be ordered, or those of these keys. */
  order(id: number, wish?: OrderWish): Promise<void>
  make(db?: Kysely<Schema>): Promise<number>
  close(): Promise<void>
}

export const HEADINGS = 'Documento;Tipo;RUT;Detalle;Cantidad;Precio;Moneda'

/** Ana's company at 11:00 in Chile, with a client and a rule that rests until the end of the month. */
export async function openUploadHouse(start = '2026-11-25T14:00:00Z'): Promise<UploadHouse> {
  const house = await openHouse(start)
  const rule = await seedRule(house, { nextDay: RULE_DAY })
  const { company_id: companyId } = await house.db
    .selectFrom('invoice_rule')
    .select('company_id')
    .where('id', '=', rule.ruleId)
    .executeTakeFirstOrThrow()
  const by = { organisationId: rule.organisationId, userId: 1 }
  const at = (id: number) => ({ organisationId: rule.organisationId, id })

  async function uploadBytes(bytes: Uint8Array, fileName: string): Promise<number> {
    const taken = await takeUpload(house, by, companyId, { bytes, fileName })
    if (taken.kind !== 'stored') throw new Error(`Refused: ${taken.reason}`)
    return taken.upload.id
  }

  async function seen(id: number) {
    const opened = await openUpload(house, at(id))
    const { read, orders } = opened
    const { content } = presentUpload(opened, 'es')
    if (read.kind !== 'judged' || content.kind !== 'judged') throw new Error(content.kind)
    return {
      contents: new Map(content.documents.map((one) => [one.key, one.content])),
      keys: read.documents.flatMap(({ key, isValid }) => (isValid ? [key] : [])),
      unread: read.unread,
      states: new Map([...orders].map(([key, { state }]) => [key, state])),
    }
  }

  return {
    house,
    rule,
    companyId,
    by,
    upload: (rows, headings = HEADINGS) =>
      uploadBytes(Buffer.from([headings, ...rows].join('\r\n')), 'facturas.csv'),
    uploadBytes,
    seen,
    order: async (id, { keys, contents, count, issueDay = TODAY, confirmed = new Map() } = {}) => {
      const now = await seen(id)
      const chosen = keys ?? now.keys
      const as = contents ?? now.contents
      const order = {
        id,
        documents: new Map(chosen.map((key) => [key, as.get(key) ?? ''])),
        count: count ?? chosen.length,
        issueDay,
        confirmed,
      }
      await orderUpload(house, by, order, 'es')
    },
    make: (db = house.db) =>
      makeOrdered({ ...house, db, hasEmailAccount: async () => true }, (_id, error) => {
        if (!(error instanceof Killed)) house.failures.push(error)
      }),
    close: () => house.close(),
  }
}

/** The database of a process that dies instead of its statement of that number, from 1 on; what isn't committed is gone. */
export function dyingAt(
  db: Kysely<Schema>,
  number: number,
): { db: Kysely<Schema>; died(): boolean } {
  let statements = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1
      if (statements >= number) throw new Killed(`at statement ${number}`)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: db.withPlugin(plugin), died: () => statements >= number }
}
