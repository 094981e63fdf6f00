import type { KeyObject } from 'node:crypto'
import { hash, X509Certificate } from 'node:crypto'
import {
  C14N,
  canonical,
  RSA_SHA1,
  SHA1,
  SIGNATURE_NAMESPACE,
  SII_NAMESPACE,
  XSI_NAMESPACE,
} from './xml/canonical.ts'
import { rsaNumbers, signSha1 } from './keys/rsa.ts'
import type { Namespaces } from './xml/start-tag.ts'
import { wrapBase64 } from './document/text.ts'

/**
 * Which text of Documento is digested. A: without namespace. B: with the SII's namespace only, as the free
 * portal does. C: with xmlns and xmlns:xsi declared on DTE, so that in place and extracted agree.
 */
export type SignatureForm = 'A' | 'B' | 'C'

/** A person's key with everything of it that every signature repeats, worked out once. */
export interface Signer {
  privateKey: KeyObject
  /** KeyInfo as text, base64 in lines of 64. */
  keyInfo: string
}

const FORMS: Record<SignatureForm, { startTag: string; scope: Namespaces }> = {
  A: { startTag: '<DTE version="1.0">', scope: {} },
  B: { startTag: `<DTE xmlns="${SII_NAMESPACE}" version="1.0">`, scope: { '': SII_NAMESPACE } },
  C: {
    startTag: `<DTE xmlns="${SII_NAMESPACE}" xmlns:xsi="${XSI_NAMESPACE}" version="1.0">`,
    scope: { '': SII_NAMESPACE, xsi: XSI_NAMESPACE },
  },
}

/** Throws when the certificate (DER) is of another key: the SII answers 21 to that. */
export function createSigner(source: { privateKey: KeyObject; certificate: Uint8Array }): Signer {
  const certificate = new X509Certificate(source.certificate)
  if (!certificate.checkPrivateKey(source.privateKey)) {
    throw new Error('The certificate is of another key')
  }
  const { modulus, exponent } = rsaNumbers(certificate.publicKey)
  const keyInfo = `<KeyInfo>
<KeyValue>
<RSAKeyValue>
<Modulus>
${wrapBase64(modulus)}
</Modulus>
<Exponent>${exponent}</Exponent>
</RSAKeyValue>
</KeyValue>
<X509Data>
<X509Certificate>
${wrapBase64(certificate.raw.toString('base64'))}
</X509Certificate>
</X509Data>
</KeyInfo>`
  return { privateKey: source.privateKey, keyInfo }
}

/**
 * The signed `<DTE>…</DTE>`, its start tag that of the form. `comment` is written inside DTE, as the free
 * portal does; digests skip it. Whatever comes before DTE (an XML declaration) or after it is left out.
 * Throws when there is no Documento with an ID.
 */
export function signDte(
  unsigned: string,
  options: { signer: Signer; form?: SignatureForm; comment?: string },
): string {
  const form = FORMS[options.form ?? 'C']
  const found = /<Documento\s+ID\s*=\s*["']([A-Za-z][\w.-]*)["']\s*>/.exec(unsigned)
  const endAt = unsigned.lastIndexOf('</Documento')
  const [endTag] = /^<\/Documento\s*>/.exec(unsigned.slice(endAt)) ?? []
  if (!found?.[1] || endTag === undefined || endAt < found.index) {
    throw new Error('No Documento with an ID')
  }
  const element = unsigned.slice(found.index, endAt + endTag.length)
  const signature = signatureOf(element, found[1], form.scope, options.signer)
  const comment = options.comment === undefined ? '' : `<!-- ${options.comment} -->`
  return `${form.startTag}${comment}\n${element}\n${signature}\n</DTE>`
}

/** The `<Signature>` of one element's text; `scope` are the namespaces its ancestors declare. */
export function signatureOf(
  element: string,
  id: string,
  scope: Namespaces,
  signer: Signer,
): string {
  const signedInfo = `<SignedInfo>
<CanonicalizationMethod Algorithm="${C14N}"></CanonicalizationMethod>
<SignatureMethod Algorithm="${RSA_SHA1}"></SignatureMethod>
<Reference URI="#${id}">
<Transforms>
<Transform Algorithm="${C14N}"></Transform>
</Transforms>
<DigestMethod Algorithm="${SHA1}"></DigestMethod>
<DigestValue>${digestOf(element, scope)}</DigestValue>
</Reference>
</SignedInfo>`
  const signed = canonical(signedInfo, { ...scope, '': SIGNATURE_NAMESPACE })
  const value = signSha1(Buffer.from(signed, 'utf8'), signer.privateKey)
  return `<Signature xmlns="${SIGNATURE_NAMESPACE}">
${signedInfo}
<SignatureValue>
${wrapBase64(value)}
</SignatureValue>
${signer.keyInfo}
</Signature>`
}

/** SHA-1 of the canonical form, base64. */
export function digestOf(element: string, scope: Namespaces): string {
  return hash('sha1', canonical(element, scope), 'base64')
}
