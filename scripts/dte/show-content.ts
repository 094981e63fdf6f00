import { formatDecimal, fromDecimalText } from '#domain/decimal.ts'
import { formatClp, type Clp } from '#domain/money.ts'
import { formatRut, type Rut } from '#domain/rut.ts'
import type {
  DteAddress,
  DteAdjustment,
  DteLine,
  DteReference,
  DteTotals,
  TaxDocument,
} from '#dte/document/document.ts'
import { asRead } from '#dte/files/encoding.ts'
import type { DteTexts } from '#texts/dte.ts'
import { showDay } from '#texts/formats.ts'
import { fill } from '#texts/translation.ts'
import { documentName } from './wording.ts'

/** A label, empty when it goes on from the row before, and what it says. */
export type Row = readonly [label: string, text: string]

/** More would push what matters off the screen; a boleta may have a thousand. */
const MOST_LINES = 60

/** What the document says. */
export function contentRows(content: TaxDocument, texts: DteTexts): Row[] {
  const { show } = texts
  const { issuer, recipient, lines, references, adjustments = [] } = content
  const rows: Row[] = [
    [show.issuer, party(issuer)],
    [show.recipient, party(recipient)],
    [show.requestedBy, recipient.requestedBy === null ? '' : formatRut(recipient.requestedBy)],
    [show.payment, content.paymentForm === null ? '' : show.paymentForms[content.paymentForm]],
    [show.due, content.dueDate ? fill(show.dueOn, { day: showDay(content.dueDate) }) : ''],
    ...listed(show.lines, lineTexts(lines, texts)),
    ['', content.pricesIncludeIva === true ? show.withIva : ''],
    ...listed(
      show.adjustments,
      adjustments.map((one) => adjustmentText(one, texts)),
    ),
    ...listed(
      show.references,
      references.map((one) => referenceText(one, texts)),
    ),
    [show.amounts, sums(content.totals, texts)],
  ]
  return rows.filter(([, text]) => text !== '').map(([label, text]) => [label, asRead(text)])
}

function party(who: { rut: Rut; name: string; giro: string; address: DteAddress }): string {
  const { street, commune, city } = who.address
  const named = `${who.name} (${formatRut(who.rut)})`.trim()
  return [named, who.giro, street, commune, city].filter((part) => part !== '').join(', ')
}

function lineTexts(lines: readonly DteLine[], texts: DteTexts): string[] {
  const shown = lines.slice(0, MOST_LINES).map((line, index) => lineText(line, index + 1, texts))
  const more = lines.length - shown.length
  return more > 0 ? [...shown, fill(texts.show.moreLines, { count: more })] : shown
}

function lineText(line: DteLine, number: number, { show }: DteTexts): string {
  const { quantity, unit, unitPrice } = line
  const priced =
    quantity === null || unitPrice === null
      ? ''
      : fill(show.priced, {
          quantity: `${decimal(quantity)} ${unit}`.trim(),
          price: `$${decimal(unitPrice)}`,
        })
  const amountOf = (text: string, amount: Clp | null | undefined): string =>
    amount ? fill(text, { amount: formatClp(amount) }) : ''
  const aside = [
    priced,
    line.exempt ? show.exempt : '',
    line.apart === undefined ? '' : show.apart[line.apart],
    amountOf(show.discount, line.discountClp),
    amountOf(show.surcharge, line.surchargeClp),
  ].filter((part) => part !== '')
  const named = fill(show.line, { number, name: line.name, amount: formatClp(line.amountClp) })
  return aside.length === 0 ? named : `${named} (${aside.join(', ')})`
}

function adjustmentText({ kind, text, unit, value, on }: DteAdjustment, { show }: DteTexts) {
  return fill(show.adjustment, {
    kind: show.adjustmentKinds[kind],
    value: unit === '%' ? `${decimal(value)} %` : `$${decimal(value)}`,
    on: show.on[on],
    text: text === '' ? '' : `: ${text}`,
  })
}

function referenceText(to: DteReference, texts: DteTexts): string {
  const { show } = texts
  const what = to.code === null ? '' : show.referenceCodes[to.code]
  return fill(show.reference, {
    name: documentName(texts, to.documentType, to.folio),
    day: to.issueDate === null ? '' : fill(show.referenceDay, { day: showDay(to.issueDate) }),
    what: to.reason === '' ? what : `${what} — ${to.reason}`,
  })
}

function sums(totals: DteTotals, { show }: DteTexts): string {
  const told = (text: string, amount: Clp | null | undefined, code = ''): string[] =>
    amount === null || amount === undefined ? [] : [fill(text, { amount: formatClp(amount), code })]
  const { sums: named } = show
  return [
    ...told(named.neto, totals.netoClp),
    ...told(named.exento, totals.exentoClp),
    ...told(named.iva, totals.ivaClp),
    ...(totals.taxes ?? []).flatMap(({ code, amountClp }) => told(named.tax, amountClp, code)),
    ...told(named.builderCredit, totals.builderCreditClp),
    ...told(named.deposit, totals.depositClp),
    ...told(named.total, totals.totalClp),
    ...told(named.notBilled, totals.notBilledClp),
    ...told(named.previousBalance, totals.previousBalanceClp),
    ...told(named.payable, totals.payableClp),
  ].join(', ')
}

function listed(label: string, texts: string[]): Row[] {
  return texts.map((text, index) => [index === 0 ? label : '', text])
}

function decimal(text: string): string {
  return formatDecimal(fromDecimalText(text))
}
