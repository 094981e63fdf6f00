import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '#contract/index.ts'
import { aseoDelSur, rodrigo } from '#simulators/world.ts'
import { insertFactura } from '../documents/test-documents.ts'
import { startTestRules, type TestRules } from '../rules/test-rules.ts'
import { at } from '../test-bench.ts'

let rules: TestRules
let anas: number
let rodrigos: number

// Ana's company has a rule, a refused factura and a client to miss; then Rodrigo is connected too, and active.
beforeAll(async () => {
  rules = await startTestRules()
  const { user } = rules
  await rules.created()
  await insertFactura(rules, { day: '2026-09-15', net: 100_000 })
  await insertFactura(rules, {
    day: '2026-11-10',
    net: 5_000,
    state: 'failed',
    reason: 'portalRefused',
  })
  anas = (await connections()).active
  const body = { rut: rodrigo.rut, password: rodrigo.clave }
  const made = await user.call('POST', '/billing-sii/credentials/', body)
  rodrigos = Number(at(made.body, 'id'))
  const active = { type: 'sii', id: rodrigos }
  await user.call('POST', '/billing-core/facturators/active/', active)
})
afterAll(() => rules.close())

async function connections() {
  const { body } = await rules.user.call('GET', '/billing-core/facturators/')
  return { active: contract.listFacturators.reply.parse(body).active?.id ?? 0 }
}

async function companies(query = '') {
  const { body } = await rules.user.call('GET', `/billing-sii/companies/${query}`)
  return contract.listCompanies.reply.parse(body)
}

test('the inbox has what any connection needs, with the company that it concerns', async () => {
  expect((await connections()).active).toBe(rodrigos)
  const { body } = await rules.user.call('GET', '/attention/')
  const { items } = contract.listAttention.reply.parse(body)
  expect(items).toContainEqual(
    expect.objectContaining({
      code: 'portalRefused',
      company: expect.objectContaining({ id: rules.known.company }),
    }),
  )
})

test('this month, the rules and the documents are of the whole organisation', async () => {
  const month = await rules.user.call('GET', '/billing-scheduler/this-month/')
  const [november] = contract.readThisMonth.reply.parse(month.body).months
  expect(november?.rows.map(({ company }) => company.id)).toEqual([
    rules.known.company,
    rules.known.company,
  ])
  for (const path of ['/billing-sii/invoice-rules/', '/billing-scheduler/rules/active/']) {
    const listed = await rules.user.call('GET', path)
    expect(contract.listRules.reply.parse(listed.body), path).toHaveLength(1)
  }
  const documents = await rules.user.call('GET', '/documents/')
  expect(contract.listDocuments.reply.parse(documents.body).documents).toHaveLength(2)
})

test('companies are of the active connection, or of all, each with its own', async () => {
  const own = await companies()
  expect(own.map(({ facturator }) => facturator)).toEqual(own.map(() => rodrigos))
  expect(own.map(({ company_info }) => company_info.identifier)).toContain(aseoDelSur.rut)
  const all = await companies('?facturator=all')
  expect(new Set(all.map(({ facturator }) => facturator))).toEqual(new Set([anas, rodrigos]))
  expect(all.find(({ id }) => id === rules.known.company)?.facturator).toBe(anas)
})

test('a person stopped by the operator holds their own companies, and no others', async () => {
  const { db } = rules.bench.database
  await db
    .insertInto('portal_person')
    .values({ person_rut: rodrigo.rut, stopped_at: '2026-11-10T15:00:00Z' })
    .onConflict((conflict) =>
      conflict.column('person_rut').doUpdateSet({ stopped_at: '2026-11-10T15:00:00Z' }),
    )
    .execute()
  const month = await rules.user.call('GET', '/billing-scheduler/this-month/')
  const { months, stops } = contract.readThisMonth.reply.parse(month.body)
  expect(stops).toMatchObject([{ code: 'stoppedByUs' }])
  expect(months[0]?.rows.map(({ reason }) => reason)).not.toContain('stoppedByUs')
  const { body } = await rules.user.call('GET', '/attention/')
  const asked = contract.listAttention.reply.parse(body).items
  expect(asked.filter(({ code }) => code === 'stoppedByUs')).toMatchObject([
    { subject: { kind: 'facturator', id: rodrigos } },
  ])
})
