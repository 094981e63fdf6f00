import type { Day, Month } from './day.ts'
import type { FacturaContent, FrozenLine } from './document.ts'
import type { DocumentReason } from './reason.ts'
import type { Rule, RuleClient, RuleLine } from './rule.ts'
import { clientReadiness, issuerReadiness, needsUf, ufDayOf } from './rule.ts'
import { serviceMonth } from './schedule.ts'
import { renderTemplate } from './template.ts'
import { facturaTotals, lineAmount, MINIMUM_NETO_CLP } from './totals.ts'
import type { Uf } from './uf.ts'

/** A missed emission issued later keeps the service month of its own day, and takes the later day's UF. */
export interface EmissionDates {
  emissionDay: Day
  issueDate: Day
}

export type Frozen = { kind: 'frozen'; content: FacturaContent } | NotFrozen

export type NotFrozen =
  | { kind: 'missing'; reason: DocumentReason }
  /** The day's UF isn't published or read yet: wait for it, never take another day's. */
  | { kind: 'ufMissing'; day: Day }

/**
 * What the rule says to one client on its emission day, every figure fixed: service month by the offset,
 * UF by the rate type, each line rounded once, IVA once. The forecast and the issue both come from here.
 */
export function freezeFactura(
  rule: Rule,
  client: RuleClient,
  when: EmissionDates,
  ufOn: (day: Day) => Uf | null,
): Frozen {
  const missing = [...issuerReadiness(rule), ...clientReadiness(client)][0]
  if (missing !== undefined) return { kind: 'missing', reason: missing }
  const { address, activity } = rule.issuer
  if (address === null || activity === null || client.address === null || client.giro === null) {
    return { kind: 'missing', reason: 'recipientAddressMissing' }
  }
  const lines = freezeLines(rule, when, ufOn)
  if (lines.kind !== 'lines') return lines
  const totals = facturaTotals(lines.lines)
  if (totals.netoClp < MINIMUM_NETO_CLP) return { kind: 'missing', reason: 'totalTooSmall' }
  return {
    kind: 'frozen',
    content: {
      kind: 'factura',
      issueDate: when.issueDate,
      serviceMonth: monthServed(rule, when),
      issuer: {
        rut: rule.issuer.rut,
        name: rule.issuer.name,
        address,
        activity,
        email: rule.issuer.email,
      },
      recipient: {
        rut: client.rut,
        name: client.name,
        giro: client.giro,
        address: client.address,
        contactName: client.contactName,
        contactRut: client.contactRut,
      },
      lines: lines.lines,
      ...totals,
      paymentForm: 2,
    },
  }
}

export function monthServed(
  { serviceMonth: own, monthOffset }: Pick<Rule, 'monthOffset' | 'serviceMonth'>,
  { emissionDay }: Pick<EmissionDates, 'emissionDay'>,
): Month {
  return own ?? serviceMonth(emissionDay, monthOffset)
}

type FrozenLines = { kind: 'lines'; lines: FrozenLine[] } | NotFrozen

/** The lines of one emission; the same for every client of the rule. */
export function freezeLines(
  rule: Pick<Rule, 'lines' | 'ufRateType' | 'monthOffset' | 'serviceMonth'>,
  when: EmissionDates,
  ufOn: (day: Day) => Uf | null,
): FrozenLines {
  if (rule.lines.length === 0) return { kind: 'missing', reason: 'noLines' }
  const rateDay = ufDayOf(rule.ufRateType, when.issueDate)
  const rateClp = needsUf(rule) ? ufOn(rateDay) : null
  if (needsUf(rule) && rateClp === null) return { kind: 'ufMissing', day: rateDay }
  const month = monthServed(rule, when)
  const inWords = (text: string) => renderTemplate(text, { folio: null, serviceMonth: month })
  const lines: FrozenLine[] = []
  for (const line of rule.lines) {
    const price = frozenPrice(line, rateClp, rateDay)
    if (price === null || line.quantity === null) {
      return { kind: 'missing', reason: 'linesToComplete' }
    }
    const amountClp = lineAmount({ quantity: line.quantity, price })
    if (amountClp === null) return { kind: 'missing', reason: 'totalTooLarge' }
    lines.push({
      name: inWords(line.name),
      description: inWords(line.description),
      code: line.code,
      quantity: line.quantity,
      price,
      amountClp,
    })
  }
  return { kind: 'lines', lines }
}

function frozenPrice(line: RuleLine, rateClp: Uf | null, rateDay: Day): FrozenLine['price'] | null {
  if (line.price === null) return null
  if (line.price.currency === 'CLP') return line.price
  return rateClp === null ? null : { currency: 'UF', unitUf: line.price.unitUf, rateClp, rateDay }
}
