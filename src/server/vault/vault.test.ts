import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settableClock } from '../clock.ts'
import { createTestDatabase, type TestDatabase } from '../db/test-database.ts'
import { sealEnvelope, openEnvelope } from './envelope.ts'
import { joinRings, keyRing, sealingKeysText, sealingRing } from './key-ring.ts'
import { API_KINDS, SEALED_KINDS, SHARED_KINDS, WORKER_KINDS } from './kinds.ts'
import { Secret } from './secret.ts'
import { createVault } from './vault.ts'

const clock = settableClock('2026-11-05T15:00:00Z')
const freshKey = () => new Secret(randomBytes(32).toString('base64'))
const oldKey = freshKey()
const newKey = freshKey()
const vault = createVault(keyRing(oldKey), clock)
const CANARY = 'clave-canaria-ñ-€-🗝'

let database: TestDatabase
let mine: number
let theirs: number
beforeAll(async () => {
  database = await createTestDatabase()
  mine = await organisation()
  theirs = await organisation()
})
afterAll(() => database.drop())

async function organisation(): Promise<number> {
  const { id } = await database.db
    .insertInto('organisation')
    .values({ name: 'x', created_at: '2026-11-05T15:00:00Z' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const seal = (plaintext = CANARY) =>
  vault.seal(database.db, { organisationId: mine, kind: 'clave', plaintext })
const use = (secretId: number, organisationId = mine) =>
  ({ organisationId, secretId, kind: 'clave', purpose: 'portalLogin' }) as const

test('a sealed value opens as it was, and each opening says when and what for', async () => {
  const secretId = await seal()
  await clock.advance(60_000)
  expect(await vault.open(database.db, use(secretId))).toBe(CANARY)
  const events = await database.db
    .selectFrom('audit_event')
    .select(['at', 'kind', 'data'])
    .where('organisation_id', '=', mine)
    .where('subject', '=', `secret:${secretId}`)
    .execute()
  expect(events).toEqual([
    {
      at: '2026-11-05T15:01:00.000Z',
      kind: 'secretOpened',
      data: { kind: 'clave', purpose: 'portalLogin' },
    },
  ])
})

test('nothing of the value is in the row, and the same value never looks the same', async () => {
  const ids = [await seal(), await seal()]
  const rows = await database.db
    .selectFrom('secret')
    .select(['sealed', 'wrapped_key', 'key_id'])
    .where('id', 'in', ids)
    .execute()
  const [first, second] = rows
  expect(first?.sealed.equals(second?.sealed ?? Buffer.alloc(0))).toBe(false)
  expect(first?.wrapped_key.equals(second?.wrapped_key ?? Buffer.alloc(0))).toBe(false)
  for (const row of rows) {
    expect(row.sealed.includes(Buffer.from(CANARY))).toBe(false)
    expect(oldKey.reveal()).not.toContain(row.key_id)
  }
})

test('a row moved to another tenant or another kind does not open', async () => {
  const moved = await seal()
  await database.db
    .updateTable('secret')
    .set({ organisation_id: theirs })
    .where('id', '=', moved)
    .execute()
  await expect(vault.open(database.db, use(moved, theirs))).rejects.toThrow()
  const renamed = await seal()
  await database.db
    .updateTable('secret')
    .set({ kind: 'portalSession' })
    .where('id', '=', renamed)
    .execute()
  const asSession = { ...use(renamed), kind: 'portalSession' } as const
  await expect(vault.open(database.db, asSession)).rejects.toThrow()
})

test("another tenant's and another kind's secret is simply not there", async () => {
  const secretId = await seal()
  await expect(vault.open(database.db, use(secretId, theirs))).rejects.toThrow('No clave')
  const wrongKind = { ...use(secretId), kind: 'certificatePassword' } as const
  await expect(vault.open(database.db, wrongKind)).rejects.toThrow('No certificatePassword')
})

test('one changed byte anywhere, in the value or its key, keeps it shut', async () => {
  for (const column of ['sealed', 'wrapped_key'] as const) {
    for (const position of [0, 1, 14, 40]) {
      const secretId = await seal()
      await sql`update secret set ${sql.ref(column)} = set_byte(${sql.ref(column)}, ${position},
        get_byte(${sql.ref(column)}, ${position}) # 1) where id = ${secretId}`.execute(database.db)
      await expect(vault.open(database.db, use(secretId))).rejects.toThrow()
    }
  }
})

test('rotation moves every row to the new key, a page at a time, and the value stays', async () => {
  await database.db.deleteFrom('secret').execute()
  const ids = [await seal('uno'), await seal('dos'), await seal('tres')]
  const rotating = createVault(keyRing(newKey, [oldKey]), clock)
  expect(await rotating.open(database.db, use(ids[0] ?? 0))).toBe('uno')
  expect(await rotating.rewrap(database.db, 2)).toBe(2)
  expect(await rotating.rewrap(database.db, 2)).toBe(1)
  expect(await rotating.rewrap(database.db, 2)).toBe(0)
  const afterwards = createVault(keyRing(newKey), clock)
  const values = await Promise.all(ids.map((id) => afterwards.open(database.db, use(id))))
  expect(values).toEqual(['uno', 'dos', 'tres'])
  await expect(vault.open(database.db, use(ids[0] ?? 0))).rejects.toThrow('No vault key')
})

test('a replaced value keeps its id, an erased one is gone, and neither touches another tenant', async () => {
  const secretId = await seal('antes')
  const change = { organisationId: mine, kind: 'clave', plaintext: 'después', secretId } as const
  await vault.replace(database.db, change)
  expect(await vault.open(database.db, use(secretId))).toBe('después')
  await expect(vault.replace(database.db, { ...change, organisationId: theirs })).rejects.toThrow(
    'No clave',
  )
  await vault.erase(database.db, { organisationId: theirs, secretId })
  expect(await vault.open(database.db, use(secretId))).toBe('después')
  await vault.erase(database.db, { organisationId: mine, secretId })
  await expect(vault.open(database.db, use(secretId))).rejects.toThrow('No clave')
})

test('each kind has a key of its own: none opens what another kind’s sealed', () => {
  const ring = keyRing(oldKey)
  const ids = SEALED_KINDS.map((kind) => ring.sealing(kind)?.id)
  expect(new Set(ids).size).toBe(SEALED_KINDS.length)
  const sealed = sealEnvelope(ring, { organisationId: 1, kind: 'clave' }, Buffer.from(CANARY))
  const onlyMail = keyRing(oldKey, [], ['mailToken'])
  expect(() => openEnvelope(onlyMail, { organisationId: 1, kind: 'clave' }, sealed)).toThrow(
    'No vault key',
  )
})

test('who has the public keys seals what workers open, and opens nothing of it', async () => {
  const worker = keyRing(oldKey, [], WORKER_KINDS)
  const text = sealingKeysText(worker, WORKER_KINDS)
  expect(text).not.toContain(oldKey.reveal())
  const seals = sealingRing(text, WORKER_KINDS)
  if (seals === null) throw new Error('Its own text is read back')
  const api = createVault(joinRings(keyRing(newKey, [], API_KINDS), seals), clock)
  for (const kind of ['clave', 'certificatePassword', 'portalSession', 'mailToken'] as const) {
    const secretId = await api.seal(database.db, { organisationId: mine, kind, plaintext: CANARY })
    const asked = { ...use(secretId), kind } as const
    await expect(api.open(database.db, asked)).rejects.toThrow('No vault key')
    expect(await createVault(worker, clock).open(database.db, asked)).toBe(CANARY)
  }
  const secretId = await api.seal(database.db, {
    organisationId: mine,
    kind: 'totp',
    plaintext: CANARY,
  })
  const factor = { ...use(secretId), kind: 'totp' } as const
  expect(await api.open(database.db, factor)).toBe(CANARY)
  await expect(createVault(worker, clock).open(database.db, factor)).rejects.toThrow('No vault key')
})

test('the keys of payment connections open on both sides, by a key that opens nothing else', async () => {
  const payment = freshKey()
  const ringOf = (key: Secret, previous: Secret[] = []) => keyRing(key, previous, SHARED_KINDS)
  const api = createVault(joinRings(keyRing(newKey, [], API_KINDS), ringOf(payment)), clock)
  const worker = createVault(joinRings(keyRing(oldKey, [], WORKER_KINDS), ringOf(payment)), clock)
  const secret = { organisationId: mine, kind: 'paymentKeys', plaintext: CANARY } as const
  const secretId = await api.seal(database.db, secret)
  const asked = { ...use(secretId), kind: 'paymentKeys' } as const
  expect(await api.open(database.db, asked)).toBe(CANARY)
  expect(await worker.open(database.db, asked)).toBe(CANARY)
  const clave = await worker.seal(database.db, { ...secret, kind: 'clave' })
  const alone = createVault(ringOf(payment), clock)
  await expect(alone.open(database.db, use(clave))).rejects.toThrow('No vault key')
  const later = createVault(ringOf(newKey, [payment]), clock)
  expect(await later.rewrap(database.db, 1)).toBe(1)
  expect(await createVault(ringOf(newKey), clock).open(database.db, asked)).toBe(CANARY)
  await expect(alone.open(database.db, asked)).rejects.toThrow('No vault key')
})

test.each(['', 'clave:AAAA', `clave:${'A'.repeat(43)}`])(
  'public keys that lack a kind are refused: %j',
  (text) => {
    expect(sealingRing(text, WORKER_KINDS)).toBeNull()
  },
)

/** An envelope as they were before each kind had a key: the data key under the configured one itself. */
function sealAsBefore(kind: string, plaintext: string) {
  const keyId = createHash('sha256')
    .update('folio-key')
    .update(Buffer.from(oldKey.reveal(), 'base64'))
    .digest('hex')
    .slice(0, 16)
  const encrypt = (key: Buffer, role: string, id: string, text: Buffer) => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    cipher.setAAD(Buffer.from(JSON.stringify(['folio', 1, role, mine, kind, id])))
    const body = Buffer.concat([cipher.update(text), cipher.final()])
    return Buffer.concat([Buffer.of(1), nonce, body, cipher.getAuthTag()])
  }
  const dataKey = randomBytes(32)
  return {
    key_id: keyId,
    wrapped_key: encrypt(Buffer.from(oldKey.reveal(), 'base64'), 'key', keyId, dataKey),
    sealed: encrypt(dataKey, 'value', '', Buffer.from(plaintext)),
  }
}

test('a secret sealed before each kind had a key opens, and takes the key of its kind', async () => {
  await database.db.deleteFrom('secret').execute()
  const ids: number[] = []
  for (const kind of ['clave', 'totp'] as const) {
    const { id } = await database.db
      .insertInto('secret')
      .values({
        organisation_id: mine,
        kind,
        ...sealAsBefore(kind, kind),
        created_at: '2026-11-05T15:00:00Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
  }
  const worker = keyRing(oldKey, [], WORKER_KINDS)
  const api = keyRing(newKey, [], API_KINDS)
  expect(await createVault(worker, clock).open(database.db, use(ids[0] ?? 0))).toBe('clave')
  expect(await createVault(joinRings(worker, api), clock).rewrap(database.db, 9)).toBe(2)
  expect(await createVault(worker, clock).open(database.db, use(ids[0] ?? 0))).toBe('clave')
  const factor = { ...use(ids[1] ?? 0), kind: 'totp' } as const
  expect(await createVault(api, clock).open(database.db, factor)).toBe('totp')
})

test.each([16, 31, 33])('a key of %i bytes is refused', (length) => {
  expect(() => keyRing(new Secret(randomBytes(length).toString('base64')))).toThrow('32 bytes')
})

test('an envelope sealed by this version opens in every later one', () => {
  const ring = keyRing(new Secret(Buffer.alloc(32, 7).toString('base64')))
  const envelope = {
    keyId: '257fc1aca34c580b',
    wrappedKey: Buffer.from(
      'AnN8U2y0iBXmhcCfdeNVBzRRuhF7SoHDuYiNM28lctNWAQBWz6jzAfYgLE5VVrZ4uPVfjPiiFokYPJQ+39NJK8i2ZNdS5WmZMk1ctKLSNpjmoCjNs4o6pcoqw/ij9w==',
      'base64',
    ),
    sealed: Buffer.from('Af/jpyTuxUj9fkaS4iU6/inP2+cyzxKmGkb4boJGMSpO6K85', 'base64'),
  }
  const opened = openEnvelope(ring, { organisationId: 7, kind: 'clave' }, envelope)
  expect(opened.toString()).toBe('cuncuna')
})

test('a secret never shows itself', () => {
  const secret = new Secret(CANARY)
  const shown = [
    String(secret),
    ['x', secret].join(),
    JSON.stringify({ secret }),
    inspect({ deep: { secret } }, { showHidden: true, depth: 9 }),
    inspect(new Error('x', { cause: secret })),
    Object.entries(secret).join(),
  ]
  for (const text of shown) expect(text).not.toContain('canaria')
  expect(secret.reveal()).toBe(CANARY)
})
