import type { ProviderName } from '#server/payments/providers/connection.ts'
import type { Redirect } from '#server/payments/providers/port.ts'
import type { Trouble } from '#simulators/payments/common/troubles.ts'
import type { TestReply } from '#server/test-app.ts'
import { untilSo } from '../../setup/until-so.ts'
import { end, REFUND_CALL, type PayerEnd } from '../checkouts.ts'
import { redirectIn, TOTAL, type Stage } from '../stage.ts'
import { finishRefunds, silence, simulatorOf } from './alone.ts'
import { paysTwice, providerOf, type Boundary, type Cell, type FaultKind } from './table.ts'

/** What happens on the way until nobody but the poller does anything any more. */
export async function goWrong(stage: Stage, cell: Cell, how: PayerEnd): Promise<void> {
  const provider = providerOf(cell.account)
  const { boundary, fault } = cell
  const scene = { stage, provider, how, fault }
  if (boundary !== 'notice') silence(stage, provider)
  switch (boundary) {
    case 'checkout asked':
      await askWith(scene, ASKED)
      return comeBack(scene)
    case 'checkout answered':
      await askWith(scene, ANSWERED)
      return comeBack(scene)
    case 'payer led there':
      return leadThere(scene)
    case 'payer back':
      redirectIn(await stage.begin(provider))
      return comeBackWrongly(scene)
    case 'state asked':
      redirectIn(await stage.begin(provider))
      return between(scene, ASKED, () => comeBack(scene))
    case 'state answered':
      redirectIn(await stage.begin(provider))
      return between(scene, ANSWERED, () => comeBack(scene))
    case 'notice':
      return notify(scene)
    case 'refund asked':
      return refundWith(scene, ASKED)
    case 'refund answered':
      return refundWith(scene, ANSWERED)
    case 'refunds listed':
      return listWith(scene)
    case 'refund followed':
      return followWith(scene)
    case 'others listed':
      return listOthersWith(scene)
    case 'other read':
      return readOtherWith(scene)
    case 'notice stored':
      throw new Error('Only a process that dies stops there')
  }
}

interface Scene {
  stage: Stage
  provider: ProviderName
  how: PayerEnd
  fault: FaultKind
}

/** Who pays by Webpay has paid once we settle it, and that is not possible without the payer's return in its time. */
export function canPay({ account, boundary, fault }: Cell): boolean {
  if (providerOf(account) !== 'transbank' || boundary !== 'payer back') return true
  return fault !== 'drop' && fault !== 'delay' && fault !== 'killed'
}

/** Whether nothing goes wrong before it is paid. */
export function needsPayment({ boundary }: { boundary: Boundary }): boolean {
  return boundary.startsWith('refund') || paysTwice(boundary)
}

type Troubles = Partial<Record<FaultKind, Trouble>>
const ASKED: Troubles = {
  drop: 'cutBefore',
  delay: 'late',
  duplicate: 'twice',
  reorder: 'slowBefore',
}
const ANSWERED: Troubles = { drop: 'cutAfter', delay: 'slow', reorder: 'slow' }
const LISTED: Troubles = { ...ANSWERED, duplicate: 'twice' }

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** What is asked of a provider, with that fault on its way; a request that is held up goes on when it was overtaken. */
async function between<T>(
  { stage, provider, fault }: Scene,
  by: Troubles,
  ask: () => Promise<T>,
  calls: 'every' | 'first' | { call: string; path?: string } = 'every',
  meanwhile: () => void | Promise<void> = () => undefined,
): Promise<T> {
  const { troubles } = simulatorOf(stage, provider)
  const trouble = by[fault]
  if (trouble === undefined) throw new Error(`${fault} can’t happen there`)
  const isHeld = trouble === 'slow' || trouble === 'slowBefore'
  const isOnce = isHeld || calls === 'first'
  troubles.set({
    trouble,
    ...(isOnce ? { times: 1 } : {}),
    ...(typeof calls === 'object' ? calls : {}),
  })
  const asked = ask()
  if (isHeld) {
    // What fails meanwhile is thrown below.
    asked.catch(() => undefined)
    await untilSo('a call that is held', () => troubles.held() > 0)
    await meanwhile()
    await stage.app.clock.advance(fault === 'delay' ? 10 * SECOND_MS : PAST_CLAIM_MS)
    if (fault === 'reorder') await stage.poll()
    troubles.release()
  }
  const answer = await asked
  troubles.set(null)
  return answer
}

