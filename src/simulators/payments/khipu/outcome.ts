import { z } from 'zod'
import { formatRut, parseRut, rut } from '#domain/rut.ts'
import { getRedirect, type Redirect } from '../common/answer.ts'
import { WrongOrder } from '../common/control.ts'
import { notify } from './notification.ts'
import { isExpired, refreshed, type Khipu, type Payment } from './payment.ts'

const payer = {
  payerRut: z.string().optional(),
  payerName: z.string().optional(),
  payerEmail: z.string().optional(),
}

/** What the payer, the bank, or somebody at Khipu does with a payment. */
export const khipuOutcome = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('pay'), ...payer }),
  /** The bank reconciles it although it expired. */
  z.strictObject({ kind: z.literal('payLate'), ...payer }),
  /** Transferred, and the bank hasn't confirmed it. */
  z.strictObject({ kind: z.literal('verify') }),
  z.strictObject({ kind: z.literal('settle'), ...payer }),
  /** This attempt comes to nothing; another may follow. */
  z.strictObject({ kind: z.literal('bankRefuses') }),
  z.strictObject({ kind: z.literal('cancel') }),
  /** The payer declares that they won't pay. */
  z.strictObject({ kind: z.literal('reject') }),
  z.strictObject({ kind: z.literal('abuse') }),
  z.strictObject({ kind: z.literal('markPaid') }),
  z.strictObject({ kind: z.literal('reverse') }),
])

export type KhipuOutcome = z.infer<typeof khipuOutcome>

const PAYER = { rut: '11.111.111-1', name: 'Juana Pérez Soto', email: 'pagos@cliente.example' }

/** Carries it out; null when the payment has no address to go back to. */
export function actOn(khipu: Khipu, payment: Payment, outcome: KhipuOutcome): Redirect | null {
  refreshed(khipu, payment)
  check(khipu, payment, outcome)
  switch (outcome.kind) {
    case 'pay':
    case 'payLate':
    case 'settle':
      reconcile(khipu, payment, outcome)
      return back(payment.request.return_url)
    case 'verify':
      payment.status = 'verifying'
      payment.verifyingSinceMs = khipu.now()
      return back(payment.request.return_url)
    case 'reject':
      return end(payment, 'rejected-by-payer')
    case 'abuse':
      return end(payment, 'marked-as-abuse')
    case 'markPaid':
      end(payment, 'marked-paid-by-receiver')
      return null
    case 'reverse':
      payment.statusDetail = 'reversed'
      return null
    case 'bankRefuses':
      payment.status = 'pending'
      payment.verifyingSinceMs = null
      return back(payment.request.cancel_url)
    case 'cancel':
      return back(payment.request.cancel_url)
  }
}

function check(khipu: Khipu, payment: Payment, { kind }: KhipuOutcome): void {
  const { status, statusDetail } = payment
  const late = isExpired(khipu, payment)
  if (kind === 'reverse') {
    if (statusDetail !== 'normal') throw new WrongOrder(`nothing to reverse: ${statusDetail}`)
    return
  }
  if (status === 'done') throw new WrongOrder(`the payment is done: ${statusDetail}`)
  if (kind === 'settle') {
    if (status !== 'verifying') throw new WrongOrder(`nothing to settle: ${status}`)
    return
  }
  if (kind === 'payLate' && !late) throw new WrongOrder('the payment has not expired')
  if (late && (kind === 'pay' || kind === 'verify')) throw new WrongOrder('the payment expired')
}

function reconcile(
  khipu: Khipu,
  payment: Payment,
  given: {
    payerRut?: string | undefined
    payerName?: string | undefined
    payerEmail?: string | undefined
  },
): void {
  const { request } = payment
  const fixed = request.fixed_payer_personal_identifier
  const payerRut = parseRut(given.payerRut ?? fixed ?? PAYER.rut)
  if (payerRut === null) throw new WrongOrder('not a RUT')
  if (fixed !== undefined && payerRut !== rut(fixed)) throw new WrongOrder('another RUT must pay')
  payment.status = 'done'
  payment.statusDetail = 'normal'
  payment.conciliation = {
    atMs: khipu.now(),
    isOutOfDate: isExpired(khipu, payment),
    payerName: given.payerName ?? request.payer_name ?? PAYER.name,
    payerEmail: given.payerEmail ?? request.payer_email ?? PAYER.email,
    payerRut: formatRut(payerRut),
    bankAccountNumber: payerRut.replace('-', '').padStart(21, '0'),
  }
  notify(khipu, payment)
}

function end(payment: Payment, detail: Payment['statusDetail']): Redirect | null {
  payment.status = 'done'
  payment.statusDetail = detail
  return back(payment.request.cancel_url)
}

function back(url: string | undefined): Redirect | null {
  return url === undefined ? null : getRedirect(url)
}
