import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { day } from '#domain/day.ts'
import { at } from '../test-bench.ts'
import { NOT_FOUND, RULES, startTestRules, type TestRules } from './test-rules.ts'

let house: TestRules
beforeAll(async () => {
  house = await startTestRules()
})
afterAll(() => house.close())
beforeEach(() => house.forget())

/** For a test that moves time, which goes forward only. */
async function ownHouse(): Promise<TestRules> {
  const own = await startTestRules()
  onTestFinished(() => own.close())
  return own
}

async function nextDate(id: number): Promise<unknown> {
  return at((await house.read(id)).body, 'next_emission_date')
}

async function auditKinds(): Promise<string[]> {
  const rows = await house.bench.database.db
    .selectFrom('audit_event')
    .select('kind')
    .where('kind', 'like', 'rule%')
    .orderBy('id')
    .execute()
  return rows.map(({ kind }) => kind)
}

describe('changing a rule', () => {
  it('keeps what is not named', async () => {
    const id = await house.created({ month_offset: -1, uf_rate_type: 'DAY_OF' })
    const before = (await house.read(id)).body
    const after = await house.change(id, { name: 'Otra' })
    expect(after).toEqual({ status: 200, body: { ...Object(before), name: 'Otra' } })
  })

  it('takes the whole payload again, though the rule began before today', async () => {
    const later = await ownHouse()
    const id = await later.created()
    await later.bench.clock.advanceTo('2026-11-11T15:00:00Z')
    const whole = later.written({ name: 'Entera', start_date: '2026-11-10' })
    const reply = await later.change(id, whole)
    expect(reply.body).toMatchObject({ name: 'Entera', start_date: '2026-11-10' })
    expect((await later.change(id, { start_date: '2026-11-01' })).status).toBe(400)
  })

  it('replaces clients and lines as a whole', async () => {
    const id = await house.created()
    const reply = await house.change(id, {
      clients: [house.bareClient()],
      invoice_lines: [
        house.lineOf({ quantity: 1 }),
        house.lineOf({ product_id: house.known.uf, price: 2, order: 2 }),
      ],
    })
    expect(reply.body).toMatchObject({
      clients_detail: [{ client: { id: house.known.otherClient }, client_address: null }],
      invoice_lines_detail: [{ quantity: '1' }, { currency: 'UF' }],
      readiness: [
        { code: 'recipientAddressMissing', client: { id: house.known.otherClient } },
        { code: 'recipientGiroMissing', client: { id: house.known.otherClient } },
      ],
    })
  })

  it('cannot change the document type, but may repeat it', async () => {
    const id = await house.created()
    expect(await house.change(id, { document_type: '39' })).toEqual({
      status: 400,
      body: { document_type: ['El tipo de documento no se puede cambiar.'] },
    })
    expect((await house.change(id, { document_type: 33 })).status).toBe(200)
  })

  it('refuses what would make the rule wrong as a whole, and changes nothing', async () => {
    const id = await house.created({ business_day_rule: 'LAST_DAY' })
    expect(await house.change(id, { name: 'Mala', business_day_rule: 'EXACT' })).toEqual({
      status: 400,
      body: { day_of_month: ['Elige un día del 1 al 28.'] },
    })
    expect((await house.read(id)).body).toMatchObject({
      name: 'Factura 11-2026',
      business_day_rule: 'LAST_DAY',
    })
  })

  it('keeps an imported day 31, and takes no other above 28', async () => {
    const id = await house.created()
    await house.bench.database.db.updateTable('invoice_rule').set({ day_of_month: 31 }).execute()
    const kept = await house.change(id, { name: 'Fin de mes', day_of_month: 31 })
    expect(kept.body).toMatchObject({ name: 'Fin de mes', day_of_month: 31 })
    expect(await house.change(id, { day_of_month: 30 })).toEqual({
      status: 400,
      body: { day_of_month: ['Elige un día del 1 al 28.'] },
    })
  })

  it('tells that clients changed, of an active rule, and of no other edit', async () => {
    const id = await house.created()
    const { clientsChanged } = house.bench.told
    clientsChanged.length = 0
    await house.change(id, { name: 'Otra' })
    expect(clientsChanged).toEqual([])
    await house.change(id, { clients: [house.bareClient()] })
    expect(clientsChanged).toEqual([id])
    await house.change(id, { is_paused: true })
    await house.change(id, { clients: [house.bareClient()] })
    expect(clientsChanged).toEqual([id])
  })

  it('gives what waits no other date than its person saw', async () => {
    const id = await house.created()
    house.bench.told.appliedDay = day(2026, 11, 11)
    const wish = { name: 'Otra', apply_to_waiting: true }
    expect(await house.change(id, { ...wish, date: '2026-11-10' })).toEqual({
      status: 400,
      body: { date: [expect.stringMatching(/cambió la fecha/)] },
    })
    expect((await house.read(id)).body).toMatchObject({ name: 'Factura 11-2026' })
    expect(await house.change(id, { ...wish, date: 'mañana' })).toMatchObject({ status: 400 })
    expect((await house.change(id, { ...wish, date: '2026-11-11' })).status).toBe(200)
    // Older programs name none.
    expect((await house.change(id, wish)).status).toBe(200)
    house.bench.told.appliedDay = null
  })

  it('moves the next emission when it moves the day', async () => {
    const id = await house.created()
    await house.change(id, { day_of_month: 25 })
    expect(await nextDate(id)).toBe('2026-11-25')
  })

  it('never plans a month again that has its occurrence', async () => {
    const id = await house.created({ day_of_month: 12 })
    await house.plan(id, '2026-11')
    await house.change(id, { day_of_month: 25 })
    expect(await nextDate(id)).toBe('2026-12-25')
  })

  it('leaves a day alone whose planning is late when it does not move the dates', async () => {
    const id = await house.created()
    await house.bench.database.db
      .updateTable('invoice_rule')
      .set({ next_emission_day: '2026-11-05' })
      .where('id', '=', id)
      .execute()
    await house.change(id, { name: 'Otra', day_of_month: 20 })
    expect(await nextDate(id)).toBe('2026-11-05')
  })

  it('is nobody else’s to do', async () => {
    const id = await house.created()
    for (const path of [`${RULES}${id}/`, `${RULES}999999/`, `${RULES}x/`]) {
      expect(await house.other.call('GET', path)).toEqual(NOT_FOUND)
      expect(await house.other.call('PATCH', path, { name: 'Mía' })).toEqual(NOT_FOUND)
      expect(await house.other.call('DELETE', path)).toEqual(NOT_FOUND)
    }
    expect((await house.read(id)).body).toMatchObject({
      name: 'Factura 11-2026',
    })
    expect(house.bench.told.stopped).toEqual([])
  })
})

