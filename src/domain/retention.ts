import type { Day } from './day.ts'
import { yearOf } from './day.ts'
import type { Clp } from './money.ts'
import { clp, portionOf, roundHalfUpRatio } from './money.ts'
import { formatPercent } from './percent.ts'
import type { Rut } from './rut.ts'
import { isCompanyRut } from './rut.ts'

/**
 * Who withholds the tax of a boleta de honorarios (Ley de la Renta, article 74 N° 2): a recipient that
 * keeps accounts pays the líquido to the issuer and the rest as tax; else the issuer gets all and pays it.
 */
export type Withholder = 'recipient' | 'issuer'

export interface Retention {
  rateBasisPoints: number
  retentionClp: Clp
  liquidoClp: Clp
}

const WHOLE = 10_000
/** Ley 21.133, year of issue, in basis points; 10 % before it and 17 % after its last step. */
const RATES: readonly (readonly [fromYear: number, basisPoints: number])[] = [
  [2028, 1700],
  [2027, 1600],
  [2026, 1525],
  [2025, 1450],
  [2024, 1375],
  [2023, 1300],
  [2022, 1225],
  [2021, 1150],
  [2020, 1075],
]
const RATE_BEFORE = 1000

/**
 * A preview: the SII computes its own figure at confirmation and that one wins. The rate is that of
 * the year of issue. Rounding half up is a guess; the law doesn't say.
 */
export function retention(grossClp: Clp, issueDate: Day): Retention {
  const rateBasisPoints = retentionRate(issueDate)
  const retentionClp = portionOf(grossClp, rateBasisPoints, WHOLE)
  return { rateBasisPoints, retentionClp, liquidoClp: clp(grossClp - retentionClp) }
}

/** Basis points: 1525 is 15,25 %. */
export function retentionRate(issueDate: Day): number {
  const year = yearOf(issueDate)
  return RATES.find(([fromYear]) => year >= fromYear)?.[1] ?? RATE_BEFORE
}

/**
 * The gross whose líquido is exactly this. Rounding líquido/(1 − rate) always hits it: that rounding moves
 * the líquido by at most 0.45, the retention's by 0.5, and both are whole. Where two neighbouring grosses
 * have the same líquido, it is the one nearer the exact quotient.
 */
export function grossFromLiquido(liquidoClp: Clp, issueDate: Day): Clp {
  const kept = BigInt(WHOLE - retentionRate(issueDate))
  return clp(Number(roundHalfUpRatio(BigInt(liquidoClp) * BigInt(WHOLE), kept)))
}

/** What the recipient owes: the líquido when it withholds, else the whole. */
export function payableClp(grossClp: Clp, withholder: Withholder, issueDate: Day): Clp {
  return withholder === 'issuer' ? grossClp : retention(grossClp, issueDate).liquidoClp
}

/** What the SII's form suggests: companies withhold, people don't. The user decides. */
export function usualWithholder(recipient: Rut): Withholder {
  return isCompanyRut(recipient) ? 'recipient' : 'issuer'
}

/** '15,25 %'. */
export function formatRetentionRate(rateBasisPoints: number): string {
  return formatPercent(rateBasisPoints * 100)
}
