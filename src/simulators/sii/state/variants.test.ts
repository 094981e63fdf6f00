import { expect, test } from 'vitest'
import { ana, asesoriasPenaMunoz } from '../../world.ts'
import { boletaVariants } from '../boletas/test-variants.ts'
import { createRawBrowser } from '../raw/browser.ts'
import { formFields, issue, logIn, proposeXml, sendXml, sign } from '../raw/walk.ts'
import { registerVariants } from '../register/test-variants.ts'
import type { Act, VariantTable } from '../test-portal.ts'
import { PORTAL, withSimulator } from '../test-portal.ts'
import { isVariantChange, variantChoices } from './variants.ts'

const ground = withSimulator()

const get =
  (path: string): Act =>
  async (browser) => {
    const { status, headers, text } = await browser.get(path)
    return `${status} ${headers.get('content-type')} ${text}`
  }
const stranger =
  (act: Act): Act =>
  () =>
    act(createRawBrowser(ground().simulator.url))
const signIn = stranger(async (browser) => {
  const { status, text } = await logIn(browser, ana)
  return `${status} ${text}`
})
const certificate = get(`${PORTAL}/getCertDigital.cgi?rut=15151515&dv=0`)
const exemptListed: Act = async (browser) => {
  await issue(browser, ana, { PTDC_CODIGO: '34', EFXP_IVA: '', EFXP_MNT_TOTAL: '1000' })
  return get(`${PORTAL}/mipeAdminDocsEmi.cgi?TPO_DOC=34`)(browser)
}
const copy: Act = (browser) => {
  const code = ground().simulator.admin.ledger()[0]?.code
  return get(`${PORTAL}/mipeGenFacEx.cgi?IGUAL=CODIGO&VALOR=${code}&PTDC_CODIGO=33`)(browser)
}

