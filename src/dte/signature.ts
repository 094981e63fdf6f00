import { hash, X509Certificate } from 'node:crypto'
import { chileInstant, parseDay } from '#domain/day.ts'
import type { Namespaces } from './canonical.ts'
import { canonical, CanonicalWriter, SII_NAMESPACE, withDeclarations } from './canonical.ts'
import type { Fault } from './fault.ts'
import { fault } from './fault.ts'
import { DTE_GRAMMAR } from './grammar.ts'
import { rsaNumbers, rsaPublicKey, verifySha1 } from './rsa.ts'
import { schemaFaults } from './schema.ts'
import { C14N, digestOf } from './sign.ts'
import type { ChileanMoment } from './stamp.ts'
import type { XmlElement } from './xml.ts'
import { childOf, markupAt, textAt } from './xml.ts'

/** The first electronic factura was of 2003; the schema's dates end in 2050. */
const FIRST_SIGNING_DAY = '2002-01-01'
const LAST_SIGNING_DAY = '2050-12-31'
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'

/**
 * Why a signature over its sibling `signed` doesn't hold; null when it does, in one of the scopes given. The
 * signed element is the one in hand, never one looked up by ID, so nothing can be wrapped around it.
 */
export function signatureFault(
  signature: XmlElement | null,
  signed: XmlElement | null,
  source: string,
  scopes: readonly Namespaces[],
): Fault | null {
  return signatureFaultOver(signature, signed, source, (digest) => {
    const digestIn = scopedDigests(source.slice(signed?.start, signed?.end))
    return scopes.find((candidate) => digestIn(candidate) === digest) ?? null
  })
}

/**
 * The same where the digest was worked out elsewhere: `scopeOf` answers the scope in which the signed element has
 * the digest, or null.
 */
export function signatureFaultOver(
  signature: XmlElement | null,
  signed: XmlElement | null,
  source: string,
  scopeOf: (digest: string) => Namespaces | null,
): Fault | null {
  if (!signature || !signed) return fault('notSigned')
  const [shapeFault] = schemaFaults(signature, DTE_GRAMMAR)
  if (shapeFault !== undefined) return shapeFault
  const reference = childOf(childOf(signature, 'SignedInfo'), 'Reference')
  const [seen, expected] = [reference?.attributes.get('URI'), `#${signed.attributes.get('ID')}`]
  if (seen !== expected) return fault('signsAnother', { seen: seen ?? '', expected })
  const transform = childOf(childOf(reference, 'Transforms'), 'Transform')
  const transformed = transform?.attributes.get('Algorithm') ?? C14N
  if (transformed !== C14N && transformed !== ENVELOPED) {
    return fault('transformUnknown', { seen: transformed })
  }
  const scope = scopeOf(textAt(reference, 'DigestValue').replace(/\s/g, ''))
  if (!scope) return fault('digestDiffers', { name: signed.name })
  return valueFault(signature, source, scope)
}

/**
 * In which scopes a Documento may have been digested, likeliest first: its text as it stands, with the SII's
 * namespace added, with none. The SII verifies each DTE cut out of its envelope, so what the envelope declares
 * never counts (DTE-3-505).
 */
export function documentScopes(dte: XmlElement): Namespaces[] {
  const own = withDeclarations({}, dte.attributes)
  return [own, { ...own, '': SII_NAMESPACE }, {}]
}

/** The digest of an element in one scope or another: what is inside is made canonical once for all of them. */
function scopedDigests(text: string): (scope: Namespaces) => string {
  const { end } = markupAt(text, 0)
  const writer = new CanonicalWriter({})
  writer.write(text.slice(0, end))
  const body = writer.write(text.slice(end))
  if (writer.scopeMatters) return (scope) => digestOf(text, scope)
  return (scope) => {
    const tag = new CanonicalWriter(scope).write(text.slice(0, end))
    return hash('sha1', tag + body, 'base64')
  }
}

/**
 * Why the certificate inside a signature isn't the signer's or wasn't valid at that moment; null when all is
 * well. Whether an accredited provider issued it can't be told here: there is no list of them to check against.
 */
export function certificateFault(
  signature: XmlElement | null,
  signedAt: ChileanMoment,
): Fault | null {
  const keyInfo = childOf(signature, 'KeyInfo')
  const certificate = certificateFacts(textAt(keyInfo, 'X509Data', 'X509Certificate'))
  const key = keyValue(keyInfo)
  if (!certificate || !key) return fault('certificateUnreadable')
  if (certificate.modulus !== rsaNumbers(key).modulus) return fault('certificateOfAnotherKey')
  const instant = instantOf(signedAt)
  if (instant === null) return fault('momentUnreadable', { name: signedAt.slice(0, 30) })
  const { fromMs, toMs, validFrom, validTo } = certificate
  return instant < fromMs || instant > toMs
    ? fault('certificateNotValidThen', { signed: signedAt, from: validFrom, to: validTo })
    : null
}

function valueFault(signature: XmlElement, source: string, scope: Namespaces): Fault | null {
  const signedInfo = childOf(signature, 'SignedInfo')
  const key = keyValue(childOf(signature, 'KeyInfo'))
  if (!signedInfo || !key) return fault('keyUnreadable')
  const inherited = withDeclarations(scope, signature.attributes)
  const text = canonical(source.slice(signedInfo.start, signedInfo.end), inherited)
  return verifySha1(Buffer.from(text, 'utf8'), textAt(signature, 'SignatureValue'), key)
    ? null
    : fault('signatureWrong')
}

function keyValue(keyInfo: XmlElement | null) {
  const key = childOf(childOf(keyInfo, 'KeyValue'), 'RSAKeyValue')
  return rsaPublicKey(textAt(key, 'Modulus'), textAt(key, 'Exponent'))
}

export interface CertificateFacts {
  modulus: string
  fromMs: number
  toMs: number
  /** As 'YYYY-MM-DD', of the instant in UTC. */
  validFrom: string
  validTo: string
  /** The holder: CN, or the whole subject. */
  subject: string
}

/** One person signs many documents; parsing the certificate costs more than all else here. */
const parsed = new Map<string, CertificateFacts>()
const MAX_PARSED = 50

/** What a certificate in base64 says; null when it can't be read or isn't of an RSA key. */
export function certificateFacts(base64: string): CertificateFacts | null {
  const known = parsed.get(base64)
  if (known) return known
  const facts = readCertificate(base64)
  if (facts === null) return null
  if (parsed.size >= MAX_PARSED) parsed.clear()
  parsed.set(base64, facts)
  return facts
}

function readCertificate(base64: string): CertificateFacts | null {
  try {
    const { publicKey, subject, validFromDate, validToDate } = new X509Certificate(
      Buffer.from(base64, 'base64'),
    )
    if (publicKey.asymmetricKeyType !== 'rsa') return null
    return {
      modulus: rsaNumbers(publicKey).modulus,
      fromMs: validFromDate.getTime(),
      toMs: validToDate.getTime(),
      validFrom: validFromDate.toISOString().slice(0, 10),
      validTo: validToDate.toISOString().slice(0, 10),
      subject: /^CN=(.*)$/m.exec(subject)?.[1] ?? subject,
    }
  } catch {
    return null
  }
}

function instantOf(moment: ChileanMoment): number | null {
  const day = parseDay(moment.slice(0, 10))
  const time = /^T([01]\d|2[0-3]):([0-5]\d):[0-5]\d$/.exec(moment.slice(10))
  if (!day || !time || day < FIRST_SIGNING_DAY || day > LAST_SIGNING_DAY) return null
  return chileInstant(day, Number(time[1]), Number(time[2]))
}
