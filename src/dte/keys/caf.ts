import type { KeyObject } from 'node:crypto'
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { Day } from '#domain/day.ts'
import { addDays, addMonths, dayOfMonth, lastDayOf, monthOf, parseDay } from '#domain/day.ts'
import type { Rut } from '#domain/rut.ts'
import { parseRut } from '#domain/rut.ts'
import type { DteDocument } from '../document/document.ts'
import { isKnownTipoDte, TIPO_DTE_FACTS } from '../document/document.ts'
import { XmlMistake } from '../xml/markup.ts'
import { cleanText, escapeText, latin1Bytes } from '../document/text.ts'
import type { XmlElement } from '../xml/element.ts'
import { childOf, readXml, textAt } from '../xml/xml.ts'
import { rsaNumbers, rsaPublicKey, signSha1, verifySha1 } from './rsa.ts'
import type { SiiKeys } from './sii-keys.ts'
import { SII_KEYS } from './sii-keys.ts'

/** A range of folios the SII authorised, with the key that stamps them. `privateKey` is a secret. */
export interface Caf extends CafGrant {
  privateKey: KeyObject
  /** `<CAF>…</CAF>` as it goes into every stamp of its folios. */
  xml: string
}

/** What a `<CAF>` says. */
export interface CafGrant {
  issuer: Rut
  /** RS: the issuer's name cut at 40. */
  issuerName: string
  tipoDte: number
  firstFolio: number
  lastFolio: number
  authorisedOn: Day
  /** Which key of the SII signed it: 100 certification, 300 production. */
  idk: number
}

export type CafReading =
  | {
      kind: 'ok'
      caf: Caf
      /** An IDK whose key we don't have: nothing says the SII granted it. */ authority: CafAuthority
    }
  | { kind: 'invalid'; reason: string }

export type CafAuthority = 'sii' | 'unknownKey'

/** A CAF file is about 2 KB. */
const MAX_FILE_BYTES = 20_000
/** Where the schema's dates end; `cafLastDay` must stay within a `Day`. */
const LAST_DAY = '2050-12-31'
/** Six calendar months less a day, the SII's limit since Res. Ex. 58/2017 (CAF-3-517). */
const VALID_MONTHS = 6

/**
 * Reads a CAF file as ISO-8859-1 bytes, whatever it declares: as UTF-8 an Ñ breaks every stamp. Refuses a
 * signature that isn't the SII's and a private key that isn't the authorised one (SII instructivo de folios).
 */
export function parseCaf(bytes: Uint8Array, siiKeys: SiiKeys = SII_KEYS): CafReading {
  if (bytes.length > MAX_FILE_BYTES) return invalid('larger than a CAF can be')
  const source = Buffer.from(bytes).toString('latin1')
  const start = source.indexOf('<AUTORIZACION')
  if (start === -1) return invalid('no AUTORIZACION in it')
  try {
    return read(readXml(source, start), source, siiKeys)
  } catch (error) {
    if (error instanceof XmlMistake) return invalid(error.message)
    throw error
  }
}

/** Why this CAF can't stamp this document; null when it can. */
export function cafProblem(caf: CafGrant, document: DteDocument, signedOn: Day): string | null {
  if (caf.issuer !== document.issuer.rut) return `CAF of ${caf.issuer}, not ${document.issuer.rut}`
  if (caf.tipoDte !== document.tipoDte) return `CAF of type ${caf.tipoDte}`
  if (document.folio < caf.firstFolio || document.folio > caf.lastFolio) {
    return `folio ${document.folio} outside ${caf.firstFolio}-${caf.lastFolio}`
  }
  if (document.issueDate < caf.authorisedOn) return `issued before the CAF of ${caf.authorisedOn}`
  const last = cafLastDay(caf)
  return last !== null && signedOn > last ? `CAF expired on ${last}` : null
}

/** The last day on which a document of it may be signed; null for types whose CAF doesn't expire. */
export function cafLastDay(caf: CafGrant): Day | null {
  const expires = isKnownTipoDte(caf.tipoDte) && TIPO_DTE_FACTS[caf.tipoDte].cafExpires
  return expires ? addDays(monthsAfter(caf.authorisedOn, VALID_MONTHS), -1) : null
}

/** The same day of a later month, or the last where that month is shorter. */
function monthsAfter(from: Day, months: number): Day {
  const last = lastDayOf(addMonths(monthOf(from), months))
  return addDays(last, Math.min(dayOfMonth(from) - dayOfMonth(last), 0))
}

