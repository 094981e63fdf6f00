import { monthOf } from '#domain/day.ts'
import { contentTotal } from '#domain/document.ts'
import type {
  AnnulmentCause,
  AnnulmentOutcome,
  Answer,
  Boletas,
  PreparedAnnulment,
} from '#sii/sii.ts'
import { instantText, msOf } from '../../clock.ts'
import { together } from '../../db/statement.ts'
import { endSessionOf, type MayHaveLeft } from '../../facturators/session/close-session.ts'
import { leaseLock, type Lease } from '../../facturators/lease.ts'
import { withPortalSession, type PortalAnswer } from '../../facturators/portal.ts'
import { patiently } from '../../patiently.ts'
import { departureFacts, mayAct } from '../departure/judge.ts'
import { HELD_AFTER_MS, isHeldForHours } from '../portal/portal-away.ts'
import {
  actorOf,
  ALARMS,
  isUnclearTooLong,
  recordSetback,
  setbackOf,
  type PortalDocument,
  type PortalStepNeeds,
} from '../portal/portal-step.ts'
import { stopsLock } from '../stops/stops.ts'
import { documentLock, lockDocument, record, type DocumentRow } from '../trail/trail.ts'

/** Sent so often without the month's report showing it, somebody must look. */
const MOST_SENT = 3

/**
 * One step of annulling a boleta at its issuer's wish. The month's report is read before anything is sent,
 * and again after every answer that is lost: what it shows as annulled is annulled, and nothing is sent
 * for it. Like an emission, the intent is on record before the request leaves.
 */
export async function annulDocument(
  needs: PortalStepNeeds,
  lease: Lease,
  document: PortalDocument,
): Promise<void> {
  if (document.row.annulment === null) return
  const { annulment_cause: cause, folio } = document.row
  if (folio === null || !isCause(cause)) return
  const isSent = document.row.annulment === 'sent'
  if (isSent) {
    // Whatever still travels dies with the session that sent it: what the report says after that stays so.
    const ended = await endSessionOf(needs, document.user, await lastSent(needs, document))
    if (ended.kind !== 'ok') {
      const atMs = ended.kind === 'dying' ? ended.untilMs : null
      const setback = { kind: 'later', reason: 'sessionUnclosed', atMs, text: null } as const
      await recordSetback(needs, actorOf(lease), document, setback)
      return
    }
  }
  const answer = await withPortalSession(needs, lease, document.user, ({ boletas }) =>
    isSent
      ? lookAfterSending(needs, lease, document, boletas, folio)
      : lookAndSend(needs, lease, document, boletas, { folio, cause }),
  )
  if (answer.kind === 'ok') {
    if (answer.value === 'notListed') await lookAgain(needs, lease, document)
    return
  }
  if (!isSent && isRefusal(answer, document.row)) {
    await refuse(needs, lease, document, 'annulmentRefused', answer.text)
    return
  }
  await recordSetback(needs, actorOf(lease), document, setbackOf(answer))
}

/** Its last intent is on record: when it left, at the earliest, and until when it may still travel. */
async function lastSent(needs: PortalStepNeeds, { row }: PortalDocument): Promise<MayHaveLeft> {
  const fromMs = await lastEventMs(needs, row, ['annulmentIntent'])
  return { fromMs, limitMs: fromMs + needs.timing.sendLimitMs }
}

async function lastEventMs(
  { db }: PortalStepNeeds,
  row: DocumentRow,
  kinds: readonly ('annulmentAsked' | 'annulmentIntent')[],
): Promise<number> {
  const { at } = await db
    .selectFrom('document_event')
    .select('at')
    .where('organisation_id', '=', row.organisation_id)
    .where('document_id', '=', row.id)
    .where('kind', 'in', [...kinds])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return msOf(at)
}

/** A sentence that nobody knows is one only after it has come often. */
function isRefusal(
  answer: PortalAnswer<Step>,
  row: DocumentRow,
): answer is Extract<PortalAnswer<Step>, { kind: 'validationRejected' | 'notFound' | 'unclear' }> {
  if (answer.kind === 'unclear') return isUnclearTooLong('portalUnclear', row)
  return answer.kind === 'validationRejected' || answer.kind === 'notFound'
}

/** The report may be behind: what isn't in it is looked for again, and after hours its person is asked. */
async function lookAgain(
  needs: PortalStepNeeds,
  lease: Lease,
  document: PortalDocument,
): Promise<void> {
  if (await isMissingForHours(needs, document)) {
    await refuse(needs, lease, document, 'annulmentNotListed', null)
    return
  }
  const setback = { kind: 'later', reason: 'boletaNotYetListed', atMs: null, text: null } as const
  await recordSetback(needs, actorOf(lease), document, setback)
}

