import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { MOST_MESSAGES, openMailbox } from './mailbox.ts'
import { startMailSimulator, type MailSimulator } from './simulator.ts'

const folder = mkdtempSync(join(tmpdir(), 'folio-mailbox-'))
const listed = z.array(z.object({ id: z.int() }))
const AT = '2026-11-05T15:00:00.000Z'
let post: MailSimulator
beforeEach(async () => {
  post = await startMailSimulator({ folder, now: () => AT })
})
afterEach(() => post.close())
afterAll(() => rmSync(folder, { recursive: true }))

async function hand(mail: { to: string; subject: string; html?: string; attachments?: object[] }) {
  const transport = createTransport({ url: post.smtpUrl })
  await transport.sendMail({ from: 'Folio <hola@folio.example>', text: 'hola', ...mail })
  transport.close()
}

async function read(path: string) {
  const reply = await fetch(`${post.mailboxUrl}${path}`)
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

test('what is handed in can be read, newest first, and survives a restart', async () => {
  await hand({ to: 'ana@folio.example', subject: 'Uno ñ €' })
  await hand({ to: 'rodrigo@folio.example', subject: 'Dos <b>&' })
  await post.close()
  post = await startMailSimulator({ folder, now: () => AT })
  const { text } = await read('/')
  expect(text.indexOf('Dos &#60;b&#62;&#38;')).toBeLessThan(text.indexOf('Uno ñ €'))
  expect(text.indexOf('Dos')).toBeGreaterThan(0)
  const forAna: unknown = JSON.parse((await read('/messages.json?to=ana@folio.example')).text)
  expect(forAna).toMatchObject([{ subject: 'Uno ñ €', to: ['ana@folio.example'], at: AT }])
})

test('a mail is shown in a frame without scripts, and its attachment can be fetched', async () => {
  const script = '<p>Hola</p><script>alert(1)</script>'
  const attachments = [{ filename: 'Factura ñ.pdf', content: Buffer.from('%PDF-1.7') }]
  await hand({ to: 'ana@folio.example', subject: 'Tres', html: script, attachments })
  const [message] = listed.parse(JSON.parse((await read('/messages.json')).text))
  const page = await read(`/mensajes/${message?.id}`)
  expect(page.text).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/)
  const framed = await read(`/mensajes/${message?.id}/html`)
  expect(framed.headers.get('content-security-policy')).toMatch(/^sandbox .*default-src 'none'/)
  const file = await read(`/mensajes/${message?.id}/adjuntos/0`)
  expect(file.text).toBe('%PDF-1.7')
  expect(file.headers.get('content-disposition')).toContain('attachment')
})

test('a mail that is not there is a 404', async () => {
  for (const path of [
    '/mensajes/99999',
    '/mensajes/x',
    '/../package.json',
    '/mensajes/1/adjuntos/9',
  ]) {
    expect((await read(path)).status).toBe(404)
  }
})

test('only the newest are kept', async () => {
  const own = join(folder, 'full')
  const mailbox = openMailbox(own, () => AT)
  for (let count = 0; count < MOST_MESSAGES + 5; count += 1) {
    mailbox.receive({
      from: 'a@b.cl',
      to: ['c@d.cl'],
      raw: Buffer.from(`Subject: ${count}\r\n\r\nx`),
    })
  }
  const messages = await mailbox.list()
  expect(messages).toHaveLength(MOST_MESSAGES)
  expect(messages[0]?.subject).toBe(String(MOST_MESSAGES + 4))
  expect(readdirSync(own)).toHaveLength(MOST_MESSAGES)
})
