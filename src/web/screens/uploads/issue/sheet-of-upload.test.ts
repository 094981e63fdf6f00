import { expect, test } from 'vitest'
import type { Company } from '#web/api/queries.ts'
import { issueDateOf } from './issue-date.ts'
import { sheetOfUpload, unusedRoles } from './sheet-of-upload.ts'
import { uploadDocument } from './test-documents.ts'

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
const facts = { company, judged: { issuing }, date }

test('the paper names the recipient that will be issued, and what the file says otherwise is named', () => {
  const document = uploadDocument({ written: WRITTEN })
  expect(sheetOfUpload(document, facts).recipient).toEqual({
    rut: '77777777-7',
    name: 'Cliente',
    giro: 'Comercio',
    street: 'Propia 1',
    commune: 'Temuco',
    city: 'Temuco',
  })
  expect(unusedRoles(document)).toEqual(['giro', 'street', 'city'])
  expect(unusedRoles(uploadDocument({ written: WRITTEN, recipient: WRITTEN }))).toEqual([])
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
