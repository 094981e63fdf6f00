import { expect, test } from 'vitest'
import { browserBefore } from '../http/test-browser.ts'
import { listCompanies } from './companies.ts'

const chooser = (options: string, words = '') =>
  `<html><body>${words}<form><select name="RUT_EMP"><option value="0">Seleccione</option>${options}</select></form></body></html>`

const companies = (page: string) => listCompanies(browserBefore(() => page).browser)

test('a person without a company has none', async () => {
  expect(await companies(chooser(''))).toEqual({ kind: 'ok', value: [] })
})

test.each([
  ['an apology', '<p>Servicio no disponible moment&aacute;neamente</p>', 'unavailable'],
  ['an error', '<p>Ha ocurrido un error</p>', 'unavailable'],
  ['a session that is gone', '<p>Su sesi&oacute;n ha expirado</p>', 'sessionExpired'],
])('an empty chooser with %s does not say that there is none', async (_, words, kind) => {
  expect((await companies(chooser('', words))).kind).toBe(kind)
})

test('the name of a company that sounds like trouble is none', async () => {
  const option = '<option value="76192083-9">EXPERTOS EN MANTENCION 76192083-9</option>'
  expect(await companies(chooser(option))).toEqual({
    kind: 'ok',
    value: [{ rut: '76192083-9', name: 'EXPERTOS EN MANTENCION' }],
  })
})
