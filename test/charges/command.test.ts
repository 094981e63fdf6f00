import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { knownMonth } from '#domain/day.ts'
import { sumsOfAll } from '#server/charges/store.ts'
import { createTestDatabase, type TestDatabase } from '#server/db/test-database.ts'
import { openBooks, storeUf, type Books } from './books.ts'

let database: TestDatabase
let ana: Books
beforeEach(async () => {
  database = await createTestDatabase()
  ana = await openBooks(database.db)
  await storeUf(database.db, '2026-11-05', '39200.15')
})
afterEach(() => database.drop())

/** As the operator runs it, without npm in front. */
async function charges(words: string[], settings: { url: string | null } = database) {
  const { DATABASE_URL: _, ...env } = process.env
  const child = spawn(process.execPath, ['scripts/charges.ts', ...words], {
    env: settings.url === null ? env : { ...env, DATABASE_URL: settings.url },
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [written, said] = await Promise.all([text(child.stdout), text(child.stderr)])
  const lines = written.split('\n').filter((line) => line !== '')
  return { status: await ended, lines, said: said.trim() }
}

const HEADING =
  '"organización","nombre","documentos","correos","pagos","sin precio","neto","iva","total"'

test('the operator’s statement of a month has a row for each organisation, and the sums of its page', async () => {
  const { db } = database
  const document = await ana.plan()
  await ana.issue(document)
  await ana.setMail(await ana.queueMail(document), 'sent')
  const payment = await ana.pay([document], { amountClp: 148_750, way: 'card' })
  await ana.refund(payment, document, { amountClp: 48_750 })
  await ana.issue(await ana.plan({ issueDay: '2026-11-06' }))
  await ana.issue(await ana.plan(), '2026-12-01T15:00:00Z')
  const rodrigo = await openBooks(db)
  await sql`update organisation set name = '=1+1 "Rodrigo, y otros"'
    where id = ${rodrigo.organisationId}`.execute(db)
  await rodrigo.issue(await rodrigo.plan())

  const rows = [
    `${ana.organisationId},"Ana",2,1,1,1,3488,662,4150`,
    `${rodrigo.organisationId},"'=1+1 ""Rodrigo, y otros""",1,0,0,0,392,74,466`,
  ]
  const [all, one, none] = await Promise.all([
    charges(['2026-11']),
    charges(['2026-11', String(rodrigo.organisationId)]),
    charges(['2026-10']),
  ])
  expect(all).toEqual({ status: 0, lines: [HEADING, ...rows], said: '' })
  expect(one.lines).toEqual([HEADING, rows[1]])
  expect(none.lines).toEqual([HEADING])
})

test('the operator’s sums are of every organisation, or of the one that is named', async () => {
  const { db } = database
  const rodrigo = await openBooks(db)
  await ana.issue(await ana.plan())
  await rodrigo.issue(await rodrigo.plan())
  const month = knownMonth('2026-11')
  const both = [ana.organisationId, rodrigo.organisationId]
  const idsOf = async (one: number | null) =>
    (await sumsOfAll(db, month, one)).map(({ organisation_id }) => organisation_id)
  expect(await idsOf(null)).toEqual(both)
  expect(await idsOf(rodrigo.organisationId)).toEqual([rodrigo.organisationId])
})

test('the operator’s statement has what was charged to an account that is gone, without its name', async () => {
  const { db } = database
  await ana.issue(await ana.plan())
  await sql`delete from organisation where id = ${ana.organisationId}`.execute(db)
  expect((await charges(['2026-11'])).lines).toEqual([
    HEADING,
    `${ana.organisationId},"",1,0,0,0,392,74,466`,
  ])
})

test('the operator’s statement asked for in another way says how it is asked for', async () => {
  const wrong = [[], ['2026-13'], ['2026-11', 'Ana'], ['2026-11', '1', '2']]
  const said = 'Uso: npm run charges -- AAAA-MM [NÚMERO DE ORGANIZACIÓN]'
  for (const reply of await Promise.all(wrong.map((words) => charges(words)))) {
    expect(reply).toEqual({ status: 1, lines: [], said })
  }
})

test('the operator’s statement without a database says which it needs', async () => {
  expect(await charges(['2026-11'], { url: null })).toEqual({
    status: 1,
    lines: [],
    said: 'Falta DATABASE_URL: la base de datos cuyos cobros se listan.',
  })
})
