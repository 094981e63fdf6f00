import type { Kysely } from 'kysely'
import { addMonths, compare, dayInChile, firstDayOf, knownDay, type Month } from '#domain/day.ts'
import type { AnnulmentCause } from '#sii/sii.ts'
import { audit, type AuditKind } from '../../audit.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { acceptAlikes } from '../freeze/similar-documents.ts'
import { lockDocument, record, type Actor, type DocumentRow } from '../trail/trail.ts'

/** What a person may do about a document. Each answers false, with nothing changed, when it is too late. */
export interface DocumentActions {
  skip: Action
  issueNow: Action
  retry: Action
  /** Only boletas: a factura isn't annulled but by a nota de crédito. */
  annul(at: DocumentKey, user: Actor, cause: AnnulmentCause): Promise<boolean>
  decide(at: DocumentKey, user: Actor, decision: Decision): Promise<boolean>
}

export type Action = (at: DocumentKey, user: Actor) => Promise<boolean>
export type DocumentKey = { organisationId: number; id: number }
export type Decision =
  { decision: 'issued'; folio: number } | { decision: 'notIssued' } | { decision: 'discard' }

interface ActionNeeds {
  db: Kysely<Schema>
  clock: Clock
}

export function documentActions(needs: ActionNeeds): DocumentActions {
  return {
    skip: (at, user) => act(needs, at, user, 'documentSkipped', skip),
    issueNow: (at, user) => act(needs, at, user, 'documentIssuedNow', issueNow),
    retry: (at, user) => act(needs, at, user, 'documentRetried', retry),
    annul: (at, user, cause) =>
      act(needs, at, user, 'documentAnnulmentAsked', (trx, clock, actor, row) =>
        askAnnulment(trx, clock, actor, row, cause),
      ),
    decide: (at, user, decision) =>
      act(needs, at, user, 'documentDecided', (trx, clock, actor, row) =>
        decide(trx, clock, actor, row, decision),
      ),
  }
}

/** A rule was paused or deleted: what of it has not been attempted is cancelled (D-25, D-27). */
export async function skipDocumentsOfRule(
  trx: Kysely<Schema>,
  clock: Clock,
  user: Actor,
  rule: { organisationId: number; ruleId: number; reason: 'rulePaused' | 'ruleDeleted' },
): Promise<void> {
  const rows = await trx
    .selectFrom('document')
    .selectAll()
    .where('organisation_id', '=', rule.organisationId)
    .where('rule_id', '=', rule.ruleId)
    .where('state', 'in', ['planned', 'needs_data', 'waiting', 'queued'])
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const row of rows) {
    const event = { kind: 'skipped', reason: rule.reason } as const
    await record(trx, clock, user, row, event, { ...STOPPED, reason: rule.reason })
  }
}

/**
 * A rule was changed, and its person wants that in what waits already (D-27): frozen anew, with another undo window;
 * of a client whom the rule has no longer, stopped. What is queued stays as it is, as does what carries a day of the
 * past; what is being frozen meanwhile is waited for. Answers how many.
 */
export async function renewDocumentsOfRule(
  trx: Kysely<Schema>,
  clock: Clock,
  user: Actor,
  rule: { organisationId: number; ruleId: number },
): Promise<number> {
  const rows = await trx
    .selectFrom('document')
    .selectAll()
    .where('organisation_id', '=', rule.organisationId)
    .where('rule_id', '=', rule.ruleId)
    .where('state', 'in', ['planned', 'needs_data', 'waiting'])
    .where('issue_day', '>=', dayInChile(clock.now()))
    .orderBy('id')
    .forUpdate()
    .execute()
  const waiting = rows.filter(({ state }) => state === 'waiting')
  const kept = await clientsOfRule(trx, rule)
  for (const row of waiting) {
    if (row.client_id === null || !kept.has(row.client_id)) {
      const reason = 'clientLeftRule'
      await record(trx, clock, user, row, { kind: 'skipped', reason }, { ...STOPPED, reason })
      continue
    }
    const change = { ...STOPPED, reason: null, next_try_at: instantText(clock.now()) }
    await record(trx, clock, user, row, { kind: 'renewed' }, change)
  }
  return waiting.length
}

