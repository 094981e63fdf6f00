import { expect, test } from 'vitest'
import { recipientActivity, recipientAddress } from './recipient-data.ts'

const NOTHING = { street: '', commune: '', city: '' }
const WRITTEN = { street: 'Otra 1', commune: 'Ñuñoa', city: 'Santiago' }
const BARE = { id: 1, city: '' }
const WHOLE = { id: 2, city: 'Temuco' }

test('a document goes to the client’s first address with a city, whatever its rows say', () => {
  expect(recipientAddress('factura', [BARE, WHOLE], WRITTEN)).toEqual({
    kind: 'own',
    address: WHOLE,
  })
})

test('a factura to a client without a city takes the one that its rows say', () => {
  expect(recipientAddress('factura', [BARE], WRITTEN)).toEqual({ kind: 'completed', address: BARE })
  expect(recipientAddress('factura', [BARE], NOTHING)).toEqual({ kind: 'own', address: BARE })
})

test('a boleta takes the client’s address without a city', () => {
  const taken = recipientAddress('boletaHonorarios', [BARE], WRITTEN)
  expect(taken).toEqual({ kind: 'own', address: BARE })
})

test('a document to a client without an address takes that of its rows, where they say one', () => {
  expect(recipientAddress('factura', [], WRITTEN)).toEqual({ kind: 'written' })
  expect(recipientAddress('factura', [], { ...WRITTEN, street: '' })).toBeNull()
  expect(recipientAddress('factura', [], { ...WRITTEN, commune: '' })).toBeNull()
})

test('the activity of a recipient is the first that says something', () => {
  const empty = { description: '' }
  const named = { description: 'Comercio' }
  expect(recipientActivity([empty, named])).toBe(named)
  expect(recipientActivity([empty])).toBeUndefined()
})
