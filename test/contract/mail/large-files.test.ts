import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildMessage, type MessageParts } from '#server/mailer/message.ts'
import type { Outgoing, SendOutcome } from '#server/mailer/providers/provider.ts'
import type { Secret } from '#server/vault/secret.ts'
import { ANA, authorizeUrl, openMailStage, type MailStage } from './stage.ts'

let stage: MailStage
let access: Secret
beforeEach(async () => {
  stage = await openMailStage('microsoft')
  access = (await stage.grant({ largeFiles: true })).access
})
afterEach(() => stage.close())

const PDF = Buffer.alloc(10 * 1024 * 1024, 'Ñ%PDF')
const parts: MessageParts = {
  messageId: '<large1@folio.example>',
  atMs: Date.parse('2026-11-22T12:00:00Z'),
  from: { name: 'Ana Peña', address: ANA },
  to: [{ name: 'José Ñandú', address: 'jose@empresa.example' }],
  cc: [],
  subject: 'Factura 100 – Noviembre 🌺',
  text: 'Adjunto la factura. ✓',
  html: '<p>Adjunto la factura. ✓</p>',
  attachments: [
    { name: 'Factura 100 – Peña.pdf', mediaType: 'application/pdf', bytes: PDF },
    { name: 'Factura 100.xml', mediaType: 'application/xml', bytes: Buffer.from('<DTE/>') },
  ],
}

async function message(): Promise<Outgoing> {
  return {
    messageId: parts.messageId,
    raw: await buildMessage(parts),
    pieces: {
      light: () => buildMessage({ ...parts, attachments: [] }),
      files: parts.attachments,
    },
  }
}

async function sendAll(): Promise<{ outcome: SendOutcome | null; place: string | null }> {
  const outgoing = await message()
  const ready = await stage.client.prepare(access, outgoing)
  if (ready.kind !== 'ready') return { outcome: ready, place: null }
  return { outcome: await stage.client.send(access, outgoing, ready.place), place: ready.place }
}

const before = (place: string | null) => ({ messageId: parts.messageId, place, sizeBytes: 0 })

test('ten megabytes go as a draft and an upload session, and arrive whole', async () => {
  expect((await sendAll()).outcome).toEqual({ kind: 'sent', providerId: null })
  const mail = await PostalMime.parse(stage.accepted[0]?.raw ?? '')
  expect(stage.accepted).toHaveLength(1)
  expect(mail.messageId).toBe(parts.messageId)
  expect(mail.subject).toBe(parts.subject)
  expect(mail.to).toMatchObject([{ name: 'José Ñandú', address: 'jose@empresa.example' }])
  const files = mail.attachments.map(({ filename, content }) => ({
    filename,
    bytes: Buffer.from(typeof content === 'string' ? content : new Uint8Array(content)),
  }))
  expect(files.map(({ filename }) => filename).toSorted()).toEqual([
    'Factura 100 – Peña.pdf',
    'Factura 100.xml',
  ])
  const pdf = files.find(({ filename }) => filename?.endsWith('.pdf'))
  expect(pdf?.bytes.equals(PDF)).toBe(true)
})

test('without the right to write in the mailbox it is refused as too large, and the mailbox stays', async () => {
  access = (await stage.grant()).access
  expect((await sendAll()).outcome).toEqual({ kind: 'refused', reason: 'tooLarge' })
  expect(stage.accepted).toEqual([])
})

test('the right is asked for only where large files are wanted', () => {
  expect(authorizeUrl(stage.client)).not.toContain('ReadWrite')
  expect(authorizeUrl(stage.client, { largeFiles: true })).toContain('Mail.ReadWrite')
})

test('an upload that breaks off took nothing, leaves no draft, and is done anew', async () => {
  stage.simulator.switches.set('uploadBroken', true)
  expect((await sendAll()).outcome).toMatchObject({ kind: 'later', reason: 'unavailable' })
  expect(stage.accepted).toEqual([])
  expect((await sendAll()).outcome).toMatchObject({ kind: 'sent' })
  expect(stage.accepted).toHaveLength(1)
})

test('an answer that is lost is looked up by the draft’s own number; a draft left over can be sent no more', async () => {
  stage.simulator.switches.set('lostAfter', true)
  const taken = await sendAll()
  expect(taken.outcome).toMatchObject({ kind: 'unknown' })
  expect(await stage.client.lookUp(access, before(taken.place))).toBe('sent')
  stage.accepted.splice(0)
  stage.simulator.switches.set('lostBefore', true)
  const dropped = await sendAll()
  expect(dropped.outcome).toMatchObject({ kind: 'unknown' })
  expect(await stage.client.lookUp(access, before(dropped.place))).toBe('absent')
  const late = await stage.client.send(access, await message(), dropped.place)
  expect(late).toEqual({ kind: 'unknown', cause: 'ErrorItemNotFound' })
  expect(stage.accepted).toEqual([])
})
