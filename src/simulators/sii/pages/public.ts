import type { Day } from '#domain/day.ts'
import { dayInChile, firstDayOf, month, monthOf, parseDay, yearOf } from '#domain/day.ts'
import { groupThousands } from '#domain/decimal.ts'
import { formatCents, ufCents, utmPesos } from '../../indicators/uf-values.ts'
import type { Answer } from '../http/answer.ts'
import { html, inText, page } from '../http/answer.ts'
import { headingOf } from '../documents/document-kinds.ts'
import { field } from '../http/form.ts'
import { scenarioFor } from '../state/portal.ts'
import type { Visit } from '../http/visit.ts'

const monthNames = [
  'Enero',
  'Febrero',
  'Marzo',
  'Abril',
  'Mayo',
  'Junio',
  'Julio',
  'Agosto',
  'Septiembre',
  'Octubre',
  'Noviembre',
  'Diciembre',
]

/** GET valores_y_fechas/uf/uf<YYYY>.htm: months backwards, three pairs of day and value in a row. */
export function ufPage(visit: Visit): Answer {
  if (scenarioFor(visit.portal, 'uf-limited')) return limited()
  const year = yearInPath(visit)
  const today = asSeenOn(visit)
  const tables = monthNames
    .map((name, at) => ({ name, days: publishedDays(today, year, at + 1) }))
    .filter(({ days }) => days.some((value) => value !== ''))
    .toReversed()
    .map(({ name, days }) => `<h2>${name}</h2>\n<table class="table">\n${ufRows(days)}</table>`)
  return tables.length === 0
    ? notFound()
    : page(`UF ${year}`, `<h1>UF ${year}</h1>\n${tables.join('\n')}`)
}

/** As if the new month's values had not come out yet. */
function asSeenOn({ portal }: Visit): Day {
  const today = dayInChile(portal.now())
  return scenarioFor(portal, 'uf-late') ? firstDayOf(monthOf(today)) : today
}

function publishedDays(today: Day, year: number, monthNumber: number): string[] {
  return Array.from({ length: 31 }, (_, at) => {
    const on = parseDay(`${year}-${twoDigits(monthNumber)}-${twoDigits(at + 1)}`)
    const cents = on === null ? null : ufCents(on, today)
    return cents === null ? '' : formatCents(cents)
  })
}

function ufRows(days: string[]): string {
  let rows =
    '<tr><th>D&iacute;a<th>Valor</th><th>D&iacute;a<th>Valor</th><th>D&iacute;a<th>Valor</tr>\n'
  for (let first = 1; first <= 10; first += 1) {
    rows += `<tr>${[first, first + 10, first + 20].map((n) => pair(days, n)).join('')}</tr>\n`
  }
  return `${rows}<tr><th></th><td></td><th></th><td></td>${pair(days, 31)}</tr>\n`
}

function pair(days: string[], number: number): string {
  return `<th><strong>${number}</strong></th><td>${days[number - 1] ?? ''}</td>`
}

/** GET valores_y_fechas/utm/utm<YYYY>.htm: one row for each published month. */
export function utmPage(visit: Visit): Answer {
  if (scenarioFor(visit.portal, 'uf-limited')) return limited()
  const year = yearInPath(visit)
  const today = dayInChile(visit.portal.now())
  const rows = monthNames.flatMap((name, at) => {
    const utm = utmPesos(month(year, at + 1), today)
    if (utm === null) return []
    const [monthly, yearly] = [utm, utm * 12].map((pesos) => groupThousands(String(pesos)))
    return [`<tr><td>${name}</td><td>${monthly}</td><td>${yearly}</td></tr>`]
  })
  return rows.length === 0
    ? notFound()
    : page(
        `UTM ${year}`,
        `<table><tr><th>Mes</th><th>UTM</th><th>UTA</th></tr>${rows.join('\n')}</table>`,
      )
}

/** POST ee_empresa_rut: may this company issue electronically? No cookies asked. */
export function authorisedIssuer(visit: Visit): Answer {
  const rut = `${field(visit.form, 'RUT_EMP')}-${field(visit.form, 'DV_EMP')}`
  const company = visit.portal.world.companies.find((one) => one.rut === rut)
  if (!company) {
    return html(`<html><body>El RUT ${rut} no corresponde a una empresa autorizada</body></html>`)
  }
  const { number, date } = company.resolution
  const [year, month, day] = date.split('-')
  const since = `${day}-${month}-${year}`
  const rows = TYPES.map((type) => `<tr><td>${type}<td>${headingOf(type)}<td>${since}<td></tr>`)
  return html(
    `<html><body><h3>EMPRESAS AUTORIZADAS A EMITIR DOCUMENTOS TRIBUTARIOS ELECTRONICOS</h3>
<p>La empresa se encuentra autorizada para emitir los siguientes documentos tributarios electr&oacute;nicos:</p>
<table><tr><td>Rut<td>${rut}<tr><td>Raz&oacute;n Social<td>${inText(company.name)}<tr><td>N&deg; Resoluci&oacute;n<td>${number}<tr><td>Fecha Resoluci&oacute;n<td>${since}<tr><td>Direcci&oacute;n Regional<td>${company.siiOffice}</table>
<table><tr><td>C&oacute;digo<td>Descripci&oacute;n<td>Fecha Autorizaci&oacute;n<td>Fecha Desautorizaci&oacute;n</tr>
${rows.join('\n')}
<tr><td>52<td>GUIA DE DESPACHO ELECTRONICA<td>${since}<td>31-12-2020</tr></table></body></html>`,
  )
}

const TYPES = [33, 34, 56, 61] as const

function yearInPath(visit: Visit): number {
  return Number(
    /(\d{4})\.htm$/.exec(visit.request.path)?.[1] ?? yearOf(dayInChile(visit.portal.now())),
  )
}

function limited(): Answer {
  return {
    ...page('Error 429', '<h1>Error 429</h1><p>Ha superado el l&iacute;mite de consultas</p>'),
    status: 429,
  }
}

function notFound(): Answer {
  return { ...page('404', '<h1>P&aacute;gina no encontrada</h1>'), status: 404 }
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
