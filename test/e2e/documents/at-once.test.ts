import { readXlsx } from 'hucre/xlsx'
import { describe, expect } from 'vitest'
import {
  button,
  contentOf,
  expectGone,
  expectSeen,
  expectText,
  expectToast,
  heading,
} from '../fixtures/hands.ts'
import {
  addRule,
  documentOf,
  fileOf,
  issuedDocument,
  resident,
  scheduleOf,
  type Resident,
} from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { testsAt } from '../fixtures/stories.ts'
import { WIDTHS } from '../fixtures/visitor.ts'

/** Two documents whose rules ask for approval. */
async function approvals(ana: Resident): Promise<{ id: number }[]> {
  const rules = [
    await addRule(ana, { name: 'Una', on: 'SOON' }),
    await addRule(ana, { name: 'Otra', on: 'SOON', price: '200000', ruts: ['90909090-3'] }),
  ]
  for (const rule of rules) {
    await ana.ask('PATCH', `/billing-sii/invoice-rules/${rule.id}/`, {
      needs_approval: true,
      ...scheduleOf(ana, 'TODAY'),
    })
  }
  for (const rule of rules) await documentOf(ana, rule, 'waiting')
  return rules
}

describe.each(WIDTHS)('at %i pixels', (width) => {
  const test = testsAt(width)

  test('chosen ones come as one archive and as a list; what was never mailed is said', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    const { document } = await issuedDocument(ana)
    await fileOf(ana, document.id, 'xml')
    const { page } = await visit({ width, as: ana })
    await page.goto('/documents')
    await button(page, 'Elegir varios').click()
    const bar = page.getByRole('region', { name: 'Elegidos' })
    await page.getByRole('checkbox').first().click()
    await expectText(bar.getByRole('status'), '1 elegido')

    const archive = page.waitForEvent('download')
    await button(bar, 'PDF y XML').click()
    const bytes = await contentOf(await archive)
    expect(bytes.toString('latin1')).toMatch(/Factura.*\.pdf[^]*Factura.*\.xml/)

    const list = page.waitForEvent('download')
    await button(bar, 'Exportar a Excel').click()
    const { sheets } = await readXlsx(await contentOf(await list))
    expect(sheets[0]?.rows[1]).toEqual(expect.arrayContaining(['Factura', document.folio]))

    await button(bar, 'Enviar de nuevo').click()
    const dialog = page.getByRole('dialog')
    await expectSeen(dialog.getByText(/^No se envía: su correo aún no ha salido/))
    expect(await button(dialog, 'Enviar de nuevo').isDisabled()).toBe(true)
    await button(dialog, 'Cancelar').click()
    await expectGone(dialog)
  })

  test('ticked approvals are given by one word that names their sum', async ({ city, visit }) => {
    const ana = await resident(city)
    const rules = await approvals(ana)
    const { page } = await visit({ width, as: ana })
    await page.goto('/attention')
    await page.getByRole('button', { name: /^Decidir juntos/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Decidir 2 documentos juntos' })
    await expectSeen(button(dialog, 'Emitir 2 por $357.000'))
    await dialog.getByRole('checkbox').first().click()
    await expectSeen(dialog.getByRole('button', { name: /^Emitir 1 por / }))
    await dialog.getByRole('checkbox').first().click()
    await button(dialog, 'Emitir 2 por $357.000').click()
    await expectToast(page, '2 documentos en camino.')
    for (const rule of rules) await documentOf(ana, rule, 'issued')
    await expectSeen(heading(page, 'Nada te espera'))
  })
})

test('documents that are left by one word are not issued', async ({ city, visit }) => {
  const ana = await resident(city)
  const rules = await approvals(ana)
  const { page } = await visit({ as: ana })
  await page.goto('/attention')
  await page.getByRole('button', { name: /^Decidir juntos/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^No emitir/ }).check()
  await button(dialog, 'No emitir 2').click()
  await expectToast(page, '2 documentos no se emitirán.')
  for (const rule of rules) await documentOf(ana, rule, 'skipped')
})
