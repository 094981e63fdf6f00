import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { inert } from '#server/mailer/inert.ts'
import { buildMessage, type MessageParts } from '#server/mailer/message.ts'
import { smtpTransport } from '#server/mailer/transport.ts'
import { Secret } from '#server/vault/secret.ts'
import { startSmtpSink } from '#simulators/mail/smtp-sink.ts'

const plain: MessageParts = {
  messageId: '<d1@folio.example>',
  atMs: Date.parse('2026-11-22T12:00:00Z'),
  from: { name: 'Ana Peña', address: 'ana@gmail.example' },
  to: [{ name: 'José Ñandú', address: 'jose@empresa.example' }],
  cc: [{ name: '', address: 'contabilidad@empresa.example' }],
  subject: 'Factura 100 – Noviembre',
  text: 'Estimado José:\n\nadjunto la factura. ✓',
  html: '<p>Estimado José: adjunto la factura. ✓</p>',
  attachments: [],
}

const seen = z.object({
  headers: z.array(z.string()),
  from: z.array(z.tuple([z.string(), z.string()])),
  to: z.array(z.tuple([z.string(), z.string()])),
  cc: z.array(z.tuple([z.string(), z.string()])),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  attachments: z.array(z.object({ name: z.string(), type: z.string(), sha256: z.string() })),
})

const PYTHON = `
import sys, json, base64, hashlib, email, email.policy
def read(raw):
  m = email.message_from_bytes(raw, policy=email.policy.default)
  people = lambda n: [[a.display_name, a.addr_spec] for h in m.get_all(n, []) for a in h.addresses]
  part = lambda k: (lambda p: p.get_content() if p else '')(m.get_body(preferencelist=(k,)))
  return dict(headers=[k.lower() for k in m.keys()], to=people('to'), cc=people('cc'),
    **{'from': people('from')}, subject=str(m['subject']), text=part('plain'), html=part('html'),
    attachments=[dict(name=p.get_filename(), type=p.get_content_type(),
      sha256=hashlib.sha256(p.get_payload(decode=True)).hexdigest()) for p in m.iter_attachments()])
print(json.dumps([read(base64.b64decode(line)) for line in sys.stdin]))
`
const hasPython = spawnSync('python3', ['--version']).status === 0

/** What somebody else's reader of mail makes of each. */
function witness(raws: Buffer[]): z.infer<typeof seen>[] {
  const input = raws.map((raw) => raw.toString('base64')).join('\n')
  const said = execFileSync('python3', ['-c', PYTHON], { input, maxBuffer: 1024 * 1024 })
  return z.array(seen).parse(JSON.parse(String(said)))
}

const ATTACKS = [
  'x\r\nBcc: otro@malo.example',
  'x\nTo: otro@malo.example',
  'x\rCc: otro@malo.example',
  'x\u0000y',
  'x\u2028Bcc: otro@malo.example',
  '=?utf-8?B?DQpCY2M6IG90cm9AbWFsby5leGFtcGxl?=',
  '=?utf-8?Q?=0D=0ABcc:_otro=40malo.example?=',
  '" <otro@malo.example>, "',
  'Ana <otro@malo.example>',
  'otro@malo.example,',
  '<@malo.example:jose@empresa.example>',
  'grupo: otro@malo.example;',
  '(otro@malo.example)',
  '\\"; otro@malo.example',
  '\u202Emoc.live',
  'x'.repeat(2_000),
]

const HEADERS = [
  'auto-submitted',
  'cc',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
]

