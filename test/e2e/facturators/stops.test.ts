import { describe, expect } from 'vitest'
import { rodrigo } from '#simulators/world.ts'
import { formatDay } from '#domain/day.ts'
import { issued } from '../fixtures/city.ts'
import { button, expectPath, expectSeen, expectToast, heading, link } from '../fixtures/hands.ts'
import { addRule, documentOf, resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { widthsOf } from '../fixtures/stories.ts'
import { WIDE } from '../fixtures/visitor.ts'
import { monthAfter } from '../fixtures/today.ts'

const WINDOW_MS = 31 * 60_000

describe.each(widthsOf(WIDE))('at %i pixels', (width) => {
  test('everything is stopped, said everywhere, and resumed; nothing is lost', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    const rule = await addRule(ana)
    const { id } = await documentOf(ana, rule, 'waiting')
    const { page, putForward } = await visit({ width, as: ana })
    await page.goto('/facturators')
    await button(page, 'Detener: Todas las empresas').click()
    await button(page.getByRole('dialog', { name: '¿Detener la emisión?' }), 'Detener').click()
    await expectToast(page, 'Emisión detenida')
    await expectSeen(
      page.getByText(
        new RegExp(`^Emisión detenida desde el ${formatDay(city.today)} \\d\\d:\\d\\d por `),
      ),
    )
    await putForward(WINDOW_MS)
    await page.goto('/this-month')
    await expectSeen(page.getByText('La emisión está detenida', { exact: true }))
    await page.goto(`/rules/edit/${rule.id}?step=review`)
    await expectSeen(page.getByText(`Le toca el ${formatDay(monthAfter(city.today))} por `))
    await expectSeen(page.getByText(/^Detuviste la emisión: se prepara en su fecha y no sale/))
    await page.goto('/attention')
    await page.getByRole('link', { name: /^Ir a reanudarla: / }).click()
    await expectPath(page, '/facturators')
    await expectSeen(page.getByText('1 documento listo está esperando'))
    expect(issued(city)).toEqual([])
    await button(page, 'Reanudar: Todas las empresas').click()
    await button(page.getByRole('dialog'), 'Reanudar').click()
    await expectToast(page, 'Emisión reanudada')
    // The time to stop it is given anew.
    await page.goto(`/documents/${id}`)
    await expectSeen(page.getByRole('timer'))
    await putForward(WINDOW_MS)
    await expect.poll(() => issued(city).length, { timeout: 15_000 }).toBe(1)
  })
})

test('one company is stopped and the others are not', async ({ city, visit }) => {
  const { page } = await visit({ as: await resident(city, rodrigo) })
  await page.goto('/facturators#stops')
  const name = 'SOFTWARE ARAUCARIA E.I.R.L.'
  await button(page, `Detener: ${name}`).click()
  await button(page.getByRole('dialog'), 'Detener').click()
  await expectSeen(button(page, `Reanudar: ${name}`))
  await expectSeen(button(page, 'Detener: Todas las empresas'))
  await link(page, 'Requiere tu atención: 1 asunto').click()
  await expectSeen(heading(page, `${name}: detuviste la emisión`))
})
