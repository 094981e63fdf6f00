import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, requireDatabase } from './connect.ts'
import { freePort } from './postgres/postmaster.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function valueOf(expression: string): Promise<unknown> {
  const { rows } = await database.pool.query<{ value: unknown }>(`SELECT ${expression} AS value`)
  return rows[0]?.value
}

describe('values from the database', () => {
  test.each([
    ['int8', '9007199254740991::int8', 9007199254740991],
    ['numeric', '39485.650::numeric', '39485.650'],
    ['a day', `'2026-02-28'::date`, '2026-02-28'],
    ['an instant', `'2026-03-01 09:00:00.5-03'::timestamptz`, '2026-03-01T12:00:00.500Z'],
    ['a whole second', `'2026-03-01 12:00:00+00'::timestamptz`, '2026-03-01T12:00:00.000Z'],
    ['days', `ARRAY['2026-01-31','2026-02-28']::date[]`, ['2026-01-31', '2026-02-28']],
    ['int8s with a gap', 'ARRAY[1,NULL,3]::int8[]', [1, null, 3]],
    ['nothing', 'NULL::timestamptz', null],
  ])('%s arrives exact', async (_name, expression, expected) => {
    expect(await valueOf(expression)).toEqual(expected)
  })

  test.each(['9007199254740992::int8', `'infinity'::date`, `'-infinity'::timestamptz`])(
    '%s is refused rather than rounded',
    async (expression) => {
      await expect(valueOf(expression)).rejects.toThrow(RangeError)
    },
  )
})

describe('a database that is away', () => {
  test('fails a query clearly once patience has ended', async () => {
    const url = `postgres://folio@127.0.0.1:${await freePort()}/folio`
    const away = connect({ url, applicationName: 'folio-test', patienceMs: 120 })
    const query = away.db.selectFrom('app_user').select('id').execute()
    await expect(query).rejects.toThrow('ECONNREFUSED')
    await away.close()
  })

  test('stops the start with a fault that says it is unreachable', async () => {
    const url = `postgres://folio@127.0.0.1:${await freePort()}/folio`
    await expect(requireDatabase(url, 120)).rejects.toThrow('databaseUnreachable')
  })

  test('stops the start with another fault when the password is wrong', async () => {
    const url = new URL(database.url)
    url.username = 'nobody-here'
    await expect(requireDatabase(url.href, 120)).rejects.toThrow('databaseRefused')
  })

  test('goes on after its sessions were cut', async () => {
    const name = new URL(database.url).pathname.slice(1)
    await database.pool.query('SELECT 1')
    const cut = database.pool.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1',
      [name],
    )
    await expect(cut).rejects.toThrow()
    expect(await valueOf('1')).toBe(1)
  })
})
