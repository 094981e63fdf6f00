import { z } from 'zod'
import { knownDay, knownMonth } from '#domain/day.ts'
import {
  contentTotal,
  type BoletaContent,
  type DocumentContent,
  type FacturaContent,
  type FrozenLine,
  type NotaContent,
} from '#domain/document.ts'
import { clp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import { quantity, uf } from '#domain/uf.ts'
import { contentDigest, type DocumentRow } from '../trail/trail.ts'

/**
 * The frozen content of a row, read back and proved against its digest. Throws when either is broken:
 * a document whose content changed after it was frozen must not be issued.
 */
export function frozenContent(
  row: Pick<DocumentRow, 'id' | 'content' | 'content_digest'>,
): DocumentContent {
  const content = documentContent.parse(row.content)
  if (row.content_digest === null || !contentDigest(content).equals(row.content_digest)) {
    throw new Error(`The content of document ${row.id} is not what was frozen`)
  }
  return content
}

/** What makes a row say this: its content with its digest, and what lists read of it. */
export function saying(content: DocumentContent) {
  return {
    content: JSON.stringify(content),
    content_digest: contentDigest(content),
    total_clp: contentTotal(content),
    issue_day: content.issueDate,
  }
}

const day = z.string().transform(knownDay)
const pesos = z.int().transform(clp)
const rutField = z.string().transform(rut)
const ufField = z.string().transform(uf)
const place = z.object({ street: z.string(), commune: z.string(), city: z.string() })

const line: z.ZodType<FrozenLine> = z.object({
  name: z.string(),
  description: z.string(),
  code: z.string(),
  quantity: z.string().transform(quantity),
  price: z.discriminatedUnion('currency', [
    z.object({ currency: z.literal('CLP'), unitClp: pesos }),
    z.object({ currency: z.literal('UF'), unitUf: ufField, rateClp: ufField, rateDay: day }),
  ]),
  amountClp: pesos,
})

const signed = {
  issueDate: day,
  serviceMonth: z.string().transform(knownMonth),
  issuer: z.object({
    rut: rutField,
    name: z.string(),
    address: place.extend({ branchCode: z.string() }),
    activity: z.object({ code: z.string(), description: z.string() }),
    email: z.string(),
  }),
  recipient: z.object({
    rut: rutField,
    name: z.string(),
    giro: z.string(),
    address: place,
    contactName: z.string(),
    contactRut: rutField.nullable(),
  }),
  lines: z.array(line).min(1),
  netoClp: pesos,
  ivaClp: pesos,
  totalClp: pesos,
  paymentForm: z.union([z.literal(1), z.literal(2)]),
}

const facturaContent: z.ZodType<FacturaContent> = z.object({
  kind: z.literal('factura'),
  ...signed,
})

const notaContent: z.ZodType<NotaContent> = z.object({
  kind: z.literal('notaCredito'),
  ...signed,
  reference: z.object({
    folio: z.int(),
    issueDate: day,
    totalClp: pesos,
    code: z.union([z.literal(1), z.literal(2), z.literal(3)]),
    reason: z.string(),
  }),
})

const boletaContent: z.ZodType<BoletaContent> = z.object({
  kind: z.literal('boletaHonorarios'),
  issueDate: day,
  serviceMonth: z.string().transform(knownMonth),
  issuer: z.object({ rut: rutField, name: z.string(), addressId: z.string().nullable() }),
  withholder: z.enum(['recipient', 'issuer']),
  recipient: z.object({
    rut: rutField,
    name: z.string(),
    address: z.object({
      street: z.string(),
      region: z.int(),
      communeCode: z.int(),
      commune: z.string(),
    }),
  }),
  lines: z.array(z.object({ description: z.string(), grossClp: pesos })).min(1),
  grossClp: pesos,
  retentionClp: pesos,
  liquidoClp: pesos,
})

const documentContent: z.ZodType<DocumentContent> = z.union([
  facturaContent,
  boletaContent,
  notaContent,
])
