import { afterEach, beforeEach, expect, test } from 'vitest'
import { addDays } from '#domain/day.ts'
import type { NotaContent } from '#domain/document.ts'
import { clp } from '#domain/money.ts'
import { findRival } from '#server/documents/portal/outside-nota.ts'
import type { CompanyPortal, SiiFailure } from '#sii/sii.ts'
import { ASESORIAS, factura as facturaContent } from '../../contract/sii/desk.ts'
import {
  ABOUT_ANOTHER,
  changed,
  openNotaDesk,
  type Made,
  type NotaDesk,
  type ReadXml,
} from './nota-desk.ts'

const NETO = 100_000
const TOTAL = clp(119_000)

let desk: NotaDesk
let factura: Made

// A factura made on 20 November 2026, that our own nota is to annul.
beforeEach(async () => {
  desk = await openNotaDesk()
  factura = desk.makeFactura(NETO)
})
afterEach(() => desk.close())

function own(issueDate = factura.issueDate): NotaContent {
  const { issuer, ...content } = facturaContent()
  const reference = { ...factura, totalClp: TOTAL, code: 1, reason: 'Anula' } as const
  return {
    ...content,
    issuer: { ...issuer, rut: ASESORIAS },
    kind: 'notaCredito',
    issueDate,
    reference,
  }
}

interface Asked {
  read?: ReadXml
  claimed?: readonly number[]
  content?: NotaContent
  portal?: Partial<CompanyPortal>
}

/** The number of the rival, or how looking for it failed. */
async function rival({ read, claimed = [], content = own(), portal = {} }: Asked = {}) {
  const found = await desk.ask(
    (asked) => findRival({ ...asked, ...portal }, content, async () => new Set(claimed)),
    read,
  )
  return found.kind === 'ok' ? (found.value?.folio ?? null) : found.kind
}

test('a nota made by hand that annuls the factura is a rival; without one there is none', async () => {
  expect(await rival()).toBeNull()
  const { folio } = desk.makeNota(factura, 1, NETO)
  expect(await rival()).toBe(folio)
})

test('a nota of ours that annuls the factura is no rival', async () => {
  const { folio } = desk.makeNota(factura, 1, NETO)
  expect(await rival({ claimed: [folio] })).toBeNull()
  expect(desk.foliosRead()).toEqual([])
})

test('a nota that lowers the factura by all of it is no rival', async () => {
  desk.makeNota(factura, 3, NETO)
  expect(await rival()).toBeNull()
})

test.each<[string, ReadXml]>([
  ...ABOUT_ANOTHER,
  ['of another issuer', changed(/<RUTEmisor>[^<]+</, '<RUTEmisor>77171717-9<')],
  ['about two documents', changed(/(<Referencia>.*?<\/Referencia>)/s, '$1$1')],
])('a nota %s is no rival', async (_, read) => {
  desk.makeNota(factura, 1, NETO)
  expect(await rival({ read })).toBeNull()
})

test('a nota made between the day of the factura and that of ours is a rival', async () => {
  desk.nextDay()
  const nota = desk.makeNota(factura, 1, NETO)
  expect(await rival({ content: own(addDays(nota.issueDate, 1)) })).toBe(nota.folio)
})

test('notas of other amounts are not read, however many there are', async () => {
  for (let count = 0; count <= 20; count += 1) desk.makeNota(factura, 3, 1_000)
  const { folio } = desk.makeNota(factura, 1, NETO)
  expect(await rival()).toBe(folio)
  expect(desk.foliosRead()).toEqual([folio])
})

test('of the same amount twenty notas are read, and of more none', async () => {
  const other = { ...factura, folio: factura.folio + 1 }
  for (let count = 1; count < 20; count += 1) desk.makeNota(other, 1, NETO)
  const { folio } = desk.makeNota(factura, 1, NETO)
  expect(await rival()).toBe(folio)
  desk.makeNota(other, 1, NETO)
  expect(await rival()).toBe('tooManyDocuments')
})

const GONE = { kind: 'notFound', text: '' } as const
const OVER = { kind: 'sessionExpired' } as const

test.each<[string, SiiFailure]>([
  ['is not there', GONE],
  ['is asked for after the session ended', OVER],
])('a nota whose XML %s keeps ours from being issued', async (_, failure) => {
  desk.makeNota(factura, 1, NETO)
  expect(await rival({ read: () => failure })).toBe(failure.kind)
})

test('a nota whose XML nobody can read keeps ours from being issued', async () => {
  desk.makeNota(factura, 1, NETO)
  expect(await rival({ read: changed(/<Folio>/, '<Otro>') })).toBe('portalChanged')
})

test('a list of notas that cannot be read keeps ours from being issued', async () => {
  expect(await rival({ portal: { issuedDocuments: async () => OVER } })).toBe('sessionExpired')
})
