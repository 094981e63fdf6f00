import { describe, expect } from 'vitest'
import { readDirectoryProduct } from '#contract/directory.ts'
import { xlsxOfRows } from '#server/sheets/test-xlsx.ts'
import { button, expectSeen, heading, link } from '../fixtures/hands.ts'
import { addRule, resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { widthsOf } from '../fixtures/stories.ts'
import { PHONE } from '../fixtures/visitor.ts'
import { choose, exportedFrom } from './file.ts'

describe.each(widthsOf(PHONE))('at %i pixels', (width) => {
  test('clients are exported, come back alike, and with changes are seen before they are applied', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    await addRule(ana, { ruts: ['90909090-3', '93939393-5'], on: 'SOON' })
    const { page } = await visit({ width, as: ana })
    await page.goto('/clients')
    await expectSeen(page.getByRole('link', { name: /ÑUBLE/ }))
    const { bytes, sheets } = await exportedFrom(page)
    await link(page, 'Importar').click()
    await expectSeen(heading(page, 'Importar clientes'))
    await choose(page, bytes)
    await expectSeen(page.getByText(/no hay nada que aplicar/))
    await button(page, 'Elegir otro archivo').click()

    const [headings = [], ...rows] = sheets.Clientes ?? []
    const added = ['11111111-1', 'Cliente Nuevo', 'Comercio', 'Calle 1', 'Ñuñoa', 'Santiago', 30]
    const wrong = ['11111111-2', 'Otro', null, null, null, null, null]
    await choose(page, await xlsxOfRows({ Clientes: [headings, ...rows, added, wrong] }))
    await expectSeen(heading(page, '1 celda por corregir'))
    await expectSeen(page.getByText('El dígito verificador no corresponde.', { exact: false }))
    await expectSeen(page.getByText(`Clientes A${rows.length + 3}`))
    await expectSeen(page.getByText('Cliente Nuevo'))
    await button(page, 'Elegir otro archivo').click()
    await choose(page, await xlsxOfRows({ Clientes: [headings, ...rows, added] }))
    await button(page, 'Aplicar 1 cambio').click()
    await expectSeen(heading(page, 'Archivo aplicado'))
    await link(page.getByRole('main'), 'Clientes').last().click()
    await expectSeen(page.getByRole('link', { name: /Cliente Nuevo/ }))
  })
})

test('a file of products changes a price with the rules that follow, or without them', async ({
  city,
  visit,
}) => {
  const ana = await resident(city)
  const rule = await addRule(ana, { name: 'Sigue', on: 'SOON' })
  const product = rule.invoice_lines_detail[0]?.product_id ?? 0
  await ana.ask('PATCH', `/billing-core/products/${product}/`, { code: 'ASE', name: 'Asesoría' })
  const { page } = await visit({ as: ana })
  await page.goto('/products')
  const { sheets } = await exportedFrom(page)
  const [headings = []] = sheets.Productos ?? []
  await link(page, 'Importar').click()
  await choose(
    page,
    await xlsxOfRows({ Productos: [headings, ['ASE', 'Asesoría', 104_500, 'CLP']] }),
  )
  await expectSeen(page.getByText('Sigue · Asesoría: de $100.000 a $104.500'))
  // Somebody else was faster.
  await ana.ask('PATCH', `/billing-core/products/${product}/`, { name: 'Asesoría contable' })
  await button(page, 'Aplicar 1 cambio').click()
  await expectSeen(page.getByText(/Algo cambió desde que revisaste/))
  await button(page, 'Revisar de nuevo').click()
  await expectSeen(page.getByText('Asesoría contable', { exact: false }).first())
  await button(page, 'Aplicar 1 cambio').click()
  await expectSeen(heading(page, 'Archivo aplicado'))
  const after = readDirectoryProduct.reply.parse(
    await ana.ask('GET', `/directory/products/${product}/`),
  )
  expect(after.product.unit_price).toBe('104500')
  expect(after.rules[0]?.lines[0]?.price).toBe('104500')
})
