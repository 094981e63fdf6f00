import { wrapForDownload } from '#dte/envelope.ts'
import type { Answer } from '../http/answer.ts'
import { contributorError, page, rejection } from '../http/answer.ts'
import { documentOf, issuedBy, receivedBy } from '../documents/documents.ts'
import type { Fields } from '../http/form.ts'
import { field } from '../http/form.ts'
import { scenarioFor } from '../state/portal.ts'
import type { StoredDocument } from '../state/state.ts'
import type { CompanyVisit } from '../http/visit.ts'

/** The server gives no more in one file. */
const MOST_PER_DOWNLOAD = 20

/** GET auth.cgi: the way into the backup application. */
export function backupEntry({ company }: CompanyVisit): Answer {
  const [body, dv] = company.rut.split('-')
  return page(
    'Respaldo de Documentos',
    `<form name="form1" method="post" action="/cgi-bin/Portal001/lista_documentos.cgi"><input type="hidden" name="RUT_EMP" value="${body}"><input type="hidden" name="DV_EMP" value="${dv}"><select name="ORIGEN"><option value="ENV">Emitidos<option value="RCP">Recibidos</select><input type="hidden" name="recaptcha-response" value=""></form>`,
  )
}

/** POST lista_documentos.cgi: how many documents the filters find. */
export function backupList(visit: CompanyVisit): Answer {
  const found = matching(visit, visit.form)
  return found.length === 0
    ? nothing()
    : page(
        'Respaldo de Documentos',
        `<p>total de documentos encontrados: ${found.length}</p><a href="/cgi-bin/Portal001/download.cgi?DOWNLOAD=XML">Descargar</a>`,
      )
}

/** GET download.cgi?…&DOWNLOAD=XML: a SetDTE of signed documents. */
export function backupDownload(visit: CompanyVisit): Answer {
  const { portal, person, company, query } = visit
  if (scenarioFor(portal, 'download-not-xml', person.rut, company.rut)) {
    return contributorError('Servicio temporalmente no disponible', '02.35.209.-1.148.30')
  }
  if (scenarioFor(portal, 'download-captcha', person.rut, company.rut)) {
    return page(
      'Respaldo de Documentos',
      '<p>Para continuar, confirme que no es un robot</p><div class="g-recaptcha" data-sitekey="x"></div>',
    )
  }
  if (field(query, 'DOWNLOAD') !== 'XML') return nothing()
  const found = matching(visit, query)
  if (found.length === 0) return nothing()
  if (found.length > MOST_PER_DOWNLOAD) {
    return page(
      'Error',
      `Ha seleccionado demasiados Documentos electr&oacute;nicos, el m&aacute;ximo es ${MOST_PER_DOWNLOAD}`,
    )
  }
  return {
    status: 200,
    headers: {
      'content-type': 'application/xml',
      'content-disposition': `attachment; filename=DTE_${company.rut}.xml`,
    },
    body: wrapForDownload(found.map((one) => documentOf(visit, one.code)?.xml ?? one.xml)),
  }
}

/** A folio filter drops the bound of the dates without a word; a company not chosen finds nothing. */
function matching(visit: CompanyVisit, filters: Fields): StoredDocument[] {
  const { company } = visit
  const [body, dv] = company.rut.split('-')
  if (field(filters, 'RUT_EMP') !== body || field(filters, 'DV_EMP') !== dv) return []
  const received = field(filters, 'ORIGEN') === 'RCP'
  const [from, to] = [field(filters, 'FEC_DESDE'), field(filters, 'FEC_HASTA')]
  const firstFolio = Number(field(filters, 'FOLIO'))
  const lastFolio = Number(field(filters, 'FOLIOHASTA')) || firstFolio
  const receiver = field(filters, 'RUT_RECP')
  const type = field(filters, 'TPO_DOC')
  const listed = received ? receivedBy : issuedBy
  return listed(visit.portal, company.rut)
    .filter((one) => type === '' || String(one.tipoDte) === type)
    .filter((one) => receiver === '' || one.receiverRut.split('-')[0] === receiver)
    .filter((one) =>
      firstFolio > 0
        ? one.folio >= firstFolio && one.folio <= lastFolio
        : (from === '' || one.issueDay >= from) && (to === '' || one.issueDay <= to),
    )
}

function nothing(): Answer {
  return rejection('No existe información en MIPYME para el rut ingresado')
}
