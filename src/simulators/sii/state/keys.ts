import type { KeyObject } from 'node:crypto'
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { addDays, compare, dayInChile } from '#domain/day.ts'
import type { Day } from '#domain/day.ts'
import { rut } from '#domain/rut.ts'
import type { Caf } from '#dte/keys/caf.ts'
import { createCaf, parseCaf } from '#dte/keys/caf.ts'
import { createCertificate } from '#dte/keys/certificate.ts'
import type { TipoDte } from '#dte/document/document.ts'
import type { Signer } from '#dte/sign.ts'
import { createSigner } from '#dte/sign.ts'
import type { WorldCompany, WorldPerson } from '../../world.ts'
import type { State } from './state.ts'

/** The number of this "SII"'s key. The real ones are 100 and 300: nothing of ours can pass for theirs. */
export const SIMULATED_IDK = 900

const FOLIOS_PER_CAF = 100
/** So that a document may be dated back a little: its day can't precede its CAF's. */
const CAF_AGE_AT_GRANT_DAYS = 30
/** Well before the six months after which a CAF stamps no more. */
const CAF_USE_DAYS = 150

export function newAuthorityKeyPem(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 512, publicExponent: 65537 })
  return pemOf(privateKey)
}

const authorities = new Map<string, KeyObject>()

/** For `extraSiiKeys` of a verifier. */
export function authorityPublicKey({ authorityKeyPem }: State): KeyObject {
  const known = authorities.get(authorityKeyPem) ?? createPublicKey(authorityKeyPem)
  if (authorities.size < MOST_PAIRS_KEPT) authorities.set(authorityKeyPem, known)
  return known
}

/** The CAF that holds this folio; a new one starts at it when the last is used up or too old. */
export function cafFor(
  state: State,
  company: Pick<WorldCompany, 'rut' | 'name'>,
  { tipoDte, folio, on }: Stamped,
): Caf {
  const files = (state.cafs[folioSeries(company.rut, tipoDte)] ??= [])
  const last = files.at(-1)
  const caf = last === undefined ? null : readCaf(last)
  if (caf && folio <= caf.lastFolio && isFresh(caf, on)) return caf
  const file = newCaf(state, company, { tipoDte, folio, on })
  files.push(file)
  return readCaf(file)
}

interface Stamped {
  tipoDte: TipoDte
  folio: number
  on: Day
}

/** For one who stamps a single document and never comes back. */
export function passingCaf(
  state: State,
  issuer: Pick<WorldCompany, 'rut' | 'name'>,
  stamped: Stamped,
): Caf {
  return readCaf(newCaf(state, issuer, stamped))
}

/** The same grant of the same "SII" is the same file: its key costs more than the rest of a document. */
const cafs = new Map<string, string>()
const MOST_CAFS_KEPT = 3000

function newCaf(
  state: State,
  company: Pick<WorldCompany, 'rut' | 'name'>,
  stamped: Stamped,
): string {
  const { tipoDte, folio, on } = stamped
  const name = JSON.stringify([state.authorityKeyPem, company.rut, company.name, stamped])
  const kept = cafs.get(name)
  if (kept !== undefined) return kept
  const bytes = createCaf({
    issuer: rut(company.rut),
    issuerName: company.name.slice(0, 40),
    tipoDte,
    firstFolio: folio,
    lastFolio: folio + FOLIOS_PER_CAF - 1,
    authorisedOn: addDays(on, -CAF_AGE_AT_GRANT_DAYS),
    idk: SIMULATED_IDK,
    siiKey: createPrivateKey(state.authorityKeyPem),
  })
  const file = Buffer.from(bytes).toString('latin1')
  if (cafs.size < MOST_CAFS_KEPT) cafs.set(name, file)
  return file
}

/** Where folios and CAFs of one company and type are kept: a factura's under the company's RUT alone. */
export function folioSeries(companyRut: string, tipoDte: TipoDte): string {
  return tipoDte === 33 ? companyRut : `${companyRut} ${tipoDte}`
}

function isFresh(caf: Caf, on: Day): boolean {
  return (
    compare(caf.authorisedOn, on) <= 0 && compare(on, addDays(caf.authorisedOn, CAF_USE_DAYS)) <= 0
  )
}

const readCafs = new Map<string, Caf>()

function readCaf(file: string): Caf {
  const kept = readCafs.get(file)
  if (kept !== undefined) return kept
  const reading = parseCaf(Buffer.from(file, 'latin1'))
  if (reading.kind === 'invalid') throw new Error(`The simulator's own CAF: ${reading.reason}`)
  if (readCafs.size < MOST_CAFS_KEPT) readCafs.set(file, reading.caf)
  return reading.caf
}

/** A 2048-bit pair costs 50 to 300 ms, so a process that runs many simulators makes each only once. */
const pairs = new Map<string, { privateKey: KeyObject; publicKey: KeyObject }>()
const MOST_PAIRS_KEPT = 100

type Signatory = Pick<WorldPerson, 'rut' | 'names' | 'fatherName' | 'motherName' | 'email'>

/**
 * With the person's self-signed test certificate, made at the first use and kept in the state; several when
 * kept `as` several.
 */
export function signerFor(state: State, person: Signatory, nowMs: number, as = person.rut): Signer {
  const kept = state.signers[as]
  if (kept) return readSigner(kept)
  const today = dayInChile(nowMs)
  const made = createCertificate({
    person: rut(person.rut),
    name: `${person.names} ${person.fatherName} ${person.motherName}`,
    email: person.email,
    validFrom: addDays(today, -365),
    validTo: addDays(today, 730),
    keys: pairFor(person.rut),
  })
  state.signers[as] = {
    keyPem: pemOf(made.privateKey),
    certificate: Buffer.from(made.certificate).toString('base64'),
  }
  return createSigner(made)
}

/** Reading a key and its certificate costs more than a signature. */
const signers = new Map<string, Signer>()
const MOST_SIGNERS_KEPT = 3000

function readSigner({ keyPem, certificate }: { keyPem: string; certificate: string }): Signer {
  const name = `${keyPem} ${certificate}`
  const known = signers.get(name)
  if (known !== undefined) return known
  const made = createSigner({
    privateKey: createPrivateKey(keyPem),
    certificate: Buffer.from(certificate, 'base64'),
  })
  if (signers.size < MOST_SIGNERS_KEPT) signers.set(name, made)
  return made
}

function pairFor(personRut: string): { privateKey: KeyObject; publicKey: KeyObject } {
  const pair = pairs.get(personRut) ?? generateKeyPairSync('rsa', { modulusLength: 2048 })
  if (pairs.size < MOST_PAIRS_KEPT) pairs.set(personRut, pair)
  return pair
}

function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}
