import { sql, type Updateable } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { rut } from '#domain/rut.ts'
import { instantText } from '#server/clock.ts'
import { resumeDocumentsOfPerson } from '#server/documents/actions/actions.ts'
import type { Schema } from '#server/db/schema.ts'
import { certificatePassword } from '#server/facturators/certificate/password.ts'
import { holds, LEASE_MS } from '#server/facturators/lease.ts'
import { rejectEverywhere } from '#server/facturators/refused-clave.ts'
import { ana } from '#simulators/world.ts'
import { seedBoletaRule } from '../boleta-house.ts'
import { seedCrowd } from '../crowd.ts'
import { documentsOf, openHouse, seedRule, type House } from '../house.ts'

let house: House

const TODAY = day(2026, 11, 30)
const PERSON = rut(ana.rut)
const REFUSED = { person: PERSON, clave: 'la-rechazada' }

beforeEach(async () => {
  house = await openHouse('2026-11-30T13:00:00Z')
})
afterEach(() => house.close())

async function seedClave(clave: string): Promise<number> {
  return (await seedRule(house, { nextDay: TODAY, clave })).organisationId
}

/** Two organisations that keep the refused clave of Ana, one that keeps another, and one of Antonia. */
async function fourKeepers() {
  const same = await seedClave(REFUSED.clave)
  const sameToo = await seedClave(REFUSED.clave)
  const other = await seedClave('otra-clave')
  const { organisationId: ofAntonia } = await seedBoletaRule(house, { nextDay: TODAY })
  return { same, sameToo, other, ofAntonia }
}

async function rejected(): Promise<number[]> {
  const rows = await house.db
    .selectFrom('facturator')
    .select('organisation_id')
    .where('clave_state', '=', 'rejected')
    .orderBy('organisation_id')
    .execute()
  return rows.map(({ organisation_id: id }) => id)
}

/** The organisations whose clave was opened. */
async function opened(): Promise<number[]> {
  const { rows } = await sql<{ organisation_id: string }>`select organisation_id from audit_event
    where kind = 'secretOpened' order by organisation_id`.execute(house.db)
  return rows.map(({ organisation_id: id }) => Number(id))
}

test('a refused clave is tried by no organisation that keeps it', async () => {
  const { same, sameToo, other } = await fourKeepers()
  await rejectEverywhere(house, REFUSED, 'invalidCredentials')
  expect(await rejected()).toEqual([same, sameToo])
  expect(await opened()).toEqual([same, sameToo, other])
})

test('a blocked account is tried by no organisation that connects it', async () => {
  const { same, sameToo, other } = await fourKeepers()
  await rejectEverywhere(house, REFUSED, 'accountBlocked')
  expect(await rejected()).toEqual([same, sameToo, other])
  expect(await opened()).toEqual([])
})

test('a clave that was refused before is not opened again', async () => {
  const { same, sameToo, other } = await fourKeepers()
  await house.db
    .updateTable('facturator')
    .set({ clave_state: 'rejected' })
    .where('organisation_id', '=', same)
    .execute()
  await rejectEverywhere(house, REFUSED, 'invalidCredentials')
  expect(await opened()).toEqual([sameToo, other])
})

test('a rejected certificate password is not opened', async () => {
  const organisationId = await seedClave(ana.clave)
  const { id: facturatorId } = await house.db
    .updateTable('facturator')
    .set({ certificate_password_state: 'rejected' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const user = { organisationId, facturatorId, person: PERSON }
  const password = await certificatePassword(house, user)
  expect(password).toEqual({ kind: 'certificatePasswordRejected' })
  expect(await opened()).toEqual([])
})

test('a lease is held until it runs out, and no longer', async () => {
  const now = house.clock.now()
  await house.db
    .insertInto('portal_person')
    .values({
      person_rut: PERSON,
      epoch: 5,
      lease_worker: 'w1',
      lease_until: instantText(now + LEASE_MS),
      served_at: instantText(now),
    })
    .execute()
  const isHeld = () => holds(house.db, house.clock, { person: PERSON, epoch: 5 })
  expect(await isHeld()).toBe(true)
  await house.clock.advance(LEASE_MS)
  expect(await isHeld()).toBe(false)
})

test('a clave that works resumes what waited for it, of its own person alone', async () => {
  const dueSince = '2026-11-30T12:00:00Z'
  await seedCrowd(house.db, { organisationId: 1, documents: [4, 1], dueSince, state: 'queued' })
  const alarm = { state: 'issued', reason: 'twinFound' } as const
  const changes: Updateable<Schema['document']>[] = [
    { reason: 'claveRejected' },
    { ...alarm, folio: 1, files_state: 'wanted' },
    { ...alarm, folio: 2, files_state: 'stored' },
    { reason: 'looksRepeated' },
    { reason: 'claveRejected' },
  ]
  const documents = await documentsOf(house)
  const [first] = documents
  const persons = documents.map(({ person_rut }) => person_rut === first?.person_rut)
  expect(persons).toEqual([true, true, true, true, false])
  for (const [index, { id }] of documents.entries()) {
    const change = { ...changes[index], next_try_at: null }
    await house.db.updateTable('document').set(change).where('id', '=', id).execute()
  }
  const person = { organisationId: 1, personRut: first?.person_rut ?? '' }
  await house.db.transaction().execute((trx) => resumeDocumentsOfPerson(trx, house.clock, person))
  const isDue = (await documentsOf(house)).map(({ next_try_at }) => next_try_at !== null)
  expect(isDue).toEqual([true, true, false, false, false])
})
