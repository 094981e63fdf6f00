import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beyondOrganisations, inOneTransaction, withinOrganisation } from './reach.ts'
import type { Schema } from './schema.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

const AT = '2026-11-05T15:00:00Z'

let database: TestDatabase
let db: Kysely<Schema>
let ours: number
let theirs: number
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  ours = await furnish('ours')
  theirs = await furnish('theirs')
})
afterAll(() => database.drop())

async function furnish(name: string): Promise<number> {
  const { id } = await db
    .insertInto('organisation')
    .values({ name, created_at: AT })
    .returning('id')
    .executeTakeFirstOrThrow()
  await facturator(db, id, name)
  return id
}

function facturator(trx: Kysely<Schema>, organisationId: number, label: string) {
  return trx
    .insertInto('facturator')
    .values({ organisation_id: organisationId, person_rut: label, label, created_at: AT })
    .execute()
}

async function labels(): Promise<string[]> {
  const rows = await db.selectFrom('facturator').select('label').orderBy('id').execute()
  return rows.map(({ label }) => label)
}

test('a query without any filter sees the rows of its reach, and of no other', async () => {
  expect(await withinOrganisation(ours, labels)).toEqual(['ours'])
  expect(await withinOrganisation(theirs, labels)).toEqual(['theirs'])
  expect(await withinOrganisation(null, labels)).toEqual([])
  expect(await labels()).toEqual(['ours', 'theirs'])
  expect(await withinOrganisation(ours, () => beyondOrganisations(labels))).toHaveLength(2)
})

test('many reaches at once on few connections never see each other', async () => {
  const asked = Array.from({ length: 200 }, (_, turn) => [ours, null, theirs][turn % 3] ?? null)
  const seen = await Promise.all(asked.map((reach) => withinOrganisation(reach, labels)))
  const expected = asked.map((reach) =>
    reach === null ? [] : reach === ours ? ['ours'] : ['theirs'],
  )
  expect(seen).toEqual(expected)
})

test("a row can't be written into another organisation, changed or deleted there", async () => {
  await withinOrganisation(ours, async () => {
    await expect(facturator(db, theirs, 'smuggled')).rejects.toThrow('row-level security')
    const changed = await db.updateTable('facturator').set({ label: 'x' }).executeTakeFirst()
    expect(changed.numUpdatedRows).toBe(1n)
    const moving = db.updateTable('facturator').set({ organisation_id: theirs }).execute()
    await expect(moving).rejects.toThrow('row-level security')
    const gone = await db.deleteFrom('facturator').where('label', '=', 'theirs').executeTakeFirst()
    expect(gone.numDeletedRows).toBe(0n)
    await db.updateTable('facturator').set({ label: 'ours' }).execute()
  })
})

test.each([
  ['read a sealed secret', 'select sealed from secret'],
  ['read the mails to be sent', 'select * from system_mail'],
  ['change the record of what was done', `update audit_event set kind = 'x'`],
  ['delete from it', 'delete from audit_event'],
  ["change a document's trail", `update document_event set kind = 'x'`],
  ['reach a person at the SII', 'select * from portal_person'],
  ['read which claves were refused', 'select * from refused_clave'],
])('within a reach nobody may %s', async (_what, statement) => {
  const asked = withinOrganisation(ours, () => sql.raw(statement).execute(db))
  await expect(asked).rejects.toThrow(/permission denied/)
})

test('users, links and sessions of others are out of reach once a session is known', async () => {
  await db
    .insertInto('app_user')
    .values({ email: 'a@b.cl', password_hash: '', created_at: AT })
    .execute()
  const users = () => db.selectFrom('app_user').select('email').execute()
  expect(await withinOrganisation(null, users)).toHaveLength(1)
  expect(await withinOrganisation(ours, users)).toEqual([])
})

test('what is bound together stays or goes together, inner transactions too', async () => {
  const together = withinOrganisation(ours, () =>
    inOneTransaction(db, async () => {
      await db.transaction().execute((trx) => facturator(trx, ours, 'first'))
      throw new Error('too late')
    }),
  )
  await expect(together).rejects.toThrow('too late')
  expect(await withinOrganisation(ours, labels)).toEqual(['ours'])
})

test('an inner transaction that fails takes only itself back', async () => {
  await withinOrganisation(ours, () =>
    inOneTransaction(db, async () => {
      await facturator(db, ours, 'kept')
      const inner = db.transaction().execute(async (trx) => {
        await facturator(trx, ours, 'dropped')
        throw new Error('inner')
      })
      await expect(inner).rejects.toThrow('inner')
      expect(await labels()).toEqual(['ours', 'kept'])
    }),
  )
  expect(await withinOrganisation(ours, labels)).toEqual(['ours', 'kept'])
})

test('outside of any reach nothing is bound together', () => {
  expect(() => inOneTransaction(db, () => Promise.resolve())).toThrow('organisation')
})

test("a connection that can't be told whose rows to show shows none", async () => {
  const { pid } = await withinOrganisation(ours, async () => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    return rows[0] ?? { pid: 0 }
  })
  await sql`select pg_terminate_backend(${pid})`.execute(db)
  const asked = await Promise.allSettled(
    Array.from({ length: 10 }, () => withinOrganisation(theirs, labels)),
  )
  for (const result of asked) {
    if (result.status === 'fulfilled') expect(result.value).toEqual(['theirs'])
  }
  // The dead one may be noticed only when it is asked.
  const reread = () => withinOrganisation(theirs, labels).catch(() => ['still dead'])
  await expect.poll(reread).toEqual(['theirs'])
})
