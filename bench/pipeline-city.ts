import { sql, type Kysely } from 'kysely'
import { chileInstant, day, month } from '#domain/day.ts'
import type { FacturaContent } from '#domain/document.ts'
import { clp, portionOf } from '#domain/money.ts'
import { checkDigit, rut, type Rut } from '#domain/rut.ts'
import { quantity } from '#domain/uf.ts'
import { instantText } from '#server/clock.ts'
import type { Schema } from '#server/db/schema.ts'
import { chainOf, contentDigest } from '#server/documents/trail/trail.ts'
import { sealEnvelope } from '#server/vault/envelope.ts'
import { keyRing } from '#server/vault/key-ring.ts'
import { Secret } from '#server/vault/secret.ts'
import { receivers } from '#simulators/world-receivers.ts'
import {
  ana,
  asesoriasPenaMunoz,
  type World,
  type WorldCompany,
  type WorldPerson,
} from '#simulators/world.ts'

/** Persons with a company each, and what they have to issue: one world for portal, database and proof. */
export const TODAY = day(2026, 11, 30)
export const START_MS = chileInstant(TODAY, 11, 0)
export const VAULT_KEY = Buffer.alloc(32, 7).toString('base64')

const FIRST_PERSON = 10_000_000
const FIRST_COMPANY = 77_100_000
/** Beyond those that workers seal. */
const FIRST_SECRET = 1_000_000_000
const recipient = receivers.find((one) => one.rut === '94949494-2') ?? receivers[0]

export function cityOf(persons: number): World {
  const numbers = Array.from({ length: persons }, (_, n) => n)
  return {
    people: numbers.map(personNumber),
    companies: numbers.map(companyNumber),
    receivers,
    facturas: [],
  }
}

export function personRut(n: number): Rut {
  return numbered(FIRST_PERSON + n)
}

function companyRut(n: number): Rut {
  return numbered(FIRST_COMPANY + n)
}

function numbered(body: number): Rut {
  return rut(`${body}-${checkDigit(body)}`)
}

function personNumber(n: number): WorldPerson {
  return { ...ana, key: `person-${n}`, rut: personRut(n), companies: [companyRut(n)] }
}

function companyNumber(n: number): WorldCompany {
  return {
    ...asesoriasPenaMunoz,
    key: `company-${n}`,
    rut: companyRut(n),
    name: `EMPRESA ${n} SPA`,
  }
}

/** Its first line says which document it is, which only the proof at the end looks at. */
export function contentOf(n: number, at: number): FacturaContent {
  const { street, commune, branchCode } = asesoriasPenaMunoz.addresses[0] ?? {
    street: '',
    commune: '',
    branchCode: '',
  }
  const [activity] = asesoriasPenaMunoz.activities
  const lines = Array.from({ length: 1 + (at % 3) }, (_, line) => {
    const amountClp = clp(10_000 * (1 + at) + line)
    return {
      name: line === 0 ? markOf(n, at) : 'Soporte y capacitación',
      description: '',
      code: '',
      quantity: quantity('1'),
      price: { currency: 'CLP' as const, unitClp: amountClp },
      amountClp,
    }
  })
  const netoClp = clp(lines.reduce((sum, line) => sum + line.amountClp, 0))
  const ivaClp = portionOf(netoClp, 19, 100)
  const place = recipient?.addresses[0]
  return {
    kind: 'factura',
    issueDate: TODAY,
    serviceMonth: month(2026, 11),
    issuer: {
      rut: companyRut(n),
      name: `EMPRESA ${n} SPA`,
      address: { street, commune, city: 'SANTIAGO', branchCode },
      activity: { code: activity?.code ?? '', description: activity?.name ?? '' },
      email: asesoriasPenaMunoz.email,
    },
    recipient: {
      rut: rut(recipient?.rut ?? ''),
      name: recipient?.name ?? '',
      giro: recipient?.giros[0] ?? '',
      address: {
        street: place?.street ?? '',
        commune: place?.commune ?? '',
        city: place?.city ?? '',
      },
      contactName: '',
      contactRut: null,
    },
    lines,
    netoClp,
    ivaClp,
    totalClp: clp(netoClp + ivaClp),
    paymentForm: 2,
  }
}

export function markOf(n: number, at: number): string {
  return `Servicio ${n}.${at}`
}

export interface Queue {
  /** Whose persons these are: of organisation `organisationId`, from person `first` on. */
  organisationId: number
  first: number
  persons: number
  documentsEach: number
  /** When they may leave; at once without. */
  dueMs?: number
}

const PERSONS_AT_A_TIME = 100

/** Documents that wait for the portal, frozen, with the trail that brought them there. */
export async function seedQueue(db: Kysely<Schema>, queue: Queue): Promise<void> {
  const { organisationId: own, first, persons } = queue
  const now = instantText(START_MS - 60_000)
  await sql`insert into organisation (id, name, created_at)
    values (${own}::bigint, 'O', ${now}) on conflict do nothing`.execute(db)
  for (let from = first; from < first + persons; from += PERSONS_AT_A_TIME) {
    const numbers = Array.from(
      { length: Math.min(PERSONS_AT_A_TIME, first + persons - from) },
      (_, index) => from + index,
    )
    await seedPersons(db, own, numbers, now)
    await seedDocuments(db, queue, numbers, now)
  }
}

