import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { person, privateKey } from '../fixtures/test-world.ts'
import { createCertificate } from './certificate.ts'
import { holderRut } from './holder-rut.ts'

test('a certificate says who the person is, as accredited providers write it', () => {
  const made = createCertificate({
    person,
    name: 'Ana Muñoz Peña',
    email: 'ana@ejemplo.cl',
    validFrom: day(2049, 12, 31),
    validTo: day(2050, 1, 1),
  })
  const read = new X509Certificate(made.certificate)
  expect(read.subject).toBe(
    'C=CL\nCN=Ana Muñoz Peña\nemailAddress=ana@ejemplo.cl\nserialNumber=12345678-5',
  )
  // Node can't name this kind of alternative name; openssl reads it in the recipes.
  expect(read.subjectAltName).toMatch(/^othername:/)
  expect(holderRut(read)).toBe(person)
  // Until 2049 with two digits of the year, from 2050 with four.
  expect(read.validFromDate.toISOString()).toBe('2049-12-31T00:00:00.000Z')
  expect(read.validToDate.toISOString()).toBe('2050-01-01T23:59:59.000Z')
  expect(read.verify(read.publicKey)).toBe(true)
  expect(read.checkPrivateKey(made.privateKey)).toBe(true)
  expect(read.checkPrivateKey(privateKey)).toBe(false)
})

test('whose a certificate is: the alternative name tells, or else the subject, or else nothing', () => {
  const { certificate } = createCertificate({
    person,
    name: 'Ana Muñoz Peña',
    email: 'ana@ejemplo.cl',
    validFrom: day(2025, 1, 1),
    validTo: day(2027, 1, 1),
  })
  const places = [
    ...Buffer.from(certificate)
      .toString('latin1')
      .matchAll(/12345678-5/g),
  ]
  // As its own issuer it says it three times.
  const [issuer = 0, subject = 0, alternative = 0] = places.map(({ index }) => index)
  const without = (...at: number[]): X509Certificate => {
    const bytes = Buffer.from(certificate)
    for (const each of at) bytes.write('x', each)
    return new X509Certificate(bytes)
  }
  expect(places).toHaveLength(3)
  expect(holderRut(without(issuer, subject))).toBe(person)
  expect(holderRut(without(alternative))).toBe(person)
  expect(holderRut(without(issuer, subject, alternative))).toBeNull()
})
