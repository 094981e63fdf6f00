/**
 * node bench/dte-verify.ts: an envelope of 2,000 documents verified whole, from the disk, against nothing but the RSA
 * verifications and the SHA-1 of the same bytes. Prints the memory it took, which must not grow with the envelope.
 */
import type { KeyObject } from 'node:crypto'
import { createHash, verify } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { day } from '#domain/day.ts'
import { RUT_SII, rut } from '#domain/rut.ts'
import { canonical, SIGNATURE_NAMESPACE, SII_NAMESPACE, XSI_NAMESPACE } from '#dte/xml/canonical.ts'
import { flatten } from '#dte/keys/caf.ts'
import { buildEnvelope } from '#dte/envelope.ts'
import { rsaPublicKey } from '#dte/keys/rsa.ts'
import { verifyPieces } from '#dte/verify.ts'
import { person, signer, TEST_SII_KEYS } from '../src/dte/fixtures/test-world.ts'
import { compareInRounds } from './dte-rounds.ts'
import { signedNumber } from './dte-world.ts'
import { piecesOf } from '../scripts/dte/file.ts'

const DOCUMENTS = 2000
const MAX_BYTES = 100_000_000
const MAX_GROWTH_MB = 20
const folder = mkdtempSync(join(tmpdir(), 'folio-bench-'))
const options = { extraSiiKeys: TEST_SII_KEYS }

try {
  const signed = Array.from({ length: DOCUMENTS }, (_, index) => signedNumber(index))
  const [large, small] = [envelopeOf(signed), envelopeOf(signed.slice(0, DOCUMENTS / 10))]
  const bare = bareWork(readFileSync(large).toString('latin1'))
  const met = await compareInRounds({
    name: `envelope of ${DOCUMENTS}, documents verified`,
    against: 'bare RSA and SHA-1',
    floor: 0.3,
    rounds: 9,
    ours: () => verified(large),
    theirs: () => bare(),
  })
  const flat = memoryIsFlat(small, large)
  process.exitCode = met && flat ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}

function envelopeOf(signed: string[]): string {
  const cover = {
    issuer: rut('76192083-9'),
    sender: person,
    recipient: RUT_SII,
    resolution: { day: day(2014, 8, 22), number: 80 },
    signedAt: '2026-11-20T10:30:00',
  }
  const file = join(folder, `${signed.length}.xml`)
  writeFileSync(file, buildEnvelope(cover, signed, signer))
  return file
}

function verified(file: string, onDocument: () => void = () => undefined): number {
  let good = 0
  const whole = verifyPieces(piecesOf(file), MAX_BYTES, options, ({ ok }) => {
    if (ok) good += 1
    onDocument()
  })
  if (whole.kind !== 'read' || !whole.checks.every(({ ok }) => ok)) throw new Error('not verified')
  return good
}

/** Every signature's key and bytes laid ready: what is left is the arithmetic nobody can do without. */
function bareWork(envelope: string): () => number {
  const scope = { '': SIGNATURE_NAMESPACE, xsi: XSI_NAMESPACE }
  const documents = Array.from(envelope.matchAll(/<DTE [^]*?<\/DTE>/g), ([dte]) => ({
    documento: Buffer.from(
      canonical(part(dte, 'Documento'), { '': SII_NAMESPACE, xsi: XSI_NAMESPACE }),
    ),
    signatures: [
      signature(canonical(part(dte, 'SignedInfo'), scope), dte, 'SignatureValue', [
        'Modulus',
        'Exponent',
      ]),
      signature(flatten(part(dte, 'DD')), dte, 'FRMT', ['M', 'E']),
      { ...signature(flatten(part(dte, 'DA')), dte, 'FRMA', ['M', 'E']), key: siiKey() },
    ],
  }))
  const set = Buffer.from(
    canonical(part(envelope, 'SetDTE'), { '': SII_NAMESPACE, xsi: XSI_NAMESPACE }),
  )
  const tail = envelope.slice(envelope.lastIndexOf('<Signature xmlns'))
  const last = signature(canonical(part(tail, 'SignedInfo'), scope), tail, 'SignatureValue', [
    'Modulus',
    'Exponent',
  ])
  return () => {
    for (const { documento, signatures } of documents) {
      createHash('sha1').update(documento).digest()
      for (const one of signatures) requireValid(one)
    }
    createHash('sha1').update(set).digest()
    requireValid(last)
    return documents.length
  }
}

interface Bare {
  data: Buffer
  key: KeyObject
  value: Buffer
}

function requireValid({ data, key, value }: Bare): void {
  if (!verify('sha1', data, key, value)) throw new Error('a signature of ours does not hold')
}

function signature(data: string, source: string, name: string, [n, e]: [string, string]): Bare {
  const key = rsaPublicKey(textOf(source, n), textOf(source, e))
  if (key === null) throw new Error('no key')
  return {
    data: Buffer.from(data, 'latin1'),
    key,
    value: Buffer.from(textOf(source, name), 'base64'),
  }
}

function siiKey(): KeyObject {
  const [key] = TEST_SII_KEYS.values()
  if (!key) throw new Error('no key')
  return key
}

function part(source: string, name: string): string {
  const start = source.search(new RegExp(`<${name}[ >]`))
  return source.slice(start, source.lastIndexOf(`</${name}>`) + name.length + 3)
}

function textOf(source: string, name: string): string {
  return new RegExp(`<${name}(?: [^>]*)?>([^<]*)<`).exec(source)?.[1] ?? ''
}

/** Grown is what lies above the same file read a first time, so that code and caches aren't counted. */
function memoryIsFlat(small: string, large: string): boolean {
  const peaks = [small, large].map((file) => {
    verified(file)
    let peak = 0
    let seen = 0
    verified(file, () => {
      seen += 1
      if (seen % 50 === 0) peak = Math.max(peak, process.memoryUsage.rss())
    })
    return peak / 1e6
  })
  const [ofSmall = 0, ofLarge = 0] = peaks
  const megabytes = readFileSync(large).length / 1e6
  const flat = ofLarge < ofSmall + MAX_GROWTH_MB
  console.log(
    `memory: ${ofSmall.toFixed(0)} MB with ${DOCUMENTS / 10} documents, ${ofLarge.toFixed(0)} MB with ` +
      `${DOCUMENTS} (${megabytes.toFixed(0)} MB of file); at most ${MAX_GROWTH_MB} more${flat ? '' : ' MISSED'}`,
  )
  return flat
}
