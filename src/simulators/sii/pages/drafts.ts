import type { Answer } from '../http/answer.ts'
import { page, rejection, utf8Json } from '../http/answer.ts'
import { headingOf, tipoDteOf } from '../documents/document-kinds.ts'
import { deleteDraft, draftsOf, saveDraft } from '../documents/drafts.ts'
import type { Fields } from '../http/form.ts'
import { field } from '../http/form.ts'
import { chileanMoment } from '../state/moment.ts'
import { companyOf } from '../state/portal.ts'
import type { Draft } from '../state/state.ts'
import type { CompanyVisit, PersonVisit } from '../http/visit.ts'

/** POST mipeGrabaBorrador.cgi: keeps the form as it is; which number the draft got isn't said. */
export function keepDraft(visit: CompanyVisit): Answer {
  if (!isDraft(visit.form)) return rejection('Su requerimiento no ha sido bien recepcionado')
  return saveDraft(visit)
    ? page('Borrador', '<p>Su documento borrador ha sido grabado/actualizado con &eacute;xito</p>')
    : rejection('Ha superado el maximo de borradores')
}

/** POST mipeEliminaBorrador.cgi. */
export function dropDraft(visit: CompanyVisit): Answer {
  return isDraft(visit.form) && deleteDraft(visit)
    ? page('Borrador', '<p>Su documento borrador ha sido eliminado con &eacute;xito</p>')
    : rejection('Su requerimiento no ha sido bien recepcionado')
}

/** GET …/borradorService/listaBorrador: a bare array, its texts in UTF-8 twice. */
export function listDrafts(visit: PersonVisit): Answer {
  const company = companyOf(visit.portal, visit.session.companyRut)
  return utf8Json(
    company
      ? draftsOf({ portal: visit.portal, company }).map((one) => asListed(one, company.name))
      : [],
  )
}

/** POST on the same address fails, as it does on the real one. */
export function draftsByPost(): Answer {
  return { ...page('Error', 'HTTP Status 500'), status: 500 }
}

function asListed(draft: Draft, companyName: string): Record<string, string> {
  const fields = new Map(Object.entries(draft.fields))
  const of = (name: string) => field(fields, name)
  const listed = {
    ehdr_CODIGO: draft.id,
    ptdc_CODIGO: of('PTDC_CODIGO'),
    ptdc_CODIGO_DESC: headingOf(tipoDteOf(of('PTDC_CODIGO')) ?? 33),
    efxp_FCH_EMIS: chileanMoment(draft.savedAtMs).replace('T', ' '),
    efxp_RUT_RECEP: of('EFXP_RUT_RECEP'),
    efxp_DV_RECEP: of('EFXP_DV_RECEP'),
    efxp_RZN_SOC_RECEP: of('EFXP_RZN_SOC_RECEP'),
    efxp_RZN_SOC: companyName,
    efxp_IVA: of('EFXP_IVA'),
    efxp_MNT_TOTAL: of('EFXP_MNT_TOTAL'),
  }
  return Object.fromEntries(Object.entries(listed).map(([name, text]) => [name, twice(text)]))
}

/** What the bytes of UTF-8 look like when they are taken for latin1. */
function twice(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

function isDraft(form: Fields): boolean {
  return field(form, 'ES_BORR') === 'TRUE' && tipoDteOf(field(form, 'PTDC_CODIGO')) !== null
}
