import { expect, test } from 'vitest'
import { offersNota } from './offers-nota.ts'

const FACTURA = { document_type: 33, state: 'issued' } as const

test.each([
  ['whose whole payment was given back', { refunded: 119, taken_back: 0, open: 119 }, true],
  ['of which a part was given back', { refunded: 19, taken_back: 0, open: 19 }, true],
  [
    'more of which was given back than notas take back',
    { refunded: 30, taken_back: 10, open: 20 },
    true,
  ],
  [
    'that is fully paid, when what came twice was given back',
    { refunded: 119, taken_back: 0, open: 0 },
    false,
  ],
  ['that was paid again after its refund', { refunded: 50, taken_back: 0, open: 0 }, false],
  ['of which nothing was given back', { refunded: 0, taken_back: 0, open: 119 }, false],
  ['whose refund a nota explains', { refunded: 40, taken_back: 40, open: 79 }, false],
])('a nota de crédito of a factura %s is offered: %s', (_which, payment, isOffered) => {
  expect(offersNota(FACTURA, payment)).toBe(isOffered)
})

test.each([
  ['a boleta', { document_type: 39, state: 'issued' }],
  ['an annulled factura', { document_type: 33, state: 'annulled' }],
] as const)('a nota de crédito is not offered of %s', (_what, document) => {
  expect(offersNota(document, { refunded: 119, taken_back: 0, open: 119 })).toBe(false)
})
