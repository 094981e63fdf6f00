import { expect, test } from 'vitest'
import { ana, asesoriasPenaMunoz, rodrigo } from '../../world.ts'
import { createRawBrowser } from '../raw/browser.ts'
import { askSituation } from '../raw/taxpayer.ts'
import {
  choose,
  formFields,
  issue,
  logIn,
  preview,
  proposeXml,
  sendXml,
  sign,
} from '../raw/walk.ts'
import { boletaScenarios } from '../boletas/test-scenarios.ts'
import { registerScenarios } from '../register/test-scenarios.ts'
import type { Act, ScenarioRow } from '../test-portal.ts'
import { PORTAL, withSimulator } from '../test-portal.ts'
import type { ScenarioName } from '../../world-trouble.ts'
import { isScenarioName, scenarioNames } from '../../world-trouble.ts'

const ground = withSimulator()

const signIn: Act = async () => {
  const { simulator } = ground()
  return (await logIn(createRawBrowser(simulator.url), ana)).text
}
const showPreview: Act = async (browser) => (await preview(browser)).text
const lookUp: Act = async (browser) =>
  (
    await browser.post(`${PORTAL}/mipeGenFacEx.cgi?`, {
      ...formFields(),
      EFXP_RUT_RECEP: '91919191',
      EFXP_DV_RECEP: '0',
    })
  ).text
const get =
  (path: string): Act =>
  async (browser) =>
    (await browser.get(`${PORTAL}/${path}`)).text
const signOne: Act = async (browser) => {
  const form = await proposeXml(browser)
  return `signed: ${(await sign(browser, ana, form['txtPlainText'] ?? '')).text}`
}
const sendOne: Act = async (browser) => (await issue(browser, ana)).text
const certificate = get('getCertDigital.cgi?rut=15151515&dv=0')
const issuedToday = get('mipeAdminDocsEmi.cgi?FEC_DESDE=2026-11-20')
const [body, dv] = asesoriasPenaMunoz.rut.split('-')
const situation: Act = (browser) => askSituation(browser, asesoriasPenaMunoz.rut.split('-'))

