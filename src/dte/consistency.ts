import { parseDay } from '#domain/day.ts'
import { IVA_PERCENT } from './amounts.ts'
import { cafAuthority, cafGrant, cafLastDay } from './caf.ts'
import type { DteDocument } from './document.ts'
import { TIPO_DTE_FACTS } from './document.ts'
import type { SiiKeys } from './sii-keys.ts'
import { STAMP_TEXT_LENGTH } from './stamp.ts'
import type { XmlElement } from './xml.ts'
import { childOf, childrenOf, textAt } from './xml.ts'

/** What the SII's format text demands beyond its schema (SII formato DTE 2.4.2, REF-3-415). */
export function formatFaults(document: DteDocument): string[] {
  const { recipientPlaceRequired, referenceRequired } = TIPO_DTE_FACTS[document.tipoDte]
  const { issuer, recipient } = document
  const required: [string, string][] = [
    ['RznSoc', issuer.name],
    ['RznSocRecep', recipient.name],
  ]
  if (recipientPlaceRequired) {
    required.push(
      ['DirOrigen', issuer.address.street],
      ['CmnaOrigen', issuer.address.commune],
      ['GiroRecep', recipient.giro],
      ['DirRecep', recipient.address.street],
      ['CmnaRecep', recipient.address.commune],
    )
  }
  const faults = required.filter(([, value]) => value === '').map(([name]) => `${name} missing`)
  if (document.lines.some((line) => line.name === '')) faults.push('NmbItem missing')
  if (referenceRequired && !document.references.some((to) => to.code !== null)) {
    faults.push('a note without reference and CodRef')
  }
  return faults
}

/** Whether stamp and header speak of the same document. */
export function documentConsistencyFaults(documento: XmlElement | null): string[] {
  const header = childOf(documento, 'Encabezado')
  const dd = childOf(childOf(documento, 'TED'), 'DD')
  const firstItem = textAt(childrenOf(documento, 'Detalle')[0] ?? null, 'NmbItem')
  const pairs: [string, string][] = [
    ['RE', textAt(header, 'Emisor', 'RUTEmisor')],
    ['TD', textAt(header, 'IdDoc', 'TipoDTE')],
    ['F', textAt(header, 'IdDoc', 'Folio')],
    ['FE', textAt(header, 'IdDoc', 'FchEmis')],
    ['RR', textAt(header, 'Receptor', 'RUTRecep')],
    ['MNT', textAt(header, 'Totales', 'MntTotal')],
    ['RSR', textAt(header, 'Receptor', 'RznSocRecep').slice(0, STAMP_TEXT_LENGTH)],
    ['IT1', firstItem.slice(0, STAMP_TEXT_LENGTH)],
  ]
  const faults = pairs
    .filter(([name, expected]) => textAt(dd, name).trim() !== expected.trim())
    .map(([name, expected]) => `stamp ${name} is not ${JSON.stringify(expected)}`)
  const sums = childOf(header, 'Totales')
  if (childOf(sums, 'IVA') && Number(textAt(sums, 'TasaIVA')) !== IVA_PERCENT) {
    faults.push(`TasaIVA is not ${IVA_PERCENT}`)
  }
  const [stampedAt, signedAt] = [textAt(dd, 'TSTED'), textAt(documento, 'TmstFirma')]
  return stampedAt > signedAt ? [...faults, `stamped ${stampedAt}, signed ${signedAt}`] : faults
}

/** Why the CAF inside the stamp doesn't cover this document; null when it does. */
export function stampCafFault(
  documento: XmlElement | null,
  source: string,
  siiKeys: SiiKeys,
  allowedIdks: readonly number[] | undefined,
): string | null {
  const dd = childOf(childOf(documento, 'TED'), 'DD')
  const caf = childOf(dd, 'CAF')
  const grant = cafGrant(caf)
  if (!caf || !grant) return 'no CAF that can be read'
  if (allowedIdks && !allowedIdks.includes(grant.idk)) return `IDK ${grant.idk} is not allowed here`
  const authority = cafAuthority(caf, source, siiKeys)
  if (authority === 'forged') return `FRMA is not of the SII's key ${grant.idk}`
  if (authority === 'unknownKey') return `IDK ${grant.idk}: no such key of the SII is known`
  if (grant.issuer !== textAt(dd, 'RE')) return `CAF of ${grant.issuer}`
  if (String(grant.tipoDte) !== textAt(dd, 'TD')) return `CAF of type ${grant.tipoDte}`
  const folio = Number(textAt(dd, 'F'))
  if (!(folio >= grant.firstFolio && folio <= grant.lastFolio)) {
    return `folio ${folio} outside ${grant.firstFolio}-${grant.lastFolio}`
  }
  const signedOn = parseDay(textAt(documento, 'TmstFirma').slice(0, 10))
  const last = cafLastDay(grant)
  if (signedOn === null || (last !== null && signedOn > last)) return `CAF expired on ${last}`
  return textAt(dd, 'FE') < grant.authorisedOn
    ? `issued before the CAF of ${grant.authorisedOn}`
    : null
}
