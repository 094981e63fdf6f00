import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { rut } from '#domain/rut.ts'
import { instantText } from '#server/clock.ts'
import { withLease } from '#server/facturators/lease.ts'
import { passTime } from '#server/test-bench.ts'
import { presentUpload } from '#server/uploads/present.ts'
import { lockDailyLimit } from '#server/uploads/look-up/daily-limit.ts'
import { lookUpNext, startLookUps } from '#server/uploads/look-up/worker.ts'
import { forgetUpload, lookUpAgain, openUpload } from '#server/uploads/uploads.ts'
import { listenToChanges, type Hint } from '#server/http/changes.ts'
import { ana } from '#simulators/world.ts'
import { openHouse, seedRule, type House } from '../house.ts'
import { untilBlockedBy } from '../lock-wait.ts'

const [DENTIST, NOBODY, GYM] = ['93939393-5', '11111111-1', '94949494-2']

let house: House
let organisationId: number
let companyId: number
beforeEach(async () => {
  house = await openHouse('2026-11-05T15:00:00Z')
  const seeded = await seedRule(house, { nextDay: day(2026, 11, 30) })
  organisationId = seeded.organisationId
  const company = await house.db.selectFrom('company').select('id').executeTakeFirstOrThrow()
  companyId = company.id
})
afterEach(() => house.close())

function upload(...ruts: string[]): Promise<number> {
  return uploadRows(
    'Tipo;RUT;Detalle;Precio',
    ruts.map((of) => `Factura;${of};Servicio;100.000`),
  )
}

