import { expect, test } from 'vitest'
import type { Client, Company } from '#web/api/queries.ts'
import { issueDateOf } from './issue-date.ts'
import { sheetOfUpload, unusedRoles } from './sheet-of-upload.ts'
import { uploadDocument } from './test-documents.ts'

const CLIENT: Client = {
  id: 1,
  label: 'Cliente',
  rut: '77777777-7',
  due_days: null,
  client_info: { id: 1, identifier: '77777777-7', name: 'Cliente' },
  addresses: [{ id: 1, street_and_number: 'Propia 1', commune: 'Temuco', city: 'Temuco' }],
  activities: [{ id: 1, description: 'Comercio' }],
}
const WRITTEN = {
  name: 'CLIENTE',
  giro: 'Otro giro',
  street: 'Ajena 2',
  commune: 'temuco',
  city: 'Santiago',
}
const issuing = {
  address: { street: 'Nueva 9', commune: 'Talca', city: 'Talca' },
  giro: 'Consultoría',
  person: { rut: '11111111-1', name: 'Ana' },
  mailbox: null,
}
const company: Company = {
  id: 1,
  issuer_email: '',
  issues_facturas: true,
  facturator: 1,
  company_info: { id: 1, identifier: '76086428-5', name: 'Empresa' },
  addresses: [{ id: 1, street_and_number: 'Primera 1', commune: 'Arica', city: '' }],
  activities: [{ id: 1, description: 'La primera' }],
}
const date = issueDateOf({ uf_values: [] }, '2026-12-15')
const facts = { company, clients: [CLIENT], judged: { issuing }, date }

test('the paper has the known client’s own data, and what the file says otherwise is named', () => {
  const document = uploadDocument({ written: WRITTEN })
  expect(sheetOfUpload(document, facts).recipient).toEqual({
    rut: '77777777-7',
    name: 'Cliente',
    giro: 'Comercio',
    street: 'Propia 1',
    commune: 'Temuco',
    city: 'Temuco',
  })
  expect(unusedRoles(document, [CLIENT])).toEqual(['giro', 'street', 'city'])
})

test('the paper takes from the file what a known client lacks', () => {
  const bare = { ...CLIENT, addresses: [], activities: [] }
  const document = uploadDocument({ written: WRITTEN })
  expect(sheetOfUpload(document, { ...facts, clients: [bare] }).recipient).toMatchObject({
    giro: 'Otro giro',
    street: 'Ajena 2',
    city: 'Santiago',
  })
  expect(unusedRoles(document, [bare])).toEqual([])
})

test('all that the file says of a client that is not known is on the paper', () => {
  const client = { kind: 'from_row', name: 'CLIENTE' } as const
  const document = uploadDocument({ written: WRITTEN, client })
  expect(sheetOfUpload(document, facts).recipient).toMatchObject(WRITTEN)
  expect(unusedRoles(document, [CLIENT])).toEqual([])
})

test('the issuer on the paper is the one that issuing takes, and of a boleta its person', () => {
  expect(sheetOfUpload(uploadDocument(), facts).issuer).toEqual({
    rut: '76086428-5',
    name: 'Empresa',
    giro: 'Consultoría',
    street: 'Nueva 9',
    commune: 'Talca',
    city: 'Talca',
  })
  const boleta = uploadDocument({ document_type: 39 })
  expect(sheetOfUpload(boleta, facts).issuer).toMatchObject({ rut: '11111111-1', name: 'Ana' })
})
