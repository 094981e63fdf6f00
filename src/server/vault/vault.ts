import type { Kysely } from 'kysely'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { statement, type PlaceOf } from '../db/statement.ts'
import { openEnvelope, rewrapEnvelope, sealEnvelope, type Envelope } from './envelope.ts'
import type { KeyRing } from './key-ring.ts'
import type { API_KINDS, SealedKind, SHARED_KINDS } from './kinds.ts'
import { Secret } from './secret.ts'

export type SecretKind = Exclude<SealedKind, 'workerRequest'>
export type SecretPurpose =
  | 'connectionTest'
  | 'mailRemoval'
  | 'mailSending'
  | 'payments'
  | 'portalLogin'
  | 'portalSession'
  | 'refusedClave'
  | 'refusedPassword'
  | 'registers'
  | 'secondFactor'
  | 'signing'
  | 'userTest'

/** A database or a transaction: whatever the secret must be written together with. */
type Db = Kysely<Schema>

/** Who stores secrets and reads none back. */
export type VaultWriter = {
  /** Answers the new secret's id. */
  seal(db: Db, secret: NewSecret): Promise<number>
  /** Puts another value in the place of one; the id stays. Throws when there is no such secret. */
  replace(db: Db, secret: NewSecret & { secretId: number }): Promise<void>
  /** Data key and value are gone; what backups hold of it needs the key outside the database too. */
  erase(db: Db, secret: { organisationId: number; secretId: number }): Promise<void>
}

/** All the API gets: what only a worker uses it stores, because it holds no key that opens it. */
export type ApiVault = VaultWriter & {
  open(
    db: Db,
    use: SecretUse & { kind: (typeof API_KINDS)[number] | (typeof SHARED_KINDS)[number] },
  ): Promise<string>
}

/** What the worker gets. */
export type Vault = VaultWriter & {
  /**
   * The value. Each use leaves an audit event saying when and what for; without it nothing opens.
   * Throws when absent, of another tenant or kind, or tampered with.
   */
  open(db: Db, use: SecretUse): Promise<string>
  /** Takes the current key for up to `limit` rows that it can open and that are under an older one; answers how many. */
  rewrap(db: Db, limit: number): Promise<number>
}

export type NewSecret = { organisationId: number; kind: SecretKind; plaintext: string | Secret }

export type SecretUse = {
  organisationId: number
  secretId: number
  kind: SecretKind
  /** Its sentence for the user is in texts/. */
  purpose: SecretPurpose
}

export function createVault(ring: KeyRing, clock: Clock): Vault {
  return {
    seal: (db, secret) => seal(db, ring, clock, secret),
    replace: (db, secret) => replace(db, ring, secret),
    erase,
    open: (db, use) => open(db, ring, clock, use),
    rewrap: (db, limit) => rewrap(db, ring, limit),
  }
}

async function seal(db: Db, ring: KeyRing, clock: Clock, secret: NewSecret): Promise<number> {
  const { organisationId, kind } = secret
  const row = await db
    .insertInto('secret')
    .values({
      organisation_id: organisationId,
      kind,
      ...columns(sealed(ring, secret)),
      created_at: instantText(clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

async function replace(
  db: Db,
  ring: KeyRing,
  secret: NewSecret & { secretId: number },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('secret')
    .set(columns(sealed(ring, secret)))
    .where('organisation_id', '=', secret.organisationId)
    .where('id', '=', secret.secretId)
    .where('kind', '=', secret.kind)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error(`No ${secret.kind} ${secret.secretId} to replace`)
}

async function erase(
  db: Db,
  { organisationId, secretId }: { organisationId: number; secretId: number },
): Promise<void> {
  await db
    .deleteFrom('secret')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', secretId)
    .execute()
}

async function open(db: Db, ring: KeyRing, clock: Clock, use: SecretUse): Promise<string> {
  const { organisationId, secretId, kind, purpose } = use
  const { rows } = await db.executeQuery(
    opening({
      organisationId,
      secretId,
      kind,
      at: instantText(clock.now()),
      subject: `secret:${secretId}`,
      data: JSON.stringify({ kind, purpose }),
    }),
  )
  const [row] = rows
  if (!row) throw new Error(`No ${kind} ${secretId} to open`)
  return openEnvelope(ring, use, envelopeOf(row)).toString('utf8')
}

interface Opening {
  organisationId: number
  secretId: number
  kind: SecretKind
  at: string
  subject: string
  data: string
}

/** One statement: what is read is on record. */
const opening = statement((db, place: PlaceOf<Opening>) =>
  db
    .with('opened', (cte) =>
      cte
        .selectFrom('secret')
        .select(['organisation_id', 'key_id', 'wrapped_key', 'sealed'])
        .where(
          'organisation_id',
          '=',
          place((use) => use.organisationId),
        )
        .where(
          'id',
          '=',
          place((use) => use.secretId),
        )
        .where(
          'kind',
          '=',
          place((use) => use.kind),
        ),
    )
    .with('told', (cte) =>
      cte
        .insertInto('audit_event')
        .columns(['organisation_id', 'at', 'kind', 'subject', 'data'])
        .expression((eb) =>
          eb.selectFrom('opened').select([
            'opened.organisation_id',
            eb
              .cast<string>(
                place((use) => use.at),
                'timestamptz',
              )
              .as('at'),
            eb.cast<string>(eb.val('secretOpened'), 'text').as('kind'),
            eb
              .cast<string>(
                place((use) => use.subject),
                'text',
              )
              .as('subject'),
            eb
              .cast<string>(
                place((use) => use.data),
                'jsonb',
              )
              .as('data'),
          ]),
        ),
    )
    .selectFrom('opened')
    .select(['key_id', 'wrapped_key', 'sealed']),
)

async function rewrap(db: Db, ring: KeyRing, limit: number): Promise<number> {
  const current = ring.opens.flatMap((kind) => {
    const key = ring.sealing(kind)
    return key && kind !== 'workerRequest' ? [{ kind, id: key.id }] : []
  })
  if (current.length === 0) return 0
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('secret')
      .select(['organisation_id', 'id', 'kind', 'key_id', 'wrapped_key', 'sealed'])
      .where((eb) =>
        eb.or(
          current.map(({ kind, id }) => eb.and([eb('kind', '=', kind), eb('key_id', '<>', id)])),
        ),
      )
      .orderBy('organisation_id')
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const row of rows) {
      const belonging = { organisationId: row.organisation_id, kind: row.kind }
      const { keyId, wrappedKey } = rewrapEnvelope(ring, belonging, envelopeOf(row))
      await trx
        .updateTable('secret')
        .set({ key_id: keyId, wrapped_key: wrappedKey })
        .where('organisation_id', '=', row.organisation_id)
        .where('id', '=', row.id)
        .execute()
    }
    return rows.length
  })
}

function sealed(ring: KeyRing, { organisationId, kind, plaintext }: NewSecret): Envelope {
  const text = plaintext instanceof Secret ? plaintext.reveal() : plaintext
  return sealEnvelope(ring, { organisationId, kind }, Buffer.from(text, 'utf8'))
}

function columns({ keyId, wrappedKey, sealed }: Envelope) {
  return { key_id: keyId, wrapped_key: wrappedKey, sealed }
}

function envelopeOf(row: { key_id: string; wrapped_key: Buffer; sealed: Buffer }): Envelope {
  return { keyId: row.key_id, wrappedKey: row.wrapped_key, sealed: row.sealed }
}
