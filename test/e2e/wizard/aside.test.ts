import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { button, expectGone, expectSeen, field, heading } from '../fixtures/hands.ts'
import { addRule, resident } from '../fixtures/resident.ts'
import { testsAt } from '../fixtures/stories.ts'
import { PHONE, WIDTHS } from '../fixtures/visitor.ts'
import { newFacturaRule } from '../fixtures/wizard-hands.ts'
import { monthName, soonAfter, suggestedDay } from '../fixtures/today.ts'

const NUBLE = 'COMERCIALIZADORA ÑUBLE & CÍA. LTDA.'
const CLINIC = 'CLÍNICA DENTAL SONRISAS LIMITADA'

describe.each(WIDTHS)('at %i pixels', (width) => {
  const test = testsAt(width)

  test('beside the questions stands what was answered, each part only once there is something', async ({
    city,
    visit,
  }) => {
    const { page } = await visit({ width, as: await resident(city) })
    await newFacturaRule(page)
    await unfold(page)
    await expectParts(page, ['Tipo', 'Emisor', 'Fechas'])
    expect(await factOf(page, 'Tipo')).toBe('Facturas')
    expect(await factOf(page, 'Emisor')).toMatch(
      /^ASESORÍAS PEÑA & MUÑOZ SPAAV\. PROVIDENCIA 1234 OF\. 502, PROVIDENCIA.*@penamunoz\.example$/,
    )
    expect(await factOf(page, 'Fechas')).toContain(
      `Mensual, el día ${suggestedDay(city.today)} de cada mes`,
    )
  })

  test('of several clients the summary counts them, and the document is shown for one after another', async ({
    city,
    visit,
  }) => {
    const as = await resident(city)
    const { id } = await addRule(as, { ruts: ['90909090-3', '93939393-5'], on: 'SOON' })
    const { page } = await visit({ width, as })
    await page.goto(`/rules/edit/${id}?step=lines`)
    await expectSeen(heading(page, '¿Qué facturas?'))
    await unfold(page)
    await expectParts(page, ['Tipo', 'Emisor', 'Clientes (2)', 'Líneas', 'Fechas'])
    expect((await factOf(page, 'Clientes (2)'))?.split(', ').toSorted()).toEqual([CLINIC, NUBLE])
    expect(await factOf(page, 'Líneas')).toBe(
      `Asesoría de ${monthName(soonAfter(city.today))}: 1 × $100.000Total ítems: 1`,
    )
    const paper = aside(page).getByRole('group', { name: 'Documento que se emitirá' })
    await expectSeen(paper.getByText('FACTURA ELECTRÓNICA'))
    await expectSeen(paper.getByText('$119.000', { exact: true }))
    const first = (await paper.getByText(NUBLE).count()) > 0 ? NUBLE : CLINIC
    const second = first === NUBLE ? CLINIC : NUBLE
    await expectSeen(aside(page).getByText('1 de 2', { exact: true }))
    expect(await button(page, 'Ver el cliente anterior').isDisabled()).toBe(true)
    await button(page, 'Ver el próximo cliente').click()
    await expectSeen(paper.getByText(second))
    await expectGone(paper.getByText(first))
    // What is typed stands on the paper at once.
    await field(page, 'Precio en pesos').fill('200.000')
    await expectSeen(paper.getByText('$238.000', { exact: true }))
    expect(await factOf(page, 'Líneas')).toContain('1 × $200.000')
  })
})

function aside(page: Page) {
  return page.getByRole('complementary', { name: 'Así se verá' })
}

/** On a phone it is folded away under the questions. */
async function unfold(page: Page): Promise<void> {
  if (page.viewportSize()?.width === PHONE) await page.getByText('Ver el documento').click()
  await expectSeen(title(page))
}

function title(page: Page) {
  return heading(aside(page), 'Resumen')
}

/** The paper above it has terms of its own. */
function summary(page: Page) {
  return title(page).locator('xpath=following-sibling::dl')
}

async function expectParts(page: Page, parts: string[]): Promise<void> {
  await expect.poll(() => summary(page).getByRole('term').allTextContents()).toEqual(parts)
}

function factOf(page: Page, part: string): Promise<string | null> {
  const term = summary(page).getByRole('term').filter({ hasText: part })
  return term.locator('xpath=following-sibling::dd[1]').textContent()
}
