import { sql } from 'kysely'
import { dayInChile, knownDay, type Day } from '#domain/day.ts'
import { departureOf, type EmissionHours } from '#domain/departure.ts'
import { secondsToIssue } from '#domain/pace.ts'
import { isStopReason } from '#domain/standing.ts'
import { msOf, type Clock } from '../../clock.ts'
import { NotFound } from '../../http/errors.ts'
import { shownFacts } from '../../standing/standing-facts.ts'
import {
  partOf,
  STANDING_COLUMNS,
  standingIn,
  type OrderStanding,
} from '../ordered/order-standing.ts'
import type { Db, UploadAt } from '../store.ts'
import { heldDocument, type HeldDocument } from '../ordered/held.ts'
import { documentSecondsOf, personOf } from './pace.ts'
import { companyOfUpload, IS_CANCELLABLE, type OrderFault } from './store.ts'

export type ProgressNeeds = EmissionHours & { db: Db; clock: Clock }

export interface OrderedDocument extends OrderStanding {
  key: string
  orderId: number
  /** Null once the time of its file is over. */
  held: HeldDocument | null
  documentId: number | null
  day: Day
  recipient: string
  totalClp: number | null
  folio: number | null
  fault: OrderFault | null
  /** Whether `cancelUpload` takes it back. */
  isCancellable: boolean
}

export interface Progress {
  uploadId: number
  companyId: number
  isPaused: boolean
  secondsLeft: number | null
  documents: OrderedDocument[]
}

/** What was ordered of an upload and what became of it, in the order of the file. 404 for an upload that isn't there. */
export async function readProgress(needs: ProgressNeeds, at: UploadAt): Promise<Progress> {
  const { db, clock } = needs
  const companyId = await companyOfUpload(db, at)
  if (companyId === null) throw new NotFound()
  const rows = await orderedRows(needs, at.organisationId)
    .where('ordered.upload_id', '=', at.id)
    .execute()
  const today = dayInChile(clock.now())
  const documents = rows.map((row) => orderedOf(row, today))
  const isPaused = await isUploadPaused(db, at)
  const of = { ...at, companyId }
  const secondsLeft = isPaused ? null : await secondsLeftOf(needs, of, rows, documents)
  return { uploadId: at.id, companyId, isPaused, secondsLeft, documents }
}

/** Of the organisation's orders with these ids, whichever file they are of: what became of each, by its id. */
export async function readOrdered(
  needs: Pick<ProgressNeeds, 'db' | 'clock'>,
  organisationId: number,
  ids: readonly number[],
): Promise<Map<number, OrderedDocument>> {
  if (ids.length === 0) return new Map()
  const rows = await orderedRows(needs, organisationId).where('ordered.id', 'in', ids).execute()
  const today = dayInChile(needs.clock.now())
  return new Map(rows.map((row) => [row.order_id, orderedOf(row, today)]))
}

function orderedRows({ db, clock }: Pick<ProgressNeeds, 'db' | 'clock'>, organisationId: number) {
  return db
    .selectFrom('upload_order as ordered')
    .leftJoin('document', (join) =>
      join
        .onRef('document.organisation_id', '=', 'ordered.organisation_id')
        .onRef('document.id', '=', 'ordered.document_id'),
    )
    .select([
      'ordered.group_key',
      'ordered.id as order_id',
      'ordered.state as order_state',
      'ordered.content as held',
      'ordered.issue_day as ordered_day',
      'ordered.document_id',
      'ordered.fault',
      ...STANDING_COLUMNS,
      'document.issue_day',
      'document.emission_day',
      'document.recipient_name',
      'document.total_clp',
      'document.folio',
      'document.wait_until',
      'document.next_try_at',
    ])
    .select(shownFacts(clock))
    .select(IS_CANCELLABLE.as('is_cancellable'))
    .where('ordered.organisation_id', '=', organisationId)
    .orderBy('ordered.position')
    .orderBy('ordered.group_key')
}

type OrderedRow = Awaited<ReturnType<ReturnType<typeof orderedRows>['execute']>>[number]

function orderedOf(row: OrderedRow, today: Day): OrderedDocument {
  const held = row.held === null ? null : heldDocument(row.held)
  const day = knownDay(row.issue_day ?? row.emission_day ?? row.ordered_day)
  return {
    key: row.group_key,
    orderId: row.order_id,
    held,
    documentId: row.document_id,
    state: row.state ?? (row.order_state === 'made' ? 'ordering' : row.order_state),
    day,
    recipient: row.recipient_name ?? held?.recipient.name ?? '',
    totalClp: row.total_clp ?? held?.totalClp ?? null,
    folio: row.folio,
    fault: faultOf(row.fault),
    isCancellable: row.order_state === 'ordering' || row.is_cancellable,
    standing: standingIn(row, { day, today }),
    reasonText: row.reason_text,
  }
}

const FAULTS: readonly OrderFault[] = [
  'mailboxGone',
  'clientIncomplete',
  'tooManyClients',
  'invalid',
]

function faultOf(stored: string | null): OrderFault | null {
  return stored === null ? null : (FAULTS.find((fault) => fault === stored) ?? 'invalid')
}

/** Whether it goes on by itself, with time alone. */
function isMoving(document: OrderedDocument): boolean {
  const part = partOf(document)
  if (part !== 'planned' && part !== 'waiting' && part !== 'queued') return false
  return !isStopReason(document.standing?.reason ?? null)
}

async function secondsLeftOf(
  needs: ProgressNeeds,
  of: UploadAt & { companyId: number },
  rows: readonly OrderedRow[],
  documents: readonly OrderedDocument[],
): Promise<number | null> {
  const nowMs = needs.clock.now()
  const startsMs = documents.flatMap((document, index) => {
    const row = rows[index]
    return row !== undefined && isMoving(document)
      ? [startOf(needs, of.companyId, document, row)]
      : []
  })
  if (startsMs.length === 0) return null
  const ahead = await countAhead(needs.db, of)
  const documentSeconds = await documentSecondsOf(needs.db, of)
  return secondsToIssue(startsMs, { nowMs, ahead, documentSeconds })
}

/** When it may be sent, its undo window over. */
function startOf(
  needs: ProgressNeeds,
  companyId: number,
  { state, day }: OrderedDocument,
  row: OrderedRow,
): number {
  const nowMs = needs.clock.now()
  if (state === 'waiting' && row.wait_until !== null) return msOf(row.wait_until)
  if (state !== 'planned' && state !== 'ordering') return nowMs
  return departureOf(needs, day, nowMs, companyId).atMs + needs.undoWindowMs
}

/** Documents of its person that are sent before. */
async function countAhead(
  db: Db,
  { organisationId, id, companyId }: UploadAt & { companyId: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from document
    where organisation_id = ${organisationId} and person_rut = ${personOf({ organisationId, companyId })}
      and state in ('queued', 'issuing') and next_try_at is not null
      and upload_id is distinct from ${id}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function isUploadPaused(db: Db, { organisationId, id }: UploadAt): Promise<boolean> {
  const row = await db
    .selectFrom('issuing_stop')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('upload_id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}
