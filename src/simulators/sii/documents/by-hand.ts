import { dayInChile } from '#domain/day.ts'
import type { Day } from '#domain/day.ts'
import { clp, portionOf, sumClp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import type { DteDocument } from '#dte/document/document.ts'
import type { WorldCompany, WorldFactura } from '../../world.ts'
import type { Portal } from '../state/portal.ts'
import { companyOf, personOf } from '../state/portal.ts'
import type { StoredDocument } from '../state/state.ts'
import type { KnownReceiver } from './receivers.ts'
import { inTheWorld, withOneAddress } from './receivers.ts'
import { propose, signAsThePortal, store, summaryOf } from './tax-document.ts'

export type FacturaByHand = Pick<
  WorldFactura,
  'issuerRut' | 'receiverRut' | 'sentByRut' | 'lines'
> & {
  /** Makes of it a nota de crédito about that factura. */
  takesBack?: { folio: number; issueDate: Day; code: 1 | 2 | 3 }
}

/** A factura somebody issues today in a browser of theirs: it takes a folio and needs no session of ours. */
export function issueByHand(portal: Portal, factura: FacturaByHand): StoredDocument {
  const company = companyOf(portal, factura.issuerRut)
  const person = personOf(portal, factura.sentByRut)
  if (!company || !person) throw new Error(`Nobody issues this factura: ${factura.issuerRut}`)
  const receiver = receiverOf(portal, factura.receiverRut)
  const content = contentOf(company, receiver, factura, dayInChile(portal.now()))
  const proposal = propose(portal, { company, person, session: null }, content, [])
  return store(portal, proposal, {
    signed: signAsThePortal(portal, person, proposal.xml),
    content: summaryOf(proposal.xml),
    sessionToken: '',
    listLagMs: 0,
  })
}

/** Whom the world doesn't know gets a name and an address all the same. */
function receiverOf(portal: Portal, receiverRut: string): KnownReceiver {
  const known = rut(receiverRut)
  return withOneAddress(
    inTheWorld(portal, known) ?? { rut: known, name: '', giros: [], addresses: [] },
  )
}

function contentOf(
  company: WorldCompany,
  receiver: KnownReceiver,
  factura: FacturaByHand,
  on: Day,
): Omit<DteDocument, 'folio'> {
  const [from] = company.addresses
  const [to] = receiver.addresses
  if (!from || !to) throw new Error(`A party without address: ${company.rut}, ${receiver.rut}`)
  const { takesBack } = factura
  const netoClp = sumClp(factura.lines.map((line) => clp(line.quantity * line.unitClp)))
  const ivaClp = portionOf(netoClp, 19, 100)
  return {
    tipoDte: takesBack ? 61 : 33,
    issueDate: on,
    paymentForm: takesBack ? null : 2,
    issuer: {
      rut: rut(company.rut),
      name: company.name,
      giro: company.giro,
      email: company.email,
      activityCodes: company.activities.slice(0, 1).map((activity) => activity.code),
      branchCode: from.branchCode,
      address: { street: from.street, commune: from.commune, city: from.city || from.commune },
    },
    recipient: {
      rut: receiver.rut,
      name: receiver.name,
      giro: receiver.giros[0] ?? '',
      contact: '',
      email: '',
      address: { street: to.street, commune: to.commune, city: to.city || to.commune },
      requestedBy: null,
    },
    totals: { netoClp, exentoClp: null, ivaClp, totalClp: sumClp([netoClp, ivaClp]) },
    lines: factura.lines.map((line) => ({
      name: line.name,
      description: line.description,
      code: '',
      exempt: false,
      quantity: String(line.quantity),
      unit: '',
      unitPrice: String(line.unitClp),
      discountPct: null,
      discountClp: null,
      amountClp: clp(line.quantity * line.unitClp),
    })),
    references: takesBack
      ? [
          {
            documentType: '33',
            folio: String(takesBack.folio),
            issueDate: takesBack.issueDate,
            code: takesBack.code,
            reason: 'A mano',
          },
        ]
      : [],
  }
}