describe('what waits of a changed rule', () => {
  it('is given the change only when that is asked for, and how much of it is told', async () => {
    const id = await house.created()
    expect((await house.change(id, { name: 'Otra' })).body).not.toHaveProperty('applied_to_waiting')
    expect(house.bench.told.applied).toEqual([])
    const reply = await house.change(id, { name: 'Una', apply_to_waiting: true })
    expect(reply.body).toMatchObject({ name: 'Una', applied_to_waiting: 1 })
    const { organisationId, userId } = house.user
    expect(house.bench.told.applied).toEqual([{ organisationId, userId, ruleId: id }])
  })

  it('stays as it is when the change is refused', async () => {
    const id = await house.created()
    const reply = await house.change(id, { invoice_lines: [], apply_to_waiting: true })
    expect(reply.status).toBe(400)
    expect(house.bench.told.applied).toEqual([])
  })
})

describe('pausing', () => {
  it('stops what waits and promises no day', async () => {
    const id = await house.created()
    const reply = await house.change(id, { is_paused: true })
    expect(reply.body).toMatchObject({ is_paused: true, next_emission_date: null, stopped: [] })
    expect((await house.change(id, { name: 'Otra' })).body).not.toHaveProperty('stopped')
    const { organisationId, userId } = house.user
    expect(house.bench.told.stopped).toEqual([
      { organisationId, userId, ruleId: id, reason: 'rulePaused' },
    ])
  })

  it('twice is pausing once', async () => {
    const id = await house.created()
    await house.change(id, { is_paused: true })
    await house.change(id, { is_paused: true })
    expect(house.bench.told.stopped).toHaveLength(1)
  })

  it('lasts while the rule is edited', async () => {
    const id = await house.created()
    await house.change(id, { is_paused: true })
    const reply = await house.change(id, { day_of_month: 27 })
    expect(reply.body).toMatchObject({ is_paused: true, next_emission_date: null })
  })

  it('ends without issuing what was missed', async () => {
    const later = await ownHouse()
    const id = await later.created({ day_of_month: 14 })
    await later.change(id, { is_paused: true })
    await later.bench.clock.advanceTo('2026-11-15T15:00:00Z')
    const reply = await later.change(id, { is_paused: false })
    expect(reply.body).toMatchObject({ is_paused: false, next_emission_date: '2026-12-14' })
  })

  it('and resuming never plans a month twice', async () => {
    const id = await house.created({ day_of_month: 28 })
    await house.plan(id, '2026-11')
    await house.change(id, { is_paused: true })
    const reply = await house.change(id, { is_paused: false })
    expect(reply.body).toMatchObject({ next_emission_date: '2026-12-28' })
  })
})

describe('deleting', () => {
  it('stops what waits and hides the rule for good', async () => {
    const id = await house.created()
    expect(await house.user.call('DELETE', `${RULES}${id}/`)).toEqual({ status: 204, body: null })
    const { organisationId, userId } = house.user
    expect(house.bench.told.stopped).toEqual([
      { organisationId, userId, ruleId: id, reason: 'ruleDeleted' },
    ])
    expect(await house.read(id)).toEqual(NOT_FOUND)
    expect(await house.user.call('DELETE', `${RULES}${id}/`)).toEqual(NOT_FOUND)
    expect((await house.user.call('GET', RULES)).body).toEqual([])
    const row = await house.bench.database.db
      .selectFrom('invoice_rule')
      .select(['next_emission_day', 'deleted_at'])
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ next_emission_day: null, deleted_at: expect.any(String) })
  })
})

it('leaves an audit event for every change of a rule', async () => {
  const before = (await auditKinds()).length
  const id = await house.created()
  await house.change(id, { name: 'Otra', is_paused: true })
  await house.change(id, { is_paused: false })
  await house.user.call('DELETE', `${RULES}${id}/`)
  expect((await auditKinds()).slice(before)).toEqual([
    'ruleCreated',
    'ruleChanged',
    'rulePaused',
    'ruleResumed',
    'ruleDeleted',
  ])
})
