import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  forgetAttention,
  keepMatters,
  organisationsToLookAt,
  takeOrganisation,
  tellMatters,
} from '#server/agenda/attention-mail-store.ts'
import { tellAttention } from '#server/agenda/attention-mails.ts'
import { checkAhead } from '#server/agenda/check-ahead.ts'
import { instantText, settableClock, type Clock } from '#server/clock.ts'
import { openAttentionHouse, START, type AttentionHouse } from './attention-house.ts'

let house: AttentionHouse
beforeEach(async () => {
  house = await openAttentionHouse()
})
afterEach(() => house.close())

async function subjects(tenant: { email: string } = house.ana): Promise<string[]> {
  return (await house.arrived(tenant)).map(({ subject }) => subject).toReversed()
}

test('each organisation has its own mail, in its language, and one that fails stops no other', async () => {
  await house.db
    .updateTable('app_user')
    .set({ language: 'en' })
    .where('id', '=', house.rodrigo.userId)
    .execute()
  await house.refuseClave(house.ana)
  await house.refuseClave(house.rodrigo)
  await house.look()
  await house.minutes(10)
  // The mail of the second of her two members can't be written.
  const partner = await house.app.signIn('socia@folio.example')
  const { id } = await house.db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', partner.email)
    .executeTakeFirstOrThrow()
  await house.db
    .insertInto('membership')
    .values({
      organisation_id: house.ana.organisationId,
      user_id: id,
      role: 'owner',
      created_at: START,
    })
    .execute()
  await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(
    house.db,
  )
  await sql`create trigger fail before insert on system_mail for each row
    when (new.recipient = ${sql.lit(partner.email)}) execute function fail()`.execute(house.db)
  const failed: number[] = []
  const needs = { db: house.db, clock: house.app.clock, databaseClock: () => house.app.clock.now() }
  expect(await tellAttention(needs, (organisationId) => failed.push(organisationId))).toBe(1)
  expect(failed).toEqual([house.ana.organisationId])
  await house.send()
  const [mail] = await house.arrived(house.rodrigo)
  expect(mail?.subject).toBe('Connection of SELLO-RODRIGO-persona: the SII rejected your clave')
  // What failed is as if it had never been tried.
  await sql`drop trigger fail on system_mail`.execute(house.db)
  await house.lookAndSend()
  expect(await subjects()).toEqual(['Conexión de MARCA-ANA-persona: el SII rechazó tu clave'])
  const [second, ...more] = (await subjects(partner)).toReversed()
  expect(second).toBe('Connection of MARCA-ANA-persona: the SII rejected your clave')
  expect(more.filter((subject) => subject === second)).toEqual([])
  expect(await house.arrived(house.rodrigo)).toHaveLength(1)
})

test('an account that was never activated gets nothing, and hears of it once it is', async () => {
  const activated = async (at: string | null) => {
    await house.db
      .updateTable('app_user')
      .set({ activated_at: at })
      .where('id', '=', house.ana.userId)
      .execute()
  }
  await activated(null)
  await house.refuseClave(house.ana)
  await house.look()
  await house.minutes(30)
  expect(await house.look()).toBe(0)
  await activated(START)
  expect(await house.look()).toBe(1)
})

test('those are looked at first that were looked at longest ago', async () => {
  const nowMs = house.app.clock.now()
  const first = () => organisationsToLookAt(house.db, { nowMs, limit: 1 })
  await house.refuseClave(house.ana)
  await house.refuseClave(house.rodrigo)
  await house.look()
  const seen = async (tenant: { organisationId: number }, at: string) => {
    await house.db
      .updateTable('attention_look')
      .set({ looked_at: at })
      .where('organisation_id', '=', tenant.organisationId)
      .execute()
  }
  await seen(house.ana, '2026-11-26T14:00:00Z')
  await seen(house.rodrigo, '2026-11-26T13:00:00Z')
  expect(await first()).toEqual([house.rodrigo.organisationId])
  await seen(house.ana, '2026-11-26T12:00:00Z')
  expect(await first()).toEqual([house.ana.organisationId])
  // By a clock that was wrong.
  await seen(house.rodrigo, '2026-12-26T13:00:00Z')
  expect(await first()).toEqual([house.rodrigo.organisationId])
})

test('a run ends after two minutes, and the next one goes on with the others', async () => {
  await house.refuseClave(house.ana)
  await house.refuseClave(house.rodrigo)
  const { clock } = house.app
  let asked = 0
  // Each question is a minute later: the first organisation is over the time.
  const slow: Clock = { ...clock, monotonicMs: () => (asked += 1) * 70_000 }
  await house.look(slow)
  const looked = () => house.db.selectFrom('attention_look').selectAll().execute()
  expect(await looked()).toHaveLength(1)
  const lookAgain = async () => {
    asked = 0
    await house.minutes(1)
    await house.look(slow)
  }
  await lookAgain()
  expect(await looked()).toHaveLength(2)
  await lookAgain()
  await lookAgain()
  const times = (await looked()).map(({ looked_at }) => looked_at)
  expect(times.toSorted()).toEqual(['2026-11-26T15:02:00.000Z', '2026-11-26T15:03:00.000Z'])
})

