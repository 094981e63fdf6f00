import { afterEach, beforeEach, expect, test } from 'vitest'
import * as contract from '#contract/index.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { makeTenant, RODRIGO, type Tenant } from '../../walls/tenants.ts'
import { makeIssued } from './issued-document.ts'

let app: TestApp
let ana: Tenant
let id: number
beforeEach(async () => {
  app = await startTestApp()
  ana = await makeTenant(app, {
    mark: 'ANA',
    person: '15151515-0',
    companyRut: '77070707-2',
    clientRut: '90909090-3',
  })
  await app.database.db.deleteFrom('receiver_reaction').execute()
  id = await makeIssued(app, ana)
})
afterEach(() => app.close())

const READ_AT = '2026-11-04T15:00:00Z'

async function claimed(): Promise<void> {
  const { db } = app.database
  const at = { organisation_id: ana.organisationId, document_id: id }
  const claim = 'content' as const
  await db
    .insertInto('receiver_reaction')
    .values({ ...at, state: 'claimed', claim, received_day: '2026-10-31', read_at: READ_AT })
    .execute()
  await event('RCD', claim)
}

async function event(code: string, claim: 'content' | 'total'): Promise<void> {
  await app.database.db
    .insertInto('receiver_event')
    .values({
      organisation_id: ana.organisationId,
      document_id: id,
      kind: 'claimed',
      code,
      claim,
      text: 'Reclamo',
      day: '2026-11-03',
      seen_at: READ_AT,
    })
    .execute()
}

function ask(method: 'GET' | 'POST', path: string, body?: object, token = ana.access) {
  return app.call({ method, path, token, ...(body === undefined ? {} : { body }) })
}

async function detail() {
  const { body } = await ask('GET', `/documents/${id}/`)
  return contract.readDocument.reply.parse(body)
}

const settle = (events: number, token = ana.access) =>
  ask('POST', `/documents/${id}/settle-claim/`, { events }, token)

async function inbox(): Promise<string[]> {
  const { body } = await ask('GET', '/attention/')
  return contract.listAttention.reply.parse(body).items.map(({ code }) => code)
}

async function listed(query = ''): Promise<unknown[]> {
  const { body } = await ask('GET', `/documents/${query}`)
  return contract.listDocuments.reply.parse(body).documents.map(({ reaction }) => reaction)
}

test('a factura whose register was not read has no reaction', async () => {
  expect(await detail()).toMatchObject({ reaction: null, receiver: null })
  expect(await listed('?reaction=none')).toEqual([])
})

test('a claim is told with what it is about, its history and the last day for another', async () => {
  await claimed()
  expect(await detail()).toMatchObject({
    reaction: 'claimed',
    receiver: {
      state: 'claimed',
      claim: 'content',
      claim_until: '2026-11-08',
      settled_at: null,
      events: [{ kind: 'claimed', code: 'RCD', claim: 'content', day: '2026-11-03' }],
    },
  })
})

test('the list says each reaction, and is filtered by it', async () => {
  await claimed()
  expect(await listed()).toEqual(['claimed'])
  expect(await listed('?reaction=claimed')).toEqual(['claimed'])
  expect(await listed('?reaction=accepted')).toEqual([])
  expect((await ask('GET', '/documents/?reaction=liked')).status).toBe(400)
})

test('a claim waits in the inbox until its owner says once that it is dealt with', async () => {
  await claimed()
  expect(await inbox()).toContain('facturaClaimed')
  const { status, body } = await settle(1)
  expect(status).toBe(200)
  expect(contract.readDocument.reply.parse(body).receiver?.settled_at).not.toBeNull()
  expect(await inbox()).not.toContain('facturaClaimed')
  expect((await settle(1)).status).toBe(409)
})

test('a word on other reactions than there are now is refused', async () => {
  await claimed()
  await event('RFT', 'total')
  expect((await settle(1)).status).toBe(409)
  expect(await inbox()).toContain('facturaClaimed')
  expect((await settle(2)).status).toBe(200)
})

test('nobody says it of what is not claimed, or of another’s factura', async () => {
  expect((await settle(1)).status).toBe(409)
  await claimed()
  const rodrigo = await makeTenant(app, RODRIGO)
  expect((await settle(1, rodrigo.access)).status).toBe(404)
  expect((await detail()).receiver?.settled_at).toBeNull()
})
