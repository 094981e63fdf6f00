import { fromDecimalText } from '#domain/decimal.ts'
import type { FrozenLine, NotaContent, SignedContent } from '#domain/document.ts'
import type { DteDocument, DteLine } from './document/document.ts'
import { cleanText } from './document/text.ts'

export type DifferenceField =
  | 'tipoDte'
  | 'issueDate'
  | 'paymentForm'
  | 'issuerRut'
  | 'recipientRut'
  | 'recipientName'
  | 'lineCount'
  | 'lineName'
  | 'lineQuantity'
  | 'linePrice'
  | 'lineAmount'
  | 'neto'
  | 'exento'
  | 'iva'
  | 'total'
  | 'otherAmounts'
  | 'reference'

export interface Difference {
  field: DifferenceField
  /** 1-based, for the fields of a line. */
  line: number | null
  expected: string
  seen: string
}

/** As much as is kept of them as text. */
export const MAX_DETAIL = 2_000

/** One a line, in codes: 'lineAmount 2: 40000 ≠ 50000'. */
export function differenceText(differences: readonly Difference[]): string {
  return differences
    .map(({ field, line, expected, seen }) => {
      const place = line === null ? field : `${field} ${line}`
      return `${place}: ${expected} ≠ ${seen}`
    })
    .join('\n')
    .slice(0, MAX_DETAIL)
}

/** The free portal takes 25, 40 or 50 characters of an item's name, according to who asked. */
const SHORTEST_CUT = 20
const WHOLE = /^\d{1,9}$/

/**
 * What was issued against what was frozen; empty when it is the same document. The issuer is known by its RUT: its name
 * is the SII's to print, and may have changed there. Other names may have been cut short or put in capitals by the
 * portal, never otherwise changed. A line in UF, or of a fraction of something, is
 * compared by its pesos: it goes to the portal as one thing at that price.
 */
export function compareWith(document: DteDocument, content: SignedContent): Difference[] {
  const { recipient } = document
  const differences: Difference[] = []
  const note = (
    field: DifferenceField,
    expected: string | number,
    seen: string | number | null,
  ) => {
    if (String(expected) !== String(seen)) differences.push(difference(field, expected, seen))
  }
  const noteName = (field: DifferenceField, expected: string, seen: string) => {
    if (!isSameName(expected, seen)) differences.push(difference(field, expected, seen))
  }
  // Nobody pays a nota.
  if (content.kind === 'factura') note('paymentForm', content.paymentForm, document.paymentForm)
  noteName('recipientName', content.recipient.name, recipient.name)
  note('lineCount', content.lines.length, document.lines.length)
  note('otherAmounts', '', otherAmounts(document))
  const sums = compareSums(document, content)
  return [...sums, ...differences, ...lineDifferences(document.lines, content.lines)]
}

/** Type, day, parties, sums and what a nota is about: all that must agree of any document. */
export function compareSums(document: DteDocument, content: SignedContent): Difference[] {
  const { issuer, recipient, totals } = document
  const isNota = content.kind === 'notaCredito'
  const pairs: [DifferenceField, string | number, string | number | null][] = [
    ['tipoDte', isNota ? 61 : 33, document.tipoDte],
    ['issueDate', content.issueDate, document.issueDate],
    ['issuerRut', content.issuer.rut, issuer.rut],
    ['recipientRut', content.recipient.rut, recipient.rut],
    // One that corrects a text may leave out what is nothing.
    ['neto', content.netoClp, totals.netoClp ?? 0],
    ['exento', 0, totals.exentoClp ?? 0],
    ['iva', content.ivaClp, totals.ivaClp ?? 0],
    ['total', content.totalClp, totals.totalClp],
    ['reference', isNota ? referenceOf(content) : '', isNota ? referencesIn(document) : ''],
  ]
  return pairs
    .filter(([, expected, seen]) => String(expected) !== String(seen))
    .map(([field, expected, seen]) => difference(field, expected, seen))
}

function referenceOf({ reference: { folio, issueDate, code } }: NotaContent): string {
  return `33 ${folio} ${issueDate} ${code}`
}

function referencesIn({ references }: DteDocument): string {
  return references
    .map((to) => `${to.documentType} ${to.folio} ${to.issueDate} ${to.code}`)
    .join('; ')
}

/** What our own documents never have, and what could hide behind a total that is right. */
function otherAmounts({ adjustments, lines, pricesIncludeIva, totals, unsaid }: DteDocument) {
  const beyond = [totals.builderCreditClp, totals.depositClp, totals.notBilledClp]
  const present: [string, boolean][] = [
    ['DscRcgGlobal', (adjustments ?? []).length > 0],
    ['MntBruto', pricesIncludeIva === true],
    ['ImptoReten', (totals.taxes ?? []).length > 0],
    ['IndExe', lines.some((line) => line.apart !== undefined)],
    ['Totales', beyond.some((amount) => (amount ?? 0) !== 0)],
    ['VlrPagar', (totals.payableClp ?? totals.totalClp) !== totals.totalClp],
  ]
  const names = present.flatMap(([name, isThere]) => (isThere ? [name] : []))
  return [...names, ...(unsaid ?? [])].join(' ')
}

function lineDifferences(seen: readonly DteLine[], frozen: readonly FrozenLine[]): Difference[] {
  return frozen.flatMap((expected, index) => {
    const line = seen[index]
    return line ? ofOneLine(line, expected, index + 1) : []
  })
}

function ofOneLine(seen: DteLine, frozen: FrozenLine, line: number): Difference[] {
  const found: Difference[] = []
  if (!isSameName(frozen.name, seen.name) && !isToldWhole(frozen.name, seen)) {
    found.push(difference('lineName', frozen.name, seen.name, line))
  }
  if (seen.amountClp !== frozen.amountClp) {
    found.push(difference('lineAmount', frozen.amountClp, seen.amountClp, line))
  }
  if (frozen.price.currency !== 'CLP' || !WHOLE.test(frozen.quantity)) return found
  if (!isSameDecimal(frozen.quantity, seen.quantity)) {
    found.push(difference('lineQuantity', frozen.quantity, seen.quantity, line))
  }
  if (!isSameDecimal(String(frozen.price.unitClp), seen.unitPrice)) {
    found.push(difference('linePrice', frozen.price.unitClp, seen.unitPrice, line))
  }
  return found
}

/** Whether what was written is the frozen name, perhaps cut short or in capitals. */
export function isSameName(frozen: string, seen: string): boolean {
  const expected = folded(frozen)
  const written = folded(seen)
  return expected === written || (written.length >= SHORTEST_CUT && expected.startsWith(written))
}

/** Cut at a word, with the whole name in the description: nothing of it is lost. */
function isToldWhole(frozen: string, seen: DteLine): boolean {
  const expected = folded(frozen)
  const start = folded(seen.name)
  return start !== '' && expected.startsWith(start) && folded(seen.description).includes(expected)
}

function folded(name: string): string {
  return cleanText(name, 1000).toLowerCase()
}

/** '10' and '10.00' are the same number; absent and zero too, since the format has no zero. */
function isSameDecimal(expected: string, seen: string | null): boolean {
  return fromDecimalText(expected) === fromDecimalText(seen ?? '0')
}

function difference(
  field: DifferenceField,
  expected: string | number,
  seen: string | number | null,
  line: number | null = null,
): Difference {
  return { field, line, expected: String(expected), seen: String(seen ?? '') }
}
