import { TRIAL_CANCELLED_PATH, TRIAL_CLP, TRIAL_RETURN_PATH } from '#contract/payment-trials.ts'
import { clp } from '#domain/money.ts'
import { parseRut } from '#domain/rut.ts'
import { mailTexts } from '#texts/mails.ts'
import { audit } from '../../audit.ts'
import { instantText } from '../../clock.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import type { AttemptNeeds } from '../attempts/needs.ts'
import { newOrderId } from '../attempts/order-id.ts'
import { LIFE_MS } from '../attempts/progress.ts'
import { notifyUrl } from '../connections/notify-address.ts'
import { PROVIDER_NAMES } from '../connections/present.ts'
import type { By } from '../connections/save.ts'
import { companyOf, openConnection, type OpenedConnection } from '../connections/store.ts'
import type { CheckoutOrder, Redirect } from '../providers/port.ts'
import { keepTrial } from './store.ts'

/**
 * Begins a payment of nothing by a connection in test mode, and says where its owner pays it. It is no attempt and pays no
 * document, so that no notice, reading or repetition can make money of it.
 */
export async function startTrial(
  needs: AttemptNeeds,
  by: By,
  connectionId: number,
): Promise<Redirect> {
  const { db, clock, providers } = needs
  const at = { organisationId: by.organisationId, connectionId }
  const opened = await openConnection(needs, at)
  if (opened === null || opened.isEnded) throw new NotFound()
  const { provider, mode } = opened.connection
  // What a live one is paid is real money of somebody.
  if (mode !== 'test') throw new Refused(409, 'trialOfLive')
  // What a live account is paid is real money, whatever its owner said that its keys are.
  const test = await providers[provider].testConnection(opened.connection)
  if (test.kind === 'unavailable') throw new Refused(503, 'trialAway')
  if (test.kind !== 'works') throw new Refused(409, 'trialRefused')
  const { organisationId } = by
  const company = await companyOf(db, { organisationId, companyId: opened.companyId })
  const order = orderOf(needs, opened, company)
  const checkout = await providers[provider].createCheckout(opened.connection, order)
  if (checkout.kind === 'unavailable' || checkout.kind === 'unknown') {
    throw new Refused(503, 'trialAway')
  }
  if (checkout.kind !== 'created') throw new Refused(409, 'trialRefused')
  await db.transaction().execute(async (trx) => {
    await keepTrial(trx, at, {
      order_id: order.buyOrder,
      amount_clp: order.amountClp,
      provider_ref: checkout.providerRef,
      state: 'pending',
      started_at: instantText(clock.now()),
      expires_at: instantText(order.expiresAtMs),
    })
    await audit(trx, clock, by, {
      kind: 'paymentConnectionTried',
      subject: `paymentConnection:${connectionId}`,
      data: { provider, mode, name: PROVIDER_NAMES[provider] },
    })
  })
  return checkout.redirect
}

function orderOf(
  { clock, publicUrl }: AttemptNeeds,
  { connection: { provider }, publicId }: OpenedConnection,
  company: { name: string; rut: string },
): CheckoutOrder {
  const orderId = newOrderId()
  const addressOf = (path: string) => `${publicUrl()}/api${path.replace(':order', orderId)}`
  return {
    attemptId: orderId,
    buyOrder: orderId,
    amountClp: clp(TRIAL_CLP),
    subject: mailTexts('es').document.trial,
    payer: { name: company.name, email: null, rut: parseRut(company.rut) },
    returnUrl: addressOf(TRIAL_RETURN_PATH),
    cancelUrl: addressOf(TRIAL_CANCELLED_PATH),
    notifyUrl: notifyUrl(publicUrl(), provider, publicId),
    expiresAtMs: clock.now() + LIFE_MS[provider],
  }
}
