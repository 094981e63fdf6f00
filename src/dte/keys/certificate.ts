import type { KeyObject } from 'node:crypto'
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Day } from '#domain/day.ts'
import type { Rut } from '#domain/rut.ts'

export interface CertificateRequest {
  /** The natural person who signs. */
  person: Rut
  name: string
  email: string
  validFrom: Day
  validTo: Day
  /** A pair of the caller's; a new RSA 2048 when missing (slow: 50 to 300 ms). */
  keys?: { privateKey: KeyObject; publicKey: KeyObject }
}

const OID_SHA256_RSA = '1.2.840.113549.1.1.11'
const OID_COUNTRY = '2.5.4.6'
const OID_COMMON_NAME = '2.5.4.3'
const OID_SERIAL_NUMBER = '2.5.4.5'
const OID_EMAIL = '1.2.840.113549.1.9.1'
const OID_ALTERNATIVE_NAME = '2.5.29.17'
/** Where accredited Chilean providers write the holder's RUT (guide of the Entidad Acreditadora). */
const OID_HOLDER_RUT = '1.3.6.1.4.1.8321.1'

/**
 * A self-signed certificate (DER) of a person, RUT in the subject's serial number and in the alternative name
 * as accredited providers write it. For the simulator and tests; never presented to the real SII.
 */
export function createCertificate(request: CertificateRequest): {
  privateKey: KeyObject
  certificate: Uint8Array
} {
  const keys = request.keys ?? generateKeyPairSync('rsa', { modulusLength: 2048 })
  const subject = distinguishedName(request)
  const algorithm = sequence(oid(OID_SHA256_RSA), der(0x05))
  const body = sequence(
    der(0xa0, integer(Buffer.of(2))),
    integer(serialNumber()),
    algorithm,
    subject,
    sequence(moment(request.validFrom, '000000Z'), moment(request.validTo, '235959Z')),
    subject,
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeName(request.person))),
  )
  const signature = sign('sha256', body, keys.privateKey)
  const certificate = sequence(body, algorithm, der(0x03, Buffer.of(0), signature))
  return { privateKey: keys.privateKey, certificate }
}

function distinguishedName(request: CertificateRequest): Buffer {
  return sequence(
    nameItem(OID_COUNTRY, der(0x13, Buffer.from('CL'))),
    nameItem(OID_COMMON_NAME, der(0x0c, Buffer.from(request.name, 'utf8'))),
    nameItem(OID_EMAIL, der(0x16, Buffer.from(request.email, 'latin1'))),
    nameItem(OID_SERIAL_NUMBER, der(0x13, Buffer.from(request.person))),
  )
}

function nameItem(type: string, value: Buffer): Buffer {
  return der(0x31, sequence(oid(type), value))
}

function alternativeName(person: Rut): Buffer {
  const holder = der(0xa0, oid(OID_HOLDER_RUT), der(0xa0, der(0x16, Buffer.from(person))))
  return sequence(oid(OID_ALTERNATIVE_NAME), der(0x04, sequence(holder)))
}

/** Years from 2050 on need four digits (RFC 5280, 4.1.2.5). */
function moment(day: Day, time: string): Buffer {
  const digits = day.replaceAll('-', '')
  return digits < '20500101'
    ? der(0x17, Buffer.from(digits.slice(2) + time))
    : der(0x18, Buffer.from(digits + time))
}

/** Positive and without a leading zero byte, as DER wants its integers. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16)
  bytes.writeUInt8(0x40 | (bytes.readUInt8(0) & 0x3f), 0)
  return bytes
}

function sequence(...parts: Uint8Array[]): Buffer {
  return der(0x30, ...parts)
}

function integer(bytes: Buffer): Buffer {
  return der(0x02, bytes)
}

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(value: number): number[] {
  const digits = [value & 0x7f]
  for (let left = value >>> 7; left > 0; left >>>= 7) digits.unshift(0x80 | (left & 0x7f))
  return digits
}

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
