import { afterEach, beforeEach, expect, test } from 'vitest'
import { addDays, type Day } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import type { Listed } from '#server/documents/portal/adapter.ts'
import { takenBackOf } from '#server/documents/portal/notas-of-facturas.ts'
import type { CompanyPortal, SiiFailure } from '#sii/sii.ts'
import { CLINICA } from '../../contract/sii/desk.ts'
import {
  ABOUT_ANOTHER,
  changed,
  openNotaDesk,
  type Made,
  type NotaDesk,
  type ReadXml,
} from './nota-desk.ts'

const NETO = 100_000
const OVER = { kind: 'sessionExpired' } as const

let desk: NotaDesk
let factura: Made

// A factura made on 20 November 2026.
beforeEach(async () => {
  desk = await openNotaDesk()
  factura = desk.makeFactura(NETO)
})
afterEach(() => desk.close())

function listed({ folio, issueDate }: Made, totalClp = 119_000): Listed {
  const row = { code: null, recipient: CLINICA, isAnnulled: false }
  return { ...row, folio, issueDate, totalClp: clp(totalClp) }
}

interface Asked {
  facturas?: readonly Listed[]
  read?: ReadXml
  to?: Day
  portal?: Partial<CompanyPortal>
}

/** By the number of each factura what was taken back of it, or how looking for it failed. */
async function takenBack({
  facturas = [listed(factura)],
  read,
  to = addDays(factura.issueDate, 1),
  portal = {},
}: Asked = {}) {
  const taken = await desk.ask((asked) => takenBackOf({ ...asked, ...portal }, facturas, to), read)
  return taken.kind === 'ok' ? Object.fromEntries(taken.value) : taken.kind
}

test('a nota annuls the factura that it is about', async () => {
  expect(await takenBack()).toEqual({})
  const nota = desk.makeNota(factura, 1, NETO)
  expect(await takenBack()).toEqual({
    [factura.folio]: { annulledBy: nota.folio, loweredClp: 0 },
  })
})

test.each<[string, ReadXml]>(ABOUT_ANOTHER)('a nota %s takes nothing back', async (_, read) => {
  desk.makeNota(factura, 1, NETO)
  expect(await takenBack({ read })).toEqual({})
})

test('a nota that corrects a text lowers nothing, whatever amount it carries', async () => {
  desk.makeNota(factura, 2, 10_000)
  expect(await takenBack()).toEqual({ [factura.folio]: { annulledBy: null, loweredClp: 0 } })
})

test('of a factura that was lowered and then annulled both are told', async () => {
  desk.makeNota(factura, 3, 10_000)
  desk.makeNota(factura, 3, 20_000)
  const { folio } = desk.makeNota(factura, 1, NETO)
  expect(await takenBack()).toEqual({ [factura.folio]: { annulledBy: folio, loweredClp: 35_700 } })
})

test('of facturas of several days and amounts all notas are found', async () => {
  const first = desk.makeNota(factura, 1, NETO)
  desk.nextDay()
  const later = desk.makeFactura(2 * NETO)
  const second = desk.makeNota(later, 1, 2 * NETO)
  const facturas = [listed(later, 238_000), listed(factura)]
  expect(await takenBack({ facturas })).toEqual({
    [factura.folio]: { annulledBy: first.folio, loweredClp: 0 },
    [later.folio]: { annulledBy: second.folio, loweredClp: 0 },
  })
})

test('notas over nothing, or over more than any of the facturas, are not read', async () => {
  const { folio } = desk.makeNota(factura, 1, NETO)
  for (let count = 0; count < 20; count += 1) desk.makeNota(factura, 2, 0)
  desk.makeNota(factura, 3, NETO + 1)
  expect(await takenBack()).toMatchObject({ [factura.folio]: { annulledBy: folio } })
  expect(desk.foliosRead()).toEqual([folio])
})

test('of many notas the twenty made last are read', async () => {
  const other = desk.makeFactura(NETO)
  const made = [desk.makeNota(factura, 1, NETO)]
  for (let count = 0; count < 20; count += 1) made.push(desk.makeNota(other, 3, 1_000))
  expect(await takenBack({ facturas: [listed(factura), listed(other)] })).toEqual({
    [other.folio]: { annulledBy: null, loweredClp: 20 * 1_190 },
  })
  const folios = made.map(({ folio }) => folio)
  expect(desk.foliosRead()).toEqual(folios.slice(1).toReversed())
})

const UNREADABLE: readonly [string, ReadXml][] = [
  ['is not there', () => ({ kind: 'notFound', text: '' })],
  ['is one of too many', () => ({ kind: 'tooManyDocuments' })],
  ['says something else', changed(/<Folio>/, '<Otro>')],
]

test.each(UNREADABLE)('a nota whose XML %s hides no other', async (_, unreadable) => {
  const annulling = desk.makeNota(factura, 1, NETO)
  const { folio } = desk.makeNota(factura, 3, 10_000)
  const read: ReadXml = (text, asked) =>
    asked === folio ? unreadable(text, asked) : { kind: 'ok', value: text }
  expect(await takenBack({ read })).toEqual({
    [factura.folio]: { annulledBy: annulling.folio, loweredClp: 0 },
  })
})

test.each<[string, SiiFailure]>([
  ['the session ended', OVER],
  ['the portal is away', { kind: 'unavailable', cause: 'network', text: '' }],
])('while %s nothing is told of any factura', async (_, failure) => {
  desk.makeNota(factura, 1, NETO)
  expect(await takenBack({ read: () => failure })).toBe(failure.kind)
  const portal = { issuedDocuments: async () => failure }
  expect(await takenBack({ portal })).toBe(failure.kind)
})
