import { ana } from '../../world.ts'
import {
  boletaData,
  boletaFields,
  confirmData,
  issueBoleta,
  issueConfirmed,
  LOA,
  monthReport,
  presentData,
  scriptMap,
} from '../raw/boleta.ts'
import type { Act, VariantTable } from '../test-portal.ts'

const lookUp: Act = async (browser) =>
  (await presentData(browser, ana, { txt_rut_destinatario: '92929292', txt_dv_destinatario: '8' }))
    .text

/** Forgets the form's stamp, then issues the same confirmation twice. */
const timed: Act = async (browser) => {
  const form = boletaFields((await presentData(browser, ana)).text)
  const untimed = await browser.post(`${LOA}/TMBECN_ConfirmaTimbrajeContrib.cgi`, {
    ...form,
    ...boletaData({ tiempo: '' }),
  })
  const confirmed = await confirmData(browser, ana)
  await issueConfirmed(browser, confirmed.text)
  const again = await issueConfirmed(browser, confirmed.text)
  return [untimed, again].map(({ text }) => (/cmdAceptar/.test(text) ? 'refused' : 'taken')).join()
}

const confirmed = (changed: Record<string, string>): Act => {
  return async (browser) => {
    const { text } = await confirmData(browser, ana, changed)
    return JSON.stringify([scriptMap(text, 'xml_values'), /cmdAceptar/.test(text)])
  }
}

const annulled: Act = async (browser) => {
  const folio = scriptMap((await issueBoleta(browser, ana)).text, 'xml_values')['folio'] ?? ''
  const step = async (path: string, page: string, more: Record<string, string> = {}) =>
    (await browser.post(`${LOA}/${path}`, { ...boletaFields(page), ...more })).text
  const start = (await browser.get(`${LOA}/TMBANU_PrevalidaAnulacion.cgi`)).text
  const shown = await step('TMBANU_ConfirmarAnulacion.cgi', start, {
    Txt_BoletaAnular: folio,
    OptCausaAnulacion: '1',
  })
  await step('TMBANU_RecepcionAnulacion.cgi', shown)
  const report = await monthReport(browser, ana, '2026-11')
  return scriptMap(report.text, 'arr_informe_mensual')['estado_1'] ?? ''
}

/** How many rows the first three pages of a report of 101 boletas have. */
const pages: Act = async (browser) => {
  const boleta = {
    issuerRut: ana.rut,
    receiverRut: '92929292-8',
    text: 'Clase',
    grossClp: 1000,
    withholder: 'recipient',
  }
  for (let at = 0; at < 101; at += 1) {
    await browser.postText('/_admin/boletas', JSON.stringify(boleta), {})
  }
  const rows: number[] = []
  for (const page of [0, 1, 2]) {
    const { text } = await monthReport(browser, ana, '2026-11', { page })
    rows.push([...text.matchAll(/\['nroboleta_/g)].length)
  }
  return rows.join()
}

export const boletaVariants: Pick<VariantTable, Extract<keyof VariantTable, `boleta${string}`>> = {
  boletaReceiver: [
    lookUp,
    {
      inputs: /name="txt_domicilio_destinatario" value="CALLE ARTURO PRAT 77"/,
      values: /xml_values\['txt_domicilio_destinatario'\] = .CALLE ARTURO PRAT 77/,
    },
  ],
  boletaDays: [lookUp, { padded: /<option value="09">9/, plain: /<option value="9">9/ }],
  boletaTime: [
    timed,
    { ignored: /^taken,taken$/, required: /^refused,taken$/, once: /^refused,refused$/ },
  ],
  boletaRefusal: [
    async (browser) => (await confirmData(browser, ana, { cbo_comuna: '' })).text,
    { form: /cmdAceptar/, text: /INFORMACION AL CONTRIBUYENTE/ },
  ],
  boletaTextLimit: [
    confirmed({ desc_prestacion_1: 'x'.repeat(70) }),
    { stated: /,true\]$/, cut: /"desc_prestacion_1":"x{60}"/ },
  ],
  boletaCommune: [
    confirmed({}),
    { name: /"comuna_destinatario":"VINA DEL MAR"/, code: /"comuna_destinatario":"5302"/ },
  ],
  boletaOwnRetention: [
    confirmed({ OptTipoRetencion: 'RETCONTRIBUYENTE' }),
    { shown: /"Monto_Retencion":"15250"/, zero: /"Monto_Retencion":"0"/ },
  ],
  boletaNamed: [
    async (browser) => {
      const names = Object.keys(scriptMap((await issueBoleta(browser, ana)).text, 'xml_values'))
      return names.filter((name) => name === 'folio' || name === 'cod_barras').join()
    },
    { both: /^folio,cod_barras$/, 'bar-code': /^cod_barras$/, folio: /^folio$/ },
  ],
  boletaAnnulled: [annulled, { S: /^S$/, A: /^A$/ }],
  boletaPages: [pages, { 'from-zero': /^100,1,1$/, 'from-one': /^100,100,1$/ }],
}
