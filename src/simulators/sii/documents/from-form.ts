import { day, parseDay } from '#domain/day.ts'
import { clp, portionOf } from '#domain/money.ts'
import type { Clp } from '#domain/money.ts'
import { parseRut, rut } from '#domain/rut.ts'
import type { DteDocument, DteLine, DteReference, DteTotals } from '#dte/document/document.ts'
import type { WorldCompany } from '../../world.ts'
import type { Fields } from '../http/form.ts'
import { field } from '../http/form.ts'
import { isNote, tipoDteOf } from './document-kinds.ts'
import { lineNumber } from './fields.ts'
import { isExempt } from './validation-totals.ts'

/** The document that the (already checked) fields ask for, amounts as sent. */
export function documentFromForm(form: Fields, company: WorldCompany): Omit<DteDocument, 'folio'> {
  const of = (name: string) => field(form, name)
  const tipoDte = tipoDteOf(of('PTDC_CODIGO')) ?? 33
  const exempt = isExempt(form, tipoDte)
  return {
    tipoDte,
    issueDate: parseDay(of('EFXP_FCH_EMIS')) ?? day(2000, 1, 1),
    paymentForm: isNote(tipoDte) ? null : paymentForm(of('EFXP_FMA_PAGO')),
    issuer: {
      // From the session, never from the form: choosing another company meanwhile mixes the two.
      rut: rut(company.rut),
      name: of('EFXP_RZN_SOC'),
      giro: of('EFXP_GIRO_EMIS'),
      email: of('EFXP_EMAIL_EMISOR'),
      activityCodes: [of('EFXP_ACTECO')],
      branchCode: of('EFXP_CDG_SII_SUCUR'),
      address: {
        street: of('EFXP_DIR_ORIGEN'),
        commune: of('EFXP_CMNA_ORIGEN'),
        city: of('EFXP_CIUDAD_ORIGEN'),
      },
    },
    recipient: {
      rut: rut(`${of('EFXP_RUT_RECEP')}-${of('EFXP_DV_RECEP')}`),
      name: of('EFXP_RZN_SOC_RECEP'),
      giro: of('EFXP_GIRO_RECEP'),
      contact: of('EFXP_CONTACTO'),
      email: '',
      address: {
        street: of('EFXP_DIR_RECEP'),
        commune: of('EFXP_CMNA_RECEP'),
        city: of('EFXP_CIUDAD_RECEP'),
      },
      requestedBy: parseRut(`${of('EFXP_RUT_SOLICITA')}-${of('EFXP_DV_SOLICITA')}`),
    },
    totals: totals(form, exempt),
    lines: Array.from({ length: Number(of('CANT_DET')) }, (_, at) => ({
      ...line(form, at + 1),
      exempt,
    })),
    references: [1, 2, 3].flatMap((at) => reference(form, at)),
  }
}

/** What doesn't add up: the portal doesn't look, but a person should. */
export function amountWarnings(document: Omit<DteDocument, 'folio'>): string[] {
  const { netoClp, exentoClp, ivaClp, totalClp } = document.totals
  const sum = document.lines.reduce((total, one) => total + one.amountClp, 0)
  const warnings: string[] = []
  if (exentoClp !== null) {
    if (sum !== exentoClp || sum !== totalClp) warnings.push(`exento ${exentoClp}, lines ${sum}`)
    return warnings
  }
  if (sum !== netoClp) warnings.push(`neto ${netoClp}, lines ${sum}`)
  const iva = portionOf(netoClp ?? clp(0), 19, 100)
  if (iva !== ivaClp) warnings.push(`IVA ${ivaClp}, 19 % is ${iva}`)
  if ((netoClp ?? 0) + (ivaClp ?? 0) !== totalClp) warnings.push(`total ${totalClp}`)
  return warnings
}

/** An exempt amount stands in EFXP_MNT_EXE or, as a 34 has a factura's fields, in the neto: a guess. */
function totals(form: Fields, exempt: boolean): DteTotals {
  const of = (name: string) => pesos(field(form, name))
  const totalClp = of('EFXP_MNT_TOTAL')
  if (!exempt) {
    return {
      netoClp: of('EFXP_MNT_NETO'),
      exentoClp: null,
      ivaClp: of('EFXP_IVA'),
      totalClp,
    }
  }
  const written = of('EFXP_MNT_EXE')
  const exentoClp = written > 0 ? written : of('EFXP_MNT_NETO')
  return { netoClp: null, exentoClp, ivaClp: null, totalClp }
}

function line(form: Fields, number: number): DteLine {
  const of = (name: string) => field(form, `${name}_${lineNumber(number)}`)
  const unitPrice = of('EFXP_PRC')
  const amountClp = pesos(of('EFXP_SUBT'))
  const discounted = Number(of('EFXP_PCTD')) > 0
  const gross = Math.round(Number(of('EFXP_QTY')) * Number(unitPrice))
  return {
    name: of('EFXP_NMB'),
    description: of('EFXP_DSC_ITEM'),
    code: of('EFXP_COD'),
    exempt: false,
    quantity: of('EFXP_QTY'),
    unit: of('EFXP_UNMD'),
    // The schema refuses a price of 0.
    unitPrice: Number(unitPrice) > 0 ? unitPrice : null,
    discountPct: discounted ? of('EFXP_PCTD') : null,
    discountClp: discounted ? clp(Math.max(gross - amountClp, 0)) : null,
    amountClp,
  }
}

function reference(form: Fields, at: number): DteReference[] {
  const of = (name: string) => field(form, `${name}_00${at}`)
  const issueDate = parseDay(of('EFXP_FCH_REF'))
  if (field(form, 'REF_SI_NO') !== 'SiChecked' || of('EFXP_TPO_DOC_REF') === '') return []
  if (issueDate === null) return []
  return [
    {
      documentType: of('EFXP_TPO_DOC_REF'),
      folio: of('EFXP_FOLIO_REF'),
      issueDate,
      code: referenceCode(of('EFXP_CODIGO_REF')),
      reason: of('EFXP_RAZON_REF'),
    },
  ]
}

function referenceCode(written: string): 1 | 2 | 3 | null {
  return written === '1' ? 1 : written === '2' ? 2 : written === '3' ? 3 : null
}

function paymentForm(written: string): 1 | 2 | 3 {
  return written === '1' ? 1 : written === '3' ? 3 : 2
}

function pesos(written: string): Clp {
  return clp(Number(written))
}
