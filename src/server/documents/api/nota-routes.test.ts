import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as contract from '#contract/index.ts'
import { NOT_FOUND, startTestRules, type TestRules } from '../../rules/test-rules.ts'
import { insertFactura } from '../test-documents.ts'

let rules: TestRules
let factura: number

// 10 November 2026, 12:00 in Chile.
beforeAll(async () => {
  rules = await startTestRules()
})
afterAll(() => rules.close())
beforeEach(async () => {
  await rules.bench.database.db.deleteFrom('document').execute()
  await rules.forget()
  await rules.bench.database.db
    .updateTable('facturator')
    .set({ certificate_secret_id: (eb) => eb.ref('clave_secret_id') })
    .execute()
  factura = await issue()
})

function issue(changed: object = {}): Promise<number> {
  return insertFactura(rules, {
    day: '2026-11-05',
    net: 100_000,
    folio: 5,
    isFiled: true,
    ...changed,
  })
}

async function look(query = '', id = factura) {
  const { body } = await rules.user.call('GET', `/documents/${id}/nota/${query}`)
  return contract.readNota.reply.parse(body)
}

function order(body: object = { correction: 'annul', total: 119_000 }, id = factura) {
  return rules.user.call('POST', `/documents/${id}/nota/`, body)
}

async function audited(): Promise<string[]> {
  const { body } = await rules.user.call('GET', '/audit-events/?limit=5')
  return contract.listAuditEvents.reply.parse(body).events.map(({ kind }) => kind)
}

test('what it would say is shown first, with the steps by hand and what is to be typed', async () => {
  const { refused, left, nota, by_portal, by_hand, notas } = await look()
  expect({ refused, left, by_portal, notas }).toEqual({
    refused: null,
    left: { neto: 100_000, iva: 19_000, total: 119_000 },
    by_portal: { possible: true, reason: null },
    notas: [],
  })
  expect(nota).toEqual({
    neto: 100_000,
    iva: 19_000,
    total: 119_000,
    correction: 'annul',
    reference: { folio: 5, date: '2026-11-05' },
    recipient: { identifier: '93.939.393-5', name: 'Cliente' },
    reason: 'Anula factura N° 5',
  })
  expect(by_hand?.steps).toHaveLength(6)
  expect(by_hand?.steps.join(' ')).toContain('factura N° 5, del 05/11/2026')
  expect(by_hand?.steps.join(' ')).not.toContain('{{')
  expect(by_hand?.fields).toContainEqual({
    label: 'Código de referencia',
    value: 'Anula documento de referencia',
  })
  expect(by_hand?.fields).toContainEqual({ label: 'Total', value: '$119.000' })
  expect(await audited()).not.toContain('notaOrdered')
})

test('a text is corrected by hand: what it says and must say are one line, and nothing is taken back', async () => {
  const query = '?correction=text&wrong=Calle%201&right=Calle%202'
  const { refused, left, nota, by_portal, by_hand } = await look(query)
  expect({ refused, by_portal }).toEqual({
    refused: null,
    by_portal: { possible: false, reason: null },
  })
  expect(left.total).toBe(119_000)
  expect(nota).toMatchObject({ correction: 'text', neto: 0, iva: 0, total: 0 })
  expect(by_hand?.fields).toContainEqual({ label: 'Código de referencia', value: 'Corrige texto' })
  expect(by_hand?.fields).toContainEqual({
    label: 'Detalle',
    value: 'Corrige factura 5. Donde dice: Calle 1. Debe decir: Calle 2',
  })
  expect(by_hand?.fields).toContainEqual({ label: 'Total', value: '$0' })
  expect(await order({ correction: 'text', total: 0 })).toMatchObject({ status: 400 })
  const told = { folio: 12, correction: 'text' }
  const reply = await rules.user.call('POST', `/documents/${factura}/nota/by-hand/`, told)
  expect(contract.recordNota.reply.parse(reply.body)).toMatchObject({
    state: 'queued',
    total: 0,
    nota_of: { document: factura, correction: 'text' },
  })
  expect((await look('?correction=amounts&neto=100000')).nota?.total).toBe(119_000)
})

test('its order answers the nota, on its way; both pages name the other, and it is on record', async () => {
  const ordered = await order()
  expect(ordered.status).toBe(201)
  const nota = contract.orderNota.reply.parse(ordered.body)
  expect(nota).toMatchObject({
    document_type: 61,
    state: 'queued',
    total: 119_000,
    rule: null,
    nota_of: { document: factura, folio: 5, correction: 'annul', reason: 'Anula factura N° 5' },
  })
  expect(nota.timeline.map(({ kind }) => kind)).toEqual(['planned', 'waiting', 'queued'])
  const { body } = await rules.user.call('GET', `/documents/${factura}/`)
  expect(contract.readDocument.reply.parse(body)).toMatchObject({
    state: 'issued',
    nota_of: null,
    notas: [
      { document: nota.id, state: 'queued', folio: null, correction: 'annul', total: 119_000 },
    ],
  })
  expect((await audited())[0]).toBe('notaOrdered')
})

