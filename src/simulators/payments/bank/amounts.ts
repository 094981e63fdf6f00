import type { Cell, PesosStyle } from './cells.ts'
import type { Line } from './style.ts'

export function pesos(clp: number, as: PesosStyle): Cell {
  return { clp, as }
}

/** What went out, without a sign; otherwise what the bank writes for nothing. */
export function debit({ movement }: Line, as: PesosStyle, zero: Cell = null): Cell {
  return movement.amount < 0 ? pesos(-movement.amount, as) : zero
}

export function credit({ movement }: Line, as: PesosStyle, zero: Cell = null): Cell {
  return movement.amount > 0 ? pesos(movement.amount, as) : zero
}

export function compact(day: string): string {
  return day.replaceAll('-', '')
}
