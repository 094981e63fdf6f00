import { parseClp } from '#domain/money.ts'
import { groupThousands } from '#domain/decimal.ts'
import type { MoneyToWrite } from '#web/api/payments.ts'

export interface MoneyWish {
  day: string
  amount: string
  way: MoneyToWrite['way']
  note: string
}

/** As it is typed in Chile: '148.750'. */
export function typedPesos(pesos: number): string {
  return groupThousands(String(pesos))
}

/** Whole pesos above zero; null for anything else. */
export function pesosOf(text: string): number | null {
  const read = parseClp(text)
  return read.kind === 'ok' && read.value > 0 ? read.value : null
}
