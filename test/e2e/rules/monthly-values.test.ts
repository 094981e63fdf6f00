import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { addDays, firstDayOf, formatDay, monthOf } from '#domain/day.ts'
import { nextEmissions } from '#domain/schedule.ts'
import { button, expectSeen, expectToast, field, heading } from '../fixtures/hands.ts'
import {
  addRule,
  documentOf,
  login,
  resident,
  type Resident,
  type Rule,
  scheduleOf,
} from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { deepTest, widthsOf } from '../fixtures/stories.ts'
import { WIDE } from '../fixtures/visitor.ts'
import { monthAfter, monthAndYear, monthName, soonAfter } from '../fixtures/today.ts'

const SAVE = 'Guardar valores'

describe.each(widthsOf(WIDE))('at %i pixels', (width) => {
  test('each client is asked, the totals count along, and what happens next is told', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    const rule = await addRule(ana, { ruts: ['90909090-3', '96969696-7'], on: 'SOON' })
    await leaveOpen(ana, rule, { price: '45000', quantity_is_fixed: false })
    const { page } = await visit({ as: ana, width })
    await page.goto(pathOf(rule))
    await expectNext(
      page,
      `Se emitirá el ${formatDay(soonAfter(city.today))} a 2 clientes, cuando completes`,
    )
    const first = page.getByRole('group').first()
    const second = page.getByRole('group').nth(1)
    await expectSeen(first.getByText(`Asesoría de ${monthName(soonAfter(city.today))} × $45.000`))
    await field(first, 'Cantidad').fill('2,5')
    for (const amount of ['$112.500', '$21.375', '$133.875']) {
      await expectSeen(first.getByText(amount, { exact: true }))
    }
    await button(page, SAVE).click()
    await expectSeen(second.getByText('Escribe una cantidad mayor que cero'))
    expect(await field(second, 'Cantidad').evaluate((one) => one.matches(':focus'))).toBe(true)
    await field(second, 'Cantidad').fill('1')
    await expectNext(
      page,
      `Se emitirá el ${formatDay(soonAfter(city.today))} por $187.425 con IVA a 2 clientes.`,
    )
    await button(page, SAVE).click()
    await expectToast(page, 'Valores guardados')
    await expectSeen(page.getByText('Ya está todo. Puedes cambiarlo'))
    await page.reload()
    expect(await field(page.getByRole('group').first(), 'Cantidad').inputValue()).toBe('2,5')
  })
})

test('pesos of a UF not yet published are an estimate that says so', async ({ city, visit }) => {
  const ana = await resident(city)
  const rule = await addRule(ana, { currency: 'UF', price: '10', on: 28 })
  const [issueDay = city.today] = nextEmissions({ rule: 'EXACT', dayOfMonth: 28 }, city.today, 1)
  const ufDay = addDays(firstDayOf(monthOf(issueDay)), -1)
  await leaveOpen(ana, rule, { quantity: '1', price_is_fixed: false })
  const { page } = await visit({ as: ana })
  await page.goto(pathOf(rule))
  await field(page, 'Precio en UF').fill('10')
  await expectSeen(page.getByText(new RegExp(`^= \\$[\\d.]+ con la UF del ${formatDay(ufDay)}`)))
  await ana.ask('PATCH', `/billing-sii/invoice-rules/${rule.id}/`, { uf_rate_type: 'DAY_OF' })
  await page.reload()
  await field(page, 'Precio en UF').fill('10')
  await expectSeen(page.getByText(/^≈ \$[\d.]+ con la UF de hoy$/))
  await expectSeen(page.getByText('Estimado: usa una UF que aún no se publica.'))
  await expectNext(
    page,
    new RegExp(
      `^Se emitirá el ${formatDay(issueDay)} por \\$[\\d.]+ \\(estimado\\) con IVA a 1 cliente`,
    ),
  )
})

