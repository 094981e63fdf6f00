import type { ProviderName } from '#server/payments/providers/connection.ts'
import { WrongOrder } from '#simulators/payments/common/control.ts'
import type { Stage } from '../stage.ts'
import type { Account } from './table.ts'

/** The connection's account, as its company has configured it. */
const TRANSBANK = {
  transbank: { commerceCode: '597055555532', storeCode: null },
  transbankMall: { commerceCode: '597055555535', storeCode: '597055555536' },
}

export async function useAccount(stage: Stage, account: Account): Promise<void> {
  if (account !== 'transbank' && account !== 'transbankMall') return
  await stage.app.database.db
    .updateTable('payment_connection')
    .set({ account: JSON.stringify(TRANSBANK[account]) })
    .where('id', '=', stage.connections.transbank)
    .execute()
}

/** Of one provider: all but Transbank notify. */
export function simulatorOf(stage: Stage, provider: ProviderName) {
  const { webpay, khipu, fintoc, mercadoPago } = stage.simulators
  return { transbank: webpay, khipu, fintoc, mercadoPago }[provider]
}

/** Nothing of what it has to notify arrives from now on. */
export function silence(stage: Stage, provider: ProviderName): void {
  const simulator = simulatorOf(stage, provider)
  if ('notifier' in simulator) simulator.notifier.setTrouble('drop')
}

const MINUTE_MS = 60_000
const STEPS_MS = [1, 12, 60, 180, 1_440, 2_880, 5_760].map((minutes) => minutes * MINUTE_MS)

/** What takes effect late does so while a week goes by, in which only the poller looks. */
export async function settleAlone(stage: Stage, provider: ProviderName): Promise<void> {
  const { troubles } = simulatorOf(stage, provider)
  troubles.set(null)
  for (const [step, ms] of STEPS_MS.entries()) {
    await stage.app.clock.advance(ms)
    if (step === LATE_STEP) troubles.release()
    await finishRefunds(stage)
    await stage.deliver()
    await stage.poll()
  }
}

/** After an hour. */
const LATE_STEP = 2

/** Whoever takes time with a refund does it once. */
export async function finishRefunds({ app, simulators }: Stage): Promise<void> {
  const orders = await app.database.db
    .selectFrom('payment_refund_order')
    .select('refund_ref')
    .where('state', '=', 'pending')
    .execute()
  finishAtProviders(
    simulators,
    orders.map(({ refund_ref: ref }) => String(ref)),
  )
}

export function finishAtProviders(
  { fintoc, mercadoPago }: Pick<Stage['simulators'], 'fintoc' | 'mercadoPago'>,
  refs: readonly string[],
): void {
  for (const ref of refs) {
    try {
      if (ref.startsWith('re_')) fintoc.moveRefund(ref, 'succeeded')
      else mercadoPago.moveRefund(Number(ref), 'approved')
    } catch (error) {
      if (!(error instanceof WrongOrder)) throw error
    }
  }
}