describe.skipIf(!hasPython)('another reader of mail agrees', { meta: { needs: 'python3' } }, () => {
  test('with accents, emoji, a long subject and ten megabytes', async () => {
    const bytes = Buffer.alloc(10 * 1024 * 1024, 'Ñ%PDF')
    const subject = `Factura 100 – ${'asesoría en cañería 🚰 '.repeat(20)}fin`
    const attachments = [
      { name: 'Factura 100 – Peña y Compañía.pdf', mediaType: 'application/pdf', bytes },
      { name: 'factura.xml', mediaType: 'application/xml', bytes: Buffer.from('<a/>') },
    ]
    const [read] = witness([await buildMessage({ ...plain, subject, attachments })])
    expect(read?.subject).toBe(subject)
    expect(read?.from).toEqual([['Ana Peña', 'ana@gmail.example']])
    expect(read?.to).toEqual([['José Ñandú', 'jose@empresa.example']])
    expect(read?.cc).toEqual([['', 'contabilidad@empresa.example']])
    expect(read?.text.trim()).toBe(plain.text)
    expect(read?.html.trim()).toBe(plain.html)
    const digest = (of: Uint8Array): string => createHash('sha256').update(of).digest('hex')
    expect(read?.attachments).toEqual(
      attachments.map(({ name, mediaType: type, bytes }) => ({
        name,
        type,
        sha256: digest(bytes),
      })),
    )
    expect(read?.headers.toSorted()).toEqual(HEADERS)
  })

  test('an attack in a name and a subject stays a name and a subject', async () => {
    const raws = ATTACKS.map((attack) =>
      buildMessage({
        ...plain,
        subject: `Factura ${attack}`,
        from: { ...plain.from, name: attack },
        to: [{ address: 'jose@empresa.example', name: `${attack} Peña` }],
      }),
    )
    const reads = witness(await Promise.all(raws))
    expect(reads).toHaveLength(ATTACKS.length)
    for (const [index, attack] of ATTACKS.entries()) {
      const read = reads[index]
      expect(read?.headers.toSorted(), attack).toEqual(HEADERS)
      expect(
        read?.to.map(([, address]) => address),
        attack,
      ).toEqual(['jose@empresa.example'])
      expect(
        read?.from.map(([, address]) => address),
        attack,
      ).toEqual(['ana@gmail.example'])
      expect(spaced(read?.subject ?? '')).toBe(spaced(inert(`Factura ${attack}`)))
      expect(spaced(read?.to[0]?.[0] ?? '')).toBe(spaced(inert(`${attack} Peña`)))
    }
  })
})

/** Where a long header is folded readers disagree about the white, never about the letters. */
function spaced(text: string): string {
  return text.replace(/\s+/g, '')
}

test.each(ATTACKS)('%j is no address to write to', (attack) => {
  for (const to of [attack, `jose@empresa.example${attack}`]) {
    expect(() => buildMessage({ ...plain, to: [{ name: '', address: to }] })).toThrow(
      'Not an address',
    )
  }
})

test('whatever the texts are, recipients and headers are what was meant', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 120 })
  await fc.assert(
    fc.asyncProperty(text, text, text, async (subject, name, file) => {
      const attachments = [{ name: file, mediaType: 'application/pdf', bytes: Buffer.from('x') }]
      const raw = await buildMessage({
        ...plain,
        subject: `Factura ${subject.toWellFormed()}`,
        to: [{ name: name.toWellFormed(), address: 'jose@empresa.example' }],
        attachments: attachments.map((one) => ({ ...one, name: one.name.toWellFormed() })),
      })
      const mail = await PostalMime.parse(raw)
      expect(mail.headers.map(({ key }) => key).toSorted()).toEqual(HEADERS)
      expect(mail.to?.map(({ address }) => address)).toEqual(['jose@empresa.example'])
      expect(mail.cc?.map(({ address }) => address)).toEqual(['contabilidad@empresa.example'])
      expect(mail.attachments).toHaveLength(1)
    }),
    { numRuns: 60 },
  )
})

const DEBIAN_PYTHON = '/usr/bin/python3'
const hasDkim = spawnSync(DEBIAN_PYTHON, ['-c', 'import dkim']).status === 0
const VERIFY = `
import sys, dkim
key = open(sys.argv[1], 'rb').read()
ok = dkim.verify(sys.stdin.buffer.read(), dnsfunc=lambda name, timeout=5: key)
sys.exit(0 if ok else 1)
`

const needsDkim = { meta: { needs: "Debian's python3-dkim" } }
describe.skipIf(!hasDkim)("Debian's verifier of DKIM", needsDkim, () => {
  test('agrees with what system mail is signed with, and sees a changed letter', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'folio-dkim-'))
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const der = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    writeFileSync(join(folder, 'dns'), `v=DKIM1; k=rsa; p=${der}`)
    const received: Buffer[] = []
    const sink = await startSmtpSink({ receive: ({ raw }) => void received.push(raw) }, 0)
    const transport = smtpTransport({
      url: new Secret(sink.url),
      from: 'Folio <hola@folio.example>',
      dkim: {
        domain: 'folio.example',
        selector: 'nov26',
        privateKey: new Secret(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()),
      },
    })
    const mail = {
      subject: 'Contraseña cambiada ✓',
      text: 'Añañuca\n\n.\n',
      html: '<p>Añañuca</p>',
    }
    await transport.send(mail, { to: 'ana@folio.example', messageId: '<s1@folio.example>' })
    transport.close()
    await sink.close()
    const [raw = Buffer.alloc(0)] = received
    const verified = (bytes: Buffer) =>
      spawnSync(DEBIAN_PYTHON, ['-c', VERIFY, join(folder, 'dns')], { input: bytes }).status
    expect(verified(raw)).toBe(0)
    const changed = Buffer.from(raw.toString('latin1').replace('To: ana@', 'To: eva@'), 'latin1')
    expect(verified(changed)).toBe(1)
    rmSync(folder, { recursive: true })
  })
})
