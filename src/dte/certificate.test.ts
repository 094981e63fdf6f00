import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { createCertificate } from './certificate.ts'
import { person, privateKey } from './test-world.ts'

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
  // Until 2049 with two digits of the year, from 2050 with four.
  expect(read.validFromDate.toISOString()).toBe('2049-12-31T00:00:00.000Z')
  expect(read.validToDate.toISOString()).toBe('2050-01-01T23:59:59.000Z')
  expect(read.verify(read.publicKey)).toBe(true)
  expect(read.checkPrivateKey(made.privateKey)).toBe(true)
  expect(read.checkPrivateKey(privateKey)).toBe(false)
})
