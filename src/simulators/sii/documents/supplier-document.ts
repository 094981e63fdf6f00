import { dayInChile, knownDay, yearOf } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import { buildDte } from '#dte/build.ts'
import type { DteDocument, DteLine } from '#dte/document/document.ts'
import { signDte } from '#dte/sign.ts'
import type { WorldReceiver } from '../../world-receivers.ts'
import { passingCaf, signerFor } from '../state/keys.ts'
import { chileanMoment } from '../state/moment.ts'
import type { Portal } from '../state/portal.ts'
import type { RegisterRow } from '../register/row.ts'
import type { StoredDocument } from '../state/state.ts'
import { outsider } from '../state/taxpayers.ts'
import { COMMENT } from './tax-document.ts'

/** A purchase of the history as the received list shows it. */
export interface SuppliedDocument extends StoredDocument {
  row: RegisterRow
}

const MOST_KEPT = 2000

/** Who signs for every supplier; invented, as they are. */
const signatory = {
  rut: '11212121-8',
  names: 'MARCELA INÉS',
  fatherName: 'GODOY',
  motherName: 'BÓRQUEZ',
  email: 'mgodoy@folio.example',
}

/**
 * Signed and stamped as any DTE, on its own day. Made when it is asked for the first time and then kept, as the
 * same document must have the same bytes for ever.
 */
export function withSuppliersXml(portal: Portal, document: SuppliedDocument): StoredDocument {
  const { suppliedXml } = portal.state
  const { row, ...stored } = document
  const xml = suppliedXml[stored.code] ?? make(portal, stored, row)
  if (Object.keys(suppliedXml).length < MOST_KEPT) suppliedXml[stored.code] = xml
  return { ...stored, xml }
}

function make(portal: Portal, stored: StoredDocument, row: RegisterRow): string {
  const supplier = outsider(portal, stored.issuerRut)
  if (!supplier) throw new Error(`No such supplier in the world: ${stored.issuerRut}`)
  const content = contentOf(portal, stored, row, supplier)
  const { state } = portal
  const unsigned = buildDte(content, {
    caf: passingCaf(state, supplier, {
      tipoDte: stored.tipoDte,
      folio: stored.folio,
      on: dayInChile(stored.storedAtMs),
    }),
    stampedAt: chileanMoment(stored.storedAtMs),
  })
  const as = `${signatory.rut} ${yearOf(knownDay(stored.issueDay))}`
  const signer = signerFor(state, signatory, stored.storedAtMs, as)
  return signDte(unsigned, { signer, form: 'C', comment: COMMENT })
}

function contentOf(
  portal: Portal,
  stored: StoredDocument,
  row: RegisterRow,
  supplier: WorldReceiver,
): DteDocument {
  const buyer = portal.world.companies.find((one) => one.rut === stored.receiverRut)
  const [from, to] = [supplier.addresses[0], buyer?.addresses[0]]
  if (!buyer || !from || !to) throw new Error(`A party without address: ${stored.receiverRut}`)
  const taxesClp = row.otherTaxes.reduce((sum, one) => sum + one.amountClp, 0)
  const exentoClp = row.exentoClp + taxesClp
  return {
    tipoDte: stored.tipoDte,
    folio: stored.folio,
    issueDate: row.day,
    paymentForm: stored.tipoDte === 61 ? null : 2,
    issuer: {
      rut: rut(supplier.rut),
      name: supplier.name,
      giro: supplier.giros[0] ?? 'COMERCIO',
      email: '',
      activityCodes: ['469000'],
      branchCode: '',
      address: { street: from.street, commune: from.commune, city: from.city || from.commune },
    },
    recipient: {
      rut: rut(buyer.rut),
      name: buyer.name,
      giro: buyer.giro.slice(0, 40),
      contact: '',
      email: '',
      address: { street: to.street, commune: to.commune, city: to.city || to.commune },
      requestedBy: null,
    },
    totals: {
      netoClp: row.netoClp > 0 ? clp(row.netoClp) : null,
      exentoClp: exentoClp > 0 ? clp(exentoClp) : null,
      ivaClp: row.netoClp > 0 ? clp(row.ivaClp) : null,
      totalClp: clp(row.totalClp),
    },
    lines: [
      ...(row.netoClp > 0 ? [line(row.text, row.netoClp, false)] : []),
      ...(row.exentoClp > 0 ? [line(row.text, row.exentoClp, true)] : []),
      // Our builder has no other taxes; as an exempt line the sum is right all the same.
      ...(taxesClp > 0 ? [line('Impuestos específicos', taxesClp, true)] : []),
    ],
    references: row.refersTo
      ? [
          {
            documentType: String(row.refersTo.tipoDoc),
            folio: String(row.refersTo.folio),
            issueDate: row.day,
            code: 3,
            reason: 'Rebaja',
          },
        ]
      : [],
  }
}

function line(name: string, amountClp: number, exempt: boolean): DteLine {
  return {
    name,
    description: '',
    code: '',
    exempt,
    quantity: '1',
    unit: '',
    unitPrice: String(amountClp),
    discountPct: null,
    discountClp: null,
    amountClp: clp(amountClp),
  }
}
