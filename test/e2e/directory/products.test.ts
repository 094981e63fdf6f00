import { describe, expect } from 'vitest'
import { readRule } from '#contract/rules.ts'
import {
  button,
  expectGone,
  expectPath,
  expectSeen,
  expectToast,
  field,
  heading,
  link,
} from '../fixtures/hands.ts'
import { addRule, companies, resident, type Resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { widthsOf } from '../fixtures/stories.ts'
import { WIDE } from '../fixtures/visitor.ts'

/** Two rules with the product's price, and one with a price of its own. */
async function rulesOfOneProduct(ana: Resident): Promise<{ product: number; rules: number[] }> {
  const first = await addRule(ana, { name: 'Sigue', on: 'SOON' })
  const product = first.invoice_lines_detail[0]?.product_id ?? 0
  const rules = [first.id]
  for (const [name, price] of [
    ['También', '100000'],
    ['Propia', '90000'],
  ]) {
    const other = await addRule(ana, { name: String(name), on: 'SOON' })
    await ana.ask('PATCH', `/billing-sii/invoice-rules/${other.id}/`, {
      invoice_lines: [{ product_id: product, quantity: '2', price, order: 1 }],
    })
    rules.push(other.id)
  }
  await ana.ask('PATCH', `/billing-core/products/${product}/`, { name: 'Asesoría', code: 'ASE' })
  return { product, rules }
}

describe.each(widthsOf(WIDE))('at %i pixels', (width) => {
  test('a price is changed once, and who follows it is seen before', async ({ city, visit }) => {
    const ana = await resident(city)
    const { product, rules } = await rulesOfOneProduct(ana)
    const { page } = await visit({ width, as: ana })
    await page.goto('/products?search=ase')
    const row = page.getByRole('link', { name: /Asesoría.*ASE/s })
    await expectSeen(row.getByText('3 reglas'))
    await row.click()
    await expectPath(page, `/products/${product}`)
    const price = page.getByRole('region', { name: 'Precio' })
    await button(price, 'Cambiar el precio').click()
    const follow = price.getByRole('region', { name: 'Siguen al producto' })
    const others = price.getByRole('region', { name: 'No siguen' })
    await field(price, 'Nuevo precio en pesos').fill('110.000')
    await expectSeen(follow.getByText('+$10.000 por documento'))
    await expectSeen(follow.getByText('+$20.000 por documento'))
    await expectSeen(others.getByText('Precio propio: $90.000'))
    await follow.getByRole('checkbox', { name: 'También' }).uncheck()
    await button(price, 'Revisar el cambio').click()
    const dialog = page.getByRole('dialog')
    await expectSeen(dialog.getByText(/De \$100\.000 a \$110\.000, en el producto y en 1 regla/))
    await button(dialog, 'Cambiar el precio').click()
    await expectToast(page, 'Precio cambiado')
    await expectSeen(others.getByText('Precio propio: $100.000'))
    const prices = await Promise.all(
      rules.map(async (id) => {
        const rule = readRule.reply.parse(await ana.ask('GET', `/billing-sii/invoice-rules/${id}/`))
        return rule.invoice_lines_detail[0]?.price
      }),
    )
    expect(prices).toEqual(['110000', '100000', '90000'])
    await expectSeen(
      page.getByText('No se puede eliminar: se cobra en «Propia», «Sigue» y «También».'),
    )
  })
})

test('a price that changed in another window is shown anew before it is changed', async ({
  city,
  visit,
}) => {
  const ana = await resident(city)
  const { product } = await rulesOfOneProduct(ana)
  const { page } = await visit({ as: ana })
  await page.goto(`/products/${product}`)
  const price = page.getByRole('region', { name: 'Precio' })
  await button(price, 'Cambiar el precio').click()
  await field(price, 'Nuevo precio en pesos').fill('120000')
  await ana.ask('PATCH', `/billing-core/products/${product}/`, { unit_price: '105000' })
  await button(price, 'Revisar el cambio').click()
  await button(page.getByRole('dialog'), 'Cambiar el precio').click()
  await expectSeen(price.getByText(/cambió mientras tanto/))
  await expectSeen(price.getByText('$105.000').first())
})

test('a product that nothing charges is made, renamed and deleted', async ({ city, visit }) => {
  const ana = await resident(city)
  expect(await companies(ana)).not.toEqual([])
  const { page } = await visit({ as: ana })
  await page.goto('/products')
  await button(page, 'Nuevo producto').first().click()
  const dialog = page.getByRole('dialog')
  await field(dialog, 'Nombre').fill('Taller')
  await field(dialog, 'Precio en pesos').fill('80.000')
  await button(dialog, 'Crear producto').click()
  await expectSeen(heading(page, 'Taller'))
  const data = page.getByRole('region', { name: 'Datos' })
  await button(data, 'Editar').click()
  await field(data, 'Nombre').fill('Taller de cierre')
  await button(data, 'Guardar').click()
  await expectSeen(heading(page, 'Taller de cierre'))
  await button(page, 'Eliminar producto').click()
  await button(page.getByRole('dialog'), 'Eliminar producto').click()
  await expectPath(page, '/products')
  await expectGone(link(page, 'Taller de cierre'))
})
