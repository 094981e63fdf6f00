import {
  addMonths,
  chileInstant,
  day,
  dayInChile,
  monthNumberOf,
  monthOf,
  yearOf,
} from '#domain/day.ts'
import type { Day } from '#domain/day.ts'
import { clp, portionOf, sumClp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import type { DteDocument } from '#dte/document.ts'
import type { WorldFactura } from '../world.ts'
import type { Portal } from './portal.ts'
import { companyOf, personOf } from './portal.ts'
import { propose, signAsThePortal, store, summaryOf } from './tax-document.ts'

/** Issues what the characters had issued before the story begins, each on its own day. */
export function seedFacturas(portal: Portal): void {
  const today = dayInChile(portal.now())
  const dated = portal.world.facturas
    .map((factura) => ({ factura, on: dayOf(factura, today) }))
    .toSorted((a, b) => a.on.localeCompare(b.on))
  for (const { factura, on } of dated) seedOne(portal, factura, on)
}

function dayOf(factura: WorldFactura, today: Day): Day {
  const month = addMonths(monthOf(today), -factura.monthsAgo)
  return day(yearOf(month), monthNumberOf(month), factura.dayOfMonth)
}

function seedOne(portal: Portal, factura: WorldFactura, on: Day): void {
  const company = companyOf(portal, factura.issuerRut)
  const person = personOf(portal, factura.sentByRut)
  if (!company || !person) throw new Error(`Nobody issues this factura: ${factura.issuerRut}`)
  const then: Portal = { ...portal, now: () => chileInstant(on, 11, 0) }
  const proposal = propose(
    then,
    { company, person, session: null },
    contentOf(portal, factura, on),
    [],
  )
  const signed = signAsThePortal(then, person, proposal.xml)
  store(then, proposal, {
    signed,
    content: summaryOf(proposal.xml),
    sessionToken: '',
    listLagMs: 0,
  })
}

function contentOf(portal: Portal, factura: WorldFactura, on: Day): Omit<DteDocument, 'folio'> {
  const company = companyOf(portal, factura.issuerRut)
  const receiver = portal.world.receivers.find((one) => one.rut === factura.receiverRut)
  const from = company?.addresses[0]
  const to = receiver?.addresses[0]
  if (!company || !receiver || !from || !to) {
    throw new Error(`A party without address: ${factura.issuerRut}, ${factura.receiverRut}`)
  }
  const netoClp = sumClp(factura.lines.map((line) => clp(line.quantity * line.unitClp)))
  const ivaClp = portionOf(netoClp, 19, 100)
  return {
    tipoDte: 33,
    issueDate: on,
    paymentForm: 2,
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
      rut: rut(receiver.rut),
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
    references: [],
  }
}
