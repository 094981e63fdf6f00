import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startSmtpSink, type SmtpSink } from '#simulators/mail/smtp-sink.ts'
import { attentionMail } from '../agenda/attention-mail.ts'
import { memoryLimits } from '../http/limits.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { Secret } from '../vault/secret.ts'
import { sendDueMails } from './mailer.ts'
import { smtpTransport, type MailTransport } from './transport.ts'

let app: TestApp
let sink: SmtpSink
let transport: MailTransport
const received: { to: string[]; raw: Buffer }[] = []

beforeAll(async () => {
  app = await startTestApp(undefined, undefined, (needs) => ({ ...needs, limits: memoryLimits() }))
  sink = await startSmtpSink({ receive: (message) => void received.push(message) }, 0)
  transport = smtpTransport({ url: new Secret(sink.url), from: 'Folio <hola@folio.example>' })
})
afterAll(async () => {
  transport.close()
  await sink.close()
  await app.close()
})
afterEach(() => void received.splice(0))

const written = {
  name: 'María José',
  email: 'mj@panaderia.example',
  phone: '+56 9 8765 4321',
  message: 'Hola:\n¿sirve para 140 facturas? 🙂',
}
let networks = 0

function send(body: object, language = 'es', ip = `10.9.${(networks += 1)}.1`, key?: string) {
  const keyed = key === undefined ? {} : { 'idempotency-key': key }
  const headers = { 'content-type': 'application/json', 'accept-language': language, ...keyed }
  return app.server.inject({
    method: 'POST',
    url: '/api/contact/',
    headers,
    payload: JSON.stringify(body),
    remoteAddress: ip,
  })
}

async function arrived() {
  await sendDueMails({
    db: app.database.db,
    clock: app.clock,
    links: app.links,
    transport,
    publicUrl: 'https://folio.example',
    demonstration: false,
    writeAttention: (asked) => attentionMail({ db: app.database.db, clock: app.clock }, asked),
    onFailure: ({ why }) => {
      throw new Error(why)
    },
  })
  return Promise.all(
    received.splice(0).map(async ({ to, raw }) => ({ to, mail: await PostalMime.parse(raw) })),
  )
}

test('a message is kept, reaches support to be answered, and its writer is told', async () => {
  expect((await send(written, 'en')).statusCode).toBe(204)
  const { db } = app.database
  const rows = await db.selectFrom('contact_message').selectAll().execute()
  expect(rows).toMatchObject([{ ...written, language: 'en' }])
  const mails = await arrived()
  const support = mails.find(({ to }) => to.includes('soporte@folio.example'))
  expect(support?.mail.replyTo).toMatchObject([{ address: written.email }])
  expect(support?.mail.text).toContain('> ¿sirve para 140 facturas? 🙂')
  const writer = mails.find(({ to }) => to.includes(written.email))
  expect(writer?.mail.subject).toBe('We got your message')
  expect(mails).toHaveLength(2)
})

test('the same message again under its key is kept and told once; other words under it are others', async () => {
  const again = { ...written, email: 'dos@panaderia.example' }
  const under = (body: object, key: string) =>
    send(body, 'es', `10.9.${(networks += 1)}.1`, key).then(({ statusCode }) => statusCode)
  expect([await under(again, 'una'), await under(again, 'una')]).toEqual([204, 204])
  expect(await arrived()).toHaveLength(2)
  expect(await under(again, 'dos')).toBe(204)
  expect(await arrived()).toHaveLength(2)
  expect(await under({ ...again, email: 'tres@panaderia.example' }, 'una')).toBe(204)
  expect(await arrived()).toHaveLength(2)
  expect(await under({ ...written, email: 'una@casa.example' }, 'x'.repeat(256))).toBe(400)
})

test('what is written never reaches the address that was given: it may be another’s', async () => {
  await send({ ...written, email: 'otra@casa.example', name: 'COMPRA YA', message: 'COMPRA YA' })
  const writer = (await arrived()).find(({ to }) => to.includes('otra@casa.example'))
  expect(`${writer?.mail.subject} ${writer?.mail.text} ${writer?.mail.html}`).not.toContain(
    'COMPRA',
  )
})

test('a program that fills in the field nobody sees is answered alike, and nothing is kept', async () => {
  const body = { ...written, email: 'robot@casa.example', website: 'https://spam.example' }
  expect((await send(body)).statusCode).toBe(204)
  const { db } = app.database
  const kept = await db
    .selectFrom('contact_message')
    .select('id')
    .where('email', '=', 'robot@casa.example')
    .execute()
  expect(kept).toEqual([])
  expect(await arrived()).toEqual([])
})

test.each([
  ['name', ''],
  ['email', 'nada'],
  ['email', 'a@b.cl\r\nBcc: x@y.cl'],
  ['email', 'a@b.cl, x@y.cl'],
  ['email', '<@malo.cl:a@b.cl>'],
  ['message', '   '],
  ['message', 'x'.repeat(4_001)],
])('%s as %j is refused by its field', async (field, value) => {
  const reply = await send({ ...written, [field]: value })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toHaveProperty(field)
})

test('attacks in the name, the telephone and the text stay what they are', async () => {
  const attack = 'x\r\nBcc: otro@malo.example\r\n\r\n=?utf-8?Q?=0ABcc?= <script>alert(1)</script>'
  await send({
    ...written,
    email: 'c@casa.example',
    name: attack.slice(0, 120),
    phone: '\r\nCc: a@b',
    message: attack,
  })
  const support = (await arrived()).find(({ to }) => to.includes('soporte@folio.example'))
  expect(support?.to).toEqual(['soporte@folio.example'])
  expect(support?.mail.bcc).toBeUndefined()
  expect(support?.mail.cc).toBeUndefined()
  expect(support?.mail.html).not.toContain('<script')
  expect(support?.mail.subject).toContain('Bcc: otro@malo.example')
})

test('one network is held back in time, for one address and for all', async () => {
  const statuses = []
  for (let count = 0; count < 4; count += 1) {
    const body = { ...written, email: 'mucho@casa.example' }
    statuses.push((await send(body, 'es', '10.200.0.9')).statusCode)
  }
  expect(statuses).toEqual([204, 204, 204, 429])
  const many = []
  for (let count = 0; count < 11; count += 1) {
    const reply = await send({ ...written, email: `m${count}@casa.example` }, 'es', '10.200.0.1')
    many.push(reply.statusCode)
  }
  expect(many.at(-1)).toBe(429)
  expect(many.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 204))
})

test('messages that name an address from other networks are kept, and mailed to it three times an hour', async () => {
  const email = 'nombrada@casa.example'
  for (let count = 0; count < 6; count += 1) {
    expect((await send({ ...written, email })).statusCode).toBe(204)
  }
  const { db } = app.database
  const kept = db.selectFrom('contact_message').select('id').where('email', '=', email)
  expect(await kept.execute()).toHaveLength(6)
  const mails = db.selectFrom('system_mail').select('id').where('recipient', '=', email)
  expect(await mails.execute()).toHaveLength(3)
})
