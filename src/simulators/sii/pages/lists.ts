import { dayInChile } from '#domain/day.ts'
import type { Answer } from '../http/answer.ts'
import { contributorError, inAttribute, inText, page } from '../http/answer.ts'
import { field } from '../http/form.ts'
import { issuedBy, receivedBy } from '../documents/documents.ts'
import { documentStates } from '../state/document-states.ts'
import { listedName } from '../documents/document-kinds.ts'
import { scenarioFor } from '../state/portal.ts'
import type { StoredDocument } from '../state/state.ts'
import { nameOf } from '../state/taxpayers.ts'
import type { CompanyVisit } from '../http/visit.ts'

const ROWS_PER_PAGE = 100

/** GET mipeAdminDocsEmi.cgi: issued documents, newest first, as far as the filters and the lag allow. */
export function issuedList(visit: CompanyVisit): Answer {
  const { portal, company, person } = visit
  if (scenarioFor(portal, 'list-error', person.rut, company.rut)) {
    return contributorError('No es posible atender su requerimiento', '02.35.209.-1.148.99')
  }
  const found = issuedBy(portal, company.rut).filter((one) =>
    matches(visit, one, one.receiverRut, one.receiverName, 'RUT_RECP'),
  )
  return list(visit, found, {
    title: 'Administracion de Documentos Emitidos',
    detail: 'mipeGesDocEmi.cgi',
    who: (one) => ({ rut: one.receiverRut, name: one.receiverName }),
  })
}

/** GET mipeAdminDocsRcp.cgi: what other companies of the world and its suppliers issued to this one. */
export function receivedList(visit: CompanyVisit): Answer {
  const { portal, company, person } = visit
  if (scenarioFor(portal, 'received-list-error', person.rut, company.rut)) {
    return contributorError('No es posible atender su requerimiento', '02.35.209.-1.148.99')
  }
  const found = receivedBy(portal, company.rut).filter((one) =>
    matches(visit, one, one.issuerRut, nameOf(portal, one.issuerRut), 'RUT_EMI'),
  )
  return list(visit, found, {
    title: 'Administracion de Documentos Recibidos',
    detail: 'mipeGesDocRcp.cgi',
    who: (one) => ({ rut: one.issuerRut, name: nameOf(portal, one.issuerRut) }),
  })
}

/** Dates other than YYYY-MM-DD find nothing, silently, as on the real page. */
function matches(
  { query }: CompanyVisit,
  one: StoredDocument,
  rut: string,
  name: string,
  rutFilter: string,
): boolean {
  const wanted = (filter: string, holds: (value: string) => boolean) =>
    field(query, filter) === '' || holds(field(query, filter))
  const iso = /^\d{4}-\d{2}-\d{2}$/
  return (
    wanted(rutFilter, (body) => rut.split('-')[0] === body) &&
    wanted('FOLIO', (folio) => String(one.folio) === folio) &&
    wanted('RZN_SOC', (part) => name.toUpperCase().includes(part.toUpperCase())) &&
    wanted('FEC_DESDE', (from) => iso.test(from) && one.issueDay >= from) &&
    wanted('FEC_HASTA', (to) => iso.test(to) && one.issueDay <= to) &&
    wanted('TPO_DOC', (type) => String(one.tipoDte) === type) &&
    wanted('ESTADO', (state) => one.state === state)
  )
}

interface Kind {
  title: string
  detail: string
  who: (one: StoredDocument) => { rut: string; name: string }
}

function list(visit: CompanyVisit, found: StoredDocument[], kind: Kind): Answer {
  const pages = Math.max(Math.ceil(found.length / ROWS_PER_PAGE), 1)
  const asked = Math.max(Number(field(visit.query, 'NUM_PAG')) || 1, 1)
  const beyond = asked > pages && visit.portal.variants.beyondLastPage === 'empty'
  const shown = Math.min(asked, pages)
  const rows = beyond ? [] : found.slice((shown - 1) * ROWS_PER_PAGE, shown * ROWS_PER_PAGE)
  return page(
    kind.title,
    `<!-- P&aacute;gina ${shown} de ${pages} -->
<form name="fAdmin" method="get"><input type="hidden" name="recaptcha-response" value=""></form>
<table id="tablaDatos"><thead><tr><th>Ver</th><th>RUT</th><th>Raz&oacute;n Social</th><th>Documento</th><th>Folio</th><th>Fecha</th><th>Monto</th><th>Estado</th></tr></thead>
${rows.map((one, at) => tableRow(visit, one, at, kind)).join('\n')}
</table>
${rows.length === 0 ? emptyText(visit) : ''}
${pageLinks(visit, pages)}`,
    `// ${dayInChile(visit.portal.now())}\n//alert("Debe ingresar un folio numerico");`,
  )
}

/** The cell of the RUT is never closed. */
function tableRow(visit: CompanyVisit, one: StoredDocument, at: number, kind: Kind): string {
  const { rut, name } = kind.who(one)
  const link = `/cgi-bin/Portal001/${kind.detail}?ALL_PAGE_ANT=2&CODIGO=${one.code}`
  const first = `<tr> <td> <a href="${link}"><img src="/Portal001/images/ver.gif"></a></td>`
  if (at === 0 && scenarioFor(visit.portal, 'list-broken-row', visit.person.rut)) {
    return `${first}\n<td>?</td></tr>`
  }
  return `${first}
<td>${rut}<td>${inText(name)}</td> <td>${listedName(visit.portal, one.tipoDte)}</td> <td>${one.folio}</td> <td>${one.issueDay}</td> <td>${one.totalClp}</td> <td>${documentStates[one.state] ?? one.state}</td> </tr>`
}

function emptyText(visit: CompanyVisit): string {
  const silent =
    visit.portal.variants.emptyList === 'table' ||
    scenarioFor(visit.portal, 'list-without-text', visit.person.rut)
  return silent ? '' : '<p>No existen documentos para los filtros seleccionados</p>'
}

function pageLinks(visit: CompanyVisit, pages: number): string {
  const filters = [...visit.query]
    .filter(([name]) => name !== 'NUM_PAG')
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  const path = visit.request.path.replace('/www1', '')
  return Array.from(
    { length: pages },
    (_, at) => `<a href="${path}?${inAttribute(filters)}&NUM_PAG=${at + 1}">${at + 1}</a>`,
  ).join(' ')
}