/** While its person is asked about an alarm no try is on record: then the hours count from the order, or the last sending. */
async function isMissingForHours(
  needs: PortalStepNeeds,
  { row }: PortalDocument,
): Promise<boolean> {
  if (!ALARMS.has(row.reason ?? '')) {
    return isHeldForHours(needs.db, needs, row, 'boletaNotYetListed')
  }
  const orderedMs = await lastEventMs(needs, row, ['annulmentAsked', 'annulmentIntent'])
  return needs.clock.now() - orderedMs >= HELD_AFTER_MS
}

type Step = 'done' | 'notListed'
const DONE = { kind: 'ok', value: 'done' } as const
const NOT_LISTED = { kind: 'ok', value: 'notListed' } as const

async function lookAndSend(
  needs: PortalStepNeeds,
  lease: Lease,
  document: PortalDocument,
  boletas: Boletas,
  { folio, cause }: { folio: number; cause: AnnulmentCause },
): Promise<Answer<Step>> {
  const listed = await find(boletas, document, folio)
  if (listed.kind !== 'ok') return listed
  if (listed.value === null) return NOT_LISTED
  if (listed.value.annulled !== null) {
    await markAnnulled(needs, lease, document, listed.value.annulled.on)
    return DONE
  }
  const prepared = await boletas.prepareAnnulment(folio, cause)
  if (prepared.kind === 'validationRejected' && isDoneAlready(document.row, prepared.text)) {
    return { kind: 'unclear', text: prepared.text }
  }
  if (prepared.kind !== 'ok') return prepared
  const { grossClp } = prepared.value
  if (grossClp !== null && grossClp !== contentTotal(document.content)) {
    const text = `Monto_Boleta: ${contentTotal(document.content)} ≠ ${grossClp}`
    return { kind: 'validationRejected', text }
  }
  const { value } = prepared
  await needs.sends.during(() => annulPrepared(needs, lease, document, boletas, value))
  return DONE
}

/** Sent before, and the SII says that it is annulled: the report is behind, and is read until it says so too. */
function isDoneAlready(row: DocumentRow, text: string): boolean {
  return row.annulment_tries > 0 && /\bya (se encuentra|est[aá]|fue|ha sido) anulad/i.test(text)
}

async function annulPrepared(
  needs: PortalStepNeeds,
  lease: Lease,
  document: PortalDocument,
  boletas: Boletas,
  prepared: PreparedAnnulment,
): Promise<void> {
  await needs.boundary('beforeIntent')
  if (needs.sends.isEnding()) return
  if (!(await commitIntent(needs, lease, document))) return
  await needs.boundary('afterIntent')
  const outcome = await prepared.send(() => lease.outlives(needs.timing.sendLimitMs))
  await needs.boundary('afterSend')
  const shown = outcome.kind === 'annulled' ? await find(boletas, document, prepared.folio) : null
  const annulled = shown?.kind === 'ok' ? (shown.value?.annulled ?? null) : null
  await patiently(needs.clock, () => recordAnswer(needs, lease, document, outcome, annulled))
}

/** The report tells. Not annulled there, it may be sent again: of one number nothing can be annulled twice. */
async function lookAfterSending(
  needs: PortalStepNeeds,
  lease: Lease,
  document: PortalDocument,
  boletas: Boletas,
  folio: number,
): Promise<Answer<Step>> {
  await needs.boundary('beforeLook')
  const listed = await find(boletas, document, folio)
  if (listed.kind !== 'ok') return listed
  if (listed.value === null) return NOT_LISTED
  if (listed.value.annulled !== null) {
    await markAnnulled(needs, lease, document, listed.value.annulled.on)
  } else if (document.row.annulment_tries >= MOST_SENT) {
    await refuse(needs, lease, document, 'annulmentUnclear', null)
  } else {
    await change(needs, document, 'sent', async (trx, row) => {
      const again = { annulment: 'wanted', next_try_at: instantText(needs.clock.now()) } as const
      await record(trx, needs.clock, actorOf(lease), row, { kind: 'annulmentAbsent' }, again)
    })
  }
  return DONE
}

/** In the month's report; `value` null: it isn't there. */
async function find(boletas: Boletas, { content }: PortalDocument, folio: number) {
  const month = await boletas.issued(monthOf(content.issueDate))
  if (month.kind !== 'ok') return month
  const value = month.value.find((row) => row.folio === folio) ?? null
  return { kind: 'ok', value } as const
}

/**
 * As an emission's intent, by the same locks in the same order and the same judge; only a date it has not. False, and
 * nothing may be sent, when the lease was superseded, nothing is to be annulled any more or a stop holds it.
 */
