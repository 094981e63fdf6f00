import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { languages } from '#texts/language.ts'
import { startSmtpSink, type SmtpSink } from '#simulators/mail/smtp-sink.ts'
import { attentionMail } from '../agenda/attention-mail.ts'
import { instantText } from '../clock.ts'
import { startTestApp, TEST_PASSWORD, type TestApp } from '../test-app.ts'
import { Secret } from '../vault/secret.ts'
import { mailKinds, templates } from './mail-kinds.ts'
import { sendDueMails, type MailerNeeds } from './mailer.ts'
import { preview } from './previews.ts'
import { queueNotice } from './queue-notice.ts'
import { smtpTransport } from './transport.ts'

let app: TestApp
let sink: SmtpSink
let needs: MailerNeeds
const received: { to: string[]; raw: Buffer }[] = []

beforeAll(async () => {
  app = await startTestApp()
  sink = await startSmtpSink({ receive: (message) => void received.push(message) }, 0)
  needs = {
    db: app.database.db,
    clock: app.clock,
    links: app.links,
    transport: smtpTransport({ url: new Secret(sink.url), from: 'Folio <hola@folio.example>' }),
    publicUrl: 'https://folio.example',
    demonstration: false,
    writeAttention: (asked) => attentionMail({ db: app.database.db, clock: app.clock }, asked),
    onFailure: ({ why }) => {
      throw new Error(why)
    },
  }
})
beforeEach(async () => {
  await sendDueMails(needs)
  received.splice(0)
})
afterAll(async () => {
  needs.transport.close()
  await sink.close()
  await app.close()
})

async function arrived() {
  await sendDueMails(needs)
  return Promise.all(
    received.splice(0).map(async ({ to, raw }) => ({ to, mail: await PostalMime.parse(raw) })),
  )
}

function weekly(recipient: string) {
  const values = { headline: 'Tu semana', first: '16/11/2026', last: '22/11/2026', issued: '3' }
  const at = instantText(app.clock.now())
  const rows = [{ title: '<i>Aseo</i>', detail: 'Factura 1', value: '$9' }]
  const notice = { template: 'weeklyDigest', recipient, language: 'es', values, rows, at } as const
  return queueNotice(app.database.db, notice)
}

test.each(
  templates.flatMap((template) => languages.map((language) => [template, language] as const)),
)('%s says the same in text and HTML, in %s, and leaves nothing unfilled', (template, language) => {
  const { subject, text, html } = preview(template, language)
  for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\{|undefined|null/)
  expect(subject).not.toBe('')
  expect(html).toContain(`<html lang="${language}">`)
  const plain = html.replace(/<(style|title)>[^]*?<\/\1>/g, '').replace(/<[^>]+>/g, ' ')
  const words = (of: string) => of.replace(/[^\p{L}\p{N}]+/gu, ' ')
  for (const line of text.split('\n').filter((one) => /^\p{L}[^:]+\.$/u.test(one))) {
    expect(
      words(plain.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))),
    ).toContain(words(line).trim())
  }
  expect(html).not.toMatch(/<(script|img|link|iframe)/)
})

test('every kind can be turned off, and only that one stays away', async () => {
  const { email, access } = await app.signIn()
  await sendDueMails(needs)
  received.splice(0)
  for (const kind of mailKinds) {
    const named = kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const patch = (isOn: boolean) =>
      app.call({
        path: '/mail-preferences/',
        method: 'PATCH',
        body: { [named]: isOn },
        token: access,
      })
    expect(await patch(false)).toMatchObject({ status: 200, body: { [named]: false } })
    for (const template of ['mailboxDisconnected', kind] as const) {
      const at = instantText(app.clock.now())
      await queueNotice(needs.db, { template, recipient: email, language: 'es', values: {}, at })
    }
    const isOther = kind !== 'mailboxDisconnected'
    expect(await arrived(), kind).toHaveLength(isOther ? 1 : 0)
    await patch(true)
  }
  expect((await app.call({ path: '/mail-preferences/', token: access })).body).toEqual({
    new_sign_in: true,
    monthly_values: true,
    check_failed: true,
    document_uncertain: true,
    payment_received: true,
    mailbox_disconnected: true,
    issued_today: true,
    weekly_digest: true,
  })
})

