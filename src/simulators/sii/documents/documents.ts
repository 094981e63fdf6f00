import { isTipoDte } from '#dte/document/document.ts'
import { groupedBy } from '../state/grouped.ts'
import { asReacted } from '../state/reactions.ts'
import type { Portal } from '../state/portal.ts'
import { historyOf } from '../register/history.ts'
import type { RegisterRow } from '../register/row.ts'
import type { StoredDocument } from '../state/state.ts'
import type { CompanyVisit } from '../http/visit.ts'
import type { SuppliedDocument } from './supplier-document.ts'
import { withSuppliersXml } from './supplier-document.ts'

const byIssuer = groupedBy((one: StoredDocument) => one.issuerRut)
const byReceiver = groupedBy((one: StoredDocument) => one.receiverRut)
const byCode = groupedBy((one: StoredDocument) => one.code)

/** What the company issued in this portal, the newest first, as far as it is listed already. */
export function issuedBy(portal: Portal, companyRut: string): StoredDocument[] {
  return newestFirst(
    byIssuer(portal.state.documents, companyRut)
      .filter((one) => isListed(portal, one))
      .map((one) => asReacted(portal, one)),
  )
}

/** What other companies of the world, and its suppliers, issued to this one. */
export function receivedBy(portal: Portal, companyRut: string): StoredDocument[] {
  const fromPortal = byReceiver(portal.state.documents, companyRut)
    .filter((one) => isListed(portal, one))
    .map((one) => asReacted(portal, one))
  return newestFirst([
    ...fromPortal.map((one) => ({ ...one, state: one.state === 'EMI' ? 'RRC' : one.state })),
    ...fromSuppliers(portal, companyRut),
  ])
}

/** By its DHDR_CODIGO, when the chosen company issued or received it; with its XML. */
export function documentOf({ portal, company }: CompanyVisit, code: string): StoredDocument | null {
  const [stored] = byCode(portal.state.documents, code)
  if (stored) {
    return stored.issuerRut === company.rut || stored.receiverRut === company.rut ? stored : null
  }
  const supplied = fromSuppliers(portal, company.rut).find((one) => one.code === code)
  return supplied ? withSuppliersXml(portal, supplied) : null
}

/** Purchases of the history as documents; the XML is made only when somebody asks for it. */
function fromSuppliers(portal: Portal, companyRut: string): SuppliedDocument[] {
  return historyOf(portal, companyRut).flatMap((row) => {
    const { tipoDoc } = row
    if (row.operation !== 'COMPRA' || !isTipoDte(tipoDoc)) return []
    return [
      {
        code: codeOf(row, companyRut),
        tipoDte: tipoDoc,
        folio: row.folio,
        issuerRut: row.otherRut,
        receiverRut: companyRut,
        receiverName: portal.world.companies.find((one) => one.rut === companyRut)?.name ?? '',
        issueDay: row.day,
        netoClp: row.netoClp,
        ivaClp: row.ivaClp,
        totalClp: row.totalClp,
        xml: '',
        state: row.event === null ? 'RRC' : row.event.code === 'RCD' ? 'RRH' : 'RAL',
        reactedAtMs: row.event?.atMs ?? null,
        eventCode: row.event?.code ?? null,
        sentByRut: '',
        sessionToken: '',
        storedAtMs: row.receivedAtMs,
        listedFromMs: row.receivedAtMs,
        warnings: [],
        row,
      },
    ]
  })
}

/** Digits that the portal's own codes never reach; not derivable from the folio, as on the real one. */
function codeOf(row: RegisterRow, companyRut: string): string {
  let code = 7
  for (const character of `${companyRut} ${row.otherRut} ${row.tipoDoc} ${row.folio}`) {
    code = (code * 131 + (character.codePointAt(0) ?? 0)) % 899_999_999
  }
  return String(100_000_000 + code)
}

function isListed(portal: Portal, one: StoredDocument): boolean {
  return one.listedFromMs <= portal.now()
}

function newestFirst(documents: StoredDocument[]): StoredDocument[] {
  return documents.toSorted((a, b) => b.storedAtMs - a.storedAtMs || b.folio - a.folio)
}