test('in the evening of the day nothing is said to be issued with its date', async ({
  city,
  visit,
}) => {
  const ana = await resident(city)
  const rule = await addRule(ana, { on: 'SOON' })
  await leaveOpen(ana, rule, { price: '45000', quantity_is_fixed: false })
  await ana.ask('PATCH', `/billing-sii/invoice-rules/${rule.id}/`, {
    ...scheduleOf(ana, 'TODAY'),
  })
  await documentOf(ana, rule, 'needs_data')
  // 22:47 in Chile.
  city.clock.putForward((10 * 60 + 47) * 60_000)
  const { page } = await visit({ as: await login(city, ana.email) })
  await page.goto(pathOf(rule))
  await expectNext(page, `Ya no alcanza a salir con fecha ${formatDay(city.today)}.`)
  await field(page, 'Cantidad').fill('1')
  await button(page, SAVE).click()
  await expectToast(page, 'Valores guardados')
  await expectNext(page, `Ya no alcanza a salir con fecha ${formatDay(city.today)}.`)
})

deepTest('what the server refuses stands at its field', async ({ city, visit }) => {
  const ana = await resident(city)
  const rule = await addRule(ana, { on: 'SOON' })
  await leaveOpen(ana, rule, { price: '45000', quantity_is_fixed: false })
  const { page } = await visit({ as: ana })
  await page.route(`**/monthly-values/${monthOf(soonAfter(city.today))}/`, (route) =>
    route.fulfill({ status: 400, json: { values: [{ quantity: ['Demasiadas horas.'] }] } }),
  )
  await page.goto(pathOf(rule))
  await field(page, 'Cantidad').fill('900')
  await button(page, SAVE).click()
  await expectSeen(page.getByText('Demasiadas horas.'))
  await expect.poll(() => field(page, 'Cantidad').getAttribute('aria-invalid')).toBe('true')
  expect(await field(page, 'Cantidad').evaluate((one) => one.matches(':focus'))).toBe(true)
})

deepTest(
  'saved by somebody else meanwhile, it is too late, and the next month is a click away',
  async ({ city, visit }) => {
    const ana = await resident(city)
    const rule = await addRule(ana, { on: 'SOON' })
    await leaveOpen(ana, rule, { price: '45000', quantity_is_fixed: false })
    await ana.ask('PATCH', `/billing-sii/invoice-rules/${rule.id}/`, {
      ...scheduleOf(ana, 'TODAY'),
    })
    await documentOf(ana, rule, 'needs_data')
    const { page } = await visit({ as: ana })
    await page.goto(pathOf(rule))
    await expectSeen(heading(page, new RegExp(`: valores de ${monthAndYear(city.today)}$`)))
    await ana.ask(
      'PUT',
      `/billing-sii/invoice-rules/${rule.id}/monthly-values/${monthOf(city.today)}/`,
      {
        values: [{ client: rule.clients_detail[0]?.client.id, order: 1, quantity: '3' }],
      },
    )
    await documentOf(ana, rule, 'waiting')
    await expectSeen(heading(page, 'Ya no se puede cambiar'))
    await button(page, `Valores de ${monthAndYear(monthAfter(city.today))}`).click()
    await expectNext(page, `Se emitirá el ${formatDay(monthAfter(city.today))} a 1 cliente`)
    await field(page, 'Cantidad').fill('1')
    await button(page, SAVE).click()
    await expectSeen(page.getByText('Ya está todo. Puedes cambiarlo'))
  },
)

function pathOf({ id }: Rule): string {
  return `/rules/${id}/values`
}

/** The rule's one line asks for something each month. */
async function leaveOpen({ ask }: Resident, rule: Rule, line: object): Promise<void> {
  const [known] = rule.invoice_lines_detail
  await ask('PATCH', `/billing-sii/invoice-rules/${rule.id}/`, {
    invoice_lines: [{ product_id: known?.product_id, order: 1, ...line }],
  })
}

async function expectNext(page: Page, text: string | RegExp): Promise<void> {
  await expectSeen(page.getByRole('status').getByText(text))
}
