import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { documentActions, skipDocumentsOfRule } from '#server/documents/actions/actions.ts'
import { instantText } from '#server/clock.ts'
import { documentsOf, issuedAtSii, openHouse, seedRule, type House } from '../house.ts'
import { checkInvariants } from '../invariants.ts'

let house: House

// 30 November 2026, 06:00 in Chile.
beforeEach(async () => {
  house = await openHouse('2026-11-30T09:00:00Z')
})
afterEach(async () => {
  await checkInvariants(house)
  await house.close()
})

const states = async () => (await documentsOf(house)).map(({ state }) => state)

test('planned by two processes and twice over, each client gets one document a month', async () => {
  await seedRule(house, {
    nextDay: day(2026, 11, 30),
    clients: ['90909090-3', '94949494-2', '95959595-K'],
  })
  await Promise.all([house.settle(house.worker('w1')), house.settle(house.worker('w2'))])
  await house.db.updateTable('invoice_rule').set({ next_emission_day: '2026-11-30' }).execute()
  await house.settle(house.worker('w1'))
  expect(await states()).toEqual(['planned', 'planned', 'planned'])
  const rule = await house.db.selectFrom('invoice_rule').selectAll().executeTakeFirstOrThrow()
  expect(rule.next_emission_day).toBe('2026-12-30')
})

test('nothing leaves before nine, and each document waits its half hour', async () => {
  await seedRule(house, { nextDay: day(2026, 11, 30) })
  const worker = house.worker('w1')
  await house.live(worker, 175, 5)
  expect(await states()).toEqual(['planned'])
  await house.live(worker, 65, 5)
  expect(await states()).toEqual(['waiting'])
  await house.live(worker, 30, 5)
  expect(await states()).toEqual(['issued'])
})

test('in the undo window the user stops it; nothing reaches the SII', async () => {
  await seedRule(house, { nextDay: day(2026, 11, 30) })
  const worker = house.worker('w1')
  await house.live(worker, 245, 5)
  const [document] = await documentsOf(house)
  if (document === undefined) throw new Error('no document')
  const at = { organisationId: document.organisation_id, id: document.id }
  const actions = documentActions(house)
  expect(await actions.skip(at, { worker: 'user:1', epoch: null })).toBe(true)
  await house.live(worker, 600, 30)
  expect(await states()).toEqual(['skipped'])
  expect(await actions.issueNow(at, { worker: 'user:1', epoch: null })).toBe(false)
  expect(issuedAtSii(house)).toEqual([])
})

test('a line in UF takes the value of the last day of the month before, and waits while it is unknown', async () => {
  await seedRule(house, {
    nextDay: day(2026, 11, 30),
    lines: [{ name: 'Asesoría de {{Mes}}', currency: 'UF', quantity: '1', price: '12.5' }],
  })
  const worker = house.worker('w1')
  await house.live(worker, 300, 30)
  expect((await documentsOf(house))[0]).toMatchObject({ state: 'planned', reason: 'ufMissing' })
  await house.db
    .insertInto('uf_value')
    .values([
      { day: '2026-10-31', value: '39200.15', source: 'test', fetched_at: instantText(0) },
      { day: '2026-11-30', value: '39999.99', source: 'test', fetched_at: instantText(0) },
    ])
    .execute()
  await house.live(worker, 120, 10)
  const [document] = await documentsOf(house)
  expect(document).toMatchObject({ state: 'issued', total_clp: 583_102 })
  expect(issuedAtSii(house)[0]).toMatchObject({ totalClp: 583_102 })
})

test('a client without a city is asked for, and issued once it is there', async () => {
  await seedRule(house, { nextDay: day(2026, 11, 30), city: '' })
  const worker = house.worker('w1')
  await house.live(worker, 300, 30)
  expect((await documentsOf(house))[0]).toMatchObject({
    state: 'needs_data',
    reason: 'recipientCityMissing',
  })
  await house.db.updateTable('client_address').set({ city: 'CHILLÁN' }).execute()
  await house.live(worker, 60, 10)
  expect(await states()).toEqual(['issued'])
})

