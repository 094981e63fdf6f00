import { parseDay } from '#domain/day.ts'
import { IVA_PERCENT } from '../document/amounts.ts'
import { cafLastDay } from '../keys/caf.ts'
import type { TaxDocument } from '../document/document.ts'
import { isKnownTipoDte, STAMP_TEXT_LENGTH, TIPO_DTE_FACTS } from '../document/document.ts'
import type { Fault } from '../document/fault.ts'
import { fault } from '../document/fault.ts'
import type { XmlElement } from '../xml/element.ts'
import { childOf, textAt } from '../xml/xml.ts'
import type { CafFacts } from './caf-facts.ts'

/** What the SII's format text demands beyond its schema (SII formato DTE 2.4.2, REF-3-415). */
export function formatFaults(document: TaxDocument): Fault[] {
  const { boleta, recipientPlaceRequired, referenceRequired } = TIPO_DTE_FACTS[document.tipoDte]
  const { issuer, recipient } = document
  const required: [string, string][] = [[boleta ? 'RznSocEmisor' : 'RznSoc', issuer.name]]
  // A boleta may be anybody's.
  if (!boleta) required.push(['RznSocRecep', recipient.name])
  if (recipientPlaceRequired) {
    required.push(
      ['DirOrigen', issuer.address.street],
      ['CmnaOrigen', issuer.address.commune],
      ['GiroRecep', recipient.giro],
      ['DirRecep', recipient.address.street],
      ['CmnaRecep', recipient.address.commune],
    )
  }
  const faults = required
    .filter(([, value]) => value === '')
    .map(([name]) => fault('fieldEmpty', { name }))
  if (document.lines.some((line) => line.name === '')) {
    faults.push(fault('fieldEmpty', { name: 'NmbItem' }))
  }
  if (referenceRequired && !document.references.some((to) => to.code !== null)) {
    faults.push(fault('referenceMissing'))
  }
  return faults
}

/** Whether stamp and header speak of the same document. */
export function documentConsistencyFaults(documento: XmlElement | null): Fault[] {
  const header = childOf(documento, 'Encabezado')
  const dd = childOf(childOf(documento, 'TED'), 'DD')
  const firstItem = textAt(childOf(documento, 'Detalle'), 'NmbItem')
  const recipientName = textAt(header, 'Receptor', 'RznSocRecep')
  const pairs: [string, string][] = [
    ['RE', textAt(header, 'Emisor', 'RUTEmisor')],
    ['TD', textAt(header, 'IdDoc', 'TipoDTE')],
    ['F', textAt(header, 'IdDoc', 'Folio')],
    ['FE', textAt(header, 'IdDoc', 'FchEmis')],
    ['RR', textAt(header, 'Receptor', 'RUTRecep')],
    ['MNT', textAt(header, 'Totales', 'MntTotal')],
    ['RSR', recipientName.slice(0, STAMP_TEXT_LENGTH)],
    ['IT1', firstItem.slice(0, STAMP_TEXT_LENGTH)],
  ]
  const faults = pairs
    .map(([name, expected]) => ({ name, expected: expected.trim(), seen: textAt(dd, name).trim() }))
    .filter(({ expected, seen }) => seen !== expected)
    // A boleta to nobody known has no name, and the stamp may not be without one.
    .filter(({ name }) => name !== 'RSR' || recipientName !== '')
    .map((values) => fault('stampDiffers', values))
  return [...faults, ...rateFaults(header), ...timeFaults(documento, dd)]
}

function rateFaults(header: XmlElement | null): Fault[] {
  const sums = childOf(header, 'Totales')
  const tipoDte = Number(textAt(header, 'IdDoc', 'TipoDTE'))
  // Boletas don't write the rate, and of an IVA that has no place there is nothing more to say.
  const facts = isKnownTipoDte(tipoDte) ? TIPO_DTE_FACTS[tipoDte] : null
  if (childOf(sums, 'IVA') === null || facts?.boleta === true || facts?.iva === 'never') return []
  const seen = textAt(sums, 'TasaIVA')
  if (seen === '') return [fault('ivaRateMissing')]
  return Number(seen) === IVA_PERCENT ? [] : [fault('ivaRateWrong', { seen })]
}

function timeFaults(documento: XmlElement | null, dd: XmlElement | null): Fault[] {
  const [stamped, signed] = [textAt(dd, 'TSTED'), textAt(documento, 'TmstFirma')]
  return stamped > signed ? [fault('stampedAfterSigning', { stamped, signed })] : []
}

/** Why the CAF inside the stamp doesn't cover this document; null when it does. */
export function stampCafFault(
  documento: XmlElement | null,
  caf: CafFacts | null,
  allowedIdks: readonly number[] | undefined,
): Fault | null {
  if (caf?.grant == null) return fault('cafUnreadable')
  const { grant, authority } = caf
  const { idk, issuer, tipoDte, firstFolio, lastFolio, authorisedOn } = grant
  if (allowedIdks && !allowedIdks.includes(idk)) return fault('cafNotAllowed', { idk })
  const dd = childOf(childOf(documento, 'TED'), 'DD')
  if (authority === 'forged') return fault('cafForged', { idk })
  if (authority === 'unknownKey') return fault('cafOfUnknownKey', { idk })
  if (issuer !== textAt(dd, 'RE')) return fault('cafOfAnotherIssuer', { seen: issuer })
  if (String(tipoDte) !== textAt(dd, 'TD')) return fault('cafOfAnotherType', { seen: tipoDte })
  const folio = Number(textAt(dd, 'F'))
  if (!(folio >= firstFolio && folio <= lastFolio)) {
    return fault('cafOfOtherFolios', { folio: textAt(dd, 'F'), firstFolio, lastFolio })
  }
  const signedOn = parseDay(textAt(documento, 'TmstFirma').slice(0, 10))
  const last = cafLastDay(grant)
  if (signedOn === null) return fault('momentUnreadable', { name: 'TmstFirma' })
  if (last !== null && signedOn > last) return fault('cafExpired', { last, signed: signedOn })
  return textAt(dd, 'FE') < authorisedOn ? fault('cafLater', { authorised: authorisedOn }) : null
}
