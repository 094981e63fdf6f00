import { readXlsx } from 'hucre/xlsx'
import { describe, expect } from 'vitest'
import { rodrigo } from '#simulators/world.ts'
import {
  button,
  contentOf,
  expectSeen,
  expectText,
  expectToast,
  field,
  heading,
} from '../fixtures/hands.ts'
import { holdCalls } from '../fixtures/held-calls.ts'
import { readSalesAndPurchases, resident } from '../fixtures/resident.ts'
import { deepTest, testsAt } from '../fixtures/stories.ts'
import { answerReading, ASKS, PAUSED } from '../tours/trouble.ts'
import { WIDTHS } from '../fixtures/visitor.ts'
import { monthAndYear, monthName } from '../fixtures/today.ts'

const FIRST = 'Leyendo tus ventas y compras en el SII'
const EXCEL = 'Descargar Excel'

describe.each(WIDTHS)('at %i pixels', (width) => {
  const test = testsAt(width)

  test('the home screen shows what the SII’s registers say as soon as they are read', async ({
    city,
    visit,
  }) => {
    const as = await resident(city)
    const { page, putForward } = await visit({ as, width })
    await page.goto('/dashboard')
    await expectSeen(heading(page, 'Análisis de Ventas y Compras'))
    await expectSeen(page.getByText(FIRST))
    expect(await heading(page, 'Top Clientes').count()).toBe(0)
    await city.readRegisters()
    await putForward(5_000)
    for (const title of [
      'Top Clientes',
      'Top Proveedores',
      'Evolución de Ventas y Compras',
      'Clientes Únicos por Mes',
    ]) {
      await expectSeen(heading(page, title))
    }
    expect(await page.getByText(FIRST).count()).toBe(0)
    const sales = page.getByRole('definition').first()
    await expectText(
      sales,
      new RegExp(`^\\$[\\d.]+11 meses completos; ${monthName(city.today)} en curso$`),
    )
    await field(page, 'Período').selectOption('Últimos 6 meses')
    await expectText(
      sales,
      new RegExp(`^\\$[\\d.]+5 meses completos; ${monthName(city.today)} en curso$`),
    )
    expect(new URL(page.url()).searchParams.get('months')).toBe('6')
    await page.reload()
    await expectText(
      sales,
      new RegExp(`^\\$[\\d.]+5 meses completos; ${monthName(city.today)} en curso$`),
    )
    await button(page, 'Clientes Únicos por Mes: Ver como tabla').click()
    await expectSeen(page.getByRole('rowheader', { name: `${monthAndYear(city.today)}, en curso` }))
  })

  test('the same is had as a workbook once it is loaded, named for the company, the months and the day', async ({
    city,
    visit,
  }) => {
    const as = await resident(city)
    const company = await readSalesAndPurchases(city, as)
    const { page } = await visit({ as, width })
    const release = await holdCalls(page, '**/analytics/?*')
    await page.goto('/dashboard')
    await expectSeen(page.getByText('Cargando análisis...'))
    expect(await button(page, EXCEL).isDisabled()).toBe(true)
    release()
    await expectSeen(heading(page, 'Top Clientes'))
    expect(await button(page, EXCEL).isDisabled()).toBe(false)
    await page.route('**/analytics/report/**', (route) => route.fulfill({ status: 500, json: {} }))
    await button(page, EXCEL).click()
    await expectToast(page, 'Error al generar el reporte. Por favor, inténtalo de nuevo.')
    await page.unroute('**/analytics/report/**')
    const arriving = page.waitForEvent('download')
    await button(page, EXCEL).click()
    const download = await arriving
    expect(download.suggestedFilename()).toBe(`reporte_${company.name}_12meses_${city.today}.xlsx`)
    const { sheets } = await readXlsx(await contentOf(download))
    expect(sheets.map(({ name, rows }) => [name, rows[0]])).toEqual([
      ['Ventas', ['Fecha', 'Tipo Documento', 'Cliente', 'RUT Cliente', 'Total', 'Folio']],
      ['Compras', ['Fecha', 'Tipo Documento', 'Proveedor', 'RUT Proveedor', 'Total', 'Folio']],
    ])
    expect(sheets[0]?.rows.length).toBeGreaterThan(50)
    expect(sheets[0]?.rows.flat()).toContain('Nota de crédito electrónica')
  })

  deepTest(
    'of several companies the first is shown, another when chosen, and none when it isn’t there',
    async ({ city, visit }) => {
      const { page } = await visit({ as: await resident(city, rodrigo), width })
      await page.goto('/dashboard')
      await expectSeen(page.getByText(FIRST))
      const company = field(page, 'Empresa')
      await expectText(company.locator('option:checked'), /ÑANCUPIL/)
      await company.selectOption({ label: 'SOFTWARE ARAUCARIA E.I.R.L.' })
      await expectSeen(page.getByText(FIRST))
      await page.goto('/dashboard?company=999999')
      await expectSeen(heading(page, 'Selecciona una empresa'))
      expect(await button(page, EXCEL).isDisabled()).toBe(true)
      await expectText(company.locator('option:checked'), 'Elige una empresa')
    },
  )
})

deepTest(
  'an SII that fails is said, and asked again at a person’s wish',
  async ({ city, visit }) => {
    const as = await resident(city)
    city.sii.scenarios.set({ name: 'register-error' })
    await readSalesAndPurchases(city, as)
    const { page, putForward } = await visit({ as })
    await page.goto('/dashboard')
    await expectSeen(page.getByText('El SII no respondió bien'))
    city.sii.scenarios.clear({ name: 'register-error' })
    await putForward(61_000)
    await button(page, 'Intentar ahora').click()
    await expectSeen(page.getByText(FIRST))
    await city.readRegisters()
    await putForward(5_000)
    await expectSeen(heading(page, 'Top Clientes'))
  },
)

deepTest(
  'a pause is told as one, and looked after seldom; what the SII asks first is told as that',
  async ({ city, visit }) => {
    const { page, putForward } = await visit({ as: await resident(city) })
    const untilMs = city.clock.now() + 30 * 60_000
    let isOver = false
    let looks = 0
    page.on('request', (request) => {
      if (request.url().includes('/analytics/?')) looks += 1
    })
    await answerReading(page, () =>
      isOver
        ? { state: 'stopped', reason: 'asks', next_try_at: null }
        : { state: 'waiting', reason: null, next_try_at: new Date(untilMs).toISOString() },
    )
    await page.goto('/dashboard')
    await expectSeen(page.getByText(PAUSED))
    expect(await page.getByText(FIRST).count()).toBe(0)
    await putForward(60_000)
    // Requests leave in their order: whatever the page had asked by now stands before this one.
    await page.evaluate(async () => void (await fetch('/')))
    expect(looks).toBe(1)
    isOver = true
    await putForward(4 * 60_000 + 1_000)
    await expectSeen(page.getByText(ASKS))
    expect(looks).toBe(2)
  },
)
