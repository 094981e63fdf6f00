import { expect } from 'vitest'
import * as contract from '#contract/index.ts'
import type { City } from '../fixtures/city.ts'
import { loseNextAnswer } from '../fixtures/held-calls.ts'
import { button, expectPath, expectSeen, expectToast, field, heading } from '../fixtures/hands.ts'
import { companies, listRules } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { deepTest } from '../fixtures/stories.ts'
import { PHONE, WIDE, type Visit } from '../fixtures/visitor.ts'
import { secondRule } from '../fixtures/wizard-hands.ts'
import { dayOfSoon } from '../fixtures/today.ts'

const CREATE = '/api/billing-sii/invoice-rules/'
const PRODUCTS = '/api/billing-core/products/'

/** Ana's second rule, of a day to come, at the step that creates it. */
async function reviewedRule(city: City, visit: Visit, width: number) {
  const { page, context, ana } = await secondRule(city, visit, { width })
  await field(page, 'Día del mes').fill(dayOfSoon(city.today))
  await button(page, 'Siguiente').click()
  await button(page, 'Siguiente').click()
  await expectSeen(page.getByText(/^Se emitirá el /))
  const rulesMade = async () =>
    (await listRules(ana)).filter(({ day_of_month: day }) => String(day) === dayOfSoon(city.today))
      .length
  return { page, context, rulesMade }
}

test('two clicks in the same moment on "Crear regla" create one rule', async ({ city, visit }) => {
  const { page, rulesMade } = await reviewedRule(city, visit, PHONE)
  await button(page, 'Crear regla').evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
  await expectPath(page, '/rules')
  expect(await rulesMade()).toBe(1)
})

test('a rule whose answer was lost is not made again, even after a reload', async ({
  city,
  visit,
}) => {
  const { page, rulesMade } = await reviewedRule(city, visit, WIDE)
  await loseNextAnswer(page, CREATE)
  await button(page, 'Crear regla').click()
  await expectToast(page, 'No se pudo guardar la regla')
  expect(await rulesMade()).toBe(1)
  await page.reload()
  await expectSeen(page.getByText(/^Se emitirá el /))
  await button(page, 'Crear regla').click()
  await expectPath(page, '/rules')
  expect(await rulesMade()).toBe(1)
})

test('a product is made once by two clicks in the same moment and a lost answer', async ({
  city,
  visit,
}) => {
  const { page, ana } = await secondRule(city, visit)
  await button(page, 'Volver').click()
  await button(page, 'Crear producto').click()
  const product = page.getByRole('group', { name: 'Nuevo producto o servicio' })
  await field(product, 'Nombre').fill('Asesoría única')
  await field(product, 'Precio en pesos').fill('1.000')
  await loseNextAnswer(page, PRODUCTS)
  const create = button(product, 'Crear producto')
  await create.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
  await expectToast(page, 'Error al crear producto')
  await create.click()
  await expectToast(page, 'Producto creado')
  const [company] = await companies(ana)
  const products = await ana.ask('GET', `${PRODUCTS.slice(4)}?company=${company?.id}`)
  const made = contract.listProducts.reply.parse(products)
  expect(made.filter(({ name }) => name === 'Asesoría única')).toHaveLength(1)
})

deepTest(
  'a rule changed after its answer was lost leads to the one that was made',
  async ({ city, visit }) => {
    const { page, rulesMade } = await reviewedRule(city, visit, WIDE)
    await loseNextAnswer(page, CREATE)
    await button(page, 'Crear regla').click()
    await expectToast(page, 'No se pudo guardar la regla')
    await field(page, 'Nombre de la regla').fill('Otro nombre')
    await button(page, 'Crear regla').click()
    await expectSeen(page.getByText(/^La regla ya se había creado/))
    await expectPath(page, '/rules')
    expect(await rulesMade()).toBe(1)
    expect(await page.evaluate(() => localStorage.getItem('folio.draft'))).toBeNull()
  },
)

test('without a network "Crear regla" fails at once and nothing is sent later', async ({
  city,
  visit,
}) => {
  const { page, context, rulesMade } = await reviewedRule(city, visit, PHONE)
  await context.setOffline(true)
  await expectSeen(page.getByText(/^Sin conexión a internet/))
  await button(page, 'Crear regla').click()
  await expectToast(page, 'No hay conexión; no se guardó nada.')
  await context.setOffline(false)
  await page.getByText(/^Sin conexión a internet/).waitFor({ state: 'hidden' })
  await expectSeen(heading(page, 'Revisa y confirma'))
  expect(await rulesMade()).toBe(0)
})
