import type { Clp } from '#domain/money.ts'
import type { Mode } from './connection.ts'
import type { PaymentState } from './port.ts'

/** What our own row says of the attempt, and `receiverOf` of its connection. */
export interface ExpectedPayment {
  amountClp: Clp
  buyOrder: string
  attemptId: string
  receiver: string
  mode: Mode
}

export type Mismatch = 'amount' | 'currency' | 'order' | 'attempt' | 'receiver' | 'mode'

/** `mismatch`: money moved, and not as we asked. A person must look. */
export type Judgement =
  | { kind: 'proved' }
  | { kind: 'notPaid' }
  | { kind: 'mismatch'; mismatches: Mismatch[] }

/** Whether a state that we read from the provider ourselves proves that the attempt is paid. */
export function judgePayment(expected: ExpectedPayment, state: PaymentState): Judgement {
  if (state.status !== 'succeeded') return { kind: 'notPaid' }
  const mismatches = mismatchesOf(expected, state)
  return mismatches.length === 0 ? { kind: 'proved' } : { kind: 'mismatch', mismatches }
}

/** What the provider's answer doesn't say of amount, currency, order and receiver, it doesn't prove. */
export function mismatchesOf(expected: ExpectedPayment, state: PaymentState): Mismatch[] {
  const { amountClp, buyOrder, attemptId, receiver, mode } = expected
  const checks: [Mismatch, boolean][] = [
    ['amount', state.amountClp === amountClp && amountClp > 0],
    ['currency', state.currency === 'CLP'],
    ['order', state.refs.buyOrder === buyOrder],
    // Not every answer repeats these two.
    ['attempt', state.attemptId === null || state.attemptId === attemptId],
    ['receiver', state.receiver === receiver],
    ['mode', state.mode === null || state.mode === mode],
  ]
  return checks.flatMap(([name, isRight]) => (isRight ? [] : [name]))
}
