import type { FacturaContent } from '#domain/document.ts'
import { dteFile } from '#dte/envelope.ts'
import type { Answer, CompanyPortal, IssuedRow, PreviewedFactura } from '#sii/sii.ts'
import { markCertificatePassword } from '../facturators/certificate-password.ts'
import type { PortalUser } from '../facturators/portal.ts'
import { differenceOf } from './difference.ts'
import type { About, Desk, Listed, Prepared } from './desk.ts'
import type { PortalStepNeeds } from './portal-step.ts'

export const TIPO_DTE_FACTURA = 33

/** Whose certificate signs; without its password nothing can be prepared, only looked at. */
export interface Signer {
  user: PortalUser
  password: string
}

/** A factura electrónica in the free portal of one company. */
export function facturaDesk(
  needs: PortalStepNeeds,
  signer: Signer,
  portal: CompanyPortal,
  content: FacturaContent,
): Desk {
  return {
    list: ({ recipient, issueDate }) =>
      rowsOf(portal, { recipient, tipoDte: TIPO_DTE_FACTURA, from: issueDate, to: issueDate }),
    find: (folio, about) => findFolio(portal, folio, about),
    prepare: () => prepare(needs, signer, portal, content),
    download: async (code, folio) => {
      const pdf = await portal.pdf(code)
      if (pdf.kind !== 'ok') return pdf
      const asked = { tipoDte: TIPO_DTE_FACTURA, folio, issueDate: content.issueDate }
      const xml = await portal.xml(asked)
      if (xml.kind !== 'ok') return xml
      return { kind: 'ok', value: { pdf: pdf.value, xml: ownFile(xml.value) } }
    },
  }
}

async function rowsOf(
  portal: CompanyPortal,
  filter: Parameters<CompanyPortal['issuedDocuments']>[0],
): Promise<Answer<Listed[]>> {
  const listed = await portal.issuedDocuments(filter)
  if (listed.kind !== 'ok') return listed
  return { kind: 'ok', value: listed.value.filter(isFactura).map(listedOf) }
}

async function findFolio(
  portal: CompanyPortal,
  folio: number,
  { recipient }: About,
): Promise<Answer<Listed | null>> {
  const listed = await rowsOf(portal, { tipoDte: TIPO_DTE_FACTURA, folio })
  if (listed.kind !== 'ok') return listed
  const found = listed.value.find((row) => row.folio === folio && row.recipient === recipient)
  return { kind: 'ok', value: found ?? null }
}

function isFactura({ tipoDte }: IssuedRow): boolean {
  return tipoDte === TIPO_DTE_FACTURA
}

function listedOf({ folio, code, recipient, issueDate, totalClp }: IssuedRow): Listed {
  return { folio, code, recipient, issueDate, totalClp }
}

async function prepare(
  needs: PortalStepNeeds,
  { user, password }: Signer,
  portal: CompanyPortal,
  content: FacturaContent,
): Promise<Answer<Prepared>> {
  const preview = await portal.previewFactura(content)
  if (preview.kind !== 'ok') return preview
  const difference = differenceOf(comparedWith(preview.value.seen, content))
  if (difference !== null) {
    const reason = 'previewDiffers'
    const differs = { kind: 'differs', reason, text: difference, siiRetentionClp: null } as const
    return { kind: 'ok', value: differs }
  }
  await needs.boundary('beforeSign')
  const signed = await preview.value.sign(password)
  if (signed.kind !== 'ok') return signed
  await markCertificatePassword(needs.db, user, 'verified')
  const { folio, send } = signed.value
  return { kind: 'ok', value: { kind: 'ready', signedFolio: folio, highestFolio: 0, send } }
}

function comparedWith(seen: PreviewedFactura['seen'], content: FacturaContent) {
  return [
    ['tipo', TIPO_DTE_FACTURA, seen.tipoDte],
    ['RUT', content.recipient.rut, seen.recipient],
    ['fecha', content.issueDate, seen.issueDate ?? content.issueDate],
    ['neto', content.netoClp, seen.netoClp],
    ['IVA', content.ivaClp, seen.ivaClp],
    ['total', content.totalClp, seen.totalClp],
  ] as const
}

/** The bytes cut out of the portal's set as a file of their own: each is one character of ISO-8859-1. */
function ownFile(dte: Uint8Array): Uint8Array {
  return dteFile(Buffer.from(dte).toString('latin1'))
}
