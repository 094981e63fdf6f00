import { hash } from 'node:crypto'
import { addDays, chileInstant, parseDay } from '#domain/day.ts'
import { C14N, canonicalElement, SII_NAMESPACE } from '../xml/canonical.ts'
import type { Fault } from '../document/fault.ts'
import { fault } from '../document/fault.ts'
import { DTE_GRAMMAR } from '../grammar/dte.ts'
import { verifySha1 } from '../keys/rsa.ts'
import { schemaFaults } from '../grammar/schema.ts'
import type { ChileanMoment } from '../document/document.ts'
import type { Namespaces } from '../xml/start-tag.ts'
import { withDeclarations } from '../xml/start-tag.ts'
import type { XmlElement } from '../xml/element.ts'
import { childOf, textAt } from '../xml/xml.ts'
import { signerFacts } from './signer-facts.ts'

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
  scopes: Iterable<Namespaces>,
  shape = shapeFaults(signature, source),
): Fault | null {
  const scopeOf = (digest: string) => {
    for (const scope of scopes) {
      if (signed && digest === hash('sha1', canonicalElement(signed, source, scope), 'base64')) {
        return scope
      }
    }
    return null
  }
  return signatureFaultOver(signature, signed, source, scopeOf, shape)
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
  shape = shapeFaults(signature, source),
): Fault | null {
  if (!signature || !signed) return fault('notSigned')
  const [shapeFault] = shape
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

/** Where a signature departs from its schema. */
export function shapeFaults(signature: XmlElement | null, source: string): Fault[] {
  if (!signature) return []
  const { isWellMade } = signerFacts(signature, source)
  return schemaFaults(signature, DTE_GRAMMAR, isWellMade ? ['KeyInfo'] : [])
}

/**
 * In which scopes a Documento may have been digested, likeliest first: its text as it stands, with the SII's
 * namespace added, with none. The SII verifies each DTE cut out of its envelope, so what the envelope declares
 * never counts (DTE-3-505).
 */
export function* documentScopes(dte: XmlElement): Generator<Namespaces> {
  const own = withDeclarations({}, dte.attributes)
  yield own
  yield { ...own, '': SII_NAMESPACE }
  yield {}
}

/**
 * Why the certificate inside a signature isn't the signer's or wasn't valid at that moment; null when all is
 * well. Whether an accredited provider issued it can't be told here: there is no list of them to check against.
 */
export function certificateFault(
  signature: XmlElement | null,
  source: string,
  signedAt: ChileanMoment,
): Fault | null {
  const { key, certificate, isCertificateOfKey } = signerFacts(signature, source)
  if (!certificate || !key) return fault('certificateUnreadable')
  if (!isCertificateOfKey) return fault('certificateOfAnotherKey')
  const signed = chileanTime(signedAt)
  if (signed === null) return fault('momentUnreadable', { name: signedAt.slice(0, 30) })
  const { fromMs, toMs, validFrom, validTo } = certificate
  // Far from both ends the hour can't matter, and the zone takes longer than all the rest.
  if (addDays(signed.day, -2) > validFrom && addDays(signed.day, 2) < validTo) return null
  const instant = chileInstant(signed.day, signed.hour, signed.minute)
  return instant < fromMs || instant > toMs
    ? fault('certificateNotValidThen', { signed: signedAt, from: validFrom, to: validTo })
    : null
}

function valueFault(signature: XmlElement, source: string, scope: Namespaces): Fault | null {
  const signedInfo = childOf(signature, 'SignedInfo')
  const { key } = signerFacts(signature, source)
  if (!signedInfo || !key) return fault('keyUnreadable')
  const inherited = withDeclarations(scope, signature.attributes)
  const text = canonicalElement(signedInfo, source, inherited)
  return verifySha1(Buffer.from(text, 'utf8'), textAt(signature, 'SignatureValue'), key)
    ? null
    : fault('signatureWrong')
}

function chileanTime(moment: ChileanMoment) {
  const day = parseDay(moment.slice(0, 10))
  const time = /^T([01]\d|2[0-3]):([0-5]\d):[0-5]\d$/.exec(moment.slice(10))
  if (!day || !time || day < FIRST_SIGNING_DAY || day > LAST_SIGNING_DAY) return null
  return { day, hour: Number(time[1]), minute: Number(time[2]) }
}