/** A row for each variant, and in it a sight for each of its choices that no other choice gives. */
const table: VariantTable = {
  ...boletaVariants,
  ...registerVariants,
  loginSuccess: [signIn, { script: /^200 [^]*location\.replace/, redirect: /^302/ }],
  sessionLost: [
    stranger(get(`${PORTAL}/mipeSelEmpresa.cgi`)),
    { page: /^200 [^]*IngresoRutClave/, redirect: /^302/ },
  ],
  logoutLanding: [
    stranger(async (browser) => {
      const left = await browser.get('/zeusr/cgi_AUT2000/autTermino.cgi')
      return left.headers.get('location') ?? ''
    }),
    { 'public-home': /^http:\/\/www\.sii\.cl$/, 'login-page': /IngresoRutClave/ },
  ],
  blockedClave: [
    stranger(async (browser) => {
      ground().simulator.admin.scenarios.set({ name: 'account-blocked' })
      return (await logIn(browser, ana)).text
    }),
    { told: /se encuentra bloqueada/, vague: /no es posible ingresar/ },
  ],
  unknownRut: [
    stranger(async (browser) => (await logIn(browser, { ...ana, rut: '8765432-K' })).text),
    { told: /no registra Clave/, 'wrong-clave': /ingresada no es correcta/ },
  ],
  forcedChange: [
    stranger(async (browser) => {
      ground().simulator.admin.scenarios.set({ name: 'interstitial-change-clave' })
      return (await logIn(browser, ana)).text
    }),
    { page: /Debe cambiar su Clave/, script: /CambioClaveObligado/ },
  ],
  wrongCertificate: [
    async (browser) => {
      const form = await proposeXml(browser)
      return (await sign(browser, ana, form['txtPlainText'] ?? '', { clave: 'otra' })).text
    },
    { empty: /^$/, text: /clave del certificado/ },
  ],
  certificateKeys: [certificate, { full: /"dv":"0"/, 'name-only': /\[\{"nombre":"1"\}\]/ }],
  certificateType: [
    certificate,
    { 'text/html': /^200 text\/html/, 'application/json': /^200 application\/json/ },
  ],
  emptyList: [
    get(`${PORTAL}/mipeAdminDocsEmi.cgi?TPO_DOC=52`),
    { text: /No existen documentos/, table: /<\/table>\n\n/ },
  ],
  beyondLastPage: [
    get(`${PORTAL}/mipeAdminDocsEmi.cgi?NUM_PAG=9`),
    { repeat: /Documento Emitido/, empty: /<\/thead>\n\n<\/table>/ },
  ],
  receiverShape: [
    async (browser) => {
      const fields = { ...formFields(), EFXP_RUT_RECEP: '93939393', EFXP_DV_RECEP: '5' }
      return (await browser.post(`${PORTAL}/mipeGenFacEx.cgi?`, fields)).text
    },
    { static: /var receptorDir/, script: /onchange="modDir\(\)"><\/select>/ },
  ],
  folioBurn: [
    async (browser) => {
      await proposeXml(browser)
      return String((await proposeXml(browser))['EFXP_FOLIO'])
    },
    { 'every-visit': /^7$/, 'on-send': /^6$/ },
  ],
  repeatedFolio: [
    async (browser) => {
      const form = await proposeXml(browser)
      const { text } = await sign(browser, ana, form['txtPlainText'] ?? '')
      await sendXml(browser, form, text)
      return (await sendXml(browser, form, text)).text
    },
    { alert: /estar repetido/, form: /Folio no valido/ },
  ],
  successSign: [
    async (browser) => (await issue(browser, ana)).text,
    { entity: /N&deg; 6/, letter: /Nº 6/, iframe: /srcdoc="Nº6"/ },
  ],
  answerCharset: [
    get(`${PORTAL}/mipeAdminDocsEmi.cgi`),
    { 'windows-1252': /COMERCIALIZADORA ÑUBLE/, 'utf-8': /COMERCIALIZADORA Ã.UBLE/ },
  ],
  exemptName: [
    exemptListed,
    {
      exempt: /<td>Factura Exenta Electronica</,
      'not-affected': /<td>Factura No afecta o exenta</,
    },
  ],
  copiedLines: [copy, { inputs: /name="EFXP_NMB_01"/, script: /var arrDetalle/ }],
  nameLength: [
    get(`${PORTAL}/mipeGenFacEx.cgi?PTDC_CODIGO=33`),
    { unstated: /<div id="detalle"><\/div>/, stated: /name="EFXP_NMB_10" value="" maxlength="40"/ },
  ],
}

const rows = Object.entries(table).flatMap(([name, [act, seen]]) =>
  Object.entries(seen).map(([choice, pattern]) => ({ name, choice, act, pattern, seen })),
)

test.each(rows)('$name: $choice', async ({ name, choice, act, pattern, seen }) => {
  const { enter, simulator } = ground()
  const change = { [name]: choice }
  if (!isVariantChange(change)) throw new Error(`No such variant: ${name} ${choice}`)
  simulator.admin.setVariants(change)
  const text = await act(await enter(ana, asesoriasPenaMunoz.rut))
  expect(text).toMatch(pattern)
  for (const [other, sight] of Object.entries(seen)) {
    if (other !== choice) expect(text).not.toMatch(sight)
  }
})

test('every choice of every variant is tried here', () => {
  const tried = Object.fromEntries(
    Object.entries(table).map(([name, [, seen]]) => [name, Object.keys(seen).toSorted()]),
  )
  const known = Object.fromEntries(
    Object.entries(variantChoices).map(([name, choices]) => [name, choices.toSorted()]),
  )
  expect(tried).toEqual(known)
})

test('over HTTP only known variants are taken', async () => {
  const { simulator } = ground()
  const say = (body: unknown) =>
    fetch(`${simulator.url}/_admin/variants`, { method: 'POST', body: JSON.stringify(body) })
  expect((await say({ boletaTime: 'once', registerToken: 'any' })).status).toBe(204)
  expect(simulator.admin.variants()).toMatchObject({ boletaTime: 'once', registerToken: 'any' })
  expect((await say({ boletaTime: 'never' })).status).toBe(400)
  expect((await say({ nonsense: 'any' })).status).toBe(400)
})
