/** VD debit, VN one payment, VC instalments, SI and S2 three and two without interest, NC more of them, VP prepaid. */
export const paymentTypes = ['VN', 'VD', 'VP', 'VC', 'SI', 'S2', 'NC'] as const

export type PaymentType = (typeof paymentTypes)[number]

export interface TestCard {
  number: string
  label: string
  paymentType: PaymentType
  isApproved: boolean
}

/** Transbank's test cards, with what becomes of each. */
export const testCards: readonly TestCard[] = [
  card('4051885600446623', 'Visa crédito', 'VN', true),
  card('370000000002032', 'American Express', 'VN', true),
  card('5186059559590568', 'Mastercard crédito', 'VN', false),
  card('4051884239937763', 'Redcompra', 'VD', true),
  card('4511346660037060', 'Redcompra', 'VD', true),
  card('5186008541233829', 'Redcompra', 'VD', false),
  card('4051886000056590', 'Visa prepago', 'VP', true),
  card('5186174110629480', 'Mastercard prepago', 'VP', false),
]

function card(
  number: string,
  label: string,
  paymentType: PaymentType,
  isApproved: boolean,
): TestCard {
  return { number, label, paymentType, isApproved }
}

/** How many instalments a payment of that type has, unless a number is given. */
export function instalmentsOf(paymentType: PaymentType, given: number | undefined): number {
  if (paymentType === 'S2') return 2
  if (paymentType === 'SI') return 3
  if (paymentType === 'VC' || paymentType === 'NC') return Math.max(2, given ?? 6)
  return 0
}

/** Refusal codes of the first level, the default; -6 to -11 exist in the second one only. */
export const refusals: readonly (readonly [number, string])[] = [
  [-1, 'Error en el ingreso de los datos'],
  [-2, 'Error de la tarjeta o de la cuenta'],
  [-3, 'Error en la transacción'],
  [-4, 'Rechazada por el emisor'],
  [-5, 'Posible fraude'],
]

export const LOWEST_REFUSAL = -11