/** Longer than anybody's claim. */
const PAST_CLAIM_MS = 61 * SECOND_MS

async function askWith(scene: Scene, by: Troubles): Promise<void> {
  const { stage, provider } = scene
  const reply = await between(scene, by, () => stage.begin(provider), 'first')
  if (reply.status !== 201) await beginAgain(scene)
}

/** Once what was begun is taken for lost. */
async function beginAgain({ stage, provider }: Scene): Promise<void> {
  await stage.app.clock.advance(MINUTE_MS)
  redirectIn(await stage.begin(provider))
}

async function comeBack({ stage, provider, how }: Scene, at = 0): Promise<void> {
  await followed(stage, end(stage, provider, how, at))
}

async function followed(stage: Stage, back: Redirect | null): Promise<void> {
  if (back === null) return
  const { status } = await stage.follow(back)
  if (status !== 303) throw new Error(`The payer is answered ${status}`)
}

/** For how long a checkout can be gone on with, less a little. */
const LIFE_MS: Readonly<Record<ProviderName, number>> = {
  transbank: 4 * MINUTE_MS,
  khipu: 50 * MINUTE_MS,
  fintoc: 50 * MINUTE_MS,
  mercadoPago: 50 * MINUTE_MS,
}

async function leadThere(scene: Scene): Promise<void> {
  const { stage, provider, fault } = scene
  const begin = () => stage.begin(provider)
  const replies: TestReply[] = fault === 'duplicate' ? await Promise.all([begin(), begin()]) : []
  if (fault !== 'duplicate') redirectIn(await begin())
  if (replies.some(({ status }) => status !== 201 && status !== 409)) throw new Error('Refused')
  if (fault === 'drop') redirectIn(await begin())
  if (fault === 'delay') await passWithPoller(stage, LIFE_MS[provider] + 30 * SECOND_MS)
  if (fault === 'reorder') {
    await passWithPoller(stage, LIFE_MS[provider])
    redirectIn(await begin())
  }
  const { checkouts } = stage.counts()
  if (checkouts !== (fault === 'reorder' ? 2 : 1)) throw new Error(`${checkouts} checkouts`)
  await comeBack(scene, checkouts - 1)
}

async function passWithPoller(stage: Stage, ms: number): Promise<void> {
  await stage.app.clock.advance(ms)
  await stage.poll()
}

async function comeBackWrongly({ stage, provider, how, fault }: Scene): Promise<void> {
  const back = end(stage, provider, how)
  if (fault === 'drop' || back === null) return
  if (fault === 'delay') await passWithPoller(stage, HOUR_MS)
  if (fault === 'reorder') {
    const { order_id: order } = await stage.app.database.db
      .selectFrom('payment_attempt')
      .select('order_id')
      .executeTakeFirstOrThrow()
    const url = `${stage.relay.url}/api/payments/return/${order}/cancelled/`
    await stage.follow({ method: 'GET', url, fields: {} })
    await passWithPoller(stage, MINUTE_MS)
  }
  if (fault === 'duplicate') await Promise.all([followed(stage, back), followed(stage, back)])
  await followed(stage, back)
}

/** The payer doesn't come back, so that the notice is the first to say anything. */
async function notify({ stage, provider, how, fault }: Scene): Promise<void> {
  const simulator = simulatorOf(stage, provider)
  if (!('notifier' in simulator) || fault === 'killed') throw new Error('No such notice')
  redirectIn(await stage.begin(provider))
  simulator.notifier.setTrouble(fault)
  end(stage, provider, how)
  await stage.deliver()
  if (fault === 'reorder') {
    await passWithPoller(stage, MINUTE_MS)
    simulator.notifier.setTrouble(null)
    await stage.deliver()
  }
  if (fault !== 'delay') await stage.poll()
}

