import { PAYMENT_CANCELLED_PATH, PAYMENT_RETURN_PATH } from '#contract/payment-attempts.ts'
import { dayInChile } from '#domain/day.ts'
import { clp, formatClp, type Clp } from '#domain/money.ts'
import { openClp, paymentClosed, undeclaredClp } from '#domain/receivable.ts'
import { parseOwnRut } from '#domain/rut.ts'
import { mailTexts } from '#texts/mails.ts'
import { fill } from '#texts/translation.ts'
import { instantText, msOf } from '../../clock.ts'
import { InvalidInput, NotFound, Refused } from '../../http/errors.ts'
import type { FoundLink } from '../../links/document-links.ts'
import { openConnection } from '../connections/store.ts'
import { isBeingChecked } from '../owed/is-being-checked.ts'
import { allowsPartial, lockReceivable, receivableHas } from '../owed/receivable.ts'
import type { Checkout, CheckoutOrder, Redirect } from '../providers/port.ts'
import { beginAttempt, type Begun } from './begin.ts'
import type { AttemptNeeds } from './needs.ts'
import { atOf, changeAttempt, closeShares, readAttempt, type AttemptRow, type Db } from './store.ts'

export interface Wanted {
  connectionId: number
  /** Null: all that is to be paid. */
  amountClp: number | null
  /** By who saw that a payment is being checked or declared: what is open counts then, whatever is under way. */
  paysAgain: boolean
}

/**
 * Begins a payment of the document behind a link, or goes on with the one there is, and says where its payer goes. The
 * attempt is on record before the provider hears of it, so that no money can come that nobody looks for.
 */
export async function startAttempt(
  needs: AttemptNeeds,
  link: FoundLink,
  wanted: Wanted,
): Promise<Redirect> {
  return leadToCheckout(needs, await begin(needs, link, wanted))
}

function begin(needs: AttemptNeeds, link: FoundLink, wanted: Wanted): Promise<Begun> {
  const { db, clock } = needs
  return db.transaction().execute(async (trx) => {
    const { receivable } = await lockReceivable(trx, link)
    if (receivable === null) throw new NotFound()
    if (paymentClosed(receivable, dayInChile(clock.now())) !== null) {
      throw new Refused(409, 'paymentClosed')
    }
    const { organisationId, documentId, linkId } = link
    const at = { organisationId, companyId: receivable.companyId }
    const toPay = wanted.paysAgain ? openClp(receivable) : undeclaredClp(receivable)
    if (!wanted.paysAgain && (toPay === 0 || (await receivableHas(trx, link, isBeingChecked)))) {
      throw new Refused(409, 'paymentUnderWay')
    }
    const amountClp = amountOf(toPay, wanted.amountClp, await allowsPartial(trx, at))
    const { connectionId } = wanted
    const shares = [{ documentId, amountClp }]
    return beginAttempt(needs, trx, { ...at, linkId, connectionId, shares })
  })
}

/** Whole, exactly what is to be paid; in parts, no more than that. */
function amountOf(toPay: Clp, wantedClp: number | null, isPartial: boolean): number {
  const amountClp = wantedClp ?? toPay
  if (isPartial ? amountClp <= toPay : amountClp === toPay) return amountClp
  // Who saw another sum sees this one before it is paid.
  if (!isPartial) throw new Refused(409, 'owedChanged')
  throw new InvalidInput({
    amount: [{ code: 'amountNotOpen', values: { open: formatClp(toPay) } }],
  })
}

/** Where the payer of what was begun goes: a new attempt is made known to its provider first. */
export async function leadToCheckout(
  needs: AttemptNeeds,
  { attempt, redirect }: Begun,
): Promise<Redirect> {
  return redirect ?? createCheckout(needs, attempt)
}

async function createCheckout(needs: AttemptNeeds, attempt: AttemptRow): Promise<Redirect> {
  const at = atOf(attempt)
  const opened = await openConnection(needs, {
    organisationId: at.organisationId,
    connectionId: attempt.connection_id,
  })
  if (opened === null || opened.isEnded) {
    await end(needs, attempt, 'connection ended')
    throw new Refused(409, 'providerNotOffered')
  }
  const provider = needs.providers[attempt.provider]
  const order = await orderOf(needs, attempt, opened.publicId)
  let checkout = await provider.createCheckout(opened.connection, order)
  if (checkout.kind === 'unknown' && provider.capabilities.createIsIdempotent) {
    checkout = await provider.createCheckout(opened.connection, order)
  }
  return keepCheckout(needs, attempt, checkout)
}

