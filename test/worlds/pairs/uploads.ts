import type { Kysely } from 'kysely'
import { addDays, monthOf, type Day } from '#domain/day.ts'
import { rut } from '#domain/rut.ts'
import { instantText, type Clock } from '#server/clock.ts'
import type { Schema } from '#server/db/schema.ts'
import { lockUpload, mayBeOrdered, ordersOf } from '#server/uploads/ordered/orders.ts'
import type { HeldDocument } from '#server/uploads/ordered/held.ts'
import { pauseUpload, resumeUpload } from '#server/uploads/issue/pause.ts'
import { writeOrders } from '#server/uploads/issue/store.ts'
import { ana, asesoriasPenaMunoz } from '#simulators/world.ts'
import { recipientData, RECIPIENTS, row, START_MS, type Billing } from '../cast.ts'
import type { SeedRow } from '../database/database.ts'

/** A document of an uploaded file, of the first company in the first organisation. */
export interface Ordered {
  row: number
  recipient: string
  quantity: string
  price: string
  currency: 'CLP' | 'UF'
}

const [FIRST = '', SECOND = ''] = RECIPIENTS
const COMPANY = 1
const UPLOAD = 1
const AUTHOR = { organisationId: 1, userId: 1 }
const AT = { organisationId: AUTHOR.organisationId, id: UPLOAD }

const ORDERED: readonly Ordered[] = [
  { row: 2, recipient: FIRST, quantity: '3', price: '41003', currency: 'CLP' },
  { row: 3, recipient: SECOND, quantity: '1.5', price: '4.25', currency: 'UF' },
]

/** As the portal of the worlds knows a document; no rule has such a number. */
function markOf(number: number): string {
  return `Servicio ${9_000 + number}`
}

export function uploadedKey({ row: number }: { row: number }): string {
  return `upload:${UPLOAD}:r:${number}`
}

/** The file itself is gone: what was ordered of it is held without it. */
export function uploadRows(): SeedRow[] {
  return [
    row('upload', {
      organisation_id: AUTHOR.organisationId,
      id: UPLOAD,
      company_id: COMPANY,
      file_name: 'facturas.csv',
      sha256: `\\x${'00'.repeat(32)}`,
      documents: ORDERED.length,
      valid: ORDERED.length,
      uploaded_by: AUTHOR.userId,
      uploaded_at: instantText(START_MS),
      forgotten_at: instantText(START_MS),
    }),
  ]
}

export function uploadBillings(
  { person, company } = { person: ana.rut, company: asesoriasPenaMunoz.rut },
  ordered = ORDERED,
): Billing[] {
  return ordered.map((one) => ({
    key: uploadedKey(one),
    mark: markOf(one.row),
    organisationId: AUTHOR.organisationId,
    person,
    company,
    recipient: one.recipient,
    totalClp: 0,
  }))
}

type Needs = { db: Kysely<Schema>; clock: Clock }

/** Orders what may be ordered, as the call does behind its lock: sent again, it orders nothing more. */
export async function orderFile({ db, clock }: Needs, on: Day, ordered = ORDERED): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockUpload(trx, AT)
    const before = await ordersOf(trx, AT)
    const orders = ordered
      .map((one) => ({
        groupKey: `r:${one.row}`,
        position: one.row,
        held: heldOf(one, on),
      }))
      .filter(({ groupKey }) => mayBeOrdered(before.get(groupKey)))
    if (orders.length === 0) return
    await writeOrders(trx, clock, { ...AT, companyId: COMPANY, userId: 1, issueDay: on }, orders)
  })
}

/** The second is for the month before. */
function heldOf({ row: number, recipient, ...line }: Ordered, on: Day): HeldDocument {
  return {
    group: '',
    rows: [number],
    kind: 'factura',
    rut: rut(recipient),
    recipient: recipientData(recipient),
    withholder: null,
    ufDate: 'DAY_OF',
    dueDay: addDays(on, 10),
    serviceMonth: number === 3 ? monthOf(addDays(on, -40)) : null,
    mail: { account: null, to: [], cc: [] },
    issuer: { addressId: COMPANY, activityId: COMPANY, email: '' },
    lines: [{ name: markOf(number), code: '', ...line }],
    totalClp: null,
    besides: { keys: [], folios: [] },
  }
}

export function pauseFile(needs: Needs): Promise<void> {
  return pauseUpload(needs, AUTHOR, UPLOAD)
}

export function resumeFile(needs: Needs): Promise<void> {
  return resumeUpload(needs, AUTHOR, UPLOAD)
}
