import { expect, test } from 'vitest'
import { recipientOf, type Recipient } from './recipients.ts'

const NOTHING: Recipient = { name: '', giro: '', street: '', commune: '', city: '' }
const WRITTEN: Recipient = {
  name: 'CLIENTE',
  giro: 'Transporte',
  street: 'Otra 1',
  commune: 'Ñuñoa',
  city: 'Santiago',
}
const BARE = { street: 'Propia 1', commune: 'Talca', city: '' }
const WHOLE = { street: 'Propia 2', commune: 'Temuco', city: 'Temuco' }
const CLIENT = {
  name: 'Cliente SpA',
  isDeleted: false,
  addresses: [BARE, WHOLE],
  activities: [{ description: '' }, { description: 'Comercio' }],
}

test('a document goes to the client’s first address with a city, whatever its rows say', () => {
  expect(recipientOf('factura', CLIENT, WRITTEN)).toEqual({
    name: 'Cliente SpA',
    giro: 'Comercio',
    ...WHOLE,
  })
})

test('a factura to a client without a city takes the one that its rows say', () => {
  const client = { ...CLIENT, addresses: [BARE] }
  const completed = { ...BARE, city: 'Santiago' }
  expect(recipientOf('factura', client, WRITTEN)).toMatchObject(completed)
  expect(recipientOf('factura', client, NOTHING)).toMatchObject(BARE)
})

test('a boleta takes the client’s address without a city', () => {
  const client = { ...CLIENT, addresses: [BARE] }
  expect(recipientOf('boletaHonorarios', client, WRITTEN)).toMatchObject(BARE)
})

test('a recipient has from its rows what its client lacks, and all of it where there is no client', () => {
  const client = { ...CLIENT, addresses: [], activities: [] }
  expect(recipientOf('factura', client, WRITTEN)).toEqual({ ...WRITTEN, name: 'Cliente SpA' })
  expect(recipientOf('factura', null, WRITTEN)).toEqual(WRITTEN)
})

test('a recipient that is a deleted client has what its rows say, unless they say only some of an address', () => {
  const deleted = { ...CLIENT, isDeleted: true }
  expect(recipientOf('factura', deleted, WRITTEN)).toEqual({ ...WRITTEN, name: 'Cliente SpA' })
  const withoutCity = { ...WRITTEN, city: '' }
  expect(recipientOf('factura', deleted, withoutCity)).toMatchObject({
    giro: 'Transporte',
    ...WHOLE,
  })
  expect(recipientOf('boletaHonorarios', deleted, withoutCity)).toMatchObject({
    street: 'Otra 1',
    city: '',
  })
  expect(recipientOf('factura', deleted, NOTHING)).toMatchObject({ giro: 'Comercio', ...WHOLE })
})
