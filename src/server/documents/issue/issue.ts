import type { Rut } from '#domain/rut.ts'
import type { Answer, SiiFailure } from '#sii/sii.ts'
import { instantText } from '../../clock.ts'
import { lastly, statement, together, type PlaceOf } from '../../db/statement.ts'
import { leaseLock, type Lease } from '../../facturators/lease.ts'
import { setCertificateState } from '../../facturators/certificate-state.ts'
import { countUnknown } from '../../facturators/unknown-answers.ts'
import { patiently } from '../../patiently.ts'
import {
  certificatePassword,
  rejectPasswordEverywhere,
  UNSIGNED,
} from '../../facturators/certificate/password.ts'
import { atDesk } from '../portal/with-adapter.ts'
import type { Desk, Prepared, Taken } from '../portal/adapter.ts'
import { recordDifference } from '../portal/preview-difference.ts'
import { departureFacts, mayLeave, mayStillLeave } from '../departure/judge.ts'
import { stopsLock } from '../stops/stops.ts'
import {
  aboutOf,
  actorOf,
  claimedFolios,
  recordSetback,
  setbackOf,
  type PortalDocument,
  type PortalStepNeeds,
} from '../portal/portal-step.ts'
import { documentLock, recording, type DocumentRow } from '../trail/trail.ts'
import { issuedByEarlierTry } from './earlier-attempts.ts'
import { recordIssued, recordOutcome, recordTaken } from './outcome.ts'
import { askedWhetherRepeated } from './repeated-at-sii.ts'
import { afterUnusedNumber, countUnusedNumber, signingPause } from './unused-numbers.ts'

/**
 * One try at issuing a queued document, the protocol from top to bottom: look whether it, or one it would
 * repeat, is there already, preview and compare, sign, commit the intent, send once, record what came back. Until the
 * intent is committed everything may be tried again; after it nothing is ever sent again before looking.
 */
export async function issueDocument(
  needs: PortalStepNeeds,
  lease: Lease,
  document: PortalDocument,
): Promise<void> {
  if (document.row.state !== 'queued' || document.row.told_folio !== null) return
  if (!(await mayStillLeave(needs, actorOf(lease), keyOf(document)))) return
  const pause = await signingPause(needs, document)
  if (pause !== null) {
    await recordSetback(needs, actorOf(lease), document, pause)
    return
  }
  const password = await passwordFor(needs, document)
  if (password.kind !== 'ok') {
    const setback = { kind: 'hold', reason: password.kind, text: null } as const
    await recordSetback(needs, actorOf(lease), document, setback)
    return
  }
  const answer = await atDesk(needs, lease, document, password, (desk) =>
    attempt(needs, lease, document, desk),
  )
  const failure = answer.kind === 'ok' ? answer.value : answer
  if (failure === null) return
  const own = setbackOf(failure)
  const setback = answer.kind === 'ok' ? await afterUnusedNumber(needs, document, own) : own
  if (failure.kind === 'certificatePasswordRejected') {
    const refuse = () => rejectPasswordEverywhere(needs, document.user, password)
    const isKept = await patiently(needs.clock, refuse)
    // Saved anew while the old one was tried: the next try takes that one, and nobody is asked for it.
    if (!isKept) return
  }
  if (failure.kind === 'noCentralCertificate') {
    await setCertificateState(needs.db, needs.clock, document.user, 'none')
  }
  await recordSetback(needs, actorOf(lease), document, setback)
}

const NO_DIGEST = Buffer.alloc(0)

/** Boletas aren't signed. */
async function passwordFor(needs: PortalStepNeeds, { content, user }: PortalDocument) {
  return content.kind === 'boletaHonorarios' ? UNSIGNED : certificatePassword(needs, user)
}

/**
 * Ends with `ok` from the intent on, so that nothing above runs it again, and so it does with the failure that
 * left a folio number unused: another session must not spend the next.
 */
async function attempt(
  needs: PortalStepNeeds,
  lease: Lease,
  document: PortalDocument,
  desk: Desk,
): Promise<Answer<SiiFailure | null>> {
  const done = { kind: 'ok', value: null } as const
  const listed = await desk.list(aboutOf(document.content))
  if (listed.kind !== 'ok') return listed
  const earlier = await issuedByEarlierTry(needs.db, document, desk)
  if (earlier.kind !== 'ok') return earlier
  if (earlier.value !== null) {
    await recordIssued(needs, actorOf(lease), document, earlier.value)
    return done
  }
  const rival = await desk.rival((folios) => claimedFolios(needs.db, document, folios))
  if (rival.kind !== 'ok') return rival
  if (rival.value !== null) {
    await yieldTo(needs, lease, document, rival.value)
    return done
  }
  const asked = await askedWhetherRepeated(needs, actorOf(lease), document, desk, listed.value)
  if (asked.kind !== 'ok') return asked
  if (asked.value) return done
  const highestListed = Math.max(0, ...listed.value.map(({ folio }) => folio))

  await needs.boundary('beforePreview')
  const prepared = await desk.prepare(() => mayStillLeave(needs, actorOf(lease), keyOf(document)))
  if (prepared.kind !== 'ok') return prepared
  if (prepared.value.kind === 'held') return done
  if (prepared.value.kind === 'differs') {
    await recordDifference(needs, actorOf(lease), document, prepared.value)
    return done
  }
  if (prepared.value.kind === 'numberUnused') {
    await countUnknown(needs, 'portal', prepared.value.failure)
    return { kind: 'ok', value: prepared.value.failure }
  }
  const { value } = prepared
  await needs.sends.during(() => issuePrepared(needs, lease, document, value, highestListed))
  return done
}