test('what is gone for a day is forgotten, what waits is kept', async () => {
  await house.refuseClave(house.ana)
  await house.look()
  await house.minutes(10)
  await house.look()
  const forget = () => forgetAttention(house.db, instantText(house.app.clock.now()))
  await house.minutes(25 * 60)
  expect(await forget()).toBe(0)
  await house.refuseClave(house.ana, false)
  await house.look()
  await house.minutes(1)
  expect(await forget()).toBe(1)
})

test('what a mail told of late is not asked for again before the rule issues, later it is', async () => {
  await house.refuseClave(house.ana)
  await house.look()
  await house.minutes(10)
  await house.look()
  const due = async (day: string) => {
    await house.db
      .updateTable('invoice_rule')
      .set({ next_emission_day: day })
      .where('id', '=', house.ana.ids.rule)
      .execute()
    await house.db.updateTable('client_activity').set({ description: 'GIRO' }).execute()
    return checkAhead(house.mailer, (_id, error) => {
      throw error
    })
  }
  await house.db
    .updateTable('rule_client')
    .set({ address_id: house.ana.ids.clientAddress, activity_id: house.ana.ids.clientActivity })
    .where('rule_id', '=', house.ana.ids.rule)
    .execute()
  await house.minutes(24 * 60)
  expect(await due('2026-11-30')).toBe(0)
  await house.app.clock.advanceTo('2026-12-29T15:00:00Z')
  expect(await due('2026-12-31')).toBe(1)
})

test('two workers that look at once write one mail', async () => {
  await house.refuseClave(house.ana)
  await house.look()
  await house.minutes(10)
  const looks = await Promise.all([house.look(), house.look(), house.look()])
  expect(looks.toSorted()).toEqual([0, 0, 1])
  await Promise.all([house.send(), house.send()])
  expect(await subjects()).toHaveLength(1)
})

test('whoever comes while another worker is at an organisation passes it by', async () => {
  await house.refuseClave(house.ana)
  await house.refuseClave(house.rodrigo)
  await house.look()
  await house.minutes(10)
  const { organisationId } = house.ana
  const nowMs = house.app.clock.now()
  await house.db.transaction().execute(async (trx) => {
    expect(await takeOrganisation(trx, { organisationId, nowMs })).toBe(true)
    await keepMatters(trx, organisationId, { keys: new Set(['another']), nowMs })
    expect(await house.look()).toBe(1)
  })
  await house.send()
  expect(await subjects(house.rodrigo)).toHaveLength(1)
  expect(await subjects(house.ana)).toEqual([])
})

test('a mail that two would write of two matters is one: the second look finds the first', async () => {
  const { organisationId } = house.ana
  const nowMs = house.app.clock.now()
  const tell = (trx: AttentionHouse['db']) => tellMatters(trx, { organisationId, nowMs })
  await keepMatters(house.db, organisationId, { keys: new Set(['a']), nowMs: nowMs - 3_600_000 })
  expect(await tell(house.db)).toBe(1)
  await keepMatters(house.db, organisationId, { keys: new Set(['a', 'b']), nowMs: nowMs - 900_000 })
  expect(await tell(house.db)).toBe(0)
})

test('by a clock that differs from the database nothing is told, and nothing kept', async () => {
  await house.refuseClave(house.ana)
  const ahead = settableClock(house.app.clock.now() + 3_000)
  await house.look(ahead)
  expect(await house.db.selectFrom('attention_item').selectAll().execute()).toEqual([])
  await house.look()
  await house.minutes(10)
  expect(await house.look(settableClock(house.app.clock.now() - 3_000))).toBe(0)
  expect(await house.look()).toBe(1)
})

test('a machine whose clock was days ahead, and is set right, writes about what comes up then', async () => {
  const jump = 3 * 24 * 60 * 60_000
  const wrong = (clock: Clock): Clock => ({ ...clock, now: () => clock.now() + jump })
  const byWrong = () =>
    tellAttention(
      {
        db: house.db,
        clock: wrong(house.app.clock),
        databaseClock: () => house.app.clock.now() + jump,
      },
      (_id, error) => {
        throw error
      },
    )
  await house.refuseClave(house.ana)
  await byWrong()
  await house.minutes(10)
  expect(await byWrong()).toBe(1)
  await house.refused('FALTA A')
  await byWrong()
  // Set right: what was told is not told again, and holds back nothing.
  expect(await house.look()).toBe(1)
  await house.minutes(60)
  expect(await house.look()).toBe(0)
  const items = await house.db.selectFrom('attention_item').select('mailed_at').execute()
  expect(items.filter(({ mailed_at }) => mailed_at === null)).toEqual([])
})
