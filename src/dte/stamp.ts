import type { KeyObject } from 'node:crypto'
import type { Caf } from './keys/caf.ts'
import { flatten } from './keys/caf.ts'
import { STAMP_TEXT_LENGTH, type ChileanMoment, type TaxDocument } from './document/document.ts'
import type { DteEncoding } from './files/encoding.ts'
import { encodeText } from './files/encoding.ts'
import { signSha1, verifySha1 } from './keys/rsa.ts'
import { escapeText, latin1Bytes } from './document/text.ts'
import type { XmlElement } from './xml/element.ts'
import { childOf, textAt } from './xml/xml.ts'

/**
 * The timbre (TED) of a cleaned document, signed with the CAF's key over the ISO-8859-1 bytes of DD: over
 * UTF-8 it verifies until the first customer with an Ñ (TED-2-510).
 */
export function stamp(document: TaxDocument, caf: Caf, stampedAt: ChileanMoment): string {
  const firstItem = document.lines[0]?.name ?? ''
  const dd =
    `<DD><RE>${document.issuer.rut}</RE><TD>${document.tipoDte}</TD><F>${document.folio}</F>` +
    `<FE>${document.issueDate}</FE><RR>${document.recipient.rut}</RR>` +
    `<RSR>${escapeText(document.recipient.name.slice(0, STAMP_TEXT_LENGTH))}</RSR>` +
    `<MNT>${document.totals.totalClp}</MNT>` +
    `<IT1>${escapeText(firstItem.slice(0, STAMP_TEXT_LENGTH))}</IT1>` +
    `${caf.xml}<TSTED>${stampedAt}</TSTED></DD>`
  const signature = signSha1(latin1Bytes(dd), caf.privateKey)
  return `<TED version="1.0">\n${dd}\n<FRMT algoritmo="SHA1withRSA">${signature}</FRMT>\n</TED>`
}

/**
 * Whether FRMT is of this key, the one its own CAF names, over the bytes of DD as they stand in the file. In a file
 * of UTF-8 they are those of ISO-8859-1, in which the stamp was signed before somebody wrote it again.
 */
export function stampVerifies(
  ted: XmlElement,
  key: KeyObject | null,
  source: string,
  encoding: DteEncoding,
): boolean {
  const dd = childOf(ted, 'DD')
  if (!dd || !key) return false
  const signed = encodeText(flatten(source.slice(dd.start, dd.end)), encoding)
  return verifySha1(signed, textAt(ted, 'FRMT'), key)
}
