import { X509Certificate } from 'node:crypto'
import { cafGrant } from '#dte/keys/caf.ts'
import { asRead } from '#dte/files/encoding.ts'
import type { ReadDte } from '#dte/read.ts'
import type { XmlElement } from '#dte/xml/element.ts'
import { childOf, childrenOf, readXml, textAt } from '#dte/xml/xml.ts'
import type { DteTexts } from '#texts/dte.ts'
import { showClp, showDay, showRut } from '#texts/formats.ts'
import { fill } from '#texts/translation.ts'
import type { Row } from './show-content.ts'

/** Who says that they signed it, and with whose folios; whether it holds is the checks' part. */
export function proofRows({ source }: ReadDte, texts: DteTexts): Row[] {
  const dte = readXml(source)
  const { show } = texts
  const documento = childOf(dte, 'Documento')
  return [
    [show.signed, signerText(dte, textAt(documento, 'TmstFirma'), texts) ?? show.notSigned],
    [show.stamp, stampText(documento, texts) ?? show.notStamped],
  ]
}

/** Of an AEC: from whom to whom the credit went. */
export function cesionRows(root: XmlElement, { show }: DteTexts): Row[] {
  const cesiones = childOf(childOf(root, 'DocumentoAEC'), 'Cesiones')
  return childrenOf(cesiones, 'Cesion').map((cesion, index) => {
    const body = childOf(cesion, 'DocumentoCesion')
    const partyOf = (name: string): string =>
      `${textAt(body, name, 'RazonSocial')} (${showRut(textAt(body, name, 'RUT'))})`
    const told = fill(show.ceded, {
      from: partyOf('Cedente'),
      to: partyOf('Cesionario'),
      amount: showClp(Number(textAt(body, 'MontoCesion'))),
      due: showDay(textAt(body, 'UltimoVencimiento')),
    })
    return [fill(show.cesion, { number: index + 1 }), asRead(told)]
  })
}

function signerText(dte: XmlElement, moment: string, { show }: DteTexts): string | null {
  const keyInfo = childOf(childOf(dte, 'Signature'), 'KeyInfo')
  const certificate = certificateOrNull(textAt(keyInfo, 'X509Data', 'X509Certificate'))
  if (certificate === null) return null
  const { subject, validFromDate, validToDate } = certificate
  return fill(show.signedBy, {
    who: /^CN=(.*)$/m.exec(subject)?.[1] ?? subject,
    day: showDay(moment.slice(0, 10)),
    time: moment.slice(11, 16),
    from: showDay(validFromDate.toISOString().slice(0, 10)),
    to: showDay(validToDate.toISOString().slice(0, 10)),
  })
}

function stampText(documento: XmlElement | null, { show }: DteTexts): string | null {
  const dd = childOf(childOf(documento, 'TED'), 'DD')
  const grant = cafGrant(childOf(dd, 'CAF'))
  if (grant === null) return null
  const { firstFolio, lastFolio, authorisedOn } = grant
  return fill(show.stampOf, { first: firstFolio, last: lastFolio, day: showDay(authorisedOn) })
}

function certificateOrNull(base64: string): X509Certificate | null {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'))
  } catch {
    return null
  }
}
