import { expect, test } from 'vitest'
import { ana, asesoriasPenaMunoz, world } from '../world.ts'
import type { RawBrowser } from './raw/browser.ts'
import { issue, proposeXml, sendXml, sign } from './raw/walk.ts'
import { dteFaults, PORTAL, withSimulator } from './test-portal.ts'

const ground = withSimulator()

function enter(): Promise<RawBrowser> {
  return ground().enter(ana, asesoriasPenaMunoz.rut)
}

test('eight steps by raw requests issue one document, listed and in the ledger', async () => {
  const browser = await enter()
  const { simulator } = ground()
  const seen = await issue(browser, ana)
  expect(seen.text).toContain('DOCUMENTO ENVIADO EXITOSAMENTE')
  expect(seen.text).toContain('Empresa: 77.070.707-2')
  expect(seen.text).toContain('N&deg; 6')
  const code = /DHDR_CODIGO=(\d+)/.exec(seen.text)?.[1]
  const list = await browser.get(`${PORTAL}/mipeAdminDocsEmi.cgi?FEC_DESDE=2026-11-20&NUM_PAG=1`)
  expect(list.text).toContain(`CODIGO=${code}`)
  expect(list.text).toContain(
    '<td>90909090-3<td>COMERCIALIZADORA ÑUBLE &amp; CÍA. LTDA.</td> <td>Factura Electronica</td> <td>6</td> <td>2026-11-20</td> <td>1190</td> <td>Documento Emitido</td> </tr>',
  )
  const entry = simulator.admin.ledger().find((one) => one.code === code)
  expect(entry).toMatchObject({ folio: 6, sentByRut: ana.rut, timesAsked: 1, warnings: [] })
})

test('the stored document carries a good signature and stamp, in the downloaded bytes too', async () => {
  const browser = await enter()
  await issue(browser, ana)
  const [body, dv] = asesoriasPenaMunoz.rut.split('-')
  const { bytes, headers } = await browser.get(
    `${PORTAL}/download.cgi?RUT_EMP=${body}&DV_EMP=${dv}&ORIGEN=ENV&FEC_DESDE=2026-11-01&FEC_HASTA=2026-11-30&TPO_DOC=33&DOWNLOAD=XML`,
  )
  expect(headers.get('content-type')).toContain('xml')
  expect(dteFaults(ground(), bytes)).toEqual([])
})

test('every visit to the signing form burns a folio', async () => {
  const browser = await enter()
  const { simulator } = ground()
  const first = await proposeXml(browser)
  const second = await proposeXml(browser)
  expect([first['EFXP_FOLIO'], second['EFXP_FOLIO']]).toEqual(['6', '7'])
  expect(simulator.admin.ledger()).toHaveLength(world.facturas.length)
})

test('without the fields the page script adds, the signature is not recognised', async () => {
  const browser = await enter()
  const { simulator } = ground()
  const form = await proposeXml(browser)
  const signed = await sign(browser, ana, form['txtPlainText'] ?? '')
  const seen = await sendXml(browser, form, signed.text, {})
  expect(seen.text).toContain("alert('Firma no reconocida\\n')")
  expect(simulator.admin.ledger()).toHaveLength(world.facturas.length)
})

test('a document tampered with after signing is refused', async () => {
  const browser = await enter()
  const form = await proposeXml(browser)
  const signed = await sign(browser, ana, form['txtPlainText'] ?? '')
  const seen = await sendXml(browser, form, signed.text.replace('<MntTotal>1190', '<MntTotal>1191'))
  expect(seen.text).toContain('Timbre electronico incorrecto')
})

test('signing in latin1 turns accents into question marks, and the stamp is refused', async () => {
  const browser = await enter()
  const form = await proposeXml(browser)
  const signed = await sign(browser, ana, form['txtPlainText'] ?? '', { utf8: false })
  expect(signed.text).toContain('COMERCIALIZADORA ?UBLE')
  const seen = await sendXml(browser, form, signed.text)
  expect(seen.text).toContain('Timbre electronico incorrecto')
})

test('a wrong certificate password is answered without a signature, in either variant', async () => {
  const browser = await enter()
  const { simulator } = ground()
  const form = await proposeXml(browser)
  const plain = form['txtPlainText'] ?? ''
  expect((await sign(browser, ana, plain, { clave: 'otra' })).text).toBe('')
  simulator.admin.setVariants({ wrongCertificate: 'text' })
  const told = await sign(browser, ana, plain, { clave: 'otra' })
  expect(told.text).toContain('clave')
  expect(told.text).not.toContain('<Signature')
  expect(simulator.admin.wrongCertificatePasswords()[ana.rut]).toBe(2)
})

test('the same folio sent twice is stored once', async () => {
  const browser = await enter()
  const { simulator } = ground()
  const form = await proposeXml(browser)
  const signed = await sign(browser, ana, form['txtPlainText'] ?? '')
  await sendXml(browser, form, signed.text)
  const again = await sendXml(browser, form, signed.text)
  expect(again.text).toContain('repetido')
  const stored = simulator.admin.ledger().filter((one) => one.folio === 6)
  expect(stored.map((one) => [one.issuerRut, one.timesAsked])).toEqual([['77070707-2', 2]])
})
