import { parseDay } from '#domain/day.ts'
import { parseRut } from '#domain/rut.ts'
import type { Fields } from '../http/form.ts'
import { field } from '../http/form.ts'
import type { CompanyVisit } from '../http/visit.ts'
import { isNote, tipoDteOf } from './document-kinds.ts'
import { lineNumber, MAX_LINES } from './fields.ts'
import { isWhole, referenceRefusal, totalsRefusal } from './validation-totals.ts'

/** Why the preview refuses the form, in the portal's words, the first reason only; null when it takes it. */
export function refusalOf({ form, company }: CompanyVisit): string | null {
  const known = company.activities.some((one) => one.code === field(form, 'EFXP_ACTECO'))
  return (
    formRefusal(form) ??
    (known ? null : 'Debe Seleccionar Actividad Economica del contribuyente emisor') ??
    (field(form, 'EFXP_FCH_EMIS') < company.resolution.date
      ? 'Fecha emision anterior a la fecha de autorizacion'
      : null)
  )
}

/** What can be said without knowing whose form it is. */
export function formRefusal(form: Fields): string | null {
  return (
    issuerRefusal(form) ??
    receiverRefusal(form) ??
    dateRefusal(form) ??
    lineRefusal(form) ??
    referenceRefusal(form) ??
    paymentRefusal(form) ??
    totalsRefusal(form) ??
    lengthRefusal(form)
  )
}

function issuerRefusal(form: Fields): string | null {
  const of = 'del contribuyente emisor'
  if (tipoDteOf(field(form, 'PTDC_CODIGO')) === null) return 'Tipo de documento no valido'
  return (
    missing(form, 'EFXP_RZN_SOC', `Debe ingresar el campo : Razon Social ${of}`) ??
    missing(form, 'EFXP_GIRO_EMIS', `Debe ingresar el campo : Giro ${of}`) ??
    missing(form, 'EFXP_ACTECO', `Debe Seleccionar Actividad Economica ${of}`) ??
    missing(form, 'EFXP_DIR_ORIGEN', `Debe ingresar el campo : Direccion ${of}`) ??
    missing(form, 'EFXP_CMNA_ORIGEN', `Debe ingresar el campo : Comuna ${of}`) ??
    missing(form, 'EFXP_CIUDAD_ORIGEN', `Debe ingresar Ciudad ${of}`) ??
    oneOf(form, 'EFXP_TIPOVENTA_SELECT', 3, 'Debe Seleccionar Tipo de Venta')
  )
}

function receiverRefusal(form: Fields): string | null {
  const rut = `${field(form, 'EFXP_RUT_RECEP')}-${field(form, 'EFXP_DV_RECEP')}`
  const of = 'del contribuyente receptor'
  if (parseRut(rut) !== rut) return 'Rut Receptor incorrecto'
  return (
    missing(form, 'EFXP_RZN_SOC_RECEP', `Debe ingresar el campo : Razon Social ${of}`) ??
    missing(form, 'EFXP_GIRO_RECEP', `Debe ingresar el campo : Giro ${of}`) ??
    missing(form, 'EFXP_DIR_RECEP', `Debe ingresar el campo : Direccion ${of}`) ??
    missing(form, 'EFXP_CMNA_RECEP', `Debe ingresar el campo : Comuna ${of}`) ??
    missing(form, 'EFXP_CIUDAD_RECEP', `Debe ingresar el campo : Ciudad ${of}`) ??
    oneOf(form, 'EFXP_TIPOCOMPRA_SELECT', 7, 'Debe Seleccionar Tipo de Compra')
  )
}

function dateRefusal(form: Fields): string | null {
  const written = field(form, 'EFXP_FCH_EMIS')
  if (written === '') return 'Debe ingresar el campo : Fecha emision'
  return parseDay(written) === null ? 'Fecha emision incorrecta' : null
}

/** Lines count from 01 without gaps, as many as CANT_DET says. */
function lineRefusal(form: Fields): string | null {
  const count = Number(field(form, 'CANT_DET'))
  if (!Number.isInteger(count) || count < 1) return 'Debe ingresar a lo menos una linea de detalle'
  if (count > MAX_LINES) return `El maximo de lineas de detalle es ${MAX_LINES}`
  for (let line = 1; line <= count; line += 1) {
    const at = lineNumber(line)
    if (field(form, `EFXP_NMB_${at}`).trim() === '') {
      return `Debe ingresar el campo : Nombre del producto, linea ${line}`
    }
    const quantity = field(form, `EFXP_QTY_${at}`)
    if (!/^\d{1,12}(\.\d{1,6})?$/.test(quantity) || Number(quantity) < 1) {
      return `La Cantidad debe ser mayor o igual a 1, linea ${line}`
    }
    if (!isWhole(form, `EFXP_PRC_${at}`)) return `Precio incorrecto, linea ${line}`
    if (!isWhole(form, `EFXP_SUBT_${at}`)) return `Subtotal incorrecto, linea ${line}`
  }
  return null
}

/** A note has no payment of its own. */
function paymentRefusal(form: Fields): string | null {
  return isNote(tipoDteOf(field(form, 'PTDC_CODIGO')))
    ? null
    : oneOf(form, 'EFXP_FMA_PAGO', 3, 'Debe Seleccionar Forma de Pago')
}

const longest: Record<string, number> = {
  EFXP_RZN_SOC_RECEP: 100,
  EFXP_GIRO_RECEP: 40,
  EFXP_DIR_RECEP: 70,
  EFXP_CMNA_RECEP: 20,
  EFXP_CIUDAD_RECEP: 20,
  EFXP_CMNA_ORIGEN: 20,
  EFXP_CIUDAD_ORIGEN: 20,
}

function lengthRefusal(form: Fields): string | null {
  const tooLong = Object.entries(longest).find(([name, most]) => field(form, name).length > most)
  return tooLong ? `El campo ${tooLong[0]} excede el largo maximo de ${tooLong[1]}` : null
}

function missing(form: Fields, name: string, message: string): string | null {
  return field(form, name).trim() === '' ? message : null
}

function oneOf(form: Fields, name: string, highest: number, message: string): string | null {
  const chosen = Number(field(form, name))
  return Number.isInteger(chosen) && chosen >= 1 && chosen <= highest ? null : message
}
