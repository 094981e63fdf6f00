import { sql, type Kysely, type Transaction, type Updateable } from 'kysely'
import type { DocumentReason } from '#domain/reason.ts'
import type { SendOutcome } from '#sii/sii.ts'
import { instantText, type Clock } from '../../clock.ts'
import { finds } from '../../db/finds.ts'
import type { Schema } from '../../db/schema.ts'
import { lastly, statement, together, type PlaceOf } from '../../db/statement.ts'
import { countUnknown } from '../../facturators/unknown-answers.ts'
import { frozenContent, saying } from '../content/content.ts'
import type { Adopted, Taken } from '../portal/adapter.ts'
import type { PortalDocument, PortalStepNeeds } from '../portal/portal-step.ts'
import {
  documentLock,
  lockDocument,
  record,
  recording,
  type Actor,
  type DocumentRow,
} from '../trail/trail.ts'
import { takeBack } from './apply-nota.ts'
import { countUnusedNumber, forgetUnusedNumbers, waitAfterUnsent } from './unused-numbers.ts'

type OutcomeNeeds = Pick<PortalStepNeeds, 'db' | 'clock' | 'timing'>

export interface IssuedFact {
  folio: number
  code: string | null
  how: 'answered' | 'reconciled' | 'person'
  /** The try that issued it: the document says what was sent then. Null: nobody of ours did. */
  attempt: number | null
}

/**
 * What came back from the send, on record. That it was issued is taken however late it is told and
 * whoever holds the lease by now: it is the truth about a tax document. Anything else speaks of its own
 * attempt only: it must not move a document that is at a later one, which may be on its way.
 */
export async function recordOutcome(
  needs: OutcomeNeeds,
  actor: Actor,
  document: PortalDocument,
  attempt: number,
  outcome: SendOutcome,
): Promise<void> {
  await setDown(needs, actor, document, attempt, outcome)
  await countUnknown(needs, 'send', outcome)
}

function setDown(
  needs: OutcomeNeeds,
  actor: Actor,
  document: PortalDocument,
  attempt: number,
  outcome: SendOutcome,
): Promise<void> {
  return needs.db.transaction().execute(async (trx) => {
    const key = keyOf(document)
    const endedAt = instantText(needs.clock.now())
    const [[row], [sent]] = await together(trx, (ask) =>
      Promise.all([
        ask(documentLock(key)),
        ask(attemptEnd({ ...key, attempt, outcome: outcome.kind, endedAt })),
      ]),
    )
    if (row === undefined) return
    if (outcome.kind !== 'issued' && (await hasLaterAttempt(trx, row, attempt))) return
    switch (outcome.kind) {
      case 'issued':
        await becomeIssued(
          trx,
          needs.clock,
          actor,
          row,
          { ...outcome, how: 'answered' },
          await contentSent(trx, row, attempt, sent),
        )
        return
      case 'refused': {
        if (row.state !== 'issuing' && row.state !== 'uncertain') return
        const reason: DocumentReason = /firma no reconocida/i.test(outcome.text)
          ? 'signatureNotRecognized'
          : 'portalRefused'
        const change = { reason, reason_text: outcome.text, next_try_at: null }
        if (isSigned(sent)) await countUnusedNumber(trx, row)
        await record(trx, needs.clock, actor, row, { kind: 'failed', reason }, change)
        return
      }
      case 'notSent': {
        if (row.state !== 'issuing') return
        const waitMs = isSigned(sent) ? waitAfterUnsent(await countUnusedNumber(trx, row)) : 0
        const change = { next_try_at: instantText(needs.clock.now() + waitMs) }
        await record(trx, needs.clock, actor, row, { kind: 'notSent', attempt }, change)
        return
      }
      case 'uncertain':
        if (row.state !== 'issuing') return
        await becomeUncertain(trx, needs, actor, row, attempt, outcome.cause, outcome.page)
    }
  })
}

/** Its number is spent whatever became of it. */
function isSigned(sent: { signed_folio: number | null } | undefined): boolean {
  return sent?.signed_folio != null
}

/** Found on the SII's list, or told by a person. */
export async function recordIssued(
  needs: OutcomeNeeds,
  actor: Actor,
  document: PortalDocument,
  fact: IssuedFact,
): Promise<void> {
  await needs.db.transaction().execute(async (trx) => {
    const row = await lockDocument(trx, keyOf(document))
    if (row !== null) await recordIssuedRow(trx, needs.clock, actor, row, fact)
  })
}

/** As `recordIssued`, of a document that is locked. */
export async function recordIssuedRow(
  trx: Transaction<Schema>,
  clock: Clock,
  actor: Actor,
  row: DocumentRow,
  fact: IssuedFact,
): Promise<void> {
  await trx
    .updateTable('attempt')
    .set({ outcome: 'issued', ended_at: instantText(clock.now()) })
    .where('organisation_id', '=', row.organisation_id)
    .where('document_id', '=', row.id)
    .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', '=', 'uncertain')]))
    .execute()
  const said = fact.attempt === null ? {} : await contentSent(trx, row, fact.attempt)
  await becomeIssued(trx, clock, actor, row, fact, said)
}

