import type { Day } from '#domain/day.ts'
import { dayInChile } from '#domain/day.ts'
import type { Rut } from '#domain/rut.ts'
import type { Random } from '../common/random.ts'

export const bankNames = {
  bancoEstado: 'BancoEstado',
  santander: 'Santander',
  bancoChile: 'Banco de Chile',
  bci: 'BCI',
  scotiabank: 'Scotiabank',
  itau: 'Itaú',
  falabella: 'Banco Falabella',
} as const

export type BankName = keyof typeof bankNames

export interface BankAccount {
  id: string
  bank: BankName
  holder: string
  holderRut: Rut
  /** Digits. */
  number: string
  kind: 'corriente' | 'vista' | 'cuentaRut' | 'ahorro'
  openingClp: number
}

export type MovementKind =
  | 'transferIn'
  | 'transferOut'
  | 'cashDeposit'
  | 'chequeDeposit'
  /** What a card company pays out for many sales at once. */
  | 'payout'
  | 'fee'
  | 'reversal'

/** Who is on the other side of a transfer. */
export interface Party {
  rut: Rut
  name: string
}

export interface Movement {
  id: number
  accountId: string
  on: Day
  kind: MovementKind
  /** Positive for what comes in. */
  amount: number
  party: Party | null
  /** The bank's number of the operation; not every statement shows it. */
  operation: string
  message: string
  /** The movement that a reversal undoes. */
  undoes: Movement | null
}

export interface Ledger {
  accounts: Map<string, BankAccount>
  movements: Movement[]
  random: Random
  now: () => number
}

export function record(
  ledger: Ledger,
  accountId: string,
  facts: Partial<Movement> & Pick<Movement, 'kind' | 'amount'>,
): Movement {
  if (!ledger.accounts.has(accountId)) throw new RangeError(`No account ${accountId}`)
  const movement: Movement = {
    on: dayInChile(ledger.now()),
    party: null,
    operation: ledger.random.digits(8),
    message: '',
    undoes: null,
    ...facts,
    id: ledger.movements.length + 1,
    accountId,
  }
  ledger.movements.push(movement)
  return movement
}

/** Takes a movement back, on the day that it is undone. */
export function reverse(ledger: Ledger, movementId: number): Movement {
  const undoes = ledger.movements.find(({ id }) => id === movementId)
  if (undoes === undefined) throw new RangeError(`No movement ${movementId}`)
  const { accountId, amount, party } = undoes
  return record(ledger, accountId, { kind: 'reversal', amount: -amount, party, undoes })
}

/** By day, and as they were entered within one. */
export function movementsOf({ movements }: Ledger, accountId: string): Movement[] {
  return movements
    .filter((movement) => movement.accountId === accountId)
    .toSorted((a, b) => (a.on === b.on ? a.id - b.id : a.on < b.on ? -1 : 1))
}
