import type { Month } from '#domain/day.ts'
import { compare, dayInChile, formatDay, monthOf } from '#domain/day.ts'
import type { Answer } from '../http/answer.ts'
import { scenarioFor } from '../state/portal.ts'
import type { Visit } from '../http/visit.ts'
import { clock, purchasesCsv, salesCsv } from './csv.ts'
import type { FacadeVisit, Fact } from './facade.ts'
import { openEnvelope, said, textOf } from './facade.ts'
import { registerName } from './names.ts'
import type { Period } from './period.ts'
import { inRange, operationOf, taxpayerOf } from './period.ts'
import type { Operation, RegisterRow } from './row.ts'
import { detailRow } from './detail-page.ts'

const SERVICE = 'cl.sii.sdi.lob.diii.consdcv.data.api.interfaces.FacadeService'
export const REGISTER_PATH = '/www4/consdcvinternetui'
const LIMIT_MS = 5 * 60 * 1000
/** What the application itself sends in place of a token, and what was accepted for long. */
const USUAL_TOKEN = 't-o-k-e-n-web'

const methods: Readonly<Record<string, (asked: FacadeVisit) => Answer>> = {
  getDcvEmpresasAutorizadas: companies,
  getResumen: (asked) => inRange(asked, operationOf(asked), summary),
  getDetalleVenta: (asked) => detail(asked, 'VENTA', 'RCV_DETV'),
  getDetalleCompra: (asked) => detail(asked, 'COMPRA', 'RCV_DETC'),
  getDetalleVentaExport: (asked) => exported(asked, 'VENTA', 'RCV_DDETV'),
  getDetalleCompraExport: (asked) => exported(asked, 'COMPRA', 'RCV_DDETC'),
}

export const registerMethods: readonly string[] = Object.keys(methods)

/** POST …/consdcvinternetui/services/data/facadeService/<method>: purchases and sales of whoever is authorised. */
export function register(visit: Visit): Answer {
  const method = visit.request.path.split('/').at(-1) ?? ''
  return openEnvelope(visit, { method, service: SERVICE }, (asked) => {
    const bent = bentAnswer(asked)
    const answer = methods[method]
    if (bent) return bent
    return answer ? answer(asked) : said(asked, { code: 2, message: 'Metodo no existe' })
  })
}

/** Too many calls within a few minutes, and the whole register answers nothing but errors, to everybody. */
function bentAnswer(asked: FacadeVisit): Answer | null {
  const { portal, person } = asked
  const scenario = (name: Parameters<typeof scenarioFor>[1]) =>
    scenarioFor(portal, name, person.rut, taxpayerOf(asked))
  const lately = portal.requests.filter(
    (one) =>
      one.path.startsWith(`${REGISTER_PATH}/services/`) && one.atMs > portal.now() - LIMIT_MS,
  )
  if (lately.length > portal.limits.registerCalls || scenario('register-error')) {
    return said(asked, { code: 2, message: 'Error en la ejecucion del servicio', data: null })
  }
  if (scenario('register-session')) {
    return said(asked, { code: 98, message: 'Redireccionar', data: null })
  }
  return scenario('register-unknown-code') ? said(asked, { code: 57, data: null }) : null
}

function companies(asked: FacadeVisit): Answer {
  const { person } = asked
  const data = [person.rut, ...person.companies].map((rut) => {
    const [usrEmpRut, usrEmpDv] = rut.split('-')
    return {
      usrEmpRut: Number(usrEmpRut),
      usrEmpDv,
      usrEmpRutDv: rut,
      razonSocONombreEmp: null,
      usrPrivilegios: rut === person.rut ? 'TITULAR' : 'USUARIO',
    }
  })
  return said(asked, { data })
}

/** One row for each type, and for a shop one of a type that has no documents at all. */
function summary(asked: FacadeVisit, { rows, accounting, operation, month: of }: Period): Answer {
  if (rows.length === 0) return withoutMovements(asked)
  const types = [...new Set(rows.map((row) => row.tipoDoc))].toSorted((a, b) => a - b)
  const data = [...types, ...(types.includes(39) ? [48] : [])].map((tipoDoc) =>
    summaryRow(
      tipoDoc,
      { operation, accounting },
      rows.filter((row) => row.tipoDoc === tipoDoc),
    ),
  )
  return said(asked, {
    data,
    totDocRes: rows.reduce((sum, row) => sum + row.documents, 0),
    dataCabecera: heading(asked, of),
  })
}