/** A row for each scenario. */
const table: Record<ScenarioName, ScenarioRow> = {
  ...boletaScenarios,
  ...registerScenarios,
  'wrong-clave': [signIn, /location\.replace/, /no es correcta/],
  'too-many-sessions': [signIn, /location\.replace/, /ximo de sesiones/],
  'login-throttled': [signIn, /location\.replace/, /^$/],
  'account-blocked': [signIn, /location\.replace/, /bloqueada/],
  'waiting-room': [signIn, /location\.replace/, /queue-it/],
  'blank-login': [signIn, /location\.replace/, /^$/],
  'interstitial-choose': [signIn, /location\.replace/, /ESCOJA COMO DESEA INGRESAR/],
  'interstitial-change-clave': [signIn, /location\.replace/, /Debe cambiar su Clave/],
  maintenance: [get('mipeSelEmpresa.cgi'), /Launcher/, /Sitio en mantenci/],
  'no-companies': [get('mipeSelEmpresa.cgi'), /Launcher/, /opci&oacute;n">\n<\/optgroup>/],
  'only-first-company': [
    async () => {
      const browser = await ground().enter(rodrigo)
      return (await browser.get(`${PORTAL}/mipeSelEmpresa.cgi`)).text
    },
    /fPrmEmpPOP/,
    /Launcher/,
  ],
  'company-refused': [
    async (browser) => (await choose(browser, asesoriasPenaMunoz.rut)).text,
    /Redireccionando/,
    /fPrmEmpPOP/,
  ],
  'issuer-city-empty': [
    async () => {
      const browser = await ground().enter(rodrigo, '77171717-9')
      return (await browser.get(`${PORTAL}/mipeGenFacEx.cgi?PTDC_CODIGO=33`)).text
    },
    /"TEMUCO","TEMUCO"/,
    /"TEMUCO","","77171711"/,
  ],
  'receiver-unknown': [lookUp, /value="INMOBILIARIA/, /name="EFXP_RZN_SOC_RECEP" value=""/],
  'receiver-one-address': [
    async (browser) => {
      const fields = { ...formFields(), EFXP_RUT_RECEP: '93939393', EFXP_DV_RECEP: '5' }
      return (await browser.post(`${PORTAL}/mipeGenFacEx.cgi?`, fields)).text
    },
    /<select name="EFXP_DIR_RECEP"/,
    /<input type="text" name="EFXP_DIR_RECEP" value="AV\. APOQUINDO/,
  ],
  'receiver-several-addresses': [
    lookUp,
    /<input type="text" name="EFXP_DIR_RECEP"/,
    /<select name="EFXP_DIR_RECEP"/,
  ],
  'receiver-city-empty': [
    lookUp,
    /name="EFXP_CIUDAD_RECEP" value="SANTIAGO"/,
    /name="EFXP_CIUDAD_RECEP" value=""/,
  ],
  'preview-rejected': [showPreview, /PreViewDTE/, /alert\('/],
  'preview-form-back': [showPreview, /PreViewDTE/, /VIEW_EFXP/],
  'preview-changes-total': [
    showPreview,
    /EFXP_MNT_TOTAL" value="1190"/,
    /"EFXP_MNT_TOTAL" value="1191"/,
  ],
  'preview-changes-receiver': [
    showPreview,
    /EFXP_RUT_RECEP" value="90909090"/,
    /EFXP_RUT_RECEP" value="60803000"/,
  ],
  'xml-refused': [
    async (browser) => proposeXml(browser).then(() => 'proposed', String),
    /^proposed$/,
    /Debe ingresar Ciudad/,
  ],
  'no-certificate': [certificate, /^\[\{"nombre":"1"/, /^\[\]$/],
  'certificate-unreadable': [certificate, /^\[/, /<HTML>/],
  'wrong-certificate-password': [signOne, /<Signature/, /^signed: $/],
  'empty-sign-answer': [signOne, /<Signature/, /^signed: $/],
  'certificate-expired': [signOne, /<Signature/, /vencido/],
  'signature-not-recognized': [sendOne, /EXITOSAMENTE/, /Firma no reconocida/],
  'send-form-back': [sendOne, /EXITOSAMENTE/, /frmSign/],
  'send-unknown-page': [sendOne, /EXITOSAMENTE/, /Procesando/],
  'list-lag': [
    async (browser) => {
      await issue(browser, ana)
      return issuedToday(browser)
    },
    /<td>1190<\/td>/,
    /No existen documentos/,
  ],
  'list-error': [issuedToday, /<th>Folio/, /CODIGO: 02/],
  'list-broken-row': [get('mipeAdminDocsEmi.cgi'), /<td>5<\/td>/, /<td>\?<\/td><\/tr>/],
  'received-list-error': [get('mipeAdminDocsRcp.cgi'), /<th>Folio/, /CODIGO: 02/],
  'list-without-text': [issuedToday, /No existen documentos/, /<\/table>\n\n/],
  'pdf-not-ready': [
    async (browser) => {
      const code = ground().simulator.admin.ledger()[0]?.code
      return get(`mipeDisplayPDF.cgi?DHDR_CODIGO=${code}`)(browser)
    },
    /^%PDF/,
    /no se encuentra disponible/,
  ],
  'uf-limited': [
    async (browser) => (await browser.get('/www/valores_y_fechas/uf/uf2026.htm')).text,
    /<h2>Enero/,
    /Error 429/,
  ],
  'uf-late': [
    async (browser) => (await browser.get('/www/valores_y_fechas/uf/uf2026.htm')).text,
    /<h2>Diciembre/,
    /<strong>9<\/strong><\/th><td>4\d\.\d{3},\d\d<\/td><th><strong>19<\/strong><\/th><td><\/td>/,
  ],
  'captcha-refused': [situation, /RUT Contribuyente/, /reingrese Captcha/],
  'taxpayer-unknown': [situation, /RUT Contribuyente/, /Terceros<\/h3><\/div>\n\n/],
  'taxpayer-other': [situation, /<div>77070707-2</, /<div>60803000-K</],
  'download-captcha': [
    get(`download.cgi?RUT_EMP=${body}&DV_EMP=${dv}&ORIGEN=ENV&DOWNLOAD=XML`),
    /^<\?xml/,
    /g-recaptcha/,
  ],
  'download-not-xml': [
    get(`download.cgi?RUT_EMP=${body}&DV_EMP=${dv}&ORIGEN=ENV&DOWNLOAD=XML`),
    /^<\?xml/,
    /temporalmente no disponible/,
  ],
}

const rows = Object.entries(table).flatMap(([name, row]) =>
  isScenarioName(name) ? [{ name, row }] : [],
)

test.each(rows)('$name changes what is seen, until it is cleared', async ({ name, row }) => {
  const [act, ordinarily, then] = row
  const { enter, simulator } = ground()
  const browser = await enter(ana, asesoriasPenaMunoz.rut)
  simulator.admin.scenarios.set({ name })
  const bent = await act(browser)
  expect(bent).toMatch(then)
  expect(bent).not.toMatch(ordinarily)
  simulator.admin.scenarios.clear({ name })
  expect(await act(browser)).toMatch(ordinarily)
})

test('a scenario acts for its RUT only, and as often as it was told', async () => {
  const { enter, simulator } = ground()
  const browser = await enter(ana, asesoriasPenaMunoz.rut)
  simulator.admin.scenarios.set({ name: 'preview-form-back', rut: rodrigo.rut })
  expect(await showPreview(browser)).toContain('PreViewDTE')
  simulator.admin.scenarios.set({
    name: 'preview-rejected',
    rut: ana.rut,
    times: 1,
    detail: 'Porque sí',
  })
  expect(await showPreview(browser)).toContain("alert('Porque sí\\n')")
  expect(await showPreview(browser)).toContain('PreViewDTE')
})

test('every scenario is tried here', () => {
  expect(Object.keys(table).toSorted()).toEqual(Object.keys(scenarioNames).toSorted())
})

test('a character brings the scenarios and faults of the story along', async () => {
  const { admin } = ground().simulator
  expect(admin.scenarios.list().map(({ name }) => name)).toEqual([
    'account-blocked',
    'too-many-sessions',
    'interstitial-choose',
  ])
  expect(admin.faults.pending()).toMatchObject([{ kind: 'drop-answer', rut: '19191919-K' }])
})

test('nothing is signed for a person without certificate', async () => {
  const { enter } = ground()
  const browser = await enter(ana, asesoriasPenaMunoz.rut)
  const form = await proposeXml(browser)
  const seen = await sign(browser, rodrigo, form['txtPlainText'] ?? '')
  expect(seen.text).not.toContain('<Signature')
  expect((await sendXml(browser, form, seen.text)).text).toContain('Firma no reconocida')
})