async function clientsOfRule(
  trx: Kysely<Schema>,
  { organisationId, ruleId }: { organisationId: number; ruleId: number },
): Promise<Set<number>> {
  const rows = await trx
    .selectFrom('rule_client')
    .select('client_id')
    .where('organisation_id', '=', organisationId)
    .where('rule_id', '=', ruleId)
    .execute()
  return new Set(rows.map(({ client_id }) => client_id))
}

/** Locks what a rule's month has still to be made, so that nothing of it is frozen meanwhile. */
export async function holdDocumentsOfMonth(trx: Kysely<Schema>, month: MonthOfRule): Promise<void> {
  await unmadeOf(trx, month).select('id').orderBy('id').forUpdate().execute()
}

/** The month's quantities and prices were filled in: what waits for them is looked at again at once. */
export async function resumeDocumentsOfMonth(
  trx: Kysely<Schema>,
  clock: Clock,
  month: MonthOfRule,
): Promise<void> {
  const rows = await unmadeOf(trx, month)
    .select('id')
    .where('state', '=', 'needs_data')
    .where('reason', '=', 'linesToComplete')
    .execute()
  if (rows.length === 0) return
  await trx
    .updateTable('document')
    .set({ next_try_at: instantText(clock.now()) })
    .where('organisation_id', '=', month.organisationId)
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
}

type MonthOfRule = { organisationId: number; ruleId: number; period: Month }

function unmadeOf(trx: Kysely<Schema>, { organisationId, ruleId, period }: MonthOfRule) {
  const from = firstDayOf(period)
  return trx
    .selectFrom('document')
    .where('organisation_id', '=', organisationId)
    .where('rule_id', '=', ruleId)
    .where('emission_day', '>=', from)
    .where('emission_day', '<', firstDayOf(addMonths(period, 1)))
    .where('state', 'in', ['planned', 'needs_data'])
}

/** The clave or the certificate password works again: what waited for it goes on. */
export async function resumeDocumentsOfPerson(
  trx: Kysely<Schema>,
  clock: Clock,
  person: { organisationId: number; personRut: string },
): Promise<void> {
  await trx
    .updateTable('document')
    .set({ next_try_at: instantText(clock.now()), tries: 0 })
    .where('organisation_id', '=', person.organisationId)
    .where('person_rut', '=', person.personRut)
    .where('next_try_at', 'is', null)
    .where('reason', 'in', [
      'claveMissing',
      'claveRejected',
      'accountBlocked',
      'portalInterstitial',
      'certificateMissing',
      'certificatePasswordMissing',
      'certificatePasswordRejected',
    ])
    .where('state', 'in', ['queued', 'uncertain', 'issued'])
    .execute()
}

const STOPPED = { next_try_at: null, wait_until: null, reason_text: null } as const

async function skip(
  trx: Kysely<Schema>,
  clock: Clock,
  user: Actor,
  row: DocumentRow,
): Promise<boolean> {
  if (!['planned', 'needs_data', 'waiting', 'queued', 'failed'].includes(row.state)) return false
  const reason = 'skippedByUser'
  await record(trx, clock, user, row, { kind: 'skipped', reason }, { ...STOPPED, reason })
  return true
}

async function issueNow(
  trx: Kysely<Schema>,
  clock: Clock,
  user: Actor,
  row: DocumentRow,
): Promise<boolean> {
  const now = instantText(clock.now())
  const isRepeated = row.reason === 'looksRepeated'
  if (row.state === 'queued' && isRepeated) {
    await acceptAlikes(trx, clock, user, row, { reason: null, next_try_at: now, tries: 0 })
    return true
  }
  if (row.state === 'waiting') {
    const asked = isRepeated ? await acceptAlikes(trx, clock, user, row) : row
    const change = { wait_until: null, next_try_at: now, reason: null }
    await record(trx, clock, user, asked, { kind: 'queued', by: 'user' }, change)
    return true
  }
  const isMissed = row.issue_day === null && (row.state === 'planned' || row.state === 'needs_data')
  if (!isMissed) return false
  const issueDay = dayInChile(clock.now())
  const change = { issue_day: issueDay, next_try_at: now, reason: null }
  await record(trx, clock, user, row, { kind: 'rescheduled', issueDay }, change)
  return true
}

