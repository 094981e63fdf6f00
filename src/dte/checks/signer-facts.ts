import type { KeyObject } from 'node:crypto'
import { X509Certificate } from 'node:crypto'
import type { Rut } from '#domain/rut.ts'
import { DTE_GRAMMAR } from '../grammar/dte.ts'
import { holderRut } from '../keys/holder-rut.ts'
import { Recall } from '../xml/recall.ts'
import { rsaNumbers, rsaPublicKey } from '../keys/rsa.ts'
import { schemaFaults } from '../grammar/schema.ts'
import type { XmlElement } from '../xml/element.ts'
import { childOf, textAt } from '../xml/xml.ts'

/** What the KeyInfo of a signature says of who signed. */
export interface SignerFacts {
  /** KeyInfo keeps to the schema. */
  isWellMade: boolean
  key: KeyObject | null
  certificate: CertificateFacts | null
  isCertificateOfKey: boolean
}

export interface CertificateFacts {
  fromMs: number
  toMs: number
  /** As 'YYYY-MM-DD', of the instant in UTC. */
  validFrom: string
  validTo: string
  /** The holder: CN, or the whole subject. */
  subject: string
  /** Null when it tells none. */
  holder: Rut | null
}

/** One person signs many documents; reading a certificate costs more than all else of a signature. */
const recall = new Recall<SignerFacts>()
const NOBODY: SignerFacts = {
  isWellMade: false,
  key: null,
  certificate: null,
  isCertificateOfKey: false,
}

export function signerFacts(signature: XmlElement | null, source: string): SignerFacts {
  const keyInfo = childOf(signature, 'KeyInfo')
  if (!keyInfo) return NOBODY
  return recall.of(source.slice(keyInfo.start, keyInfo.end), () => readSigner(keyInfo))
}

function readSigner(keyInfo: XmlElement): SignerFacts {
  const keyValue = childOf(childOf(keyInfo, 'KeyValue'), 'RSAKeyValue')
  const key = rsaPublicKey(textAt(keyValue, 'Modulus'), textAt(keyValue, 'Exponent'))
  const read = readCertificate(textAt(keyInfo, 'X509Data', 'X509Certificate'))
  return {
    isWellMade: schemaFaults(keyInfo, DTE_GRAMMAR).length === 0,
    key,
    certificate: read?.facts ?? null,
    isCertificateOfKey: key !== null && read?.modulus === rsaNumbers(key).modulus,
  }
}

/** Null when it can't be read or isn't of an RSA key. */
function readCertificate(base64: string): { facts: CertificateFacts; modulus: string } | null {
  try {
    const certificate = new X509Certificate(Buffer.from(base64, 'base64'))
    const { publicKey, subject, validFromDate, validToDate } = certificate
    if (publicKey.asymmetricKeyType !== 'rsa') return null
    const facts = {
      fromMs: validFromDate.getTime(),
      toMs: validToDate.getTime(),
      validFrom: validFromDate.toISOString().slice(0, 10),
      validTo: validToDate.toISOString().slice(0, 10),
      subject: /^CN=(.*)$/m.exec(subject)?.[1] ?? subject,
      holder: holderRut(certificate),
    }
    return { facts, modulus: rsaNumbers(publicKey).modulus }
  } catch {
    return null
  }
}
