import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { Secret } from '../vault/secret.ts'
import { smtpTransport, type MailTransport, type Sending } from './transport.ts'

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Answers each line by the first word that the script has for it; null: hangs up. */
async function serverThat(script: Record<string, string | null>): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let isBody = false
    socket.on('error', () => undefined)
    socket.write('220 hi\r\n')
    socket.on('data', (bytes) => {
      for (const line of bytes.toString('latin1').split('\r\n')) {
        if (isBody && line !== '.') continue
        const word = line.split(/[ :]/)[0]?.toUpperCase() ?? ''
        if (word === '') continue
        const reply = word in script ? script[word] : word === 'DATA' ? '354 go on' : '250 ok'
        isBody = reply?.startsWith('354') === true
        if (typeof reply === 'string') socket.write(`${reply}\r\n`)
        else return void socket.destroy()
      }
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => void server.close(() => resolve()))
  })
  return `smtp://127.0.0.1:${addressOf(server.address()).port}`
}

function addressOf(address: string | AddressInfo | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('No port')
  return address
}

function open(url: string): MailTransport {
  const transport = smtpTransport({ url: new Secret(url), from: 'Folio <hola@folio.example>' })
  closing.push(() => transport.close())
  return transport
}

function send(url: string, to = 'ana@folio.example'): Promise<Sending> {
  const mail = { subject: 'Hola', text: 'Hola', html: '<p>Hola</p>' }
  return open(url).send(mail, { to, messageId: '<1@folio.example>' })
}

test('a mail that is taken is sent, and one that is refused for good is never tried again', async () => {
  expect(await send(await serverThat({}))).toEqual({ kind: 'sent' })
  const never = await send(await serverThat({ RCPT: '550 no such user' }))
  expect(never).toMatchObject({ kind: 'refused' })
  expect(await send(await serverThat({}), 'a@b.cl, c@d.cl')).toMatchObject({ kind: 'refused' })
})

test.each([
  ['the recipient', { RCPT: '450 later' }],
  ['the whole message', { '.': '451 later' }],
  ['whoever signs in', { EHLO: '250-hi\r\n250 AUTH PLAIN', AUTH: '535 wrong' }],
])('a mail whose server refuses %s is not there, and may be tried again', async (_what, script) => {
  const url = await serverThat(script)
  const withUser = url.replace('//', '//folio:clave@')
  const sending = await send('AUTH' in script ? withUser : url)
  expect(sending).toMatchObject({ kind: 'later' })
})

test('a mail that no server was reached for is not there', async () => {
  const url = await serverThat({})
  for (const close of closing.splice(0)) await close()
  expect(await send(url)).toMatchObject({ kind: 'later' })
})

test('a mail whose server hangs up without an answer may be there', async () => {
  expect(await send(await serverThat({ '.': null }))).toMatchObject({ kind: 'inDoubt' })
})
