import type { Month } from '#domain/day.ts'
import { dayInChile, knownDay, monthOf } from '#domain/day.ts'
import { receiverEvent } from '../state/document-states.ts'
import { asReacted } from '../state/reactions.ts'
import type { Portal } from '../state/portal.ts'
import type { StoredDocument } from '../state/state.ts'
import { nameOf } from '../state/taxpayers.ts'
import { historyOf } from './history.ts'
import type { Accounting, Operation, RegisterRow } from './row.ts'

/**
 * A month of a taxpayer's register, in the order of arrival: sales by their own day, purchases by the day they
 * were received. What this portal issued stands beside what the world says happened elsewhere.
 */
export function registerOf(
  portal: Portal,
  taxpayerRut: string,
  { operation, month }: { operation: Operation; month: Month },
): RegisterRow[] {
  const own = portal.state.documents
    .map((one) => asReacted(portal, one))
    .filter((one) => one.listedFromMs <= portal.now())
    .filter((one) => (operation === 'VENTA' ? one.issuerRut : one.receiverRut) === taxpayerRut)
    .map((one) => fromDocument(portal, one, operation))
  return [...historyOf(portal, taxpayerRut), ...own]
    .filter((row) => row.operation === operation && periodOf(row) === month)
    .toSorted((a, b) => a.receivedAtMs - b.receivedAtMs || a.folio - b.folio)
}

export function inState(rows: RegisterRow[], accounting: Accounting): RegisterRow[] {
  return rows.filter((row) => row.accounting === accounting)
}

function periodOf(row: RegisterRow): Month {
  return monthOf(row.operation === 'VENTA' ? row.day : dayInChile(row.receivedAtMs))
}

function fromDocument(portal: Portal, one: StoredDocument, operation: Operation): RegisterRow {
  const otherRut = operation === 'VENTA' ? one.receiverRut : one.issuerRut
  const event = receiverEvent(one.state, one.eventCode)
  return {
    operation,
    tipoDoc: one.tipoDte,
    folio: one.folio,
    otherRut,
    otherName: operation === 'VENTA' ? one.receiverName : nameOf(portal, otherRut),
    text: '',
    day: knownDay(one.issueDay),
    receivedAtMs: one.storedAtMs,
    exentoClp: one.totalClp - one.netoClp - one.ivaClp,
    netoClp: one.netoClp,
    ivaClp: one.ivaClp,
    otherTaxes: [],
    totalClp: one.totalClp,
    documents: 1,
    refersTo: reference(one.xml),
    event: event && { ...event, atMs: one.reactedAtMs ?? one.storedAtMs },
    accounting: operation === 'COMPRA' && one.state === 'RRH' ? 'RECLAMADO' : 'REGISTRO',
  }
}

function reference(xml: string): RegisterRow['refersTo'] {
  const found = /<TpoDocRef>(\d+)<\/TpoDocRef>\s*<FolioRef>(\d+)<\/FolioRef>/.exec(xml)
  return found && { tipoDoc: Number(found[1]), folio: Number(found[2]) }
}
