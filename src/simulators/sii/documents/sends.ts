import type { Fields } from '../http/form.ts'
import { field } from '../http/form.ts'
import type { Portal } from '../state/portal.ts'
import type { SendAttempt, Session } from '../state/state.ts'
import { tipoDteOf } from './document-kinds.ts'

const MOST_SENDS_KEPT = 100_000

/** What cannot be undone: the last part of the path of each step that issues. */
export function isFinalStep(cgi: string): boolean {
  return cgi === 'mipeSendXML.cgi' || cgi === 'TMBECN_BoletaHonorariosElectronica.cgi'
}

/** Every arrival of a final step is noted, those that a fault kept from the page too. */
export function noteSend(
  portal: Portal,
  session: Session | null,
  what: Pick<SendAttempt, 'tipoDte' | 'folio' | 'content' | 'outcome'>,
): void {
  portal.state.sends.push({
    atMs: portal.now(),
    personRut: session?.personRut ?? null,
    companyRut: what.tipoDte === null ? null : (session?.companyRut ?? null),
    sessionToken: session?.token ?? null,
    ...what,
  })
  if (portal.state.sends.length > MOST_SENDS_KEPT) portal.state.sends.shift()
}

/** Which of the two final steps it is shows in its fields. */
export function whatIsSent(form: Fields): Pick<SendAttempt, 'tipoDte' | 'folio' | 'content'> {
  return form.has('OptTipoRetencion')
    ? { tipoDte: null, folio: 0, content: boletaContent(form) }
    : {
        tipoDte: tipoDteOf(field(form, 'PTDC_CODIGO')) ?? 33,
        folio: Number(field(form, 'EFXP_FOLIO')),
        content: '',
      }
}

function boletaContent(form: Fields): string {
  const of = (name: string) => field(form, name)
  const gross = [1, 2, 3, 4].reduce(
    (sum, at) => sum + (Number(of(`valor_prestacion_${at}`)) || 0),
    0,
  )
  const on = ['anio', 'mes', 'dia'].map((part) => of(`cbo_${part}_boleta`).padStart(2, '0'))
  const rut = `${of('txt_rut_destinatario')}-${of('txt_dv_destinatario')}`
  return [rut, gross, on.join('-'), of('desc_prestacion_1')].join(' ')
}