async function orderOf(
  { db, publicUrl }: AttemptNeeds,
  attempt: AttemptRow,
  connectionPublicId: string,
): Promise<CheckoutOrder> {
  const [document, ...others] = await documentsOf(db, attempt)
  if (document === undefined) throw new Error('An attempt that pays no document')
  const addressOf = (path: string) =>
    `${publicUrl()}/api${path.replace(':order', attempt.order_id)}`
  return {
    attemptId: attempt.order_id,
    buyOrder: attempt.order_id,
    amountClp: clp(attempt.amount_clp),
    subject: subjectOf(document, others.length),
    payer: { name: document.recipient_name, email: null, rut: parseOwnRut(document.recipient_rut) },
    returnUrl: addressOf(PAYMENT_RETURN_PATH),
    cancelUrl: addressOf(PAYMENT_CANCELLED_PATH),
    notifyUrl: `${publicUrl()}/api/webhooks/${attempt.provider}/${connectionPublicId}`,
    expiresAtMs: msOf(attempt.expires_at),
  }
}

/** What the payer reads at the provider. */
function subjectOf({ kind, folio }: Paid, others: number): string {
  const { fileNames, andMore } = mailTexts('es').document
  const first = `${fileNames[kind]} ${folio ?? ''}`.trim()
  return others === 0 ? first : fill(andMore, { first, count: others })
}

type Paid = Awaited<ReturnType<typeof documentsOf>>[number]

function documentsOf(db: Db, attempt: AttemptRow) {
  return db
    .selectFrom('payment_attempt_share as share')
    .innerJoin('document', (join) =>
      join
        .onRef('document.organisation_id', '=', 'share.organisation_id')
        .onRef('document.id', '=', 'share.document_id'),
    )
    .select([
      'document.kind',
      'document.folio',
      'document.recipient_name',
      'document.recipient_rut',
    ])
    .where('share.organisation_id', '=', attempt.organisation_id)
    .where('share.attempt_id', '=', attempt.id)
    .orderBy('document.id')
    .execute()
}

/** What came of it, on record; else a sentence for its payer. */
async function keepCheckout(
  needs: AttemptNeeds,
  attempt: AttemptRow,
  checkout: Checkout,
): Promise<Redirect> {
  switch (checkout.kind) {
    case 'created':
      await keepRedirect(needs, attempt, checkout)
      return checkout.redirect
    case 'refused':
      await end(needs, attempt, `HTTP ${checkout.status} ${checkout.detail}`.trim())
      throw new Refused(409, 'providerRefused')
    case 'unauthorised':
      await end(needs, attempt, 'unauthorised')
      throw new Refused(409, 'providerRefused')
    case 'unavailable':
      await end(needs, attempt, checkout.cause)
      throw new Refused(503, 'providerAway')
    case 'unknown':
      // Nobody can be led to it: it is read until its end, and another one may begin.
      await closeShares(needs.db, atOf(attempt))
      throw new Refused(503, 'providerAway')
  }
}

/** A notification may have come first: then it goes no step back. */
async function keepRedirect(
  { db }: AttemptNeeds,
  attempt: AttemptRow,
  { providerRef, redirect }: { providerRef: string; redirect: Redirect },
): Promise<void> {
  const at = atOf(attempt)
  await db.transaction().execute(async (trx) => {
    const now = await readAttempt(trx, at, true)
    if (now === null) throw new NotFound()
    const isNew = now.state === 'created'
    await changeAttempt(trx, at, {
      provider_ref: providerRef,
      ...(isNew ? { state: 'pending', redirect: JSON.stringify(redirect) } : {}),
    })
  })
}

/** Nothing was made at the provider, so there is nothing to read. */
async function end(
  { db, clock }: { db: Db; clock: AttemptNeeds['clock'] },
  attempt: AttemptRow,
  status: string,
): Promise<void> {
  const at = atOf(attempt)
  await db.transaction().execute(async (trx) => {
    await changeAttempt(trx, at, {
      state: 'failed',
      provider_status: status,
      ended_at: instantText(clock.now()),
      poll_at: null,
    })
    await closeShares(trx, at)
  })
}
