import { C14N, RSA_SHA1, SHA1, SIGNATURE_NAMESPACE, SII_NAMESPACE } from '../xml/canonical.ts'
import type { Grammar } from './schema.ts'
import { base64, exactly, of, pattern, text, version, xmlId } from './text-rules.ts'

const algorithm = (expected: string) => ({ Algorithm: exactly(expected) })

/** The SII's xmldsignature_v10: one reference, one transform at most, the key and then the certificate. */
export const SIGNATURE_PART: Omit<Grammar, 'declares'> = {
  sequences: {
    Signature: 'SignedInfo SignatureValue KeyInfo',
    SignedInfo: 'CanonicalizationMethod SignatureMethod Reference',
    Reference: 'Transforms? DigestMethod DigestValue',
    Transforms: 'Transform',
    KeyInfo: 'KeyValue X509Data',
    KeyValue: 'RSAKeyValue',
    RSAKeyValue: 'Modulus Exponent',
    X509Data: 'X509Certificate',
  },
  attributes: {
    Signature: { xmlns: exactly(SIGNATURE_NAMESPACE) },
    CanonicalizationMethod: algorithm(C14N),
    SignatureMethod: algorithm(RSA_SHA1),
    Reference: { URI: pattern(/^#[A-Za-z_][\w.-]*$/) },
    Transform: { Algorithm: text(1, 100) },
    DigestMethod: algorithm(SHA1),
  },
  texts: {
    ...of(base64, 'DigestValue SignatureValue Modulus Exponent X509Certificate'),
    ...of(exactly(''), 'CanonicalizationMethod SignatureMethod Transform DigestMethod'),
  },
}

/** The stamp with its CAF. A DSA key is allowed by the schema and was never seen: it isn't read. */
export const STAMP_PART: Omit<Grammar, 'declares'> = {
  sequences: {
    TED: 'DD FRMT',
    DD: 'RE TD F FE RR RSR MNT IT1 CAF TSTED',
    CAF: 'DA FRMA',
    DA: 'RE RS TD RNG FA RSAPK IDK',
    RNG: 'D H',
    RSAPK: 'M E',
  },
  attributes: {
    TED: version,
    CAF: version,
    FRMA: { algoritmo: exactly('SHA1withRSA') },
    FRMT: { algoritmo: exactly('SHA1withRSA') },
  },
  texts: {
    ...of(base64, 'M E FRMA FRMT'),
    IDK: (value) =>
      /^-?\d{1,19}$/.test(value) && BigInt.asIntN(64, BigInt(value)) === BigInt(value),
  },
}

/** What both envelopes say of themselves. */
export const ENVELOPE_ATTRIBUTES = { SetDTE: { ID: xmlId }, Caratula: version }

/** Which elements may declare namespaces, and the one that each must then be in. */
export function declaring(names: string): Record<string, string> {
  return Object.fromEntries(
    names
      .split(' ')
      .map((name) => [name, /^Sign/.test(name) ? SIGNATURE_NAMESPACE : SII_NAMESPACE]),
  )
}
