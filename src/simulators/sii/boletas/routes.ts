import { acceptAnnulment, annulmentStart, confirmAnnulment } from './annul-page.ts'
import { confirmBoleta } from './confirm-page.ts'
import { boletaPdf } from './file-page.ts'
import { boletaForm, boletaStart } from './form-page.ts'
import { boletaMail, issueBoletaPage, mailBoleta } from './issue-page.ts'
import { issuedMonth, receivedMonth, reportMenu } from './report-page.ts'
import { issuedYear, receivedYear } from './year-page.ts'
import { personal } from '../http/route.ts'
import type { Route } from '../http/visit.ts'

const HOST = '/loa/cgi_IMT'

/** Of the person who signed in, whatever company was chosen. */
export const boletaRoutes: Route[] = [
  personal('GET', `${HOST}/TMBECN_ValidaTimbrajeContrib.cgi`, boletaStart),
  personal('POST', `${HOST}/TMBECN_PresentaDatosBoleta.cgi`, boletaForm),
  personal('POST', `${HOST}/TMBECN_ConfirmaTimbrajeContrib.cgi`, confirmBoleta),
  personal('POST', `${HOST}/TMBECN_BoletaHonorariosElectronica.cgi`, issueBoletaPage),
  personal('POST', `${HOST}/TMBECN_PresentaDatosEnvio.cgi`, boletaMail),
  personal('POST', `${HOST}/TMBECN_EnviarBoleta.cgi`, mailBoleta),
  personal('GET', `${HOST}/TMBCOT_ConsultaBoletaPdf.cgi`, boletaPdf),
  personal('GET', `${HOST}/TMBANU_PrevalidaAnulacion.cgi`, annulmentStart),
  personal('POST', `${HOST}/TMBANU_ConfirmarAnulacion.cgi`, confirmAnnulment),
  personal('POST', `${HOST}/TMBANU_RecepcionAnulacion.cgi`, acceptAnnulment),
  personal('GET', `${HOST}/TMBCOC_MenuConsultasContrib.cgi`, reportMenu),
  personal('GET', `${HOST}/TMBCOC_MenuConsultasContribRec.cgi`, reportMenu),
  personal('POST', `${HOST}/TMBCOC_InformeMensualBhe.cgi`, issuedMonth),
  personal('GET', `${HOST}/TMBCOC_InformeMensualBhe.cgi`, issuedMonth),
  personal('POST', `${HOST}/TMBCOC_InformeMensualBheRec.cgi`, receivedMonth),
  personal('GET', `${HOST}/TMBCOC_InformeMensualBheRec.cgi`, receivedMonth),
  personal('GET', `${HOST}/TMBCOC_InformeAnualBhe.cgi`, issuedYear),
  personal('GET', `${HOST}/TMBCOC_InformeAnualBheRec.cgi`, receivedYear),
]
