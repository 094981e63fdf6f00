import type { Answer } from '../http/answer.ts'
import { pdf } from '../http/answer.ts'
import { field } from '../http/form.ts'
import { scenarioFor } from '../state/portal.ts'
import type { PersonVisit } from '../http/visit.ts'
import { drawBoleta } from './pdf.ts'
import { notice } from './script.ts'

/** GET TMBCOT_ConsultaBoletaPdf.cgi?txt_codigobarras=: by bar code only, for its issuer and its receiver. */
export async function boletaPdf(visit: PersonVisit): Promise<Answer> {
  const { portal, person, query } = visit
  const barCode = field(query, 'txt_codigobarras')
  const received = field(query, 'origen') === 'RECIBIDOS'
  const found = portal.state.boletas.find(
    (one) => one.barCode === barCode && (received ? one.receiverRut : one.issuerRut) === person.rut,
  )
  if (!found || scenarioFor(portal, 'boleta-pdf-missing', person.rut)) {
    return notice('No existe la boleta de honorarios')
  }
  return pdf(portal.sheet ?? (await drawBoleta(found)), `boleta_${found.folio}.pdf`)
}
