import { expect, test } from 'vitest'
import { ana, antonia, asesoriasPenaMunoz, rodrigo } from '../world.ts'
import { issueBoleta } from './raw/boleta.ts'
import { issue, preview } from './raw/walk.ts'
import { PORTAL, withSimulator } from './test-portal.ts'

/**
 * The smallest shape of each page that the sources agree on, tag by tag, looked at in the text itself: neither the
 * client's parsers nor the raw browser's own reader of forms has a say here.
 */
const ground = withSimulator()

function expectInOrder(text: string, parts: readonly (string | RegExp)[]): void {
  let rest = text
  for (const part of parts) {
    const found = typeof part === 'string' ? rest.indexOf(part) : rest.search(part)
    expect({ part: String(part), found: found >= 0 }).toEqual({ part: String(part), found: true })
    rest = rest.slice(found)
  }
}

const asAna = () => ground().enter(ana, asesoriasPenaMunoz.rut)

test('the chooser', async () => {
  const { text, headers } = await (
    await ground().enter(rodrigo)
  ).get(`${PORTAL}/mipeSelEmpresa.cgi?DESDE_DONDE_URL=OPCION%3D33%26TIPO%3D4`)
  expect(headers.get('content-type')).toBe('text/html; charset=ISO-8859-1')
  expectInOrder(text, [
    /<title>Facturacion Electr&oacute;nica MIPYME - Seleccion de Empresa<\/title>/i,
    '<form name="fPrmEmpPOP" method="post" action="mipeSelEmpresa.cgi">',
    '<input type="hidden" name="DESDE_DONDE_URL" value="OPCION=33&amp;TIPO=4">',
    '<select name="RUT_EMP"><optgroup label="Seleccione una opci&oacute;n">',
    /<option value="\d{7,8}-[\dK]">[^<]+ \d{7,8}-[\dK]\n<option value=/,
    '</optgroup></select>',
    '</form>',
  ])
})

test('the form of the factura', async () => {
  const { text } = await (await asAna()).get(`${PORTAL}/mipeGenFacEx.cgi?PTDC_CODIGO=33`)
  expectInOrder(text, [
    /var emisorDir\s*= \[\["[^"]+","[^"]+","[^"]*","\d+"," "\]/,
    /var emisorActEco\s*= \[\["\d{6}","[^"]+"\]/,
    'var arrFecha = ["2026","11","20"];',
  ])
  expectInOrder(text, [
    '<form name="VIEW_EFXP" method="post" action="/cgi-bin/Portal001/mipeDisplayPreView.cgi">',
    '<input type="hidden" name="PTDC_CODIGO" value="33">',
    '<input type="hidden" name="EFXP_CDG_SII_SUCUR" value="">',
  ])
})

test('the preview, accepted and refused', async () => {
  const browser = await asAna()
  const { text } = await preview(browser)
  expectInOrder(text, [
    '<form name="PreViewDTE" method="post" action="/cgi-bin/Portal001/',
    /<input type="hidden" name="EFXP_RZN_SOC" value="ASESOR&#205;AS/,
    /<input type="button" name="btnSign" value="Firmar"/,
    /<input type="button" name="btnCorregir" value="Corregir"/,
    '</form>',
  ])
  const inputs = [...text.matchAll(/<input type="hidden" name="EFXP_|<input type="hidden" name="/g)]
  expect(inputs.length).toBeGreaterThanOrEqual(240)
  const refused = await preview(browser, { EFXP_CIUDAD_ORIGEN: '' })
  expectInOrder(refused.text, [
    /<TITLE>Redireccionando<\/TITLE>/i,
    /alert\('Debe ingresar Ciudad del contribuyente emisor\\n'\)/,
    'window.history.go(-1)',
    /onLoad="redirec\(\)"/i,
  ])
})

test('the signing page', async () => {
  const browser = await asAna()
  const { text: shown } = await preview(browser)
  const inputs = [...shown.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  const fields = inputs.map(([, name = '', value = '']): [string, string] => [
    name,
    value.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
  ])
  const { text } = await browser.post(
    `${PORTAL}/mipeGenXMLFirma.cgi`,
    Object.fromEntries(fields.map(([name, value]) => [name, value.replaceAll('&amp;', '&')])),
  )
  expectInOrder(text, [
    '<form name="frmSign" method="post" action="/cgi-bin/Portal001/mipeSendXML.cgi">',
    /<input type="hidden" name="EFXP_FOLIO" value="\d+">/,
    /<textarea name="txtPlainText"[^>]*>\s*<\?xml version="1\.0" encoding="ISO-8859-1"\?>\s*<DTE [^>]*version="1\.0"/,
    // Raw, not as HTML would write it.
    '<RznSoc>ASESORÍAS PEÑA &amp; MUÑOZ SPA</RznSoc>',
    '</DTE>',
    '</textarea>',
    /<textarea name="txtSignText"[^>]*><\/textarea>/,
    '</form>',
    '<input type="password" id="myPass">',
    '<button id="btnFirma">Firmar</button>',
  ])
})

test('the page of success, and the row of the list', async () => {
  const browser = await asAna()
  const { text } = await issue(browser, ana)
  expectInOrder(text, [
    '<p>Empresa: 77.070.707-2</p>',
    '<p>DOCUMENTO ENVIADO EXITOSAMENTE</p>',
    /<p>FACTURA ELECTRONICA N&deg; \d+<\/p>/,
    /<a href="\/cgi-bin\/Portal001\/mipeDisplayPDF\.cgi\?DHDR_CODIGO=\d+" target="_blank">Ver Documento<\/a>/,
  ])
  const list = await browser.get(`${PORTAL}/mipeAdminDocsEmi.cgi?NUM_PAG=1`)
  expect(list.text).toMatch(
    /<tr> <td> <a href="\/cgi-bin\/Portal001\/mipeGesDocEmi\.cgi\?ALL_PAGE_ANT=2&CODIGO=\d+"><img src="[^"]*"><\/a><\/td>\s*<td>[\dK-]+<td>[^<]+<\/td> <td>Factura Electronica<\/td> <td>\d+<\/td> <td>2026-11-20<\/td> <td>1190<\/td> <td>Documento Emitido<\/td> <\/tr>/,
  )
})

test('the last page of a boleta', async () => {
  const { text } = await issueBoleta(await ground().enter(antonia), antonia)
  expectInOrder(text, [
    /<title>BOLETA DE HONORARIOS ELECTRONICA<\/title>/i,
    'var xml_values = new Array();',
  ])
  expect(text).toMatch(/xml_values\['folio'\] = ["']\d+["'];/)
  expect(text).toMatch(/xml_values\['cod_barras'\] = ["'][\dA-Z]{18,22}["'];/)
  for (const name of ['Monto_Boleta', 'Monto_Retencion', 'Monto_Liquido']) {
    const amount = String.raw`formatMiles\(["']\d+["'],\s?["']\.["']\);`
    expect(text).toMatch(new RegExp(String.raw`xml_values\['${name}'\] = ${amount}`))
  }
  expectInOrder(text, [
    '<form name="form1"',
    /<input type="hidden" name="txt_codigo_barra" value="[\dA-Z]{18,22}">/,
    '<iframe name="prueba"',
  ])
})