/** Frozen anew from the rule as corrected; dated today when its own day has gone by. */
async function retry(
  trx: Kysely<Schema>,
  clock: Clock,
  user: Actor,
  row: DocumentRow,
): Promise<boolean> {
  if (row.state !== 'failed') return false
  const today = dayInChile(clock.now())
  const own = row.issue_day === null ? null : knownDay(row.issue_day)
  await record(
    trx,
    clock,
    user,
    row,
    { kind: 'retried' },
    {
      issue_day: own !== null && compare(own, today) >= 0 ? own : today,
      reason: null,
      reason_text: null,
      tries: 0,
      next_try_at: instantText(clock.now()),
    },
  )
  return true
}

async function askAnnulment(
  trx: Kysely<Schema>,
  clock: Clock,
  user: Actor,
  row: DocumentRow,
  cause: AnnulmentCause,
): Promise<boolean> {
  const isPossible = row.kind === 'boletaHonorarios' && row.state === 'issued'
  if (!isPossible || row.annulment !== null) return false
  const isAlarm = row.reason === 'twinFound'
  await record(
    trx,
    clock,
    user,
    row,
    { kind: 'annulmentAsked', cause },
    {
      annulment: 'wanted',
      annulment_cause: cause,
      annulment_tries: 0,
      reason: isAlarm ? row.reason : null,
      reason_text: null,
      tries: 0,
      next_try_at: instantText(clock.now()),
    },
  )
  return true
}

async function decide(
  trx: Kysely<Schema>,
  clock: Clock,
  user: Actor,
  row: DocumentRow,
  decision: Decision,
): Promise<boolean> {
  const isAsked =
    row.state === 'uncertain' &&
    row.next_try_at === null &&
    (row.reason === 'lookAlikes' || row.reason === 'notFoundTwice')
  if (!isAsked) return false
  const now = instantText(clock.now())
  if (decision.decision === 'issued') {
    const { folio } = decision
    await pointAt(trx, row, folio)
    const change = { reason: 'answerLost', next_try_at: now }
    await record(trx, clock, user, row, { kind: 'pointed', folio }, change)
    return true
  }
  await trx
    .updateTable('attempt')
    .set({ outcome: 'absent' })
    .where('organisation_id', '=', row.organisation_id)
    .where('document_id', '=', row.id)
    .where('outcome', '=', 'uncertain')
    .execute()
  if (decision.decision === 'discard') {
    const reason = 'skippedByUser'
    await record(trx, clock, user, row, { kind: 'skipped', reason }, { ...STOPPED, reason })
  } else {
    // Whoever says that none of them is it has said of each that it is another.
    const asked = row.reason === 'lookAlikes' ? await acceptAlikes(trx, clock, user, row) : row
    const change = { reason: null, reason_text: null, next_try_at: now }
    await record(trx, clock, user, asked, { kind: 'queued', by: 'user' }, change)
  }
  return true
}

/** A person's word tells which number to look for; the SII's list must confirm it before it is believed. */
async function pointAt(trx: Kysely<Schema>, row: DocumentRow, folio: number): Promise<void> {
  await trx
    .updateTable('attempt')
    .set({ pointed_folio: folio })
    .where('organisation_id', '=', row.organisation_id)
    .where('document_id', '=', row.id)
    .where('outcome', '=', 'uncertain')
    .execute()
}

/** On the locked row, and on record in the same transaction. */
async function act(
  { db, clock }: ActionNeeds,
  at: DocumentKey,
  user: Actor,
  kind: AuditKind,
  action: (trx: Kysely<Schema>, clock: Clock, user: Actor, row: DocumentRow) => Promise<boolean>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const row = await lockDocument(trx, at)
    if (row === null || !(await action(trx, clock, user, row))) return false
    const author = { organisationId: at.organisationId, userId: userIdOf(user) }
    await audit(trx, clock, author, { kind, subject: `document:${at.id}` })
    return true
  })
}

function userIdOf({ worker }: Actor): number | null {
  const digits = /^user:(\d+)$/.exec(worker)?.[1]
  return digits === undefined ? null : Number(digits)
}
