import type { WorldPerson } from '../../world.ts'
import type { RawBrowser, Seen } from './browser.ts'
import { fieldsOf } from './browser.ts'

/** The steps of a boleta de honorarios as raw requests, for tests. */
export const LOA = '/loa/cgi_IMT'

/** A map of the page's script, every amount as its digits. By hand, for the two known shapes. */
export function scriptMap(page: string, map: string): Record<string, string> {
  const values: Record<string, string> = {}
  const assignment = new RegExp(
    `${map}\\['([^']+)'\\] = (?:formatMiles\\()?("[^"\\n]*"|'[^'\\n]*')`,
    'g',
  )
  for (const [, key = '', quoted = ''] of page.matchAll(assignment)) {
    values[key] = quoted.slice(1, -1)
  }
  return values
}

/** The fields of `formulario` as a browser would post them, those that its script writes too. */
export function boletaFields(page: string): Record<string, string> {
  const values = scriptMap(page, 'xml_values')
  const fields = fieldsOf(page, 'formulario')
  for (const [, name = '', key, literal = ''] of page.matchAll(
    /CampoOculto\("([^"]+)",(?: xml_values\['([^']+)'\]|("[^"]*"|'[^']*'))\)/g,
  )) {
    fields[name] = key === undefined ? literal.slice(1, -1) : (values[key] ?? '')
  }
  return fields
}

/** A good boleta for one line; whatever is given replaces its fields. */
export function boletaData(changed: Record<string, string> = {}): Record<string, string> {
  return {
    cbo_domicilio: '300000001',
    cbo_dia_boleta: '20',
    cbo_mes_boleta: '11',
    cbo_anio_boleta: '2026',
    rdb_glosa: 'si',
    txt_rut_destinatario: '92929292',
    txt_dv_destinatario: '8',
    txt_nombres_destinatario: 'PANADERÍA "LA ESPIGA" SPA',
    txt_domicilio_destinatario: 'CALLE ARTURO PRAT 77',
    cod_region: '5',
    cbo_comuna: '5302',
    txt_comuna_destinatario: 'VINA DEL MAR',
    desc_prestacion_1: 'Diseño de envases',
    valor_prestacion_1: '100000',
    ...changed,
  }
}

export function presentData(
  browser: RawBrowser,
  person: WorldPerson,
  changed: Record<string, string> = {},
): Promise<Seen> {
  const [rut_arrastre = '', dv_arrastre = ''] = person.rut.split('-')
  return browser.post(`${LOA}/TMBECN_PresentaDatosBoleta.cgi`, {
    rut_arrastre,
    dv_arrastre,
    sin_destinatario: 'NO',
    OptTipoRetencion: 'RETRECEPTOR',
    ...changed,
  })
}

export async function confirmData(
  browser: RawBrowser,
  person: WorldPerson,
  changed?: Record<string, string>,
): Promise<Seen> {
  const form = boletaFields((await presentData(browser, person)).text)
  return browser.post(`${LOA}/TMBECN_ConfirmaTimbrajeContrib.cgi`, {
    ...form,
    ...boletaData(changed),
  })
}

export function issueConfirmed(browser: RawBrowser, confirmation: string): Promise<Seen> {
  return browser.post(`${LOA}/TMBECN_BoletaHonorariosElectronica.cgi`, boletaFields(confirmation))
}

export async function issueBoleta(
  browser: RawBrowser,
  person: WorldPerson,
  changed?: Record<string, string>,
): Promise<Seen> {
  return issueConfirmed(browser, (await confirmData(browser, person, changed)).text)
}

export function monthReport(
  browser: RawBrowser,
  person: WorldPerson,
  month: string,
  { page = 0, received = false } = {},
): Promise<Seen> {
  const [rut_arrastre = '', dv_arrastre = ''] = person.rut.split('-')
  const [cbanoinformemensual = '', cbmesinformemensual = ''] = month.split('-')
  return browser.post(`${LOA}/TMBCOC_InformeMensualBhe${received ? 'Rec' : ''}.cgi`, {
    rut_arrastre,
    dv_arrastre,
    pagina_solicitada: String(page),
    cbmesinformemensual,
    cbanoinformemensual,
  })
}
