import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { startMailSimulator, type MailSimulator } from '#simulators/mail/simulator.ts'
import { attentionMail } from '../agenda/attention-mail.ts'
import { instantText } from '../clock.ts'
import { startTestApp, TEST_PASSWORD, type TestApp } from '../test-app.ts'
import { makeActivationLink } from '../users/account/registration.ts'
import { Secret } from '../vault/secret.ts'
import { MOST_TRIES, sendDueMails, type MailerNeeds } from './mailer.ts'
import { queueNotice } from './queue-notice.ts'
import { smtpTransport } from './transport.ts'

let app: TestApp
let post: MailSimulator
let needs: MailerNeeds
const failures: string[] = []
const folder = mkdtempSync(join(tmpdir(), 'folio-mail-'))

beforeAll(async () => {
  app = await startTestApp()
  post = await startMailSimulator({ folder, now: () => instantText(app.clock.now()) })
  needs = {
    db: app.database.db,
    clock: app.clock,
    transport: smtpTransport({ url: new Secret(post.smtpUrl), from: 'Folio <hola@folio.example>' }),
    links: app.links,
    publicUrl: 'https://folio.example',
    demonstration: true,
    writeAttention: (asked) => attentionMail({ db: app.database.db, clock: app.clock }, asked),
    onFailure: ({ why }) => failures.push(why),
  }
})
beforeEach(() => {
  failures.length = 0
  post.setTrouble(null)
})
afterAll(async () => {
  needs.transport.close()
  await post.close()
  await app.close()
  rmSync(folder, { recursive: true })
})

const messages = z.array(
  z.object({
    from: z.string(),
    to: z.array(z.string()),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
  }),
)

async function mailsTo(email: string): Promise<z.infer<typeof messages>> {
  const reply = await fetch(`${post.mailboxUrl}/messages.json?to=${encodeURIComponent(email)}`)
  return messages.parse(await reply.json())
}

function registerUser(email: string, language = 'es') {
  const body = { email, password: TEST_PASSWORD, re_password: TEST_PASSWORD }
  return app.call({ path: '/auth/users/', body, language })
}

function rowOf(email: string) {
  return needs.db
    .selectFrom('system_mail')
    .select(['data', 'tries', 'next_try_at', 'sent_at', 'failed_at'])
    .where('recipient', '=', email)
    .executeTakeFirst()
}

test('the activation mail arrives in Spanish, and its link activates the account', async () => {
  await registerUser('ana@folio.example')
  expect(await sendDueMails(needs)).toBe(1)
  const [mail] = await mailsTo('ana@folio.example')
  expect(mail).toMatchObject({
    from: 'Folio <hola@folio.example>',
    to: ['ana@folio.example'],
    subject: 'Activa tu cuenta en Folio',
  })
  const [, uid, token] =
    /https:\/\/folio\.example\/auth\/activate\/(\w+)\/([\w-]+)/.exec(mail?.text ?? '') ?? []
  expect(mail?.html).toContain(`href="https://folio.example/auth/activate/${uid}/${token}"`)
  expect(mail?.html).toContain('Demostración')
  const reply = await app.call({ path: '/auth/users/activation/', body: { uid, token } })
  expect(reply.status).toBe(204)
  expect(await sendDueMails(needs)).toBe(0)
})

test('the recovery mail arrives, its link sets a password, and a second mail says so', async () => {
  const email = 'olvida@folio.example'
  await app.signIn(email)
  await app.call({ path: '/auth/forgot-password', body: { email }, language: 'es' })
  await sendDueMails(needs)
  const [mail] = await mailsTo(email)
  expect(mail?.subject).toBe('Recupera tu contraseña de Folio')
  const [url, uid, token] =
    /https:\/\/folio\.example\/reset-password\/(\w+)\/([\w-]+)/.exec(mail?.text ?? '') ?? []
  expect(mail?.html).toContain(`href="${url}"`)
  const password = { new_password: 'Loica-71-parda', re_new_password: 'Loica-71-parda' }
  const path = '/auth/users/reset_password_confirm/'
  expect((await app.call({ path, body: { uid, token, ...password } })).status).toBe(204)
  await sendDueMails(needs)
  const [told] = await mailsTo(email)
  expect(told?.subject).toBe('Your Folio password was changed')
  expect(told?.text).toContain('https://folio.example/forgot-password')
  expect(told?.html).not.toContain(token)
})

test('mails of a recovery leave four times an hour, and others go on meanwhile', async () => {
  const email = 'bombardeada@folio.example'
  await registerUser(email)
  const ask = (path: string) => app.call({ path, body: { email } })
  for (let count = 0; count < 6; count += 1) await ask('/auth/users/resend_activation/')
  await sendDueMails(needs)
  expect(await mailsTo(email)).toHaveLength(4)
  const link = await makeActivationLink(needs, email)
  await app.call({ path: '/auth/users/activation/', body: link })
  for (let count = 0; count < 6; count += 1) await ask('/auth/forgot-password')
  await sendDueMails(needs)
  expect(await mailsTo(email)).toHaveLength(8)
  await app.clock.advance(60 * 60_000)
  await ask('/auth/forgot-password')
  await sendDueMails(needs)
  expect(await mailsTo(email)).toHaveLength(9)
})

test('a mail leaves at once when no link of the earlier ones is good any more', async () => {
  const email = 'gastada@folio.example'
  await app.signIn(email)
  const ask = () => app.call({ path: '/auth/forgot-password', body: { email } })
  for (let count = 0; count < 4; count += 1) await ask()
  await sendDueMails(needs)
  const before = (await mailsTo(email)).length
  await needs.db.deleteFrom('one_time_token').execute()
  await ask()
  await sendDueMails(needs)
  expect(await mailsTo(email)).toHaveLength(before + 1)
})

