import { FEE_POINTS, feeOf, reversedOf } from './reckoning.ts'

/** A payment as its provider has it. */
export interface ConfirmedPayment {
  order: string
  way: keyof typeof FEE_POINTS
  paidClp: number
  refundedClp: number
}

/** A line of the ledger about a payment; `order`: that of its attempt, null where no provider has the payment. */
export interface FeeLine {
  order: string | null
  kind: string
  base: number
  net: number
  iva: number
}

/**
 * What the ledger says otherwise than the payments that providers have: each is charged its part once, and what went back
 * reverses its fee in proportion, whatever was retried. A sentence for each order.
 */
export function untrueFees(
  payments: readonly ConfirmedPayment[],
  lines: readonly FeeLine[],
): string[] {
  const strays = lines.filter(({ order }) => order === null)
  const orders = new Set([...payments, ...lines].flatMap(({ order }) => order ?? []))
  return [
    ...strays.map(({ kind, base }) => `${kind} of ${base} is charged, and no provider has it`),
    ...[...orders].flatMap((order) => {
      const expected = saidOf(payments.filter((one) => one.order === order).flatMap(linesOf))
      const charged = saidOf(lines.filter((one) => one.order === order))
      return charged === expected ? [] : [`${order} is charged ${charged}, not ${expected}`]
    }),
  ]
}

function linesOf({ order, way, paidClp, refundedClp }: ConfirmedPayment): FeeLine[] {
  if (paidClp === 0) return []
  const fee = feeOf(BigInt(paidClp), FEE_POINTS[way])
  const back = reversedOf(fee, BigInt(paidClp), BigInt(refundedClp))
  const line = { order, kind: 'payment', base: paidClp, net: Number(fee.net), iva: Number(fee.iva) }
  if (refundedClp === 0) return [line]
  const reversed = { base: refundedClp, net: -Number(back.net), iva: -Number(back.iva) }
  return [line, { order, kind: 'refund', ...reversed }]
}

/** Each payment, and the sum of what was reversed: how many parts that took is the provider's. */
function saidOf(lines: readonly FeeLine[]): string {
  const said = ({ base, net, iva }: FeeLine) => `${net} + ${iva} of ${base}`
  const payments = lines.filter(({ kind }) => kind === 'payment').map(said)
  const refunds = lines.filter(({ kind }) => kind === 'refund')
  const sum = refunds.reduce(
    (total, { base, net, iva }) => ({
      ...total,
      base: total.base + base,
      net: total.net + net,
      iva: total.iva + iva,
    }),
    { order: null, kind: 'refund', base: 0, net: 0, iva: 0 },
  )
  return `[${payments.toSorted().join('; ')}], reversed ${said(sum)}`
}