test('a day that went by is never issued by itself, and keeps its service month when the user says so', async () => {
  await seedRule(house, { nextDay: day(2026, 10, 31), dayOfMonth: 31 })
  const worker = house.worker('w1')
  await house.live(worker, 600, 60)
  const documents = await documentsOf(house)
  expect(documents.map(({ state, reason }) => [state, reason])).toEqual([
    ['planned', 'missed'],
    ['issued', null],
  ])
  const [missed] = documents
  if (missed === undefined) throw new Error('no document')
  const at = { organisationId: missed.organisation_id, id: missed.id }
  const done = await documentActions(house).issueNow(at, { worker: 'user:1', epoch: null })
  expect(done).toBe(true)
  await house.live(worker, 60, 10)
  const [issued] = await documentsOf(house)
  expect(issued).toMatchObject({
    state: 'issued',
    issue_day: '2026-11-30',
    service_month: '2026-10',
  })
})

test('months that nobody planned come back one by one, each waiting for a word', async () => {
  await seedRule(house, { nextDay: day(2026, 8, 30), dayOfMonth: 30 })
  await house.settle(house.worker('w1'))
  const documents = await documentsOf(house)
  expect(documents.map(({ emission_day, reason }) => [emission_day, reason])).toEqual([
    ['2026-08-30', 'missed'],
    ['2026-09-30', 'missed'],
    ['2026-10-30', 'missed'],
    ['2026-11-30', null],
  ])
})

test('a rule paused or deleted while its document waits issues nothing', async () => {
  const { organisationId, ruleId } = await seedRule(house, { nextDay: day(2026, 11, 30) })
  const worker = house.worker('w1')
  await house.live(worker, 245, 5)
  await house.db
    .transaction()
    .execute((trx) =>
      skipDocumentsOfRule(
        trx,
        house.clock,
        { worker: 'user:1', epoch: null },
        { organisationId, ruleId, reason: 'rulePaused' },
      ),
    )
  await house.live(worker, 300, 30)
  expect((await documentsOf(house))[0]).toMatchObject({ state: 'skipped', reason: 'rulePaused' })
  expect(issuedAtSii(house)).toEqual([])
})

test('one broken rule does not stop the others', async () => {
  const broken = await seedRule(house, { nextDay: day(2026, 11, 30), clients: ['90909090-3'] })
  const other = await seedRule(house, { nextDay: day(2026, 11, 30), clients: ['94949494-2'] })
  await sql`create function break_rule() returns trigger language plpgsql as
    'begin if new.rule_id = ${sql.lit(broken.ruleId)} then raise ''broken''; end if; return new; end'`.execute(
    house.db,
  )
  await sql`create trigger breaks before insert on occurrence for each row execute function break_rule()`.execute(
    house.db,
  )
  await house.settle(house.worker('w1'))
  const documents = await documentsOf(house)
  expect(documents.map(({ organisation_id }) => organisation_id)).toEqual([other.organisationId])
  expect(house.failures).toHaveLength(1)
  house.failures.length = 0
})

test('held until its date has gone by, it asks before it is issued with another', async () => {
  await seedRule(house, { nextDay: day(2026, 11, 30) })
  house.simulator.admin.scenarios.set({ name: 'wrong-clave', times: 1 })
  const worker = house.worker('w1')
  await house.live(worker, 300, 10)
  expect((await documentsOf(house))[0]).toMatchObject({ state: 'queued', reason: 'claveRejected' })
  await house.live(worker, 24 * 60, 60)
  const [late] = await documentsOf(house)
  expect(late).toMatchObject({ state: 'planned', reason: 'missed', issue_day: null })
  await house.db.updateTable('facturator').set({ clave_state: 'valid' }).execute()
  await house.live(worker, 120, 30)
  expect(issuedAtSii(house)).toEqual([])
  if (late === undefined) throw new Error('no document')
  const at = { organisationId: late.organisation_id, id: late.id }
  await documentActions(house).issueNow(at, { worker: 'user:1', epoch: null })
  await house.live(worker, 90, 10)
  expect((await documentsOf(house))[0]).toMatchObject({ state: 'issued', issue_day: '2026-12-01' })
  expect(issuedAtSii(house)).toHaveLength(1)
})

test('a line says only what a tax document can print; one without a printable character is asked for', async () => {
  await seedRule(house, {
    nextDay: day(2026, 11, 30),
    lines: [
      { name: 'Café 🙂 “especial” – mayo', currency: 'CLP', quantity: '1', price: '1000' },
      { name: 'Servicio', currency: 'CLP', quantity: '1', price: '1000' },
    ],
  })
  const worker = house.worker('w1')
  await house.db
    .updateTable('product')
    .set({ name: '🙂🙂' })
    .where('name', '=', 'Servicio')
    .execute()
  await house.live(worker, 300, 10)
  expect((await documentsOf(house))[0]).toMatchObject({
    state: 'needs_data',
    reason: 'textUnprintable',
  })
  await house.db
    .updateTable('product')
    .set({ name: 'Servicio' })
    .where('name', '=', '🙂🙂')
    .execute()
  await house.live(worker, 90, 10)
  const [document] = await documentsOf(house)
  expect(document).toMatchObject({ state: 'issued', files_state: 'stored' })
  expect(JSON.stringify(document?.content)).toContain('Café \\"especial\\" - mayo')
})

