import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeTenant, RODRIGO } from '../../walls/tenants.ts'
import { CLIENT, OTHER_CLIENT, statementStage, type StatementStage } from './statement-stage.ts'

const COLLEAGUE = 'sello-rodrigo@folio.example'

let stage: StatementStage
beforeAll(async () => {
  stage = await statementStage()
  const { userId } = await makeTenant(stage.app, RODRIGO)
  const role = { role: 'owner', created_at: '2026-11-05T15:00:00Z' } as const
  const membership = { organisation_id: stage.ana.organisationId, user_id: userId, ...role }
  await stage.app.database.db.insertInto('membership').values(membership).execute()
})
beforeEach(async () => {
  await stage.reset()
  await stage.app.database.db.deleteFrom('system_mail').execute()
})
afterAll(() => stage.close())

async function told() {
  const rows = await stage.app.database.db
    .selectFrom('system_mail')
    .select(['recipient', 'data'])
    .where('template', '=', 'statementPayments')
    .execute()
  return rows.map(({ recipient, data }) => [recipient, Object(data).values.headline])
}

const first = { rut: CLIENT, clp: 119_000 }
const second = { rut: OTHER_CLIENT, clp: 1_000 }

test('payments that a statement brings are one mail to every member but who uploaded it', async () => {
  await stage.document(119_000)
  await stage.document(1_000, { client: OTHER_CLIENT })
  expect(await stage.upload([first, second])).toMatchObject({ matched: 2 })
  const headline = 'The bank statement brought 2 payments of $120.000'
  expect(await told()).toEqual([[COLLEAGUE, headline]])
  await stage.upload([first, second])
  expect(await told()).toHaveLength(1)
})

test('a statement that brings no payment tells nobody', async () => {
  expect(await stage.upload([first])).toMatchObject({ matched: 0 })
  expect(await told()).toEqual([])
})

test('a statement that overlaps another tells of what it adds alone', async () => {
  await stage.document(119_000)
  await stage.upload([first])
  await stage.document(1_000, { client: OTHER_CLIENT })
  await stage.upload([first, second])
  expect((await told()).at(-1)).toEqual([
    COLLEAGUE,
    'The bank statement brought 1 payment of $1.000',
  ])
})
