import { formatDecimal } from './decimal.ts'

/** 152500 → '15,25 %'. Parts per million are exact where a fee of 3,451 % has half a basis point. */
export function formatPercent(partsPerMillion: number): string {
  return `${formatDecimal(BigInt(partsPerMillion) * 100n)} %`
}
