import { daysLookedAt } from '#domain/alike.ts'
import type { SignedContent } from '#domain/document.ts'
import { compareWith, differenceText } from '#dte/compare.ts'
import { dteFile } from '#dte/envelope.ts'
import type { Answer, CompanyPortal, PreviewedFactura } from '#sii/sii.ts'
import {
  markCertificatePassword,
  type KnownPassword,
} from '../../facturators/certificate/password.ts'
import type { PortalUser } from '../../facturators/portal.ts'
import { asIssued } from '../content/as-issued.ts'
import { differenceOf } from './preview-difference.ts'
import type { About, AsListed, Desk, Listed, Prepared } from './adapter.ts'
import { findRival } from './outside-nota.ts'
import { rowsOf, TIPO_DTE, type TipoDte } from './issued-list.ts'
import type { PortalStepNeeds } from './portal-step.ts'
import { readDte, takenBackOf } from './notas-of-facturas.ts'

/** Whose certificate signs; without its password nothing can be prepared, only looked at. */
export interface Signer {
  user: PortalUser
  password: KnownPassword
}

/** A factura electrónica, or a nota de crédito about one, in the free portal of one company. */
export function signedDesk(
  needs: PortalStepNeeds,
  signer: Signer,
  portal: CompanyPortal,
  content: SignedContent,
): Desk {
  const tipoDte = TIPO_DTE[content.kind]
  return {
    list: ({ recipient, issueDate }) =>
      rowsOf(portal, { recipient, tipoDte, ...daysLookedAt(issueDate) }),
    find: (folio, about) => findFolio(portal, tipoDte, folio, about),
    rival: async (claimed) =>
      content.kind === 'notaCredito'
        ? findRival(portal, content, claimed)
        : { kind: 'ok', value: null },
    takenBack: (facturas) => takenBackOf(portal, facturas, daysLookedAt(content.issueDate).to),
    asListed: (row) => asListed(portal, content, row),
    prepare: (mayStillLeave) => prepare(needs, signer, portal, content, mayStillLeave),
    download: async (code, folio) => {
      const pdf = await portal.pdf(code)
      if (pdf.kind !== 'ok') return pdf
      const asked = { tipoDte, folio, issueDate: content.issueDate }
      const xml = await portal.xml(asked)
      if (xml.kind !== 'ok') return xml
      return { kind: 'ok', value: { pdf: pdf.value, xml: ownFile(xml.value) } }
    },
  }
}

async function findFolio(
  portal: CompanyPortal,
  tipoDte: TipoDte,
  folio: number,
  { recipient }: About,
): Promise<Answer<Listed | null>> {
  const listed = await rowsOf(portal, { tipoDte, folio })
  if (listed.kind !== 'ok') return listed
  const found = listed.value.find((row) => row.folio === folio && row.recipient === recipient)
  return { kind: 'ok', value: found ?? null }
}

async function asListed(
  portal: CompanyPortal,
  content: SignedContent,
  row: Listed,
): Promise<Answer<AsListed | null>> {
  const read = await readDte(portal, TIPO_DTE[content.kind], row)
  if (read.kind !== 'ok') return read
  const seen = read.value
  const isOfSame =
    seen.folio === row.folio &&
    seen.tipoDte === TIPO_DTE[content.kind] &&
    seen.issuer.rut === content.issuer.rut &&
    seen.recipient.rut === content.recipient.rut
  if (!isOfSame) return { kind: 'ok', value: null }
  const differences = differenceText(compareWith(seen, content))
  return { kind: 'ok', value: { content: asIssued(seen, content), differences } }
}

async function prepare(
  needs: PortalStepNeeds,
  { user, password }: Signer,
  portal: CompanyPortal,
  content: SignedContent,
  mayStillLeave: () => Promise<boolean>,
): Promise<Answer<Prepared>> {
  const preview = await previewOf(portal, content)
  if (preview.kind !== 'ok') return preview
  const difference = differenceOf(comparedWith(preview.value.seen, content))
  if (difference !== null) {
    const reason = 'previewDiffers'
    const differs = { kind: 'differs', reason, text: difference, siiRetentionClp: null } as const
    return { kind: 'ok', value: differs }
  }
  await needs.boundary('beforeSign')
  if (!(await mayStillLeave())) return { kind: 'ok', value: { kind: 'held' } }
  const signed = await preview.value.sign(password.value)
  if ('isNumberSpent' in signed) {
    const { isNumberSpent: _, ...failure } = signed
    return { kind: 'ok', value: { kind: 'numberUnused', failure } }
  }
  if (signed.kind !== 'ok') return signed
  if (!password.isVerified) await markCertificatePassword(needs, user, password, 'verified')
  const { folio, send } = signed.value
  return { kind: 'ok', value: { kind: 'ready', signedFolio: folio, highestFolio: 0, send } }
}

function previewOf(portal: CompanyPortal, content: SignedContent) {
  if (content.kind === 'factura') return portal.previewFactura(content)
  const { reference, ...said } = content
  return portal.previewNota({ ...said, kind: 'factura' }, { ...reference, tipoDte: 33 })
}

function comparedWith(seen: PreviewedFactura['seen'], content: SignedContent) {
  return [
    ['tipo', TIPO_DTE[content.kind], seen.tipoDte],
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