test('a second one is refused, and says so before it is asked for', async () => {
  await order()
  expect(await order()).toEqual({
    status: 409,
    body: {
      detail: 'Esta factura ya tiene una nota de crédito que la anula, emitida o en camino.',
    },
  })
  expect(await look()).toMatchObject({ refused: 'notaUnderWay', nota: null, by_hand: null })
  const told = { folio: 3 }
  expect(await rules.user.call('POST', `/documents/${factura}/nota/by-hand/`, told)).toMatchObject({
    status: 409,
  })
})

test('another total than the one shown is refused with the one it has', async () => {
  expect(await order({ correction: 'annul', total: 118_000 })).toEqual({
    status: 409,
    body: {
      detail: 'El total de la nota de crédito es $119.000: míralo de nuevo antes de pedirla.',
    },
  })
})

test('so much of it is taken back as is left', async () => {
  expect((await look('?correction=amounts&neto=40000')).nota).toMatchObject({
    neto: 40_000,
    total: 47_600,
    correction: 'amounts',
  })
  const lower = (neto: number, total: number) =>
    order({ correction: 'amounts', neto, total, reason: 'Una hora menos' })
  expect(await lower(40_000, 47_600)).toMatchObject({ status: 201 })
  expect((await look()).left).toEqual({ neto: 60_000, iva: 11_400, total: 71_400 })
  expect((await look()).refused).toBe('notaAfterLowering')
  expect(await lower(60_001, 71_401)).toEqual({
    status: 409,
    body: {
      detail: 'La nota de crédito no puede pasar de lo que queda de la factura: $71.400 con IVA.',
    },
  })
  expect(await lower(2, 2)).toMatchObject({ status: 409 })
  expect(await order({ correction: 'amounts', neto: 5_000, total: 5_950 })).toMatchObject({
    status: 400,
    body: { reason: expect.anything() },
  })
})

test('where we can not make it, it says why and shows how by hand', async () => {
  await rules.bench.database.db
    .updateTable('facturator')
    .set({ certificate_password_state: 'rejected' })
    .execute()
  const seen = await look()
  expect(seen.by_portal).toEqual({ possible: false, reason: 'certificatePasswordRejected' })
  expect(seen.by_hand).not.toBe(null)
  expect(await order()).toMatchObject({ status: 409 })
  const unfiled = await issue({ folio: 6, isFiled: false, day: '2026-11-06' })
  expect((await look('', unfiled)).by_portal).toEqual({ possible: false, reason: 'filesNotYet' })
})

test('one made by hand is taken down with its number, and believed by nobody yet', async () => {
  const told = await rules.user.call('POST', `/documents/${factura}/nota/by-hand/`, { folio: 12 })
  expect(told.status).toBe(201)
  expect(contract.recordNota.reply.parse(told.body)).toMatchObject({
    state: 'queued',
    folio: null,
    nota_of: { document: factura },
  })
  const { body } = await rules.user.call('GET', `/documents/${factura}/`)
  expect(contract.readDocument.reply.parse(body)).toMatchObject({ state: 'issued' })
  expect((await audited())[0]).toBe('notaTold')
})

test('only an issued factura can have one, and only its owner asks', async () => {
  const failed = await issue({ state: 'failed', day: '2026-11-07' })
  expect((await look('', failed)).refused).toBe('notaOnlyOfIssued')
  expect(await order(undefined, failed)).toMatchObject({ status: 409 })
  expect(await rules.other.call('GET', `/documents/${factura}/nota/`)).toEqual(NOT_FOUND)
  expect(
    await rules.other.call('POST', `/documents/${factura}/nota/`, {
      correction: 'annul',
      total: 119_000,
    }),
  ).toEqual(NOT_FOUND)
  expect(
    await rules.other.call('POST', `/documents/${factura}/nota/by-hand/`, { folio: 12 }),
  ).toEqual(NOT_FOUND)
})

test('the month subtracts it from the moment it is asked for', async () => {
  const total = async () => {
    const { body } = await rules.user.call('GET', '/billing-scheduler/this-month/')
    return contract.readThisMonth.reply.parse(body).months[0]
  }
  expect((await total())?.totals.total).toBe(119_000)
  await order()
  const month = await total()
  expect(month?.totals).toMatchObject({ total: 0, neto: 0, iva: 0, documents: 2 })
  expect(month?.rows.find(({ document_type }) => document_type === 61)).toMatchObject({
    total: -119_000,
    state: 'queued',
  })
})