function summaryRow(
  tipoDoc: number,
  { operation, accounting }: Pick<Period, 'operation' | 'accounting'>,
  rows: RegisterRow[],
): Fact {
  const sum = (amount: (row: RegisterRow) => number) =>
    rows.reduce((total, row) => total + amount(row), 0)
  return {
    rsmnCodigo: tipoDoc,
    rsmnTipoDocInteger: tipoDoc,
    dcvNombreTipoDoc: registerName(tipoDoc),
    dcvTipoIngresoDoc: tipoDoc === 39 || tipoDoc === 48 ? 'TOT_ELE' : 'DET_ELE',
    dcvOperacion: operation,
    rsmnLink: tipoDoc !== 39 && tipoDoc !== 48,
    rsmnTotDoc: sum((row) => row.documents),
    rsmnMntExe: sum((row) => row.exentoClp),
    rsmnMntNeto: sum((row) => row.netoClp),
    rsmnMntIVA: sum((row) => row.ivaClp),
    rsmnMntIVANoRec: 0,
    rsmnIVAUsoComun: 0,
    rsmnMntTotal: sum((row) => row.totalClp),
    rsmnEstadoContab: accounting,
  }
}

function heading(asked: FacadeVisit, of: Month): Fact {
  const now = asked.portal.now()
  const moment = `${formatDay(dayInChile(now))} ${clock(now)}`
  return {
    dcvPtributario: of.replace('-', ''),
    dcvFecCreacion: moment,
    dcvFecModificacion: moment,
    dcvEstado: compare(of, monthOf(dayInChile(now))) < 0 ? 'CERRADO' : 'ABIERTO',
  }
}

function detail(asked: FacadeVisit, operation: Operation, action: string): Answer {
  return (
    tokenRefusal(asked, action) ??
    inRange(asked, operation, (_, { rows, taxpayer }) => {
      const wanted = textOf(asked, 'codTipoDoc')
      // Of a shop's boletas only the sums are kept.
      const found = rows.filter((row) => String(row.tipoDoc) === wanted && row.tipoDoc !== 39)
      if (found.length === 0) return withoutMovements(asked)
      const { receiverCodes } = asked.portal.variants
      const data = found.map((row) => detailRow(row, taxpayer, receiverCodes))
      return said(asked, { data, esDocPapel: false })
    })
  )
}

/** Lines of a CSV, the first its header; codTipoDoc 0 is all types. */
function exported(asked: FacadeVisit, operation: Operation, action: string): Answer {
  return (
    tokenRefusal(asked, action) ??
    inRange(asked, operation, (_, { rows, accounting }) => {
      const wanted = textOf(asked, 'codTipoDoc')
      const found = rows.filter(
        (row) => row.tipoDoc !== 39 && (wanted === '0' || String(row.tipoDoc) === wanted),
      )
      if (found.length === 0) return withoutMovements(asked)
      const { portal } = asked
      const data =
        operation === 'VENTA' ? salesCsv(portal, found) : purchasesCsv(portal, found, accounting)
      return said(asked, { data, nombreArchivo: `RCV_${operation}.csv` })
    })
  )
}

/** Whether a call that isn't the application's own is let through has changed over the years. */
function tokenRefusal(asked: FacadeVisit, action: string): Answer | null {
  const { portal, person } = asked
  const token = textOf(asked, 'tokenRecaptcha')
  const wanted = portal.variants.registerToken
  const good =
    textOf(asked, 'accionRecaptcha') === action &&
    (wanted === 'any' || (wanted === 'usual' && token === USUAL_TOKEN))
  if (good && !scenarioFor(portal, 'register-token', person.rut, taxpayerOf(asked))) return null
  return said(asked, { code: 99, message: 'El token no es valido', data: null })
}

/** Not an error: there is nothing. */
function withoutMovements(asked: FacadeVisit): Answer {
  return said(asked, { code: 3, data: [], totDocRes: 0 })
}
