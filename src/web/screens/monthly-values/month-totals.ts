import type { Day } from '#domain/day.ts'
import { sumClp, type Clp } from '#domain/money.ts'
import { formatRetentionRate, retention } from '#domain/retention.ts'
import { facturaTotals } from '#domain/totals.ts'
import type { Uf } from '#domain/uf.ts'
import type { Rule } from '#web/api/queries.ts'
import { lineClp, lineFromRule, type LineDraft } from '../rule-wizard/line.ts'
import { draftOf, type MonthlyValue, type Typed } from './values.ts'

/** The UF that the month's document takes; `day` only when it is published, else today's as a measure. */
export interface Rate {
  value: Uf
  day: string | null
}

/** What one client's document comes to; `billedClp` is with IVA, of a boleta the gross. */
export interface ClientTotals {
  kind: 'factura' | 'boleta'
  netoClp: Clp
  /** IVA of a factura, what is withheld of a boleta. */
  taxClp: Clp
  retentionRate: string
  /** The factura's total, the boleta's líquido. */
  lastClp: Clp
  billedClp: Clp
}

/** Counted by the code that issues. Null until every line's pesos are known. */
export function totalsOf(
  rule: Pick<Rule, 'document_type' | 'invoice_lines_detail'>,
  values: readonly MonthlyValue[],
  typed: (value: MonthlyValue) => Typed,
  { day, rate }: { day: Day; rate: Rate | null },
): ClientTotals | null {
  const amounts = rule.invoice_lines_detail.map((line) => {
    const value = values.find(({ order }) => order === line.order)
    const draft = lineFromRule(line)
    return lineClp(value === undefined ? draft : filled(draft, typed(value)), rate?.value ?? null)
  })
  const known = amounts.filter((amount) => amount !== null)
  if (known.length < amounts.length || known.length === 0) return null
  if (rule.document_type === 33) {
    const { netoClp, ivaClp, totalClp } = facturaTotals(known.map((amountClp) => ({ amountClp })))
    return {
      kind: 'factura',
      netoClp,
      taxClp: ivaClp,
      retentionRate: '',
      lastClp: totalClp,
      billedClp: totalClp,
    }
  }
  const grossClp = sumClp(known)
  const { retentionClp, liquidoClp, rateBasisPoints } = retention(grossClp, day)
  return {
    kind: 'boleta',
    netoClp: grossClp,
    taxClp: retentionClp,
    retentionRate: formatRetentionRate(rateBasisPoints),
    lastClp: liquidoClp,
    billedClp: grossClp,
  }
}

/** A line as this month says it: both numbers are told. */
function filled(line: LineDraft, { quantity, price }: Typed): LineDraft {
  return { ...line, quantity, price, quantityIsFixed: true, priceIsFixed: true }
}

/** All documents together; null while one of them can't be counted. */
export function billedOf(totals: readonly (ClientTotals | null)[]): Clp | null {
  const known = totals.filter((one) => one !== null)
  return known.length < totals.length ? null : sumClp(known.map(({ billedClp }) => billedClp))
}

/** The value's line with what is typed, for its own pesos. */
export function pesosOf(value: MonthlyValue, typed: Typed, rate: Rate | null): Clp | null {
  return lineClp(filled(draftOf(value, typed), typed), rate?.value ?? null)
}
