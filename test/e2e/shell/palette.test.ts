import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  button,
  expectFocus,
  expectGone,
  expectPath,
  expectSeen,
  heading,
} from '../fixtures/hands.ts'
import { addRule, issuedDocument, newcomer, resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { deepTest } from '../fixtures/stories.ts'

test('Ctrl+K finds a rule, a client or a document, goes anywhere and makes a rule', async ({
  city,
  visit,
}) => {
  const ana = await resident(city)
  const { rule, document } = await issuedDocument(ana, {
    name: 'Asesoría de Ñuble',
    ruts: ['90909090-3'],
  })
  const { page } = await visit({ as: ana })
  await page.goto('/rules')
  await expectSeen(heading(page, 'Reglas'))
  const open = async () => {
    await page.keyboard.press('Control+k')
    await expectFocus(page.getByRole('dialog').getByRole('combobox'))
  }
  await open()
  await expectSeen(page.getByRole('option', { name: 'Crear una regla', selected: true }))
  await page.keyboard.press('ArrowUp')
  await expectSeen(page.getByRole('option', { name: 'Requiere tu atención', selected: true }))
  await page.keyboard.press('Enter')
  await expectPath(page, '/attention')
  await expectSeen(heading(page, 'Requiere tu atención'))
  expect(await focused(page)).toBe('Requiere tu atención')

  await open()
  await page.keyboard.type('asesoria nuble')
  await expectSeen(page.getByRole('group', { name: 'Reglas' }).getByRole('option'))
  await page.keyboard.press('Enter')
  await expectPath(page, `/rules/edit/${rule.id}`)

  await open()
  await page.keyboard.type('909090903')
  const client = page.getByRole('group', { name: 'Clientes' }).getByRole('option')
  await expectSeen(client.getByText('90.909.090-3'))
  await client.click()
  await expectSeen(heading(page, /ÑUBLE/))
  expect(new URL(page.url()).pathname).toMatch(/^\/clients\/\d+$/)

  await open()
  await page.keyboard.type('comercializadora')
  const documents = page.getByRole('group', { name: 'Documentos' }).getByRole('option')
  await expectSeen(documents.filter({ hasText: `N° ${document.folio}` }))
  await documents.first().click()
  await expectPath(page, `/documents/${document.id}`)
})

deepTest(
  'it closes without a trace, gives the focus back, and is nobody else’s',
  async ({ city, visit }) => {
    const ana = await resident(city)
    await addRule(ana, { on: 'SOON' })
    const { page } = await visit({ as: ana, width: 390 })
    await page.goto('/rules')
    const opener = button(page, 'Buscar o ir a…')
    await opener.click()
    const dialog = page.getByRole('dialog', { name: 'Buscar o ir a…' })
    const combobox = dialog.getByRole('combobox')
    await expect.poll(() => combobox.evaluate((it) => it === document.activeElement)).toBe(true)
    await page.keyboard.type('zzzz')
    await expectSeen(dialog.getByText('Nada coincide con «zzzz».'))
    await page.keyboard.press('Escape')
    await expectGone(dialog)
    await expect.poll(() => opener.evaluate((it) => it === document.activeElement)).toBe(true)
    await button(page, 'Acciones de Asesoría mensual').click()
    await page.getByRole('menuitem', { name: 'Eliminar' }).click()
    await expectSeen(page.getByRole('dialog', { name: /Eliminar/ }))
    await page.keyboard.press('Control+k')
    expect(await page.getByRole('dialog').count()).toBe(1)
    const stranger = (await visit({ as: await newcomer(city, 'nueva@empresa.example') })).page
    await stranger.goto('/onboarding/sii')
    await expectSeen(heading(stranger, 'Conecta el SII'))
    await stranger.keyboard.press('Control+k')
    expect(await stranger.getByRole('dialog').count()).toBe(0)
  },
)

async function focused(page: Page): Promise<string> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  return page.evaluate(() => document.activeElement?.textContent ?? '')
}
