import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { day } from '#domain/day.ts'
import { makeDigests } from '#server/agenda/digests.ts'
import { mailDigests } from '#server/agenda/mail-digests.ts'
import { releaseIssuing, stopIssuing } from '#server/documents/stops/stops.ts'
import { weekAhead } from '#server/agenda/week-ahead.ts'
import { seedBoletaRule } from '../boleta-house.ts'
import { openHouse, seedRule, type House } from '../house.ts'

let house: House

const MONDAY = day(2026, 11, 30)
const SUNDAY = day(2026, 12, 6)
const WEEK = { today: MONDAY, first: MONDAY, last: SUNDAY }

// Monday 30 November 2026, 08:00 in Chile: the week before is told.
beforeEach(async () => {
  house = await openHouse('2026-11-30T11:00:00Z')
})
afterEach(() => house.close())

const uf = (nextDay: ReturnType<typeof day>) => ({
  nextDay,
  lines: [{ name: 'Asesoría', currency: 'UF' as const, quantity: '2', price: '10' }],
})

async function publishUf(day: string, value: string): Promise<void> {
  await house.db
    .insertInto('uf_value')
    .values({ day, value, source: 'sii', fetched_at: '2026-11-30T09:00:00Z' })
    .execute()
}

async function toldTo(organisationId: number, language: 'es' | 'en') {
  const at = '2026-11-01T12:00:00Z'
  const { id } = await house.db
    .insertInto('app_user')
    .values({
      email: `${language}@folio.example`,
      password_hash: '',
      activated_at: at,
      created_at: at,
      language,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await house.db
    .insertInto('membership')
    .values({ organisation_id: organisationId, user_id: id, role: 'owner', created_at: at })
    .execute()
}

async function aheadInMails(): Promise<(string | undefined)[]> {
  await makeDigests(house)
  await mailDigests(house, (_, error) => house.failures.push(error))
  expect(house.failures).toEqual([])
  const mails = await house.db
    .selectFrom('system_mail')
    .select('data')
    .where('template', '=', 'weeklyDigest')
    .orderBy('recipient')
    .execute()
  const said = z.object({ values: z.record(z.string(), z.string()) })
  return mails.map(({ data }) => said.parse(data).values['ahead'])
}

test('what the rules will issue is counted to the last day, by the amounts of the code that issues', async () => {
  const clients = ['90909090-3', '93939393-5']
  const { organisationId } = await seedRule(house, { nextDay: SUNDAY, clients })
  expect(await weekAhead(house, organisationId, WEEK)).toEqual({
    documents: 2,
    totalClp: 238_000,
    isEstimated: false,
    withoutAmount: 0,
    keptBack: 0,
    hasIva: true,
  })
  const dayBefore = { ...WEEK, last: day(2026, 12, 5) }
  expect(await weekAhead(house, organisationId, dayBefore)).toMatchObject({ documents: 0 })
})

test('planned documents count once, with their rule or without, and what was issued no more', async () => {
  const { organisationId } = await seedRule(house, { nextDay: MONDAY })
  await house.live(house.worker('w1'), 15, 15)
  expect(await weekAhead(house, organisationId, WEEK)).toMatchObject({ documents: 1 })
  await house.live(house.worker('w1'), 180, 15)
  expect(await weekAhead(house, organisationId, WEEK)).toMatchObject({
    documents: 0,
    totalClp: 0,
  })
})

test('a UF that is not published yet makes an estimate, which the mail says; a published one none', async () => {
  const { organisationId } = await seedRule(house, uf(day(2026, 12, 3)))
  await toldTo(organisationId, 'es')
  await toldTo(organisationId, 'en')
  await publishUf('2026-11-20', '39000')
  const estimated = await weekAhead(house, organisationId, WEEK)
  expect(estimated).toMatchObject({ documents: 1, isEstimated: true, withoutAmount: 0 })
  const total = `$${new Intl.NumberFormat('es-CL').format(estimated.totalClp)}`
  expect(await aheadInMails()).toEqual([
    `1 for ${total}, IVA included; an estimate, as the UF is not published yet`,
    `1 por ${total}, IVA incluido; monto estimado, porque falta publicar la UF`,
  ])
  await publishUf('2026-11-30', '39200.15')
  expect(await weekAhead(house, organisationId, WEEK)).toMatchObject({
    isEstimated: false,
    // 20 UF × $39.200,15 = $784.003, and 19 %.
    totalClp: 932_964,
  })
})

test('what has no amount yet is told apart from the total', async () => {
  const { organisationId } = await seedRule(house, uf(day(2026, 12, 3)))
  await toldTo(organisationId, 'es')
  expect(await weekAhead(house, organisationId, WEEK)).toMatchObject({
    documents: 1,
    totalClp: 0,
    withoutAmount: 1,
  })
  expect(await aheadInMails()).toEqual(['1, aún sin monto'])
})

test('of boletas alone the total is gross, and no IVA is spoken of', async () => {
  const { organisationId } = await seedBoletaRule(house, { nextDay: day(2026, 12, 2) })
  await toldTo(organisationId, 'es')
  expect(await aheadInMails()).toEqual(['1 por $400.000 brutos'])
})

test('what a stop holds back is told beside the total, and only that of its own organisation', async () => {
  const { organisationId } = await seedRule(house, { nextDay: SUNDAY })
  await toldTo(organisationId, 'es')
  const author = { organisationId, userId: 1 }
  const { id: companyId } = await house.db
    .selectFrom('company')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow()
  await stopIssuing(house, author, companyId)
  expect(await weekAhead(house, organisationId, WEEK)).toMatchObject({ documents: 1, keptBack: 1 })
  expect(await aheadInMails()).toEqual([
    '1 por $119.000, IVA incluido; detenidas por ahora: 1; mira por qué en Folio',
  ])
  await releaseIssuing(house, author, companyId)
  expect(await weekAhead(house, organisationId, WEEK)).toMatchObject({ keptBack: 0 })
})
