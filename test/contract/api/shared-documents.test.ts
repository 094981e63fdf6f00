import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureLink } from '#server/links/document-links.ts'
import { memoryLimits } from '#server/http/limits.ts'
import { startTestApp, textOf, type TestApp } from '#server/test-app.ts'
import { makeTenant, type Tenant } from '../../walls/tenants.ts'
import { makeIssued } from './issued-document.ts'

let app: TestApp
let ana: Tenant
let rodrigo: Tenant
let id: number
beforeEach(async () => {
  app = await startTestApp(undefined, undefined, (needs) => ({
    ...needs,
    limits: memoryLimits(),
    publicUrl: () => 'https://folio.example',
  }))
  ana = await makeTenant(app, {
    mark: 'ANA',
    person: '15151515-0',
    companyRut: '77070707-2',
    clientRut: '90909090-3',
  })
  rodrigo = await makeTenant(app, {
    mark: 'RODRIGO',
    person: '14141414-9',
    companyRut: '76060606-9',
    clientRut: '91919191-K',
  })
  id = await makeIssued(app, ana)
})
afterEach(() => app.close())

const PHONE =
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36'

async function shared(): Promise<string> {
  const { body } = await app.call({
    method: 'POST',
    path: `/documents/${id}/share/`,
    token: ana.access,
  })
  return textOf(body, 'url').replace('https://folio.example/d/', '')
}

function seen(token: string, agent = PHONE, session?: string) {
  return app.call({
    method: 'POST',
    path: `/shared-documents/${token}/seen/`,
    headers: { 'user-agent': agent },
    ...(session === undefined ? {} : { token: session }),
  })
}

async function share() {
  return (await app.call({ path: `/documents/${id}/share/`, token: ana.access })).body
}

test('a shared document shows what it says and gives its files, to anybody with its address alone', async () => {
  const token = await shared()
  expect(token).toMatch(/^[\w-]{43}$/)
  const page = await app.call({ path: `/shared-documents/${token}/` })
  expect(page).toMatchObject({
    status: 200,
    body: {
      document_type: 33,
      folio: 1042,
      total: 148_750,
      state: 'issued',
      company: { identifier: '77.070.707-2' },
      content: { lines: [{ name: 'Asesoría de octubre', amount: 125_000 }] },
    },
  })
  expect(page.headers).toMatchObject({
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  })
  expect(JSON.stringify(page.body)).not.toMatch(/regla|timeline|persona|"id"/)
  const pdf = await app.server.inject({ url: `/api/shared-documents/${token}/files/pdf/` })
  expect(pdf.headers).toMatchObject({
    'content-type': 'application/pdf',
    'x-robots-tag': 'noindex, nofollow',
  })
  expect(pdf.headers['content-disposition']).toContain('inline; filename="Factura 1042')
  const xml = await app.server.inject({ url: `/api/shared-documents/${token}/files/xml/` })
  expect(xml.headers['content-disposition']).toContain('attachment')
  expect(xml.body).toContain('<DTE/>')
})

test('the text that is sent names what is still to be paid, and no amount once nothing is', async () => {
  await shared()
  const { db } = app.database
  const ofFixture = ['payment_attempt', 'payment_declaration', 'payment', 'receivable'] as const
  for (const table of ofFixture) await db.deleteFrom(table).execute()
  const call = (method: 'PUT' | 'POST', path: string, body: object) =>
    app.call({ method, path, token: ana.access, body })
  const text = async () => Object(await share()).whatsapp_text
  expect(await text()).toMatch(/ por \$148\.750\. https/)
  await call('POST', '/payments/follow/', { documents: [id] })
  expect(await text()).toMatch(/Por pagar: \$148\.750\. https/)
  const pay = (amount: number) =>
    call('POST', `/documents/${id}/payments/`, { day: '2026-11-05', amount, way: 'cash', note: '' })
  expect(await pay(48_750)).toMatchObject({ status: 201 })
  expect(await text()).toMatch(/Por pagar: \$100\.000\. https/)
  await pay(100_000)
  expect(await text()).not.toContain('$')
})

test('asked again the address is the same; withdrawn it is gone for good, and a new one is another', async () => {
  const token = await shared()
  expect(await shared()).toBe(token)
  expect(await share()).toMatchObject({
    url: `https://folio.example/d/${token}`,
    whatsapp_text: expect.stringContaining('Factura N° 1042 de ANA-empresa. Por pagar: $111.100.'),
  })
  const away = await app.call({
    method: 'DELETE',
    path: `/documents/${id}/share/`,
    token: ana.access,
  })
  expect(away.status).toBe(204)
  expect((await app.call({ path: `/shared-documents/${token}/` })).status).toBe(404)
  const pdf = await app.server.inject({ url: `/api/shared-documents/${token}/files/pdf/` })
  expect(pdf.statusCode).toBe(404)
  expect((await seen(token)).status).toBe(404)
  expect(await share()).toMatchObject({ url: null })
  expect(await shared()).not.toBe(token)
})