async function seedPersons(
  db: Kysely<Schema>,
  own: number,
  numbers: readonly number[],
  now: string,
): Promise<void> {
  const ring = keyRing(new Secret(VAULT_KEY))
  const sealed = (kind: 'clave' | 'certificatePassword', text: string) =>
    sealEnvelope(ring, { organisationId: own, kind }, Buffer.from(text))
  const secrets = numbers.flatMap((n) => [
    { id: FIRST_SECRET + 2 * n, kind: 'clave', ...sealed('clave', ana.clave) },
    {
      id: FIRST_SECRET + 2 * n + 1,
      kind: 'certificatePassword',
      ...sealed('certificatePassword', ana.certificatePassword ?? ''),
    },
  ])
  await sql`insert into secret (organisation_id, id, kind, key_id, wrapped_key, sealed, created_at)
    select ${own}::bigint, id, kind, key_id, decode(wrapped, 'hex'), decode(sealed, 'hex'), ${now}::timestamptz
    from unnest(${secrets.map((one) => one.id)}::bigint[], ${secrets.map((one) => one.kind)}::text[],
      ${secrets.map((one) => one.keyId)}::text[],
      ${secrets.map((one) => one.wrappedKey.toString('hex'))}::text[],
      ${secrets.map((one) => one.sealed.toString('hex'))}::text[])
      as given(id, kind, key_id, wrapped, sealed)`.execute(db)
  await sql`insert into facturator (organisation_id, id, label, person_rut, clave_secret_id, clave_state,
      certificate_state, certificate_secret_id, certificate_password_state, created_at)
    select ${own}::bigint, n + 1, 'F', person, ${FIRST_SECRET}::bigint + 2 * n, 'valid', 'centralized', ${FIRST_SECRET}::bigint + 2 * n + 1, 'unverified',
      ${now}::timestamptz
    from unnest(${[...numbers]}::bigint[], ${numbers.map(personRut)}::text[]) as given(n, person)`.execute(
    db,
  )
  await sql`insert into company (organisation_id, id, facturator_id, rut, name, created_at)
    select ${own}::bigint, n + 1, n + 1, company, 'EMPRESA ' || n || ' SPA', ${now}::timestamptz
    from unnest(${[...numbers]}::bigint[], ${numbers.map(companyRut)}::text[]) as given(n, company)`.execute(
    db,
  )
}

async function seedDocuments(
  db: Kysely<Schema>,
  { organisationId: own, documentsEach, dueMs = START_MS }: Queue,
  numbers: readonly number[],
  now: string,
): Promise<void> {
  const documents = numbers.flatMap((n) =>
    Array.from({ length: documentsEach }, (_, at) => {
      const content = contentOf(n, at)
      return {
        n,
        id: n * documentsEach + at + 1 + own * 1_000_000,
        key: markOf(n, at),
        content,
        digest: contentDigest(content),
      }
    }),
  )
  await sql`insert into document (organisation_id, id, key, kind, company_id, person_rut, recipient_rut,
      recipient_name, emission_day, issue_day, service_month, state, content, content_digest, total_clp,
      next_try_at, created_at, updated_at)
    select ${own}::bigint, id, key, 'factura', company, person, ${recipient?.rut}, ${recipient?.name},
      ${TODAY}::date, ${TODAY}::date, '2026-11', 'queued', content::jsonb, decode(digest, 'hex'), total,
      ${instantText(dueMs)}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${documents.map((one) => one.id)}::bigint[], ${documents.map((one) => one.key)}::text[],
      ${documents.map((one) => one.n + 1)}::bigint[], ${documents.map((one) => personRut(one.n))}::text[],
      ${documents.map((one) => JSON.stringify(one.content))}::text[],
      ${documents.map((one) => one.digest.toString('hex'))}::text[],
      ${documents.map((one) => one.content.totalClp)}::bigint[])
      as given(id, key, company, person, content, digest, total)`.execute(db)
  const events = documents.flatMap(({ id, content, digest }) =>
    chainOf(
      { organisationId: own, id },
      [
        { kind: 'planned', emissionDay: TODAY },
        { kind: 'waiting', until: now, totalClp: content.totalClp, digest: digest.toString('hex') },
        { kind: 'queued', by: 'undoWindow' },
      ],
      { at: now, actor: { worker: 'worker:bench', epoch: null } },
    ),
  )
  await sql`insert into document_event (organisation_id, document_id, seq, at, kind, worker, epoch, data,
      previous_hash, hash)
    select ${own}::bigint, document, seq, ${now}::timestamptz, kind, 'worker:bench', null, data::jsonb,
      decode(previous, 'hex'), decode(hash, 'hex')
    from unnest(${events.map((one) => one.documentId)}::bigint[], ${events.map((one) => one.seq)}::int[],
      ${events.map((one) => one.kind)}::text[], ${events.map((one) => JSON.stringify(one.data))}::text[],
      ${events.map((one) => one.previousHash.toString('hex'))}::text[],
      ${events.map((one) => one.hash.toString('hex'))}::text[])
      as given(document, seq, kind, data, previous, hash)`.execute(db)
}