test('the mail about payments of a statement has the switch of the mail about other payments', async () => {
  const { email, access } = await app.signIn()
  await sendDueMails(needs)
  received.splice(0)
  const body = { payment_received: false }
  await app.call({ path: '/mail-preferences/', method: 'PATCH', body, token: access })
  const notice = { recipient: email, language: 'es', values: {}, at: instantText(app.clock.now()) }
  await queueNotice(needs.db, { ...notice, template: 'statementPayments', language: 'es' })
  expect(await arrived()).toEqual([])
})

test('a summary ends with one click, in the mail program or on its page; opening the page ends nothing', async () => {
  const { email, access } = await app.signIn()
  await weekly(email)
  const [sent] = await arrived()
  const header = (name: string) => sent?.mail.headers.find(({ key }) => key === name)?.value ?? ''
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const [, url = ''] =
    /^<(https:\/\/folio\.example\/[^>]+)>$/.exec(header('list-unsubscribe')) ?? []
  expect(sent?.mail.text).toContain(url)
  expect(sent?.mail.html).toContain('&#60;i&#62;Aseo')
  const path = new URL(url).pathname
  const page = await app.server.inject({ url: path })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('<form method="post">')
  const wishes = () => app.call({ path: '/mail-preferences/', token: access })
  expect((await wishes()).body).toMatchObject({ weekly_digest: true })
  const clicked = await app.server.inject({
    url: path,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(clicked.statusCode).toBe(200)
  expect((await wishes()).body).toMatchObject({ weekly_digest: false, issued_today: true })
  await weekly(email)
  expect(await arrived()).toEqual([])
})

test('a link that was changed ends nobody’s mails, nor does one for a mail that has none', async () => {
  const { access } = await app.signIn()
  const me = Object(await app.call({ path: '/auth/users/me/', token: access })).body.id
  const signed = (text: string) => `${text}.${app.links.sign('unsubscribe', text)}`
  const right = signed(`${me}.weeklyDigest`)
  for (const token of [
    right.replace('weekly', 'Weekly'),
    `${right.slice(0, -1)}${right.endsWith('A') ? 'B' : 'A'}`,
    signed(`${me}.newSignIn`),
    signed(`${me}.nothing`),
    `${me}.weeklyDigest.${app.links.sign('another', `${me}.weeklyDigest`)}`,
    'x',
  ]) {
    const reply = await app.server.inject({ url: `/api/unsubscribe/${token}`, method: 'POST' })
    expect(reply.statusCode, token).toBe(404)
  }
  const wishes = await app.call({ path: '/mail-preferences/', token: access })
  expect(Object.values(z.record(z.string(), z.boolean()).parse(wishes.body))).not.toContain(false)
})

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const NEWER = FIREFOX.replaceAll('140', '141')
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1'

test('a sign-in from a place not seen before is told, with the browser named; a known one is not', async () => {
  const { email } = await app.signIn()
  const signIn = (agent: string) =>
    app.call({
      path: '/auth/jwt/create/',
      body: { email, password: TEST_PASSWORD },
      headers: { 'user-agent': agent },
    })
  await sendDueMails(needs)
  received.splice(0)
  await signIn(FIREFOX)
  const [told, ...more] = await arrived()
  expect(more).toEqual([])
  expect(told?.to).toEqual([email])
  expect(told?.mail.text).toContain('Firefox on Windows')
  expect(told?.mail.text).toContain('05/11/2026 12:00')
  await signIn(NEWER)
  expect(await arrived()).toEqual([])
  await signIn(SAFARI)
  expect((await arrived())[0]?.mail.text).toContain('Safari on iPhone')
  await signIn('curl <b> Linux')
  const [odd] = await arrived()
  expect(odd?.mail.text).toContain('Where: Linux')
  expect(odd?.mail.text).not.toContain('curl')
})

test('where an account signs in for the first time is no news', async () => {
  const { email } = await app.signIn()
  const subjects = (await arrived()).filter(({ to }) => to.includes(email))
  expect(subjects.map(({ mail }) => mail.subject)).not.toContain('New sign-in to Folio')
})
