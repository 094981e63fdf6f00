import type { Clp } from '#domain/money.ts'
import { portionOf } from '#domain/money.ts'
import { adjustedSums } from '../document/adjustments.ts'
import { grossAmount, IVA_PERCENT, netoWithin, percentOf } from '../document/amounts.ts'
import type { DteAdjustment, DteLine, LineApart, TaxDocument } from '../document/document.ts'
import { TIPO_DTE_FACTS } from '../document/document.ts'
import type { Fault } from '../document/fault.ts'
import { fault } from '../document/fault.ts'
import { taxFindings, taxesInTotal } from './taxes.ts'

export interface Judgement {
  /** Where the figures contradict each other. */
  faults: Fault[]
  /** What was taken as written, as nothing here recomputes it. */
  notes: Fault[]
}

const NOTES: ReadonlySet<string> = new Set(['amountNotJudged', 'taxNotRecomputed'])

/** Recomputes every figure of a document from its lines (SII formato DTE; rounding half up, IVA once). */
export function judgeAmounts(document: TaxDocument): Judgement {
  const notes = (document.unsaid ?? []).map((name) => fault('amountNotJudged', { name }))
  const faults = [...document.lines.flatMap(lineFaults), ...typeFaults(document)]
  if (isGuideWithoutAmounts(document)) {
    if (document.totals.totalClp > 0) notes.push(fault('amountNotJudged', { name: 'MntTotal' }))
    return { faults, notes }
  }
  const findings = [...partFindings(document), ...taxFindings(document), ...sumFindings(document)]
  for (const one of findings) (NOTES.has(one.code) ? notes : faults).push(one)
  return { faults, notes }
}

function lineFaults(line: DteLine, index: number): Fault[] {
  const gross = grossAmount(line)
  if (gross === null) return []
  const discount = BigInt(line.discountClp ?? 0)
  const surcharge = BigInt(line.surchargeClp ?? 0)
  const faults: Fault[] = []
  const check = (code: Fault['code'], seen: bigint, expected: bigint | null) => {
    if (expected === null || seen === expected) return
    const values = { line: index + 1, seen: String(seen), expected: String(expected) }
    faults.push(fault(code, values))
  }
  check('lineDiscountWrong', discount, percentOf(line.discountPct, gross))
  check('lineSurchargeWrong', surcharge, percentOf(line.surchargePct, gross))
  check('lineAmountWrong', BigInt(line.amountClp), gross - discount + surcharge)
  return faults
}

function typeFaults({ tipoDte, totals, lines }: TaxDocument): Fault[] {
  const { iva } = TIPO_DTE_FACTS[tipoDte]
  const hasIva = totals.ivaClp !== null || totals.netoClp !== null
  if (iva === 'never' && hasIva) return [fault('ivaOutOfPlace', { tipoDte })]
  if (iva !== 'always') return []
  if (totals.ivaClp === null || totals.netoClp === null) return [fault('ivaMissing', { tipoDte })]
  const billed = lines.filter((line) => line.apart === undefined)
  return billed.length > 0 && billed.every((line) => line.exempt)
    ? [fault('allExempt', { tipoDte })]
    : []
}

/** Goods on the way that aren't sold: it may say no amounts at all, or a value for the insurance. */
function isGuideWithoutAmounts({ tipoDte, totals }: TaxDocument): boolean {
  return tipoDte === 52 && totals.netoClp === null && totals.exentoClp === null
}

/** Neto, exento and IVA against the lines. */
function partFindings(document: TaxDocument): Fault[] {
  const { totals, pricesIncludeIva, lines } = document
  if (lines.some((line) => line.apart === 'lessOnGuide')) {
    return [fault('amountNotJudged', { name: 'MntNeto' })]
  }
  const exento = amountFault('MntExe', totals.exentoClp, readings(document, 'exempt'))
  // That it has an IVA at all is told; how much it should be would be told against that.
  if (TIPO_DTE_FACTS[document.tipoDte].iva === 'never') return exento
  const affected = readings(document, 'affected')
  if (pricesIncludeIva === true && lines.some((line) => (line.taxCodes ?? []).length > 0)) {
    // The lines hold other taxes too, and the format doesn't say how they are divided out.
    return [...exento, fault('amountNotJudged', { name: 'MntNeto' })]
  }
  return pricesIncludeIva === true
    ? [...exento, ...withinFaults(document, affected)]
    : [
        ...exento,
        ...amountFault('MntNeto', totals.netoClp, affected),
        ...amountFault('IVA', totals.ivaClp, [ivaOf(totals.netoClp)]),
      ]
}

