import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../db/test-database.ts'
import { createJobs, type Jobs } from './jobs.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const failures: string[] = []

function jobs(): Jobs {
  return createJobs({
    url: database.url,
    onFailure: ({ job }, error) => failures.push(`${job}: ${String(error)}`),
  })
}

test('a job runs when asked, its schedule is kept in the time of Chile, and a failure is told', async () => {
  const ran: string[] = []
  const running = jobs()
  running.schedule('uf', '30 9 * * *', async () => void ran.push('uf'))
  running.schedule('falla', '0 3 * * *', () => Promise.reject(new Error('no')))
  await running.start()
  await running.runNow('uf')
  await running.runNow('falla')
  await expect.poll(() => ran, { timeout: 5_000 }).toEqual(['uf'])
  await expect.poll(() => failures, { timeout: 5_000 }).toEqual(['falla: Error: no'])
  const { rows } =
    await sql`select name, cron, timezone from pgboss.schedule order by name`.execute(database.db)
  expect(rows).toEqual([
    { name: 'falla', cron: '0 3 * * *', timezone: 'America/Santiago' },
    { name: 'uf', cron: '30 9 * * *', timezone: 'America/Santiago' },
  ])
  await running.stop()
}, 15_000)

test('a job that is no longer scheduled is forgotten at the next start', async () => {
  const running = jobs()
  running.schedule('uf', '0 10 * * *', async () => undefined)
  await running.start()
  const { rows } = await sql`select name, cron from pgboss.schedule`.execute(database.db)
  expect(rows).toEqual([{ name: 'uf', cron: '0 10 * * *' }])
  await running.stop()
}, 15_000)
