import type { Kysely } from 'kysely'
import { dayInChile } from '#domain/day.ts'
import type { NotaContent } from '#domain/document.ts'
import type { Clp } from '#domain/money.ts'
import { audit } from '../../audit.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import {
  notaOf,
  notasOf,
  portalHindrance,
  type NotaRefusal,
  type NotaRow,
  type NotaWish,
} from '../content/nota-credito.ts'
import { append, contentDigest, lockDocument, record, type DocumentRow } from '../trail/trail.ts'

interface Needs {
  db: Kysely<Schema>
  clock: Clock
}

export interface FacturaKey {
  organisationId: number
  id: number
}

export type NotaOrdered =
  | { kind: 'ordered'; id: number }
  | { kind: 'absent' }
  | { kind: 'refused'; refusal: NotaRefusal | { code: 'notaOnlyByHand' } }
  /** It comes to something else than the person was shown. */
  | { kind: 'otherTotal'; totalClp: Clp }

/** A person's order goes to the queue at once, as what they said yes to; nothing else is different about it. */
export function orderNota(
  { db, clock }: Needs,
  userId: number,
  at: FacturaKey,
  { wish, totalClp, isMailed = true }: { wish: NotaWish; totalClp: number; isMailed?: boolean },
): Promise<NotaOrdered> {
  return db.transaction().execute(async (trx) => {
    const wished = await wishedNota(trx, clock, at, wish)
    if (wished.kind !== 'wished') return wished
    const { factura, notas, content } = wished
    if (content.totalClp !== totalClp) return { kind: 'otherTotal', totalClp: content.totalClp }
    // The free portal's form wants an amount; whether it lets one go that has none is not known.
    const isByHandOnly = wish.code === 2 || (await portalHindrance(trx, factura)) !== null
    if (isByHandOnly) {
      return { kind: 'refused', refusal: { code: 'notaOnlyByHand' } }
    }
    const planned = await plan(trx, clock, userId, factura, { content, notas, isMailed })
    await queue(trx, clock, userId, planned, content)
    await onRecord(trx, clock, userId, at, { kind: 'notaOrdered', nota: planned.id })
    return { kind: 'ordered', id: planned.id }
  })
}

/** A nota that somebody made by hand takes the place of ours that came to nothing; the SII is asked for it. */
export function recordNota(
  { db, clock }: Needs,
  userId: number,
  at: FacturaKey,
  { wish, folio, isMailed = true }: { wish: NotaWish; folio: number; isMailed?: boolean },
): Promise<NotaOrdered> {
  return db.transaction().execute(async (trx) => {
    const wished = await wishedNota(trx, clock, at, wish)
    if (wished.kind !== 'wished') return wished
    const { factura, notas, content } = wished
    await leaveFailed(trx, clock, userId, at.organisationId, notas)
    const planned = await plan(trx, clock, userId, factura, { content, notas, isMailed })
    const queued = await queue(trx, clock, userId, planned, content)
    const told = { told_folio: folio }
    await record(trx, clock, userOf(userId), queued, { kind: 'told', folio }, told)
    await onRecord(trx, clock, userId, at, { kind: 'notaTold', nota: planned.id })
    return { kind: 'ordered', id: planned.id }
  })
}

/** What a nota would say now; the factura stays locked, so that only one is made of it at a time. */
async function wishedNota(trx: Kysely<Schema>, clock: Clock, at: FacturaKey, wish: NotaWish) {
  const factura = await lockDocument(trx, at)
  if (factura === null) return { kind: 'absent' } as const
  const notas = await notasOf({ db: trx, clock }, factura)
  const nota = notaOf(factura, notas, wish, dayInChile(clock.now()))
  if (nota.kind === 'refused') return nota
  return { kind: 'wished', factura, notas, content: nota.content } as const
}

async function plan(
  trx: Kysely<Schema>,
  clock: Clock,
  userId: number,
  factura: DocumentRow,
  {
    content,
    notas,
    isMailed,
  }: { content: NotaContent; notas: readonly NotaRow[]; isMailed: boolean },
): Promise<DocumentRow> {
  const now = instantText(clock.now())
  const row = await trx
    .insertInto('document')
    .values({
      organisation_id: factura.organisation_id,
      key: `nota:${factura.id}:${notas.length + 1}`,
      kind: 'notaCredito',
      nota_of: factura.id,
      nota_code: content.reference.code,
      nota_is_mailed: isMailed,
      company_id: factura.company_id,
      client_id: factura.client_id,
      person_rut: factura.person_rut,
      recipient_rut: factura.recipient_rut,
      recipient_name: factura.recipient_name,
      emission_day: content.issueDate,
      issue_day: content.issueDate,
      service_month: factura.service_month,
      state: 'planned',
      content: JSON.stringify(content),
      content_digest: contentDigest(content),
      total_clp: content.totalClp,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const event = { kind: 'planned', emissionDay: content.issueDate } as const
  await append(trx, clock, userOf(userId), row, event)
  return row
}

async function queue(
  trx: Kysely<Schema>,
  clock: Clock,
  userId: number,
  planned: DocumentRow,
  { totalClp }: NotaContent,
): Promise<DocumentRow> {
  const now = instantText(clock.now())
  const digest = planned.content_digest?.toString('hex') ?? ''
  const frozen = { kind: 'waiting', until: now, totalClp, digest } as const
  const waiting = await record(trx, clock, userOf(userId), planned, frozen)
  const due = { next_try_at: now, confirmed_day: planned.issue_day }
  return record(trx, clock, userOf(userId), waiting, { kind: 'queued', by: 'user' }, due)
}

async function leaveFailed(
  trx: Kysely<Schema>,
  clock: Clock,
  userId: number,
  organisationId: number,
  notas: readonly NotaRow[],
): Promise<void> {
  for (const { id, state } of notas) {
    const row = state === 'failed' ? await lockDocument(trx, { organisationId, id }) : null
    if (row?.state !== 'failed') continue
    const reason = 'skippedByUser'
    const change = { reason, reason_text: null, next_try_at: null }
    await record(trx, clock, userOf(userId), row, { kind: 'skipped', reason }, change)
  }
}

async function onRecord(
  trx: Kysely<Schema>,
  clock: Clock,
  userId: number,
  { organisationId, id }: FacturaKey,
  { kind, nota }: { kind: 'notaOrdered' | 'notaTold'; nota: number },
): Promise<void> {
  const event = { kind, subject: `document:${id}`, data: { nota } }
  await audit(trx, clock, { organisationId, userId }, event)
}

function userOf(userId: number): { worker: string; epoch: null } {
  return { worker: `user:${userId}`, epoch: null }
}