test('mails that could not leave do not count', async () => {
  const email = 'caida@folio.example'
  await app.signIn(email)
  await sendDueMails(needs)
  post.setTrouble(451)
  const ask = () => app.call({ path: '/auth/forgot-password', body: { email } })
  for (let count = 0; count < 6; count += 1) await ask()
  await sendDueMails(needs)
  post.setTrouble(null)
  await app.clock.advance(60_000)
  const before = (await mailsTo(email)).length
  await sendDueMails(needs)
  expect(await mailsTo(email)).toHaveLength(before + 4)
})

test('nobody is written to about recovering an account that is unknown or not active', async () => {
  await registerUser('dormida@folio.example')
  await sendDueMails(needs)
  for (const email of ['fantasma@folio.example', 'dormida@folio.example']) {
    await app.call({ path: '/auth/users/reset_password/', body: { email } })
  }
  expect(await sendDueMails(needs)).toBe(2)
  expect(await mailsTo('fantasma@folio.example')).toEqual([])
  expect(await mailsTo('dormida@folio.example')).toHaveLength(1)
})

test('who registers in English is written to in English', async () => {
  await registerUser('en@folio.example', 'en')
  await sendDueMails(needs)
  const [mail] = await mailsTo('en@folio.example')
  expect(mail?.subject).toBe('Activate your Folio account')
})

test('a request for an unknown or active address sends nothing and leaves no row', async () => {
  await app.signIn('activa@folio.example')
  await sendDueMails(needs)
  for (const email of ['nadie@folio.example', 'activa@folio.example']) {
    await app.call({ path: '/auth/users/resend_activation/', body: { email } })
  }
  expect(await sendDueMails(needs)).toBe(2)
  expect(await mailsTo('nadie@folio.example')).toEqual([])
  expect(await mailsTo('activa@folio.example')).toEqual([])
  expect(await rowOf('nadie@folio.example')).toBeUndefined()
})

test('a busy server is tried again with growing waits, and the mail arrives once', async () => {
  await registerUser('espera@folio.example')
  post.setTrouble(450)
  await sendDueMails(needs)
  expect(await sendDueMails(needs)).toBe(0)
  await app.clock.advance(30_000)
  await sendDueMails(needs)
  await app.clock.advance(30_000)
  expect(await sendDueMails(needs)).toBe(0)
  post.setTrouble(null)
  await app.clock.advance(30_000)
  expect(await sendDueMails(needs)).toBe(1)
  expect(await mailsTo('espera@folio.example')).toHaveLength(1)
  expect(failures).toEqual(['EENVELOPE 450', 'EENVELOPE 450'])
})

test('an address refused for good is not tried again', async () => {
  await registerUser('rechazado@folio.example')
  post.setTrouble(550)
  await sendDueMails(needs)
  await app.clock.advance(24 * 60 * 60_000)
  expect(await sendDueMails(needs)).toBe(0)
  expect(await rowOf('rechazado@folio.example')).toMatchObject({
    sent_at: null,
    failed_at: expect.any(String),
    next_try_at: null,
  })
})

test('after so many tries a mail is given up', async () => {
  await registerUser('nunca@folio.example')
  post.setTrouble(450)
  for (let tries = 0; tries < MOST_TRIES + 3; tries += 1) {
    await sendDueMails(needs)
    await app.clock.advance(3 * 60 * 60_000)
  }
  expect(failures).toHaveLength(MOST_TRIES)
  expect(await rowOf('nunca@folio.example')).toMatchObject({ tries: MOST_TRIES, next_try_at: null })
})

test('two senders at once never send the same mail twice', async () => {
  const emails = Array.from({ length: 6 }, (_, index) => `par${index}@folio.example`)
  await Promise.all(emails.map((email) => registerUser(email)))
  await Promise.all([sendDueMails(needs), sendDueMails(needs), sendDueMails(needs)])
  for (const email of emails) expect(await mailsTo(email)).toHaveLength(1)
})

test('a sender that dies while sending gives its mail back after five minutes', async () => {
  await registerUser('muere@folio.example')
  const dying = {
    ...needs,
    transport: { ...needs.transport, send: () => new Promise<never>(() => undefined) },
  }
  void sendDueMails(dying)
  await expect.poll(async () => (await rowOf('muere@folio.example'))?.tries).toBe(1)
  expect(await sendDueMails(needs)).toBe(0)
  await app.clock.advance(5 * 60_000)
  expect(await sendDueMails(needs)).toBe(1)
  expect(await mailsTo('muere@folio.example')).toHaveLength(1)
})

test('what a month still needs is asked for by rule, company and day, and what they say stays text', async () => {
  await queueNotice(app.database.db, {
    template: 'monthlyValues',
    recipient: 'mes@folio.example',
    language: 'es',
    values: {
      rule: '<b>{{email}}</b>\r\nBcc: x@y.cl',
      ruleId: '42',
      company: 'Peña Ltda.',
      day: '15/11/2026',
    },
    at: instantText(app.clock.now()),
  })
  await sendDueMails(needs)
  const [mail, ...more] = await mailsTo('mes@folio.example')
  expect(more).toEqual([])
  expect(mail?.to).toEqual(['mes@folio.example'])
  expect(mail?.subject).toContain('Completa cantidad o precio')
  expect(mail?.text).toContain('Peña Ltda. emite el 15/11/2026')
  expect(mail?.text).toContain('https://folio.example/rules/42/values')
  expect(mail?.html).toContain('&#60;b&#62;{{email}}&#60;/b&#62;')
  expect(await mailsTo('x@y.cl')).toEqual([])
})
