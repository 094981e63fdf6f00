import { ana } from '../../world.ts'
import type { Act, ScenarioRow } from '../test-portal.ts'
import {
  boletaFields,
  confirmData,
  issueBoleta,
  LOA,
  monthReport,
  presentData,
  scriptMap,
} from '../raw/boleta.ts'

const start: Act = async (browser) =>
  (await browser.get(`${LOA}/TMBECN_ValidaTimbrajeContrib.cgi?modo=1`)).text
const confirm: Act = async (browser) => (await confirmData(browser, ana)).text
const amounts: Act = async (browser) =>
  JSON.stringify(scriptMap(await confirm(browser), 'xml_values'))
const issue: Act = async (browser) => (await issueBoleta(browser, ana)).text
const report: Act = async (browser) => (await monthReport(browser, ana, '2026-11')).text

const annulOne: Act = async (browser) => {
  await issueBoleta(browser, ana)
  const form = scriptMap((await presentData(browser, ana)).text, 'xml_values')
  const first = await browser.get(`${LOA}/TMBANU_PrevalidaAnulacion.cgi`)
  const shown = await browser.post(`${LOA}/TMBANU_ConfirmarAnulacion.cgi`, {
    ...boletaFields(first.text),
    Txt_BoletaAnular: form['num_ult_boleta'] ?? '',
    OptCausaAnulacion: '1',
  })
  return shown.text
}

const pdf: Act = async (browser) => {
  const issued = scriptMap(await issue(browser), 'xml_values')['cod_barras']
  const path = `${LOA}/TMBCOT_ConsultaBoletaPdf.cgi?txt_codigobarras=${issued}`
  return (await browser.get(path)).text.slice(0, 200)
}

/** Ana's boletas, as every scenario bends them. */
export const boletaScenarios = {
  'boleta-no-second-category': [start, /OptTipoRetencion/, /no registra actividades de segunda/],
  'boleta-not-authorised': [start, /OptTipoRetencion/, /no está autorizado a emitir/],
  'boleta-data-refused': [confirm, /cmdconfirmar/, /Los datos ingresados no son/],
  'boleta-retention-differs': [amounts, /"Monto_Retencion":"15250"/, /"Monto_Retencion":"15750"/],
  'boleta-changes-amount': [amounts, /"Monto_Boleta":"100000"/, /"Monto_Boleta":"100001"/],
  'boleta-changes-receiver': [
    amounts,
    /"rut_destinatario":"92929292"/,
    /"rut_destinatario":"60803000"/,
  ],
  'boleta-form-back': [issue, /cod_barras/, /cmdAceptar/],
  'boleta-unknown-page': [issue, /cod_barras/, /Procesando/],
  'boleta-annulled': [
    async (browser) => {
      await issueBoleta(browser, ana)
      return report(browser)
    },
    /estado_1'\] = ["']N["']/,
    /estado_1'\] = ["']S["']/,
  ],
  'boleta-annulment-refused': [annulOne, /ConfirmarAnulacion/, /no puede ser anulada/],
  'boleta-report-error': [report, /anio_consulta/, /no es posible atender/],
  'boleta-pdf-missing': [pdf, /^%PDF/, /No existe la boleta de honorarios/],
} satisfies Record<string, ScenarioRow>
