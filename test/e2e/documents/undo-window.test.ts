import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { issued } from '../fixtures/city.ts'
import { button, expectSeen, expectText, expectToast, field, heading } from '../fixtures/hands.ts'
import { addRule, documentOf, issuedDocument, issueNow, resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { deepTest } from '../fixtures/stories.ts'
import { PHONE } from '../fixtures/visitor.ts'

const WINDOW_MS = 30 * 60_000

test('stopped inside its window, a factura never leaves', async ({ city, visit }) => {
  const ana = await resident(city)
  const rule = await addRule(ana)
  const { id } = await documentOf(ana, rule, 'waiting')
  const { page, putForward } = await visit({ as: ana, width: PHONE })
  await page.goto(`/documents/${id}`)
  await button(page, 'No emitir').click()
  const dialog = page.getByRole('dialog', { name: '¿Detener esta factura?' })
  await expectSeen(dialog.getByText(/SERVICIO DE IMPUESTOS INTERNOS por \$119\.000/))
  await button(dialog, 'Sí, no emitir').click()
  await expectSeen(page.getByText('Detenida', { exact: true }))
  await putForward(WINDOW_MS + 60_000)
  // One that was written later and has left proves that the first had every chance to.
  await issuedDocument(ana, { name: 'Otra', ruts: ['90909090-3'] })
  await expectSeen(page.getByText('Detenida', { exact: true }))
  expect(issued(city)).toHaveLength(1)
})

test('when the window ends it leaves by itself, before the eyes', async ({ city, visit }) => {
  const ana = await resident(city)
  const { id } = await documentOf(ana, await addRule(ana), 'waiting')
  const { page, putForward } = await visit({ as: ana })
  await page.goto(`/documents/${id}`)
  await markPage(page)
  await putForward(WINDOW_MS - 65_000)
  await expectText(page.getByRole('timer'), /^0?1:0\d$/)
  await putForward(70_000)
  await expectSeen(heading(page, /^Factura N° \d+$/))
  await expectMarked(page)
  expect(issued(city)).toHaveLength(1)
})

deepTest(
  'a change of its rule reaches it when that is wanted, and its window begins anew',
  async ({ city, visit }) => {
    const ana = await resident(city)
    const rule = await addRule(ana)
    const { id } = await documentOf(ana, rule, 'waiting')
    const { page } = await visit({ as: ana, width: PHONE })
    await page.goto(`/rules/edit/${rule.id}?step=lines`)
    await field(page, 'Precio en pesos').fill('200.000')
    for (const step of ['¿Cuándo se emite?', '¿Enviamos el documento por correo?']) {
      await button(page, 'Siguiente').click()
      await expectSeen(heading(page, step))
    }
    await button(page, 'Siguiente').click()
    const now = page.getByRole('checkbox', { name: 'Aplicar a la de este mes' })
    await expectSeen(page.getByText(/^Ya está lista la de SERVICIO DE IMPUESTOS INTERNOS\./))
    expect(await now.isChecked()).toBe(false)
    await now.check()
    await button(page, 'Guardar cambios').click()
    await expectToast(page, 'Regla actualizada')
    await page.goto(`/documents/${id}`)
    await expectSeen(page.getByText('Pediste aplicarle el cambio de su regla: se prepara de nuevo'))
    await expectSeen(page.getByText(/^Está lista\. Se emitirá en el SII por \$238\.000/))
    expect(issued(city)).toHaveLength(0)
  },
)

test('whoever stops it too late is told, and sees what happened', async ({ city, visit }) => {
  const ana = await resident(city)
  const rule = await addRule(ana)
  const { id } = await documentOf(ana, rule, 'waiting')
  const { page } = await visit({ as: ana })
  // Without the stream of changes the page doesn't know yet.
  await page.route('**/api/events/', (route) => route.abort())
  await page.goto(`/documents/${id}`)
  await button(page, 'No emitir').click()
  await button(page.getByRole('dialog'), 'Sí, no emitir').waitFor()
  await issueNow(ana, rule)
  await documentOf(ana, rule, 'issued')
  await button(page.getByRole('dialog'), 'Sí, no emitir').click()
  await expectToast(
    page,
    'Ya no se podía: el documento cambió mientras mirabas. Esto es lo último que sabemos.',
  )
  await expectSeen(page.getByText('Emitida', { exact: true }))
  expect(issued(city)).toHaveLength(1)
})

/** A page that was loaded again has lost the mark. */
async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-stamp', 'same page'))
}

async function expectMarked(page: Page): Promise<void> {
  expect(await page.locator('html').getAttribute('data-stamp')).toBe('same page')
}