/** A CAF file signed by a "SII" of the caller's, for the simulator and tests. Makes a new 512-bit key. */
export function createCaf(grant: CafGrant & { siiKey: KeyObject }): Uint8Array {
  const pair = generateKeyPairSync('rsa', { modulusLength: 512, publicExponent: 3 })
  const { modulus, exponent } = rsaNumbers(pair.publicKey)
  const da = [
    '<DA>',
    `<RE>${grant.issuer}</RE>`,
    `<RS>${escapeText(cleanText(grant.issuerName, 40))}</RS>`,
    `<TD>${grant.tipoDte}</TD>`,
    `<RNG><D>${grant.firstFolio}</D><H>${grant.lastFolio}</H></RNG>`,
    `<FA>${grant.authorisedOn}</FA>`,
    `<RSAPK><M>${modulus}</M><E>${exponent}</E></RSAPK>`,
    `<IDK>${grant.idk}</IDK>`,
    '</DA>',
  ].join('\n')
  return latin1Bytes(`<?xml version="1.0"?>
<AUTORIZACION>
<CAF version="1.0">
${da}
<FRMA algoritmo="SHA1withRSA">${signSha1(latin1Bytes(flatten(da)), grant.siiKey)}</FRMA>
</CAF>
<RSASK>${pair.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()}</RSASK>
<RSAPUBK>${pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()}</RSAPUBK>
</AUTORIZACION>
`)
}

/**
 * Whitespace between tags removed, and nothing else: what the SII signs in a stamp and a CAF. Not `\s`, which
 * would also take a no-break space that is someone's text.
 */
export function flatten(xml: string): string {
  return xml.replace(/>[ \t\r\n]+</g, '><')
}

/** What a `<CAF>` element grants; null when a field can't be read. */
export function cafGrant(caf: XmlElement | null): CafGrant | null {
  const da = childOf(caf, 'DA')
  const issuer = parseRut(textAt(da, 'RE'))
  const authorisedOn = parseDay(textAt(da, 'FA'))
  const numbers = [['TD'], ['RNG', 'D'], ['RNG', 'H'], ['IDK']].map((path) =>
    wholeNumber(textAt(da, ...path)),
  )
  const [tipoDte = null, firstFolio = null, lastFolio = null, idk = null] = numbers
  if (issuer === null || authorisedOn === null || authorisedOn > LAST_DAY) return null
  if (tipoDte === null || firstFolio === null || lastFolio === null || idk === null) return null
  const issuerName = textAt(da, 'RS')
  return { issuer, issuerName, tipoDte, firstFolio, lastFolio, authorisedOn, idk }
}

/** The key its stamps are verified with. */
export function cafKey(caf: XmlElement | null): KeyObject | null {
  const key = childOf(childOf(caf, 'DA'), 'RSAPK')
  return rsaPublicKey(textAt(key, 'M'), textAt(key, 'E'))
}

/** Whether the SII signed this `<CAF>`, by the key its IDK names. */
export function cafAuthority(
  caf: XmlElement,
  source: string,
  siiKeys: SiiKeys,
): CafAuthority | 'forged' {
  const key = siiKeys.get(wholeNumber(textAt(caf, 'DA', 'IDK')) ?? -1)
  if (!key) return 'unknownKey'
  const da = childOf(caf, 'DA')
  if (!da) return 'forged'
  const signed = Buffer.from(flatten(source.slice(da.start, da.end)), 'latin1')
  return verifySha1(signed, textAt(caf, 'FRMA'), key) ? 'sii' : 'forged'
}

function read(file: XmlElement, source: string, siiKeys: SiiKeys): CafReading {
  const caf = childOf(file, 'CAF')
  const grant = cafGrant(caf)
  const publicKey = cafKey(caf)
  if (!caf || !grant || !publicKey) return invalid('a field of CAF is missing or malformed')
  const authority = cafAuthority(caf, source, siiKeys)
  if (authority === 'forged') return invalid(`FRMA is not of the SII's key ${grant.idk}`)
  const privateKey = privateKeyOrNull(textAt(file, 'RSASK'))
  if (!privateKey) return invalid('RSASK is not a private key')
  if (rsaNumbers(createPublicKey(privateKey)).modulus !== rsaNumbers(publicKey).modulus) {
    return invalid('RSASK is not the key of RSAPK')
  }
  const xml = flatten(source.slice(caf.start, caf.end))
  return { kind: 'ok', caf: { ...grant, privateKey, xml }, authority }
}

function privateKeyOrNull(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem)
  } catch {
    return null
  }
}

function wholeNumber(text: string): number | null {
  return /^\d{1,10}$/.test(text) ? Number(text) : null
}

function invalid(reason: string): CafReading {
  return { kind: 'invalid', reason }
}
