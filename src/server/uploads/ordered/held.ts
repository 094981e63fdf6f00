import { z } from 'zod'
import { knownDay, knownMonth } from '#domain/day.ts'
import type { Besides } from '#domain/document.ts'
import { clp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import { quantity, uf } from '#domain/uf.ts'

/**
 * What was ordered of an uploaded file, held as data: corrections of the file, prices, products and clients that change
 * afterwards don't reach it, until its document is made. On its day that is frozen as a one-off is from its row: the UF of
 * that day, and its client's name, giro and address as they stand then.
 */
export interface HeldDocument {
  /** What the grouping column says; '' where a row stands for itself. */
  group: string
  rows: number[]
  kind: 'factura' | 'boletaHonorarios'
  rut: string
  /** As its person saw it. */
  recipient: { name: string; giro: string; street: string; commune: string; city: string }
  withholder: 'recipient' | 'issuer' | null
  ufDate: 'PREV_MONTH_CLOSE' | 'DAY_OF'
  /** Null: as its client and its company say. */
  dueDay: string | null
  /** Null: that of its date. */
  serviceMonth: string | null
  /** Whom it is mailed to; `account` null: nobody. */
  mail: { account: number | null; to: string[]; cc: string[] }
  issuer: { addressId: number | null; activityId: number | null; email: string }
  lines: { name: string; code: string; quantity: string; price: string; currency: 'CLP' | 'UF' }[]
  /** As it was shown, by the UF of then. */
  totalClp: number | null
  /** What its person saw that it looks like, and ordered it all the same. */
  besides: Besides
}

const held: z.ZodType<HeldDocument> = z.object({
  group: z.string(),
  rows: z.array(z.int()),
  kind: z.enum(['factura', 'boletaHonorarios']),
  rut: z.string().transform(rut),
  recipient: z.object({
    name: z.string(),
    giro: z.string(),
    street: z.string(),
    commune: z.string(),
    city: z.string(),
  }),
  withholder: z.enum(['recipient', 'issuer']).nullable(),
  ufDate: z.enum(['PREV_MONTH_CLOSE', 'DAY_OF']),
  dueDay: z.string().transform(knownDay).nullable(),
  serviceMonth: z.string().transform(knownMonth).nullable(),
  mail: z.object({
    account: z.int().nullable(),
    to: z.array(z.string()),
    cc: z.array(z.string()),
  }),
  issuer: z.object({
    addressId: z.int().nullable(),
    activityId: z.int().nullable(),
    email: z.string(),
  }),
  lines: z.array(
    z.object({
      name: z.string(),
      code: z.string(),
      quantity: z.string().transform(quantity),
      price: z.string().transform(uf),
      currency: z.enum(['CLP', 'UF']),
    }),
  ),
  totalClp: z.int().transform(clp).nullable(),
  besides: z.object({ keys: z.array(z.string()), folios: z.array(z.int()) }),
})

/** Read back from its row. Throws when that is broken: nothing is issued of it then. */
export function heldDocument(stored: unknown): HeldDocument {
  return held.parse(stored)
}
