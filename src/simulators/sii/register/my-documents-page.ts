import { formatDay, parseMonth } from '#domain/day.ts'
import type { Answer } from '../http/answer.ts'
import { scenarioFor } from '../state/portal.ts'
import type { Visit } from '../http/visit.ts'
import type { FacadeVisit, Fact } from './facade.ts'
import { openEnvelope, said, textOf } from './facade.ts'
import { registerName } from './names.ts'
import { isOurs } from './period.ts'
import type { RegisterRow } from './row.ts'
import { registerOf } from './rows.ts'

const SERVICE = 'cl.sii.sdi.lob.diii.consemitidos.data.api.interfaces.FacadeService'

const methods: Readonly<Record<string, (asked: FacadeVisit) => Answer>> = {
  getResumen: summary,
  getDetalleEmitidos3334: details,
  getDetalleRecibidos: details,
}

export const myDocumentsMethods: readonly string[] = Object.keys(methods)

/** POST …/consemitidosinternetui/services/data/facadeService/<method>: "Mis DTE", for which no token is asked. */
export function myDocuments(visit: Visit): Answer {
  const method = visit.request.path.split('/').at(-1) ?? ''
  return openEnvelope(visit, { method, service: SERVICE }, (asked) => {
    if (scenarioFor(asked.portal, 'my-documents-error', asked.person.rut)) {
      return said(asked, { code: 2, message: 'Error en la ejecucion del servicio', data: null })
    }
    const answer = methods[method]
    return answer ? answer(asked) : said(asked, { code: 2, message: 'Metodo no existe' })
  })
}

function summary(asked: FacadeVisit): Answer {
  const rows = rowsOf(asked, 'rutContribuyente', 'dvContribuyente')
  if (rows === null) return refused(asked)
  const types = [...new Set(rows.map((row) => row.tipoDoc))].toSorted((a, b) => a - b)
  const resumenDte = types.map((tipoDoc) => {
    const found = rows.filter((row) => row.tipoDoc === tipoDoc)
    return {
      tipoDoc,
      tipoDocDesc: registerName(tipoDoc),
      cantidad: found.length,
      montoTotal: found.reduce((sum, row) => sum + row.totalClp, 0),
    }
  })
  return said(asked, { data: { resumenDte } })
}

function details(asked: FacadeVisit): Answer {
  const rows = rowsOf(asked, 'rut', 'dv')
  if (rows === null) return refused(asked)
  const wanted = textOf(asked, 'tipoDoc')
  const detalles = rows
    .filter((row) => String(row.tipoDoc) === wanted)
    .map((row) => listed(asked, row))
  return said(asked, { dataResp: { detalles } })
}

/** Issued (operacion 1) or received ones of a month 'YYYY-MM'; null when the question can't be answered. */
function rowsOf(asked: FacadeVisit, rutField: string, dvField: string): RegisterRow[] | null {
  const taxpayer = `${textOf(asked, rutField)}-${textOf(asked, dvField)}`
  const month = parseMonth(textOf(asked, 'periodo'))
  if (month === null || !isOurs(asked, taxpayer)) return null
  const operation = textOf(asked, 'operacion') === '1' ? 'VENTA' : 'COMPRA'
  return registerOf(asked.portal, taxpayer, { operation, month }).filter(
    (row) => row.tipoDoc !== 39,
  )
}

/** Of the real names of a row's fields only `descTipoDoc` is known: there are two guesses. */
function listed({ portal }: FacadeVisit, row: RegisterRow): Fact {
  const [rut, dv] = row.otherRut.split('-')
  const descTipoDoc = registerName(row.tipoDoc)
  return portal.variants.myDocumentsKeys === 'plain'
    ? {
        descTipoDoc,
        folio: row.folio,
        rut: Number(rut),
        dv,
        razonSocial: row.otherName,
        fechaEmision: formatDay(row.day),
        montoTotal: row.totalClp,
      }
    : {
        descTipoDoc,
        nroDoc: String(row.folio),
        rutDoc: `${rut}-${dv}`,
        rznSoc: row.otherName,
        fchDoc: row.day,
        mntTotal: String(row.totalClp),
      }
}

function refused(asked: FacadeVisit): Answer {
  return said(asked, { code: 2, message: 'Contribuyente no autorizado', data: null })
}