/** Annulled at the portal meanwhile: nothing is sent. What would have done the same is that one. */
async function yieldTo(
  needs: PortalStepNeeds,
  lease: Lease,
  document: PortalDocument,
  rival: Taken,
): Promise<void> {
  if (document.row.nota_code === rival.content.reference.code) {
    await recordTaken(needs, actorOf(lease), document, rival, 'reconciled')
    return
  }
  const differs = { kind: 'differs', reason: 'facturaAnnulled', siiRetentionClp: null } as const
  await recordDifference(needs, actorOf(lease), document, { ...differs, text: `N° ${rival.folio}` })
}

async function issuePrepared(
  needs: PortalStepNeeds,
  lease: Lease,
  document: PortalDocument,
  prepared: Extract<Prepared, { kind: 'ready' }>,
  highestListed: number,
): Promise<void> {
  await needs.boundary('beforeIntent')
  const isEnding = needs.sends.isEnding()
  const intent = isEnding
    ? null
    : await commitIntent(needs, lease, document, {
        highestFolio: Math.max(highestListed, prepared.highestFolio),
        signedFolio: prepared.signedFolio,
      })
  if (intent === null) {
    if (prepared.signedFolio !== null) await countUnusedNumber(needs.db, document.row)
    return
  }
  await needs.boundary('afterIntent')
  const outcome = await prepared.send(() => lease.outlives(needs.timing.sendLimitMs))
  await needs.boundary('afterSend')
  await patiently(needs.clock, () =>
    recordOutcome(needs, actorOf(lease), document, intent, outcome),
  )
}

/**
 * The point of no return, on record before it happens. Null, and nothing may be sent, when the lease was
 * superseded, the document is no longer queued, says something else by now or may not leave now.
 */
async function commitIntent(
  needs: PortalStepNeeds,
  lease: Lease,
  document: PortalDocument,
  { highestFolio, signedFolio }: { highestFolio: number; signedFolio: number | null },
): Promise<number | null> {
  const { row: seen } = document
  const { db, clock, timing } = needs
  const at = keyOf(document)
  return db.transaction().execute(async (trx) => {
    // The locks in this order, and behind them what they keep from changing.
    const askedMs = clock.now()
    const [held, [row], , [facts], [last]] = await together(trx, (ask) =>
      Promise.all([
        ask(leaseLock(clock, lease)),
        ask(documentLock(at)),
        ask(stopsLock(seen)),
        ask(departureFacts(at)),
        ask(lastAttempt(at)),
      ]),
    )
    const isHeld = held.length > 0
    if (!isHeld) return null
    if (row?.state !== 'queued') return null
    // Frozen anew meanwhile: what was prepared is not what the document says, and what is sent must be.
    if (!isAsPrepared(row, seen)) return null
    if (!(await mayLeave(trx, needs, actorOf(lease), row, facts, askedMs))) return null
    const number = (last?.number ?? 0) + 1
    const deadline = instantText(clock.now() + timing.sendLimitMs)
    const attempt = {
      ...at,
      number,
      person: lease.person,
      epoch: lease.epoch,
      worker: lease.worker,
      highestFolio,
      signedFolio,
      intended: instantText(clock.now()),
      deadline,
    }
    const event = { kind: 'intent', attempt: number, highestFolio, signedFolio } as const
    // Should we die now, whoever comes after the deadline finds it and looks.
    const change = { next_try_at: deadline, reason: null, reason_text: null }
    await lastly(trx, [newAttempt(attempt), recording(clock, actorOf(lease), row, event, change)])
    return number
  })
}

function keyOf({ row }: PortalDocument): { organisationId: number; id: number } {
  return { organisationId: row.organisation_id, id: row.id }
}

function isAsPrepared(row: DocumentRow, seen: DocumentRow): boolean {
  return (
    row.content_digest?.equals(seen.content_digest ?? NO_DIGEST) === true &&
    row.company_id === seen.company_id &&
    row.person_rut === seen.person_rut
  )
}

const lastAttempt = statement((db, place: PlaceOf<{ organisationId: number; id: number }>) =>
  db
    .selectFrom('attempt')
    .select('number')
    .where(
      'organisation_id',
      '=',
      place(({ organisationId }) => organisationId),
    )
    .where(
      'document_id',
      '=',
      place(({ id }) => id),
    )
    .orderBy('number', 'desc')
    .limit(1),
)

interface NewAttempt {
  organisationId: number
  id: number
  number: number
  person: Rut
  epoch: number
  worker: string
  highestFolio: number
  signedFolio: number | null
  intended: string
  deadline: string
}

/** With what the document, which is locked, says. */
const newAttempt = statement((db, place: PlaceOf<NewAttempt>) =>
  db.insertInto('attempt').values((eb) => {
    const organisationId = place((one) => one.organisationId)
    const id = place((one) => one.id)
    const said = eb
      .selectFrom('document')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
    return {
      organisation_id: organisationId,
      document_id: id,
      number: place(({ number }) => number),
      person_rut: place(({ person }) => person),
      epoch: place(({ epoch }) => epoch),
      worker: place(({ worker }) => worker),
      highest_folio: place(({ highestFolio }) => highestFolio),
      signed_folio: place(({ signedFolio }) => signedFolio),
      intended_at: place(({ intended }) => intended),
      deadline_at: place(({ deadline }) => deadline),
      content: said.select((of) => of.ref('content').$castTo<string | null>().as('content')),
      content_digest: said.select('content_digest'),
    }
  }),
)