/** One made outside is this one: from now on it says what the SII's does, and what differed is on record. */
export async function recordTaken(
  needs: OutcomeNeeds,
  actor: Actor,
  document: PortalDocument,
  { folio, code, content, differences }: Taken | Adopted,
  how: 'reconciled' | 'person',
): Promise<void> {
  await needs.db.transaction().execute(async (trx) => {
    const row = await lockDocument(trx, keyOf(document))
    if (row === null) return
    // Its user has thought better of it meanwhile.
    const isMeant = row.state === 'queued' && row.told_folio === folio
    if (differences !== undefined && !isMeant) return
    const nota = content.kind === 'notaCredito' ? { nota_code: content.reference.code } : {}
    const said = { ...saying(content), ...nota, told_folio: folio }
    const taken =
      differences === undefined
        ? row
        : await record(trx, needs.clock, actor, row, {
            kind: 'takenOver',
            folio,
            detail: differences,
          })
    await becomeIssued(trx, needs.clock, actor, taken, { folio, code, how }, said)
  })
}

/** Nobody knows whether the SII has it: from here only looking is allowed, after the quiet time. */
export async function becomeUncertain(
  trx: Kysely<Schema>,
  { clock }: OutcomeNeeds,
  actor: Actor,
  row: DocumentRow,
  attempt: number,
  cause: string,
  /** What the SII said instead, for whoever has to decide. */
  page: string | null = null,
): Promise<DocumentRow> {
  return record(
    trx,
    clock,
    actor,
    row,
    { kind: 'uncertain', attempt, cause },
    { reason: 'answerLost', reason_text: page, tries: 0, next_try_at: instantText(clock.now()) },
  )
}

async function becomeIssued(
  trx: Transaction<Schema>,
  clock: Clock,
  actor: Actor,
  row: DocumentRow,
  { folio, code, how }: Omit<IssuedFact, 'attempt'>,
  said: Updateable<Schema['document']>,
): Promise<void> {
  if (row.state === 'issued' || row.state === 'annulled') {
    if (row.folio === folio) return
    await record(trx, clock, actor, row, { kind: 'twin', folio }, { reason: 'twinFound' })
    return
  }
  // What a person tells says nothing of how signing goes.
  if (row.kind !== 'boletaHonorarios' && how !== 'person') await forgetUnusedNumbers(trx, row)
  const now = instantText(clock.now())
  const late = row.state !== 'issuing' && how === 'answered'
  const event = { kind: 'issued', folio, how, late } as const
  const change = {
    ...said,
    folio,
    portal_code: code,
    issued_how: how,
    issued_at: now,
    files_state: 'wanted',
    reason: null,
    reason_text: null,
    tries: 0,
    next_try_at: now,
  } as const
  if (row.nota_of === null) {
    await lastly(trx, [recording(clock, actor, row, event, change)])
    return
  }
  const issued = await record(trx, clock, actor, row, event, change)
  const content = frozenContent(issued)
  if (content.kind === 'notaCredito') await takeBack(trx, clock, actor, issued, { folio, content })
}

type Sent = Pick<DocumentRow, 'content' | 'content_digest'>

/**
 * Frozen anew since that try, the document would say something else than what the SII has. `known` spares a
 * look when what was sent is what the document says.
 */
async function contentSent(
  trx: Kysely<Schema>,
  row: DocumentRow,
  attempt: number,
  known?: Pick<Sent, 'content_digest'>,
): Promise<Updateable<Schema['document']>> {
  if (isSame(row, known)) return {}
  const sent = await readAttempt(trx, row, attempt)
  if (sent?.content == null || sent.content_digest === null || isSame(row, sent)) return {}
  return saying(frozenContent({ ...sent, id: row.id }))
}

function isSame(row: DocumentRow, sent: Pick<Sent, 'content_digest'> | undefined): boolean {
  const digest = sent?.content_digest ?? null
  return digest !== null && row.content_digest?.equals(digest) === true
}

function readAttempt(
  trx: Kysely<Schema>,
  row: DocumentRow,
  attempt: number,
): Promise<Sent | undefined> {
  return trx
    .selectFrom('attempt')
    .select(['content', 'content_digest'])
    .where('organisation_id', '=', row.organisation_id)
    .where('document_id', '=', row.id)
    .where('number', '=', attempt)
    .executeTakeFirst()
}

interface AttemptEnd {
  organisationId: number
  id: number
  attempt: number
  outcome: SendOutcome['kind']
  endedAt: string
}

/**
 * Answers what it sent, and the number that it was signed with. That a late worker knows nothing changes nothing that is
 * known of the try by then.
 */
const attemptEnd = statement((db, place: PlaceOf<AttemptEnd>) =>
  db
    .updateTable('attempt')
    .set({
      outcome: sql`coalesce(nullif(${place((end) => end.outcome)}, 'uncertain'), outcome, 'uncertain')`,
      ended_at: place((end) => end.endedAt),
    })
    .where(
      'organisation_id',
      '=',
      place((end) => end.organisationId),
    )
    .where(
      'document_id',
      '=',
      place((end) => end.id),
    )
    .where(
      'number',
      '=',
      place((end) => end.attempt),
    )
    .returning(['content_digest', 'signed_folio']),
)

async function hasLaterAttempt(
  trx: Kysely<Schema>,
  row: DocumentRow,
  attempt: number,
): Promise<boolean> {
  return finds(
    trx
      .selectFrom('attempt')
      .select('number')
      .where('organisation_id', '=', row.organisation_id)
      .where('document_id', '=', row.id)
      .where('number', '>', attempt),
  )
}

function keyOf({ row }: PortalDocument): { organisationId: number; id: number } {
  return { organisationId: row.organisation_id, id: row.id }
}
