import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { day } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import { totalsOf } from './amounts.ts'
import { buildDte } from './build.ts'
import type { Caf, CafGrant } from './caf.ts'
import { createCaf, parseCaf } from './caf.ts'
import { createCertificate } from './certificate.ts'
import type { DteDocument, DteLine } from './document.ts'
import type { SignatureForm } from './sign.ts'
import { createSigner, signDte } from './sign.ts'

// A small world with an "SII" of its own, so that nothing made here can pass for the real one's.
export const TEST_IDK = 901
const siiPair = generateKeyPairSync('rsa', { modulusLength: 512 })
export const SII_KEY = siiPair.privateKey
export const TEST_SII_KEYS = new Map([[TEST_IDK, siiPair.publicKey]])
export const STAMPED_AT = '2026-11-20T10:30:00'

export const person = rut('12345678-5')
export const { privateKey, certificate } = createCertificate({
  person,
  name: 'Ana Muñoz Peña',
  email: 'ana@ejemplo.cl',
  validFrom: day(2025, 1, 1),
  validTo: day(2027, 12, 31),
})
export const signer = createSigner({ privateKey, certificate })

const grant: CafGrant = {
  issuer: rut('76192083-9'),
  issuerName: 'Ñandú & Águila Ltda.',
  tipoDte: 33,
  firstFolio: 201,
  lastFolio: 300,
  authorisedOn: day(2026, 9, 15),
  idk: TEST_IDK,
}

export function cafFile(changes: Partial<CafGrant> = {}): Uint8Array {
  return createCaf({ ...grant, ...changes, siiKey: SII_KEY })
}

export function cafOf(changes: Partial<CafGrant> = {}): Caf {
  const reading = parseCaf(cafFile(changes), TEST_SII_KEYS)
  if (reading.kind === 'invalid') throw new Error(reading.reason)
  return reading.caf
}

export const caf = cafOf()

export function lineOf(changes: Partial<DteLine> = {}): DteLine {
  return {
    name: 'Asesoría mensual',
    description: '',
    code: '',
    exempt: false,
    quantity: '1',
    unit: '',
    unitPrice: '100000',
    discountPct: null,
    discountClp: null,
    amountClp: clp(100000),
    ...changes,
  }
}

/** A factura whose totals follow from its lines. */
export function facturaOf(changes: Partial<DteDocument> = {}): DteDocument {
  const tipoDte = changes.tipoDte ?? 33
  const lines = changes.lines ?? [lineOf()]
  return {
    tipoDte,
    folio: 205,
    issueDate: day(2026, 11, 20),
    paymentForm: 2,
    issuer: {
      rut: rut('76192083-9'),
      name: 'Ñandú & Águila Ltda.',
      giro: 'Servicios de computación',
      email: 'facturas@ejemplo.cl',
      activityCodes: ['620200'],
      branchCode: '',
      address: { street: 'Av. Providencia 1234', commune: 'Ñuñoa', city: 'Santiago' },
    },
    recipient: {
      rut: rut('96790240-3'),
      name: "Peñaflor & O'Higgins S.A.",
      giro: 'Comercio al por menor',
      contact: '',
      email: '',
      address: { street: 'Los Álamos 55', commune: 'Maipú', city: 'Santiago' },
      requestedBy: null,
    },
    totals: totalsOf(tipoDte, lines),
    lines,
    references: [],
    ...changes,
  }
}

export function unsigned(document: DteDocument = facturaOf(), by: Caf = caf): string {
  return buildDte(document, { caf: by, stampedAt: STAMPED_AT })
}

export function signed(document: DteDocument = facturaOf(), form: SignatureForm = 'C'): string {
  return signDte(unsigned(document), { signer, form })
}

/** What people type and paste: Spanish letters, markup signs, typographic signs, things no SII has. */
export function typedText(maxLength: number): fc.Arbitrary<string> {
  const unit = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...Array.from('abcdefgh ABC 0123 áéíóúñÑüÜ')) },
    { weight: 2, arbitrary: fc.constantFrom(...Array.from('&<>"\'/;#-_.,()%$°ª¿¡\u00a0')) },
    { weight: 1, arbitrary: fc.constantFrom(...Array.from('“”‘’–—€…•™\t\n\r\u200b\u0085😀日ő')) },
  )
  return fc.string({ unit, minLength: 1, maxLength }).map((text) => `x${text}`)
}

const line: fc.Arbitrary<DteLine> = fc
  .record({
    name: typedText(100),
    description: fc.oneof(fc.constant(''), typedText(400)),
    code: fc.constantFrom('', 'SKU-1'),
    exempt: fc.boolean(),
    quantity: fc.integer({ min: 1, max: 99_999 }),
    unitPrice: fc.integer({ min: 1, max: 9_999_999 }),
  })
  .map(({ quantity, unitPrice, ...rest }) =>
    lineOf({
      ...rest,
      quantity: String(quantity),
      unitPrice: String(unitPrice),
      amountClp: clp(quantity * unitPrice),
    }),
  )

export const anyFactura: fc.Arbitrary<DteDocument> = fc
  .record({
    lines: fc.array(line, { minLength: 0, maxLength: 59 }),
    first: line,
    recipient: typedText(140),
    giro: typedText(60),
    contact: typedText(100),
    folio: fc.integer({ min: 201, max: 300 }),
  })
  .map(({ lines, first, recipient, giro, contact, folio }) => {
    // A factura with nothing affected must be a 34.
    const all = [{ ...first, exempt: false }, ...lines]
    const base = facturaOf({ lines: all, folio })
    return { ...base, recipient: { ...base.recipient, name: recipient, giro, contact } }
  })
