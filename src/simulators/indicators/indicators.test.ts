import { afterEach, beforeEach, expect, test } from 'vitest'
import { addDays, chileInstant, compare, day, parseDay } from '#domain/day.ts'
import { createRawBrowser } from '../sii/raw/browser.ts'
import { startSiiSimulator } from '../sii/simulator.ts'
import { world } from '../world.ts'
import type { IndicatorsSimulator } from './indicators.ts'
import { startIndicatorsSimulator } from './indicators.ts'
import { formatCents, ufCents } from './uf-values.ts'

const AUGUST_3_MS = chileInstant(day(2026, 8, 3), 12, 0)
const far = day(2028, 12, 31)

let simulator: IndicatorsSimulator
beforeEach(async () => {
  simulator = await startIndicatorsSimulator({ port: 0, now: () => AUGUST_3_MS })
})
afterEach(() => simulator.close())

async function ask(path: string): Promise<unknown> {
  return (await fetch(simulator.url + path)).json()
}

test.each([
  ['2020-09-10', '28.688,73'],
  ['2020-09-11', '28.689,68'],
  ['2024-12-09', '38.362,26'],
  ['2026-08-02', '40.844,79'],
  ['2026-08-09', '40.875,09'],
  ['2026-09-20', '40.975,41'],
])('the UF of %s is %s', (on, value) => {
  expect(formatCents(ufCents(parseDay(on) ?? far, far) ?? 0)).toBe(value)
})

test('every day from 2020 to 2028 has a UF near the one before', () => {
  let before = ufCents(day(2020, 1, 1), far) ?? 0
  for (let on = day(2020, 1, 2); compare(on, far) <= 0; on = addDays(on, 1)) {
    const cents = ufCents(on, far)
    expect(Math.abs((cents ?? 0) / before - 1)).toBeLessThan(0.0006)
    before = cents ?? 0
  }
})

test('before the 9th nothing after the 9th is known; from the 9th on, all until the next', () => {
  expect(ufCents(day(2026, 8, 9), day(2026, 8, 8))).not.toBeNull()
  expect(ufCents(day(2026, 8, 10), day(2026, 8, 8))).toBeNull()
  expect(ufCents(day(2026, 9, 9), day(2026, 8, 9))).not.toBeNull()
  expect(ufCents(day(2026, 9, 10), day(2026, 8, 9))).toBeNull()
})

test('mindicador gives a day, the newest first of a year, and an empty series beyond', async () => {
  expect(await ask('/mindicador/api/uf/02-08-2026')).toMatchObject({
    codigo: 'uf',
    serie: [{ fecha: '2026-08-02T03:00:00.000Z', valor: 40844.79 }],
  })
  expect(await ask('/mindicador/api/uf/2026')).toMatchObject({
    serie: expect.arrayContaining([{ fecha: '2026-08-09T03:00:00.000Z', valor: 40875.09 }]),
  })
  expect(await ask('/mindicador/api/uf/20-09-2026')).toMatchObject({ serie: [] })
})

test('the CMF gives strings with dots and a comma, and an error object for what is not known', async () => {
  const uf = '/cmf/api-sbifv3/recursos_api/uf/2026'
  expect(await ask(`${uf}/08/dias/02?apikey=K&formato=json`)).toEqual({
    UFs: [{ Fecha: '2026-08-02', Valor: '40.844,79' }],
  })
  expect(await ask(`${uf}/08?apikey=K&formato=json`)).toMatchObject({
    UFs: expect.objectContaining({ length: 9 }),
  })
  expect(await ask(`${uf}/09?apikey=K&formato=json`)).toMatchObject({ CodigoHTTP: 404 })
  expect(await ask(`${uf}/08?formato=json`)).toMatchObject({ CodigoHTTP: 401 })
})

test('both sources of holidays tell the regional ones too, each in its own way', async () => {
  const year = await ask('/digital/fl/feriados/2026')
  expect(year).toContainEqual(
    expect.objectContaining({ fecha: '2026-09-18', tipo: 'Civil', irrenunciable: '1' }),
  )
  expect(year).toContainEqual(
    expect.objectContaining({ fecha: '2026-06-07', comentarios: 'Feriado regional' }),
  )
  expect(await ask('/digital/fl/feriados/2026/12/25')).toMatchObject([{ fecha: '2026-12-25' }])
  expect(await ask('/digital/fl/feriados/2026/12/24')).toMatchObject({ error: true })
  expect(await ask('/boostr/holidays/2026.json')).toMatchObject({
    status: 'success',
    data: expect.arrayContaining([
      expect.objectContaining({ date: '2026-12-25', type: 'Religioso', inalienable: true }),
      expect.objectContaining({ date: '2026-08-20', extra: 'Feriado regional' }),
    ]),
  })
  const nameless = await fetch(`${simulator.url}/digital/fl/feriados/2026`, {
    headers: { 'user-agent': '' },
  })
  expect(nameless.status).toBe(403)
  simulator.setTrouble('wrong-values')
  expect(await ask('/boostr/holidays/2026.json')).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining({ date: '2026-12-24' })]),
  })
  simulator.setTrouble('empty')
  expect(await ask('/digital/fl/feriados/2026')).toEqual([])
})

test('the sources can be made to fail or to disagree with the SII', async () => {
  simulator.setTrouble('wrong-values')
  expect(await ask('/mindicador/api/uf/02-08-2026')).toMatchObject({ serie: [{ valor: 40845.79 }] })
  simulator.setTrouble('empty')
  expect(await ask('/mindicador/api/uf/02-08-2026')).toMatchObject({ serie: [] })
  simulator.setTrouble('down')
  await expect(ask('/mindicador/api/uf')).rejects.toThrow()
})

test("the SII's UF page runs its months backwards, three days to a row, blanks to come", async () => {
  const sii = await startSiiSimulator({ port: 0, world, now: () => AUGUST_3_MS })
  const browser = createRawBrowser(sii.url)
  const { text } = await browser.get('/www/valores_y_fechas/uf/uf2026.htm')
  const months = [...text.matchAll(/<h2>(\w+)<\/h2>/g)].map((match) => match[1])
  expect(months).toEqual(['Agosto', 'Julio', 'Junio', 'Mayo', 'Abril', 'Marzo', 'Febrero', 'Enero'])
  const august = text.slice(text.indexOf('<h2>Agosto'), text.indexOf('</table>'))
  expect(august).toContain(
    '<tr><th><strong>2</strong></th><td>40.844,79</td><th><strong>12</strong></th><td></td><th><strong>22</strong></th><td></td></tr>',
  )
  const utm = await browser.get('/www/valores_y_fechas/utm/utm2020.htm')
  expect(utm.text).toContain('<tr><td>Enero</td><td>49.673</td>')
  expect((await browser.get('/www/valores_y_fechas/uf/uf2027.htm')).status).toBe(404)
  await sii.close()
})