test('an address that is none answers like one that was withdrawn, and trying many is stopped', async () => {
  const token = await shared()
  const swapped = `${token.slice(0, -1)}${token.endsWith('A') ? 'Q' : 'A'}`
  for (const wrong of [swapped, 'A'.repeat(43), 'x', `${token}x`, '..%2Fdocuments']) {
    const reply = await app.call({ path: `/shared-documents/${wrong}/` })
    expect(reply.status, wrong).toBe(404)
  }
  const statuses = []
  for (let count = 0; count < 40; count += 1) {
    statuses.push((await app.call({ path: `/shared-documents/${'B'.repeat(43)}/` })).status)
  }
  expect(statuses.at(-1)).toBe(429)
  expect((await app.call({ path: `/shared-documents/${token}/` })).status).toBe(200)
})

test('what is not issued is not shared, nor is anybody else’s', async () => {
  const post = (document: number, token: string) =>
    app.call({ method: 'POST', path: `/documents/${document}/share/`, token })
  expect((await post(rodrigo.ids.document, rodrigo.access)).status).toBe(409)
  expect((await post(id, rodrigo.access)).status).toBe(404)
  const token = await shared()
  const away = await app.call({
    method: 'DELETE',
    path: `/documents/${id}/share/`,
    token: rodrigo.access,
  })
  expect(away.status).toBe(404)
  expect((await app.call({ path: `/shared-documents/${token}/` })).status).toBe(200)
})

test('a look counts when a person has it; not a program’s, nor its owner’s', async () => {
  const token = await shared()
  await app.call({ path: `/shared-documents/${token}/` })
  for (const robot of ['WhatsApp/2.24', 'Googlebot/2.1', 'Mozilla/5.0 HeadlessChrome/141', '']) {
    expect((await seen(token, robot)).status).toBe(204)
  }
  await seen(token, PHONE, ana.access)
  expect(await share()).toMatchObject({ views: 0, last_viewed_at: null })
  await seen(token)
  await seen(token, PHONE, rodrigo.access)
  await seen(token, PHONE, 'a.session.that-ran-out')
  expect(await share()).toMatchObject({ views: 3, last_viewed_at: expect.any(String) })
})

async function mailLinkToken(): Promise<string> {
  const { db } = app.database
  const at = { organisationId: ana.organisationId, documentId: id }
  const { link } = await ensureLink(db, { links: app.links, clock: app.clock }, at, 'mail')
  return app.links.sign('document', link.seed.toString('hex'))
}

async function mailState(): Promise<unknown> {
  const { body } = await app.call({ path: `/documents/${id}/deliveries/`, token: ana.access })
  return Object(body)[0].state
}

async function setMail(state: 'sent' | 'unknown'): Promise<void> {
  await app.database.db
    .updateTable('delivery')
    .set({
      state,
      message_id: '<m@folio.example>',
      sent_at: state === 'sent' ? '2026-11-01T12:00:00Z' : null,
      next_try_at: null,
    })
    .where('id', '=', ana.ids.delivery)
    .execute()
}

test('a mail whose document was opened is viewed, by its own address alone; one in doubt had arrived', async () => {
  await setMail('sent')
  await seen(await shared())
  expect(await mailState()).toBe('sent')
  const token = await mailLinkToken()
  await seen(token, PHONE, ana.access)
  expect(await mailState()).toBe('sent')
  await seen(token)
  expect(await mailState()).toBe('viewed')
  await app.database.db.updateTable('delivery').set({ viewed_at: null }).execute()
  await setMail('unknown')
  await seen(token)
  expect(await mailState()).toBe('viewed')
})

test('whoever watches the list is told of the first look at a mailed document, and of no later one', async () => {
  await setMail('sent')
  const token = await mailLinkToken()
  const watching = new Client({ connectionString: app.database.url })
  await watching.connect()
  try {
    const heard: unknown[] = []
    watching.on('notification', ({ payload }) => heard.push(JSON.parse(payload ?? '')))
    await watching.query('LISTEN folio_changes')
    await seen(token)
    const told = [{ organisation: ana.organisationId, document: id }]
    await expect.poll(() => heard).toEqual(told)
    await seen(token)
    // Its notice is behind those of the looks.
    await watching.query(`select pg_notify('folio_changes', '"last"')`)
    await expect.poll(() => heard).toEqual([...told, 'last'])
  } finally {
    await watching.end()
  }
})

test('a database alone makes no address', async () => {
  // Specification 1: payments use encrypted links.
  const token = await shared()
  const row = await app.database.db
    .selectFrom('document_link')
    .selectAll()
    .executeTakeFirstOrThrow()
  const stored =
    JSON.stringify(row) + row.seed.toString('base64url') + row.token_hash.toString('base64url')
  expect(stored).not.toContain(token)
})

test('a link that is opened very often stops by itself, and another opens from the same network', async () => {
  const often = await shared()
  const other = await mailLinkToken()
  const open = async (token: string) =>
    (await app.call({ path: `/shared-documents/${token}/` })).status
  const statuses = new Set<number>()
  for (let times = 0; times < 300; times += 1) statuses.add(await open(often))
  expect([...statuses]).toEqual([200])
  expect(await open(often)).toBe(429)
  expect(await open(other)).toBe(200)
})
