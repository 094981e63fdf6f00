import { monthNumberOf, yearOf } from '#domain/day.ts'
import type { Answer } from '../http/answer.ts'
import { field } from '../http/form.ts'
import type { StoredBoleta } from '../state/state.ts'
import type { PersonVisit } from '../http/visit.ts'
import { issueDayOf, shownAmounts } from './issue.ts'
import { boletaPage, notice } from './script.ts'
import type { Side } from './report-page.ts'
import { boletasOf, reportRefusal } from './report-page.ts'

const months = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']

/** GET TMBCOC_InformeAnualBhe.cgi: seven figures and a net sum a month, empty where there was nothing. */
export function issuedYear(visit: PersonVisit): Answer {
  return annualReport(visit, 'issued')
}

/** The same of TMBCOC_InformeAnualBheRec.cgi. */
export function receivedYear(visit: PersonVisit): Answer {
  return annualReport(visit, 'received')
}

function annualReport(visit: PersonVisit, side: Side): Answer {
  const of = (name: string) => field(visit.query, name)
  const refused = reportRefusal(visit, `${of('rut_arrastre')}-${of('dv_arrastre')}`)
  if (refused) return refused
  const year = of('cbanoinformeanual')
  if (!/^\d{4}$/.test(year)) return notice('Error TMB021: período incorrecto')
  const found = boletasOf(visit, side).filter((one) => String(yearOf(issueDayOf(one))) === year)
  const figures = months.map((name, at) =>
    monthFigures(
      visit,
      name,
      found.filter((one) => monthNumberOf(issueDayOf(one)) === at + 1),
    ),
  )
  return boletaPage(`INFORME ANUAL DE BOLETAS ${year}`, {
    values: {
      anio_consulta: year,
      rut_arrastre: of('rut_arrastre'),
      dv_arrastre: of('dv_arrastre'),
      ...Object.fromEntries(figures.flatMap((one) => Object.entries(one))),
    },
    body: '',
  })
}

function monthFigures(
  { portal }: PersonVisit,
  name: string,
  found: StoredBoleta[],
): Record<string, string> {
  const standing = found.filter((one) => one.annulledAtMs === null)
  const sum = (amount: (one: StoredBoleta) => number) =>
    String(standing.reduce((total, one) => total + amount(one), 0))
  const by = (withholder: string) =>
    sum((one) => (one.withholder === withholder ? one.retentionClp : 0))
  const folios = found.map((one) => one.folio)
  const figures = [
    sum((one) => one.grossClp),
    by('recipient'),
    by('issuer'),
    String(Math.min(...folios)),
    String(Math.max(...folios)),
    String(standing.length),
    String(found.length - standing.length),
  ]
  const nothing = found.length === 0
  const net = sum((one) => shownAmounts(portal, one).liquidoClp)
  return {
    ...Object.fromEntries(figures.map((text, at) => [`${name}${at + 1}`, nothing ? '' : text])),
    [`sum${name}`]: nothing ? '' : net,
  }
}