const course = async (set: {
  catch_up?: 'notify' | 'issue_today' | 'skip'
  end_day?: string
  most_emissions?: number
}) => {
  await seedRule(house, { nextDay: day(2026, 8, 30), dayOfMonth: 30 })
  await house.db.updateTable('invoice_rule').set(set).execute()
  await house.settle(house.worker('w1'))
  const documents = await documentsOf(house)
  const rule = await house.db.selectFrom('invoice_rule').selectAll().executeTakeFirstOrThrow()
  return {
    documents: documents.map((one) => [one.emission_day, one.state, one.reason, one.issue_day]),
    next: rule.next_emission_day,
  }
}

test('a rule that skips what it missed leaves it on record and issues only on its day', async () => {
  expect(await course({ catch_up: 'skip' })).toEqual({
    documents: [
      ['2026-08-30', 'skipped', 'missed', null],
      ['2026-09-30', 'skipped', 'missed', null],
      ['2026-10-30', 'skipped', 'missed', null],
      ['2026-11-30', 'planned', null, '2026-11-30'],
    ],
    next: '2026-12-30',
  })
})

test('a rule that catches up issues the newest missed day alone, and never beside its own day', async () => {
  await house.clock.advance(24 * 3_600_000)
  expect(await course({ catch_up: 'issue_today' })).toEqual({
    documents: [
      ['2026-08-30', 'planned', 'missed', null],
      ['2026-09-30', 'planned', 'missed', null],
      ['2026-10-30', 'planned', 'missed', null],
      ['2026-11-30', 'planned', null, '2026-12-01'],
    ],
    next: '2026-12-30',
  })
})

test('a rule ends with its last day, or with its last emission, and then waits for nothing', async () => {
  expect(await course({ end_day: '2026-10-15' })).toMatchObject({
    documents: [['2026-08-30'], ['2026-09-30']].map(([day]) => [day, 'planned', 'missed', null]),
    next: null,
  })
})

test('twelve times are twelve, however late', async () => {
  const { documents, next } = await course({ most_emissions: 3 })
  expect(documents.map(([day]) => day)).toEqual(['2026-08-30', '2026-09-30', '2026-10-30'])
  expect(next).toBeNull()
})

test('a month left out is left out; a month moved is issued on its new day and moves no other', async () => {
  const { organisationId, ruleId } = await seedRule(house, {
    nextDay: day(2026, 9, 30),
    dayOfMonth: 30,
  })
  await house.db
    .insertInto('rule_month')
    .values(
      [
        { period: '2026-10', is_skipped: true, emission_day: null },
        { period: '2026-12', is_skipped: false, emission_day: '2026-12-02' },
      ].map((change) => ({ organisation_id: organisationId, rule_id: ruleId, ...change })),
    )
    .execute()
  await house.settle(house.worker('w1'))
  const rule = () => house.db.selectFrom('invoice_rule').selectAll().executeTakeFirstOrThrow()
  expect((await documentsOf(house)).map(({ emission_day }) => emission_day)).toEqual([
    '2026-09-30',
    '2026-11-30',
  ])
  expect((await rule()).next_emission_day).toBe('2026-12-02')
  await house.clock.advance(2 * 24 * 3_600_000)
  await house.settle(house.worker('w1'))
  expect((await documentsOf(house)).at(-1)).toMatchObject({ emission_day: '2026-12-02' })
  expect((await rule()).next_emission_day).toBe('2027-01-30')
})

test('ten processes at once plan each document once', async () => {
  for (let count = 0; count < 12; count += 1) {
    await seedRule(house, {
      nextDay: day(2026, 11, 30),
      clients: ['90909090-3', '94949494-2', '95959595-K'],
    })
  }
  await Promise.all(
    Array.from({ length: 10 }, (_, index) => house.settle(house.worker(`w${index}`))),
  )
  expect(await states()).toEqual(Array.from({ length: 36 }, () => 'planned'))
})
