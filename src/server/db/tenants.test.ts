import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** Tables that are no tenant's, and why. Whoever adds one says so here. */
const SHARED: Record<string, string> = {
  app_user: 'a person may belong to several organisations',
  organisation: 'is the tenant itself',
  one_time_token: 'belongs to a user',
  email_change: 'belongs to a user',
  login_session: 'found before the organisation is known; it says which it is',
  refresh_token: 'belongs to a session',
  mail_preference: 'belongs to a user',
  known_place: 'belongs to a user',
  contact_message: 'was written to us, by whoever came along',
  system_mail: 'is for an address, before and without any organisation',
  oauth_attempt: 'found by its state before the organisation is known; it says which it is',
  portal_person: 'a person at the SII, whoever connected them',
  refused_clave: 'counted by person over all organisations',
  uf_value: 'the same for everybody',
  calendar: 'the same for everybody',
  operator_switch: 'one row about the installation, of whoever runs it',
  installation: 'one row about the installation',
  unknown_answer: 'what the SII says, whoever it is about',
  worker_clock: 'processes whose clock is wrong, whoever they work for',
  schema_migration: 'one row per migration',
}

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

interface Table {
  name: string
  rowSecurity: boolean
  policies: number
  /** First column of the primary key, of each unique one and of each reference to a tenant's table. */
  heads: { constraint: string; head: string }[]
}

async function tables(): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name, c.relrowsecurity as "rowSecurity",
      (select count(*)::int from pg_policies p
        where p.tablename = c.relname and p.roles = '{folio_api}') as policies,
      (select coalesce(json_agg(json_build_object('constraint', k.conname, 'head', a.attname)), '[]')
        from pg_constraint k
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
        where k.conrelid = c.oid and k.contype in ('p', 'u', 'f')) as heads
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    order by c.relname`.execute(database.db)
  return rows
}

test('every table is headed by its organisation and walled, or is listed as shared', async () => {
  const all = await tables()
  const tenants = all.filter(({ name }) => SHARED[name] === undefined)
  expect(tenants.length).toBeGreaterThan(20)
  for (const { name, rowSecurity, policies, heads } of tenants) {
    expect({ name, rowSecurity }).toEqual({ name, rowSecurity: true })
    expect({ name, isWalled: policies > 0 }).toEqual({ name, isWalled: true })
    expect(heads.length).toBeGreaterThan(0)
    for (const { constraint, head } of heads) {
      // A user is nobody's tenant: a membership ties one to an organisation.
      if (constraint === 'membership_user_id_fkey') continue
      expect({ name, constraint, head }).toEqual({ name, constraint, head: 'organisation_id' })
    }
  }
})

test('the list of shared tables names no table that is gone', async () => {
  const names = new Set((await tables()).map(({ name }) => name))
  expect(Object.keys(SHARED).filter((name) => !names.has(name))).toEqual([])
})

test('a shared table that holds personal data is walled too, or out of reach of the calls', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relrowsecurity
      and has_table_privilege('folio_api', c.oid, 'select')`.execute(database.db)
  expect(rows.map(({ name }) => name)).toEqual(['uf_value'])
})