function withinFaults({ totals }: TaxDocument, affected: bigint[]): Fault[] {
  const netos = affected.map(netoWithin)
  const stated = BigInt(totals.netoClp ?? 0)
  const gross = affected[Math.max(netos.indexOf(stated), 0)] ?? 0n
  return [
    ...amountFault('MntNeto', totals.netoClp, netos),
    ...amountFault('IVA', totals.ivaClp, [gross - stated]),
  ]
}

/** The total, and beyond it what is billed elsewhere, the period and what is to be paid. */
function sumFindings({ totals, lines, adjustments = [], unsaid = [] }: TaxDocument): Fault[] {
  const taxes = taxesInTotal(totals.taxes ?? [])
  const total =
    taxes === null || unsaid.includes('Comisiones')
      ? [fault('amountNotJudged', { name: 'MntTotal' })]
      : amountFault('MntTotal', totals.totalClp, [
          addedUp([totals.netoClp, totals.exentoClp, totals.ivaClp, totals.depositClp]) +
            taxes -
            BigInt(totals.builderCreditClp ?? 0),
        ])
  const notBilled = sumApart(lines, 'notBilled') - sumApart(lines, 'notBilledLess')
  const found = [
    ...total,
    ...amountFault(
      'MontoNF',
      totals.notBilledClp,
      adjustedSums(notBilled, onlyOn(adjustments, 'notBilled')),
    ),
  ]
  if (lines.some((line) => line.apart === 'deposit')) {
    found.push(...amountFault('GrntDep', totals.depositClp, [sumApart(lines, 'deposit')]))
  }
  const period = addedUp([totals.totalClp, totals.notBilledClp])
  if (totals.periodClp !== undefined) {
    found.push(...amountFault('MontoPeriodo', totals.periodClp, [period]))
  }
  if (totals.payableClp !== undefined) {
    const payable = period + BigInt(totals.previousBalanceClp ?? 0)
    found.push(...amountFault('VlrPagar', totals.payableClp, [payable]))
  }
  return found
}

/** The sum of the affected or exempt lines after global discounts, in every way they can be read. */
function readings({ tipoDte, lines, adjustments = [] }: TaxDocument, on: 'affected' | 'exempt') {
  // In a 34 and a 41 every line is exempt, whether or not it says so.
  const allExempt = TIPO_DTE_FACTS[tipoDte].iva === 'never'
  const of = lines.filter(
    (line) => line.apart === undefined && (allExempt || line.exempt) === (on === 'exempt'),
  )
  return adjustedSums(addedUp(of.map((line) => line.amountClp)), onlyOn(adjustments, on))
}

function onlyOn(adjustments: readonly DteAdjustment[], on: DteAdjustment['on']): DteAdjustment[] {
  return adjustments.filter((one) => one.on === on)
}

function sumApart(lines: readonly DteLine[], apart: LineApart): bigint {
  return addedUp(lines.filter((line) => line.apart === apart).map((line) => line.amountClp))
}

/** Bigints, as a thousand lines of the largest amounts are no `Clp`. */
function addedUp(amounts: readonly (Clp | null | undefined)[]): bigint {
  return amounts.reduce<bigint>((sum, amount) => sum + BigInt(amount ?? 0), 0n)
}

function ivaOf(neto: Clp | null): bigint {
  return neto === null ? 0n : BigInt(portionOf(neto, IVA_PERCENT, 100))
}

/** Nothing when what is written is one of the right amounts; else said against the first of them. */
function amountFault(
  name: string,
  seen: Clp | null | undefined,
  right: readonly bigint[],
): Fault[] {
  if (right.includes(BigInt(seen ?? 0))) return []
  return [fault('amountWrong', { name, seen: seen ?? 0, expected: String(right[0] ?? 0n) })]
}