async function refundWith(scene: Scene, by: Troubles): Promise<void> {
  const { stage, provider } = scene
  redirectIn(await stage.begin(provider))
  await comeBack(scene)
  await between(scene, by, () => orderWhole(stage), { call: REFUND_CALL[provider] })
}

async function orderWhole(stage: Stage): Promise<void> {
  const { id } = await stage.app.database.db
    .selectFrom('payment')
    .select('id')
    .executeTakeFirstOrThrow()
  const path = `/documents/${stage.documentId}/payments/${id}/refund/`
  await stage.ask('POST', path, { amount: TOTAL })
}

/** Of a refund that its provider answers before it is done. */
async function followWith(scene: Scene): Promise<void> {
  const { stage, provider, fault } = scene
  stage.simulators.mercadoPago.settings.refundsTakeTime = true
  redirectIn(await stage.begin(provider))
  await comeBack(scene)
  await orderWhole(stage)
  const finish = () => finishRefunds(stage)
  if (fault !== 'reorder') await finish()
  await stage.app.clock.advance(2 * MINUTE_MS)
  const read = { call: 'refund.get' }
  await between(scene, LISTED, () => stage.poll(), read, fault === 'reorder' ? finish : undefined)
}

/** Of one part given back in the dashboard before it is listed and, where a newer list overtakes, of another one since. */
async function listWith(scene: Scene): Promise<void> {
  const { stage, provider, fault } = scene
  redirectIn(await stage.begin(provider))
  await comeBack(scene)
  refundInDashboard(stage, PART)
  await stage.app.clock.advance(7 * HOUR_MS)
  const more = () => (fault === 'reorder' ? refundInDashboard(stage, PART) : undefined)
  await between(scene, LISTED, () => stage.poll(), { call: 'refund.list' }, more)
}

const PART = 48_750

/** Paid out at once. */
export function refundInDashboard({ simulators: { fintoc } }: Stage, amount: number): void {
  const id = fintoc.refund(fintoc.sessions()[0]?.id ?? '', amount)
  fintoc.moveRefund(id, 'succeeded')
}

/** The second payment of a checkout that is on record as paid already; where a newer list overtakes, it is approved since. */
async function listOthersWith(scene: Scene): Promise<void> {
  const { stage, provider, fault } = scene
  redirectIn(await stage.begin(provider))
  await comeBack(scene)
  const isLater = fault === 'reorder'
  const second = payAgain(stage, isLater ? 'pending' : 'approve')
  await stage.app.clock.advance(7 * HOUR_MS)
  const approve = () => stage.simulators.mercadoPago.changeLater(second, 'approved')
  const list = { call: 'payment.search' }
  await between(scene, LISTED, () => stage.poll(), list, isLater ? approve : undefined)
}

/** Of two payments that nobody came back from; where a newer answer overtakes, a part of the second went back since. */
async function readOtherWith(scene: Scene): Promise<void> {
  const { stage, provider, fault } = scene
  redirectIn(await stage.begin(provider))
  payAgain(stage)
  payAgain(stage)
  const { mercadoPago } = stage.simulators
  // The oldest is the checkout's own, as our client reads it.
  const second = Math.max(
    ...mercadoPago
      .payments()
      .slice(0, 2)
      .map(({ id }) => id),
  )
  await stage.app.clock.advance(MINUTE_MS)
  const read = { call: 'payment.get', path: `/${second}` }
  const refund = () => mercadoPago.refund(second, PART)
  await between(scene, LISTED, () => stage.poll(), read, fault === 'reorder' ? refund : undefined)
}

/** Pays the newest preference at Mercado Pago, whoever paid it before; the payment's number. */
export function payAgain(
  { simulators: { mercadoPago } }: Pick<Stage, 'simulators'>,
  kind: 'approve' | 'pending' = 'approve',
): number {
  const { payment } = mercadoPago.checkOut(mercadoPago.preferences()[0]?.id ?? '', { kind })
  if (payment === null) throw new Error('No payment')
  return payment.id
}