async function commitIntent(
  needs: PortalStepNeeds,
  lease: Lease,
  { row: seen }: PortalDocument,
): Promise<boolean> {
  const { db, clock, timing } = needs
  const at = { organisationId: seen.organisation_id, id: seen.id }
  return db.transaction().execute(async (trx) => {
    const askedMs = clock.now()
    const [held, [row], , [facts]] = await together(trx, (ask) =>
      Promise.all([
        ask(leaseLock(clock, lease)),
        ask(documentLock(at)),
        ask(stopsLock(seen)),
        ask(departureFacts(at)),
      ]),
    )
    if (held.length === 0) return false
    if (row?.state !== 'issued' || row.annulment !== 'wanted') return false
    if (!(await mayAct(trx, needs, actorOf(lease), row, facts, askedMs))) return false
    const tries = row.annulment_tries + 1
    const deadline = instantText(clock.now() + timing.sendLimitMs + timing.quietMs)
    const sent = {
      annulment: 'sent',
      annulment_tries: tries,
      reason: row.reason === 'twinFound' ? row.reason : null,
      next_try_at: deadline,
    } as const
    await record(trx, clock, actorOf(lease), row, { kind: 'annulmentIntent', attempt: tries }, sent)
    return true
  })
}

async function recordAnswer(
  needs: PortalStepNeeds,
  lease: Lease,
  document: PortalDocument,
  outcome: AnnulmentOutcome,
  annulled: { on: DayOrNull } | null,
): Promise<void> {
  const { clock } = needs
  // Whatever its page says, only the month's report proves an annulment.
  if (annulled !== null) return markAnnulled(needs, lease, document, annulled.on)
  switch (outcome.kind) {
    case 'refused':
      return refuse(needs, lease, document, 'annulmentRefused', outcome.text)
    case 'notSent':
      await change(needs, document, 'sent', async (trx, row) => {
        const again = {
          annulment: 'wanted',
          annulment_tries: row.annulment_tries - 1,
          next_try_at: instantText(clock.now()),
        } as const
        await record(trx, clock, actorOf(lease), row, { kind: 'annulmentNotSent' }, again)
      })
      return
    case 'annulled':
    case 'uncertain':
      await change(needs, document, 'sent', async (trx, row) => {
        const cause = outcome.kind === 'uncertain' ? outcome.cause : 'unrecognisedPage'
        const event = { kind: 'annulmentUncertain', cause } as const
        const look = { next_try_at: instantText(clock.now() + needs.timing.quietMs) }
        await record(trx, clock, actorOf(lease), row, event, look)
      })
  }
}

const OVER = { annulment: null, annulment_cause: null, annulment_tries: 0, tries: 0 } as const

async function markAnnulled(
  needs: PortalStepNeeds,
  lease: Lease,
  document: PortalDocument,
  on: DayOrNull,
): Promise<void> {
  await change(needs, document, null, async (trx, row) => {
    const after = { ...OVER, reason: null, reason_text: null, next_try_at: null }
    await record(trx, needs.clock, actorOf(lease), row, { kind: 'annulled', on }, after)
  })
}

async function refuse(
  needs: PortalStepNeeds,
  lease: Lease,
  document: PortalDocument,
  reason: 'annulmentRefused' | 'annulmentUnclear' | 'annulmentNotListed',
  text: string | null,
): Promise<void> {
  const { clock } = needs
  await change(needs, document, null, async (trx, row) => {
    if (row.annulment === null) return
    // Its files may still be waited for.
    const nextTryAt = row.files_state === 'wanted' ? instantText(clock.now()) : null
    const after = { ...OVER, reason, reason_text: text, next_try_at: nextTryAt }
    await record(trx, clock, actorOf(lease), row, { kind: 'annulmentStopped', reason }, after)
  })
}

type DayOrNull = Extract<Parameters<typeof record>[4], { kind: 'annulled' }>['on']
type Trx = Parameters<typeof record>[0]

/** On the locked row, while it is still issued; `from` null: wherever its annulment stands. */
async function change<T>(
  { db }: PortalStepNeeds,
  { row: { organisation_id: organisationId, id } }: PortalDocument,
  from: 'wanted' | 'sent' | null,
  work: (trx: Trx, row: DocumentRow) => Promise<T>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const row = await lockDocument(trx, { organisationId, id })
    if (row?.state !== 'issued') return false
    if (from !== null && row.annulment !== from) return false
    return (await work(trx, row)) !== false
  })
}

function isCause(cause: number | null): cause is AnnulmentCause {
  return cause === 1 || cause === 2 || cause === 3
}
