import type { WorldPerson } from '../../world.ts'
import type { RawBrowser, Seen } from './browser.ts'
import { fieldsOf } from './browser.ts'

/** The steps of a factura as raw requests, for tests. */
const PORTAL = '/www1/cgi-bin/Portal001'

export function logIn(
  browser: RawBrowser,
  person: WorldPerson,
  clave = person.clave,
): Promise<Seen> {
  const [rut = '', dv = ''] = person.rut.split('-')
  return browser.post('/zeusr/cgi_AUT2000/CAutInicio.cgi', {
    rut,
    dv,
    referencia: 'https://misiir.sii.cl/cgi_misii/siihome.cgi',
    '411': '',
    rutcntr: person.rut,
    clave,
  })
}

export function choose(browser: RawBrowser, companyRut: string): Promise<Seen> {
  return browser.post(`${PORTAL}/mipeSelEmpresa.cgi`, { RUT_EMP: companyRut })
}

/** A good form for one line; whatever is given replaces its fields. */
export function formFields(changed: Record<string, string> = {}): Record<string, string> {
  return {
    esCRED_EC: 'FALSE',
    esFACT_TUR: 'FALSE',
    PTDC_CODIGO: '33',
    CANT_DET: '1',
    EFXP_CDG_SII_SUCUR: '77070701',
    ES_BORR: 'FALSE',
    EHDR_CODIGO: '',
    EFXP_FCH_EMIS: '2026-11-20',
    EFXP_RZN_SOC: 'ASESORÍAS PEÑA & MUÑOZ SPA',
    EFXP_DIR_ORIGEN: 'AV. PROVIDENCIA 1234 OF. 502',
    EFXP_CMNA_ORIGEN: 'PROVIDENCIA',
    EFXP_CIUDAD_ORIGEN: 'SANTIAGO',
    EFXP_TIPOVENTA_SELECT: '1',
    EFXP_EMAIL_EMISOR: 'facturas@penamunoz.example',
    EFXP_GIRO_EMIS: 'ASESORÍAS',
    EFXP_ACTECO: '702000',
    EFXP_ACTECO_SELECT: '702000',
    EFXP_RUT_RECEP: '90909090',
    EFXP_DV_RECEP: '3',
    EFXP_RZN_SOC_RECEP: 'COMERCIALIZADORA ÑUBLE & CÍA. LTDA.',
    EFXP_TIPOCOMPRA_SELECT: '1',
    EFXP_DIR_RECEP: 'AV. LIBERTAD 455',
    EFXP_CMNA_RECEP: 'CHILLÁN',
    EFXP_CIUDAD_RECEP: 'CHILLÁN',
    EFXP_GIRO_RECEP: 'VENTA AL POR MAYOR DE ALIMENTOS',
    EFXP_NMB_01: 'Asesoría de noviembre',
    EFXP_DSC_ITEM_01: 'UF 15 al 20-11-2026 — “cierre”',
    EFXP_QTY_01: '1',
    EFXP_UNMD_01: '',
    EFXP_PRC_01: '1000',
    EFXP_PCTD_01: '',
    EFXP_SUBT_01: '1000',
    EFXP_FMA_PAGO: '2',
    EFXP_SUBTOTAL: '1000',
    EFXP_PCT_DESC: '0',
    EFXP_MNT_DESC: '0',
    EFXP_MNT_NETO: '1000',
    EFXP_TASA_IVA: '19',
    EFXP_IVA: '190',
    EFXP_MNT_TOTAL: '1190',
    ...changed,
  }
}

export function preview(browser: RawBrowser, changed?: Record<string, string>): Promise<Seen> {
  return browser.post(`${PORTAL}/mipeDisplayPreView.cgi`, formFields(changed))
}

export async function proposeXml(
  browser: RawBrowser,
  changed?: Record<string, string>,
): Promise<Record<string, string>> {
  const seen = await preview(browser, changed)
  const proposed = await browser.post(
    `${PORTAL}/mipeGenXMLFirma.cgi`,
    fieldsOf(seen.text, 'PreViewDTE'),
  )
  return fieldsOf(proposed.text, 'frmSign')
}

export function sign(
  browser: RawBrowser,
  person: WorldPerson,
  plain: string,
  { utf8 = true, clave = person.certificatePassword ?? '' } = {},
): Promise<Seen> {
  const [rut = '', dv = ''] = person.rut.split('-')
  return browser.post(
    `${PORTAL}/postFirmaDigital.cgi`,
    { nombre: '1', dato: plain, rut, dv, clave, ...nodeFields },
    { utf8 },
  )
}

export const nodeFields = {
  nodo: 'dte:DTE',
  nodoId: 'dte:Documento',
  nameSpace: 'http://www.sii.cl/SiiDte',
}

export function sendXml(
  browser: RawBrowser,
  form: Record<string, string>,
  signed: string,
  extra: Record<string, string> = { nombre: '1', clave: 'demo-cert-1', ...nodeFields },
): Promise<Seen> {
  return browser.post(`${PORTAL}/mipeSendXML.cgi`, { ...form, txtSignText: signed, ...extra })
}

/** From the company's choice to the answer of the final step. */
export async function issue(
  browser: RawBrowser,
  person: WorldPerson,
  changed?: Record<string, string>,
): Promise<Seen> {
  const form = await proposeXml(browser, changed)
  const signed = await sign(browser, person, form['txtPlainText'] ?? '')
  return sendXml(browser, form, signed.text)
}
