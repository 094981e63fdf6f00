import type { Kysely } from 'kysely'
import type { Day } from '#domain/day.ts'
import type { AnnulmentCause } from '#sii/sii.ts'
import { audit, type AuditKind } from '../../audit.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { madeOf, type MadeDocument } from '../../rules/made-documents.ts'
import { ALARMS } from '../portal/portal-step.ts'
import type { PastDateNeeds } from '../queue/past-date.ts'
import { lockDocument, record, type Actor, type DocumentRow } from '../trail/trail.ts'
import { acceptFile, adopt } from './adopt.ts'
import { forgetUnusedOfPerson } from '../issue/unused-numbers.ts'
import { decide, type Decision } from './decide.ts'
import { issueNow, retry, type Ordered } from './order-issue.ts'
import { acceptTwins, keepValid } from './settle-alarm.ts'

/** What a person may do about a document. Each answers false, with nothing changed, when it is too late. */
export interface DocumentActions {
  skip: Action
  /** `shown`: the date the person saw; where it is not the one it would carry now, 'otherDate' and nothing done. */
  issueNow: DatedAction
  retry: DatedAction
  /** Only boletas: a factura isn't annulled but by a nota de crédito. */
  annul(at: DocumentKey, user: Actor, cause: AnnulmentCause): Promise<boolean>
  /** The one made at the portal that it would repeat is this one. */
  adopt(at: DocumentKey, user: Actor, folio: number): Promise<boolean>
  /** What the SII's XML says differently is taken as it is. */
  acceptFile: Action
  /** The others at the SII that say the same are other services: the numbers that the person saw. */
  acceptTwins(at: DocumentKey, user: Actor, folios: readonly number[]): Promise<boolean>
  /** A boleta whose annulment came to nothing stays valid. */
  keepValid: Action
  decide(at: DocumentKey, user: Actor, decision: Decision): Promise<Ordered>
}

export type Action = (at: DocumentKey, user: Actor) => Promise<boolean>
export type DatedAction = (at: DocumentKey, user: Actor, shown?: Day) => Promise<Ordered>
export type DocumentKey = { organisationId: number; id: number }

type ActionNeeds = PastDateNeeds & { db: Kysely<Schema> }

export function documentActions(needs: ActionNeeds): DocumentActions {
  return {
    skip: (at, user) =>
      act(needs, at, user, 'documentSkipped', (trx, actor, row) =>
        skip(trx, needs.clock, actor, row),
      ),
    issueNow: (at, user, shown) =>
      act(needs, at, user, 'documentIssuedNow', (trx, actor, row) =>
        issueNow(trx, needs, actor, row, shown),
      ),
    retry: (at, user, shown) =>
      act(needs, at, user, 'documentRetried', (trx, actor, row) =>
        retry(trx, needs, actor, row, shown),
      ),
    annul: (at, user, cause) =>
      act(needs, at, user, 'documentAnnulmentAsked', (trx, actor, row) =>
        askAnnulment(trx, needs.clock, actor, row, cause),
      ),
    adopt: (at, user, folio) =>
      act(needs, at, user, 'documentAdopted', (trx, actor, row) =>
        adopt(trx, needs.clock, actor, row, folio),
      ),
    acceptFile: (at, user) =>
      act(needs, at, user, 'documentFileAccepted', (trx, actor, row) =>
        acceptFile(trx, needs.clock, actor, row),
      ),
    acceptTwins: (at, user, folios) =>
      act(needs, at, user, 'documentTwinsAccepted', (trx, actor, row) =>
        acceptTwins(trx, needs.clock, actor, row, folios),
      ),
    keepValid: (at, user) =>
      act(needs, at, user, 'documentKeptValid', (trx, actor, row) =>
        keepValid(trx, needs.clock, actor, row),
      ),
    decide: (at, user, decision) =>
      act(needs, at, user, 'documentDecided', (trx, actor, row) =>
        decide(trx, needs, actor, row, decision),
      ),
  }
}

/** A rule was paused or deleted: what of it has not been attempted is cancelled. Answers what it was. */
export async function skipDocumentsOfRule(
  trx: Kysely<Schema>,
  clock: Clock,
  user: Actor,
  rule: { organisationId: number; ruleId: number; reason: 'rulePaused' | 'ruleDeleted' },
): Promise<MadeDocument[]> {
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
  return rows.map(madeOf)
}

/** The clave or the certificate password works again: what waited for it goes on. */
export async function resumeDocumentsOfPerson(
  trx: Kysely<Schema>,
  clock: Clock,
  person: { organisationId: number; personRut: string },
): Promise<void> {
  await forgetUnusedOfPerson(trx, person)
  await trx
    .updateTable('document')
    .set({ next_try_at: instantText(clock.now()), tries: 0 })
    .where('organisation_id', '=', person.organisationId)
    .where('person_rut', '=', person.personRut)
    .where('next_try_at', 'is', null)
    .where('state', 'in', ['queued', 'uncertain', 'issued'])
    .where((eb) => {
      const waitsForClave = eb('reason', 'in', [
        'claveMissing',
        'claveRejected',
        'accountBlocked',
        'portalInterstitial',
        'certificateMissing',
        'certificatePasswordMissing',
        'certificatePasswordRejected',
        'numbersUnused',
        'signatureFails',
      ])
      // Its alarm stays said instead of why its files or its annulment wait.
      const isAlarm = eb('reason', 'in', [...ALARMS]).and('state', '=', 'issued')
      const isUnderWay = eb('files_state', '=', 'wanted').or('annulment', 'is not', null)
      return eb.or([waitsForClave, eb.and([isAlarm, isUnderWay])])
    })
    .execute()
}

const STOPPED = { next_try_at: null, wait_until: null, reason_text: null } as const

/** False, and nothing has changed, once it is on its way or has come to an end. */
export async function skip(
  trx: Kysely<Schema>,
  clock: Clock,
  user: Actor,
  row: DocumentRow,
  reason: 'skippedByUser' | 'replaced' = 'skippedByUser',
): Promise<boolean> {
  if (!['planned', 'needs_data', 'waiting', 'queued', 'failed'].includes(row.state)) return false
  await record(trx, clock, user, row, { kind: 'skipped', reason }, { ...STOPPED, reason })
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

/** On the locked row, and on record in the same transaction. */
async function act<Acted extends Ordered>(
  { db, clock }: ActionNeeds,
  at: DocumentKey,
  user: Actor,
  kind: AuditKind,
  action: (trx: Kysely<Schema>, user: Actor, row: DocumentRow) => Promise<Acted>,
): Promise<Acted | false> {
  return db.transaction().execute(async (trx) => {
    const row = await lockDocument(trx, at)
    if (row === null) return false
    const acted = await action(trx, user, row)
    if (acted !== true) return acted
    const author = { organisationId: at.organisationId, userId: userIdOf(user) }
    await audit(trx, clock, author, { kind, subject: `document:${at.id}` })
    return acted
  })
}

function userIdOf({ worker }: Actor): number | null {
  const digits = /^user:(\d+)$/.exec(worker)?.[1]
  return digits === undefined ? null : Number(digits)
}