async function uploadRows(headings: string, rows: readonly string[]): Promise<number> {
  const bytes = Buffer.from([headings, ...rows].join('\n'))
  const { id } = await house.db
    .insertInto('upload')
    .values({
      organisation_id: organisationId,
      company_id: companyId,
      file_name: 'facturas.csv',
      bytes,
      sha256: createHash('sha256').update(bytes).digest(),
      uploaded_by: 7,
      uploaded_at: instantText(house.clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await show(id)
  return id
}

/** As a page reads it; who reads it has its clients asked for. */
async function show(id: number) {
  const { content } = presentUpload(await openUpload(house, { organisationId, id }), 'es')
  if (content.kind !== 'judged') throw new Error(content.kind)
  return content
}

async function clients(id: number) {
  return (await show(id)).documents.map(({ client, waits, is_valid }) => [client, waits, is_valid])
}

const failures: unknown[] = []
const worker = () => ({
  ...house.worker('look-ups'),
  onLookUpFailure: (_about: object, error: unknown) => void failures.push(error),
})

/** All whose turn it is. Answers how many. */
async function lookUpDue(): Promise<number> {
  for (let count = 0; count < 50; count += 1) if (!(await lookUpNext(worker()))) return count
  throw new Error('No end of look-ups')
}

const asked = (of: string) =>
  house.simulator.admin
    .requests()
    .filter((request) => JSON.stringify(request).includes(of.slice(0, 8)))

const WAITING = { kind: 'look_up', look_up: 'waiting' }
const failed = (message: string) => ({ kind: 'look_up', look_up: 'failed', message })
const UNKNOWN = null
const NO_ANSWER = failed('El SII no respondió. Vuelve a buscar.')

test('unknown clients wait until the SII said who they are, each is asked for once', async () => {
  const id = await upload(DENTIST, DENTIST, NOBODY, '90909090-3')
  const before = await show(id)
  expect(before.look_ups).toEqual({ done: 0, total: 2 })
  expect(before.documents.map(({ client, waits }) => [client?.kind, waits])).toEqual([
    ['look_up', 'look_up'],
    ['look_up', 'look_up'],
    ['look_up', 'look_up'],
    ['known', null],
  ])
  expect(await lookUpDue()).toBe(2)
  const found = {
    kind: 'look_up',
    look_up: 'found',
    id: expect.any(Number),
    name: 'CLÍNICA DENTAL SONRISAS LIMITADA',
  }
  expect(await clients(id)).toMatchObject([
    [found, null, true],
    [found, null, true],
    [UNKNOWN, null, false],
    [{ kind: 'known' }, null, true],
  ])
  const { look_ups, faults } = await show(id)
  expect(look_ups).toEqual({ done: 2, total: 2 })
  expect(faults.map(({ row, role, code }) => [row, role, code])).toEqual([
    [4, 'name', 'missing'],
    [4, 'giro', 'missing'],
    [4, 'street', 'missing'],
    [4, 'commune', 'missing'],
    [4, 'city', 'missing'],
  ])
  const requests = house.simulator.admin.requests().length
  await house.clock.advance(3_600_000)
  expect(await lookUpDue()).toBe(0)
  expect(house.simulator.admin.requests()).toHaveLength(requests)
  expect(failures).toEqual([])
})

test('a document whose client was found is shown with the SII’s address, not with that of its row', async () => {
  const row = `Factura;${DENTIST};Servicio;100.000;Calle Escrita 7;Temuco`
  const id = await uploadRows('Tipo;RUT;Detalle;Precio;Dirección;Comuna', [row])
  const [before] = (await show(id)).documents
  expect(before).toMatchObject({ recipient: { street: 'Calle Escrita 7' }, waits: 'look_up' })
  await lookUpDue()
  const [after] = (await show(id)).documents
  const [found] = await house.db
    .selectFrom('client_address')
    .innerJoin('client', 'client.id', 'client_address.client_id')
    .select(['street_and_number as street', 'commune', 'client_address.city'])
    .where('client.rut', '=', DENTIST)
    .execute()
  expect(found?.street).not.toBe('Calle Escrita 7')
  expect(after).toMatchObject({ recipient: found, is_valid: true })
  expect(after?.content).not.toBe(before?.content)
})

test('a client that was found is on record by the user who uploaded', async () => {
  await upload(DENTIST)
  await lookUpDue()
  const { rows } =
    await sql`select user_id, kind from audit_event where kind = 'clientLookedUp'`.execute(house.db)
  expect(rows).toEqual([{ user_id: 7, kind: 'clientLookedUp' }])
})

test('a client of two uploads is asked for once', async () => {
  const [first, second] = [await upload(DENTIST), await upload(DENTIST)]
  await lookUpNext(worker())
  const requests = house.simulator.admin.requests().length
  expect(await lookUpDue()).toBe(1)
  expect(house.simulator.admin.requests()).toHaveLength(requests)
  for (const id of [first, second]) {
    expect(await clients(id)).toMatchObject([[{ look_up: 'found' }, null, true]])
  }
})

test('the uploads that wait have their turns one after the other', async () => {
  const long = await upload(DENTIST, '92929292-8', GYM)
  await house.clock.advance(1_000)
  const short = await upload('95959595-K')
  await lookUpNext(worker())
  await house.clock.advance(1_000)
  await lookUpNext(worker())
  expect((await show(short)).look_ups).toEqual({ done: 1, total: 1 })
  expect((await show(long)).look_ups).toEqual({ done: 1, total: 3 })
})

test('while the SII is away it is tried three times, then said, and asked again by a person', async () => {
  // Once the person is signed in: a log-in has pauses of its own.
  await upload(GYM)
  await lookUpDue()
  house.simulator.admin.scenarios.set({ name: 'maintenance' })
  const id = await upload(DENTIST)
  expect(await lookUpDue()).toBe(1)
  expect(await clients(id)).toEqual([[WAITING, 'look_up', false]])
  await house.clock.advance(15_000)
  expect(await lookUpDue()).toBe(1)
  await house.clock.advance(59_000)
  expect(await lookUpDue()).toBe(0)
  await house.clock.advance(1_000)
  expect(await lookUpDue()).toBe(1)
  expect(await clients(id)).toEqual([[NO_ANSWER, 'look_up', false]])
  expect((await show(id)).look_ups).toEqual({ done: 1, total: 1 })
  await house.clock.advance(3_600_000)
  expect(await lookUpDue()).toBe(0)
  house.simulator.admin.scenarios.clear()
  const by = { organisationId, userId: 7 }
  await lookUpAgain(house, by, id, [GYM])
  expect(await clients(id)).toEqual([[NO_ANSWER, 'look_up', false]])
  await lookUpAgain(house, by, id, [DENTIST])
  expect(await clients(id)).toEqual([[WAITING, 'look_up', false]])
  await house.clock.advance(3_600_000)
  await lookUpDue()
  expect(await clients(id)).toMatchObject([[{ look_up: 'found' }, null, true]])
})

test('a look-up gives way to whoever is at the portal, and is no failed try', async () => {
  const id = await upload(DENTIST)
  const person = rut(ana.rut)
  await withLease(house, { person, worker: 'other' }, () =>
    passTime(house.clock, lookUpNext(worker())),
  )
  const row = await house.db.selectFrom('upload_look_up').select(['state', 'tries']).execute()
  expect(row).toEqual([{ state: 'waiting', tries: 0 }])
  await house.clock.advance(5_000)
  await lookUpDue()
  expect(await clients(id)).toMatchObject([[{ look_up: 'found' }, null, true]])
})

test('a clave that the SII refused is said, and not tried again', async () => {
  await house.db.updateTable('facturator').set({ clave_state: 'rejected' }).execute()
  const id = await upload(DENTIST)
  await lookUpDue()
  expect(await clients(id)).toEqual([
    [
      failed('No pudimos entrar al SII con tu clave. Corrígela en Conexiones y vuelve a buscar.'),
      'look_up',
      false,
    ],
  ])
})

test('a file that is gone, and an organisation that suspended its data, are not looked up', async () => {
  await upload(DENTIST)
  await house.db
    .updateTable('organisation')
    .set({ blocked_at: instantText(house.clock.now()) })
    .execute()
  expect(await lookUpDue()).toBe(0)
  await house.db.updateTable('organisation').set({ blocked_at: null }).execute()
  await house.db
    .updateTable('upload')
    .set({ bytes: null, forgotten_at: instantText(house.clock.now()) })
    .execute()
  expect(await lookUpDue()).toBe(0)
  expect(asked(DENTIST)).toEqual([])
})

test('a worker that ends under a look-up leaves it for another', async () => {
  await upload(DENTIST)
  const killed = {
    ...worker(),
    sii: { ...worker().sii, login: () => Promise.reject(new Error('killed')) },
  }
  await lookUpNext(killed)
  expect(failures.splice(0)).toHaveLength(1)
  await house.clock.advance(15_000)
  expect(await lookUpDue()).toBe(1)
})

test('two workers take different clients', async () => {
  const id = await upload(DENTIST, GYM)
  await house.db.transaction().execute(async (trx) => {
    // As a worker that is taking the client whose turn is first.
    await sql`select from upload_look_up order by next_try_at, rut limit 1 for update`.execute(trx)
    expect(await lookUpNext(worker())).toBe(true)
  })
  expect((await show(id)).look_ups).toEqual({ done: 1, total: 2 })
  await lookUpDue()
  expect((await show(id)).look_ups).toEqual({ done: 2, total: 2 })
})

test('a client that was found and deleted is asked for again', async () => {
  const id = await upload(DENTIST)
  await lookUpDue()
  await house.db.deleteFrom('client').where('rut', '=', DENTIST).execute()
  await show(id)
  expect(await clients(id)).toEqual([[WAITING, 'look_up', false]])
  expect(await lookUpDue()).toBe(1)
})

const LIMIT = failed(
  'Hoy ya se buscaron 2.000 clientes. Vuelve a buscar mañana, o escribe sus datos en la fila.',
)

/** The organisation has one look-up left of its day. */
async function leaveOne(): Promise<void> {
  await house.db
    .insertInto('look_up_day')
    .values({ organisation_id: organisationId, day: '2026-11-05', requested: 1_999 })
    .execute()
}

const requestedToday = async () =>
  (await house.db.selectFrom('look_up_day').select('requested').executeTakeFirstOrThrow()).requested

test('more clients a day than are looked up are refused with their reason', async () => {
  await leaveOne()
  const id = await upload(DENTIST, GYM)
  expect(await clients(id)).toEqual([
    [WAITING, 'look_up', false],
    [LIMIT, 'look_up', false],
  ])
})

test('deleting an upload gives no look-up of the day back', async () => {
  await leaveOne()
  const by = { organisationId, userId: 7 }
  await forgetUpload(house, by, await upload(DENTIST))
  expect(await house.db.selectFrom('upload_look_up').selectAll().execute()).toEqual([])
  expect(await clients(await upload(GYM))).toEqual([[LIMIT, 'look_up', false]])
})

test('a client over the limit of the day is not looked up again before the next day', async () => {
  await leaveOne()
  const by = { organisationId, userId: 7 }
  const id = await upload(DENTIST, GYM)
  await lookUpAgain(house, by, id, null)
  expect((await clients(id)).at(1)).toEqual([LIMIT, 'look_up', false])
  // Midnight in Chile, where the day began at 03:00 UTC.
  await house.clock.advance(12 * 3_600_000 - 1)
  await lookUpAgain(house, by, id, [GYM])
  expect((await clients(id)).at(1)).toEqual([LIMIT, 'look_up', false])
  await house.clock.advance(1)
  await lookUpAgain(house, by, id, [GYM])
  expect((await clients(id)).at(1)).toEqual([WAITING, 'look_up', false])
  expect(await requestedToday()).toBe(1)
})

test('an upload that is shown again takes no second look-up of the day', async () => {
  const id = await upload(DENTIST, DENTIST, GYM)
  await show(id)
  await show(id)
  expect(await requestedToday()).toBe(2)
})

test('an upload waits for another that takes the last look-up of the day', async () => {
  await leaveOne()
  const second = await house.db.transaction().execute(async (trx) => {
    const limit = await lockDailyLimit(trx, house.clock, organisationId)
    const waiting = upload(GYM)
    await untilBlockedBy(house.db, trx)
    expect(await limit.take(1)).toBe(1)
    return { waiting }
  })
  expect(await clients(await second.waiting)).toEqual([[LIMIT, 'look_up', false]])
})

test('open pages are told when something came of a look-up', async () => {
  const { url } = house.database
  const changes = listenToChanges({ url, clock: house.clock })
  const hints: Hint[] = []
  changes.watch(organisationId, (hint) => hints.push(hint))
  // It is said once the connection listens: what is announced before is not heard.
  await expect.poll(() => hints).toContainEqual({ kind: 'resync' })
  const id = await upload(DENTIST)
  await lookUpDue()
  await expect.poll(() => hints).toContainEqual({ kind: 'upload', upload: id })
  await changes.stop()
})

test('the worker’s loop looks up what is due, and ends when it is stopped', async () => {
  const id = await upload(DENTIST)
  const running = startLookUps(worker())
  while ((await show(id)).look_ups.done === 0) await house.clock.advance(1_000)
  await running.stop()
  expect(await clients(id)).toMatchObject([[{ look_up: 'found' }, null, true]])
})
