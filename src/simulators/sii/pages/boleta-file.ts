import type { Answer } from '../answer.ts'
import { pdf } from '../answer.ts'
import { drawBoleta } from '../boletas/pdf.ts'
import { notice } from '../boletas/script.ts'
import { field } from '../form.ts'
import { scenarioFor } from '../portal.ts'
import type { PersonVisit } from '../visit.ts'

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
