import { expect, test } from 'vitest'
import { antonia, aseoDelSur } from '../world.ts'
import { askSituation } from './raw/taxpayer.ts'
import { NOON_MS, withSimulator } from './test-portal.ts'

const ground = withSimulator()

test('the captcha carries its solution; name, RUT and activities follow, no addresses', async () => {
  const { browser } = ground()
  const text = await askSituation(browser, aseoDelSur.rut.split('-'))
  const blocks = [...text.matchAll(/<div>([^<]*(?:<[^d/][^>]*>[^<]*<\/[^>]*>)?[^<]*)<\/div>/g)]
  expect(blocks.map((block) => block[1])[3]).toBe('SERVICIOS DE ASEO ÑANCUPIL DEL SUR LIMITADA')
  expect(text).toContain('<div>77171717-9</div>')
  expect(text).toContain('<font size="2">812100</font></TD><TD><font size="2">Primera</font>')
  expect(text).toContain('Documentos Timbrados')
  expect(text).not.toContain('MANUEL MONTT')
  const person = await askSituation(browser, antonia.rut.split('-'))
  expect(person).toContain('<font size="2">Segunda</font></TD><TD><font size="2">No</font>')
  const supplier = await askSituation(browser, ['76565656', '7'])
  expect(supplier).toContain('DISTRIBUIDORA QUÍMICA BÍO BÍO SPA')
})

test('a wrong code, an old captcha or a wrong RUT get nothing', async () => {
  const { browser, simulator } = ground()
  const rut = aseoDelSur.rut.split('-')
  expect(await askSituation(browser, rut, { txt_code: 'abcd' })).toContain('reingrese Captcha')
  expect(await askSituation(browser, rut, { txt_captcha: '' })).toContain('reingrese Captcha')
  expect(await askSituation(browser, ['77171717', '1'])).toContain('alert("RUT incorrecto")')
  const seen = await browser.post('/zeus/cvc_cgi/stc/CViewCaptcha.cgi', { oper: '0' })
  const { txtCaptcha }: { txtCaptcha: string } = JSON.parse(seen.text)
  simulator.admin.setClock(NOON_MS + 61_000)
  const old = { txt_captcha: txtCaptcha }
  expect(await askSituation(browser, rut, old)).toContain('reingrese Captcha')
  const stranger = await askSituation(browser, ['76767676', 'K'])
  expect(stranger).toContain('Tributaria de Terceros')
  expect(stranger).not.toContain('RUT Contribuyente')
})
