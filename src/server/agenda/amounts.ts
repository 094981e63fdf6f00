import type { Day } from '#domain/day.ts'
import type { FrozenLine } from '#domain/document.ts'
import { freezeLines, type EmissionDates } from '#domain/freeze.ts'
import { clp, sumClp, type Clp } from '#domain/money.ts'
import { retention } from '#domain/retention.ts'
import { needsUf, ufDayOf, type Rule } from '#domain/rule.ts'
import { facturaTotals } from '#domain/totals.ts'
import type { UfAhead } from './uf-ahead.ts'

/** In pesos. Of a boleta `netoClp` and `totalClp` are the gross; `liquido` is what is left of it. */
export interface Amounts {
  netoClp: Clp
  ivaClp: Clp | null
  retentionClp: Clp | null
  totalClp: Clp
  isEstimated: boolean
}

/** What each document of that emission will come to; null while a line lacks something. */
export function emissionAmounts(rule: Rule, when: EmissionDates, uf: UfAhead): Amounts | null {
  const frozen = freezeLines(rule, when, (day) => uf(day)?.value ?? null)
  if (frozen.kind !== 'lines') return null
  const isEstimated = isUfEstimated(rule, when.issueDate, uf)
  return { ...lineAmounts(rule.kind, frozen.lines, when.issueDate), isEstimated }
}

export function isUfEstimated(rule: Rule, issueDate: Day, uf: UfAhead): boolean {
  return needsUf(rule) && uf(ufDayOf(rule.ufRateType, issueDate))?.isEstimated === true
}

function lineAmounts(
  kind: Rule['kind'],
  lines: readonly FrozenLine[],
  issueDate: Day,
): Omit<Amounts, 'isEstimated'> {
  if (kind === 'factura') return { ...facturaTotals(lines), retentionClp: null }
  const grossClp = sumClp(lines.map(({ amountClp }) => clp(amountClp)))
  const { retentionClp } = retention(grossClp, issueDate)
  return { netoClp: grossClp, ivaClp: null, retentionClp, totalClp: grossClp }
}
