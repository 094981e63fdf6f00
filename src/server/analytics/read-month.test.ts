import { afterAll, beforeAll, expect, test } from 'vitest'
import { day, month } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import type { PortalSession, ReceivedBoleta } from '#sii/sii.ts'
import { antonia } from '#simulators/world.ts'
import { startTestBench, type TestBench } from '../test-bench.ts'
import { readMonth } from './read-month.ts'

let bench: TestBench
let session: PortalSession
beforeAll(async () => {
  bench = await startTestBench()
  const login = await bench.needs.sii.login({ rut: rut(antonia.rut), clave: antonia.clave })
  if (login.kind !== 'ok') throw new Error(login.kind)
  session = login.value
})
afterAll(() => bench.close())

const NOT_ENABLED = {
  kind: 'boletasNotEnabled',
  text: 'Usted no está autorizado a emitir boletas',
} as const

const BOLETA: ReceivedBoleta = {
  folio: 12,
  issueDate: day(2026, 10, 7),
  issuer: rut('90909090-3'),
  issuerName: 'QUIEN HACE ASEO',
  grossClp: clp(120_000),
  retentionClp: clp(18_000),
  liquidoClp: clp(102_000),
  annulled: null,
  barCode: '9090909000012ABCDEF',
}

function readOctober(boletas: Partial<PortalSession['boletas']>) {
  const of = {
    company: rut(antonia.rut),
    month: month(2026, 10),
    routes: { sales: null, purchases: null },
  }
  return readMonth({ ...session, boletas: { ...session.boletas, ...boletas } }, of, bench.clock)
}

test('whoever may issue no boletas de honorarios receives some all the same', async () => {
  const answer = await readOctober({
    issued: async () => NOT_ENABLED,
    received: async () => ({ kind: 'ok', value: [BOLETA] }),
  })
  if (answer.kind !== 'ok') throw new Error(answer.kind)
  expect(answer.value.sales).toEqual([])
  expect(answer.value.purchases).toMatchObject([
    { tipoDte: null, folio: 12, counterpart: '90909090-3', totalClp: 120_000 },
  ])
})

test('only what is refused for that is none: any other failure leaves the month unread', async () => {
  const none = await readOctober({
    issued: async () => NOT_ENABLED,
    received: async () => NOT_ENABLED,
  })
  expect(none).toMatchObject({ kind: 'ok', value: { sales: [], purchases: [] } })
  const failed = await readOctober({
    issued: async () => NOT_ENABLED,
    received: async () => ({ kind: 'sessionExpired' }),
  })
  expect(failed.kind).toBe('sessionExpired')
})
