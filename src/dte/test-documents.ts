import fc from 'fast-check'
import { day } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { lineAmount, percentOf, grossAmount, totalsOf } from './amounts.ts'
import type { Caf } from './caf.ts'
import type { DteAdjustment, DteDocument, DteLine, TipoDte } from './document.ts'
import { cafOf, facturaOf, lineOf, typedText } from './test-world.ts'

/** One of each type we issue, for folios 201 to 300. */
export const CAFS: Readonly<Record<TipoDte, Caf>> = {
  33: cafOf(),
  34: cafOf({ tipoDte: 34 }),
  56: cafOf({ tipoDte: 56 }),
  61: cafOf({ tipoDte: 61 }),
}

const percent = fc
  .integer({ min: 1, max: 5000 })
  .map((hundredths) => (hundredths / 100).toFixed(2).replace(/\.?0+$/, ''))

const line: fc.Arbitrary<DteLine> = fc
  .record({
    name: typedText(100),
    description: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, typedText(400)),
    code: fc.constantFrom('', 'SKU-1', 'Ñ&1'),
    exempt: fc.boolean(),
    quantity: fc.integer({ min: 1, max: 9_999_999 }).map((thousandths) => `${thousandths / 1000}`),
    unit: fc.constantFrom('', 'hr', 'UF', 'año'),
    unitPrice: fc.integer({ min: 1, max: 99_999_999 }).map((hundredths) => `${hundredths / 100}`),
    discountPct: fc.option(percent),
    surchargePct: fc.option(percent, { freq: 8 }),
  })
  .map(({ surchargePct, ...rest }) =>
    withAmounts(lineOf({ ...rest, surchargePct: surchargePct ?? undefined })),
  )

function withAmounts(line: DteLine): DteLine {
  const gross = grossAmount(line) ?? 0n
  const [discount, surcharge] = [line.discountPct, line.surchargePct].map((one) =>
    percentOf(one, gross),
  )
  const whole = {
    ...line,
    discountClp: discount === null || discount === undefined ? null : clp(Number(discount)),
    surchargeClp:
      surcharge === null || surcharge === undefined ? undefined : clp(Number(surcharge)),
  }
  return { ...whole, amountClp: lineAmount(whole) ?? clp(0) }
}

/** A line that only says something, as of a note that corrects a text. */
const remark: fc.Arbitrary<DteLine> = typedText(80).map((name) =>
  lineOf({ name, quantity: null, unitPrice: null, amountClp: clp(0) }),
)

const adjustment: fc.Arbitrary<DteAdjustment> = fc
  .record({
    kind: fc.constantFrom('discount' as const, 'surcharge' as const),
    text: fc.oneof(fc.constant(''), typedText(60)),
    share: fc.boolean(),
    value: percent,
    on: fc.constantFrom('affected' as const, 'exempt' as const),
  })
  // An amount in pesos could be more than there is to take it from.
  .map(({ share, ...rest }) => ({ ...rest, unit: share || rest.kind === 'discount' ? '%' : '$' }))

/** Any document we can be asked for: all four types, pasted texts, sixty lines, discounts, exempt lines. */
export const anyDocument: fc.Arbitrary<DteDocument> = fc
  .record({
    tipoDte: fc.constantFrom<TipoDte>(33, 34, 56, 61),
    lines: fc.array(fc.oneof({ weight: 9, arbitrary: line }, remark), {
      maxLength: 59,
      size: 'max',
    }),
    first: line,
    allExempt: fc.boolean(),
    adjustments: fc.array(adjustment, { maxLength: 1 }),
    recipient: typedText(140),
    giro: typedText(60),
    contact: typedText(100),
    reason: typedText(120),
    folio: fc.integer({ min: 201, max: 300 }),
    due: fc.option(fc.integer({ min: 1, max: 28 })),
    paymentForm: fc.constantFrom(1 as const, 2 as const, 3 as const, null),
  })
  .map(({ tipoDte, first, allExempt, due, folio, paymentForm, reason, ...rest }) => {
    const isExempt = tipoDte === 34 || (tipoDte !== 33 && allExempt)
    const all = [{ ...first, exempt: isExempt }, ...rest.lines]
    const lines = isExempt ? all.map((one) => ({ ...one, exempt: true })) : all
    const adjustments = rest.adjustments.map((one) =>
      isExempt ? { ...one, on: 'exempt' as const } : one,
    )
    const reference = { documentType: '33', folio: '204', issueDate: day(2026, 11, 1), reason }
    const base = facturaOf({
      tipoDte,
      folio,
      lines,
      paymentForm,
      totals: totalsOf(tipoDte, lines, { adjustments }),
      references: tipoDte === 33 || tipoDte === 34 ? [] : [{ ...reference, code: 3 }],
    })
    const { recipient: name, giro, contact } = rest
    return {
      ...base,
      dueDate: due === null ? undefined : day(2026, 12, due),
      adjustments: adjustments.length === 0 ? undefined : adjustments,
      recipient: { ...base.recipient, name, giro, contact },
    }
  })
