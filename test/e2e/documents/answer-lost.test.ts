import { expect } from 'vitest'
import { issued } from '../fixtures/city.ts'
import { button, expectSeen, heading } from '../fixtures/hands.ts'
import { addRule, documentOf, issueNow, resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { PHONE } from '../fixtures/visitor.ts'

const MINUTE_MS = 60_000

test('an answer lost after issuing: it is looked for, found, and not sent again', async ({
  city,
  visit,
}) => {
  const ana = await resident(city)
  const rule = await addRule(ana)
  const { id } = await documentOf(ana, rule, 'waiting')
  const { page, putForward } = await visit({ as: ana })
  await page.goto(`/documents/${id}`)
  city.sii.faults.add({ kind: 'drop-answer', cgi: 'mipeSendXML.cgi' })
  await button(page, 'Emitir ahora').click()
  await button(page.getByRole('dialog'), 'Emitir por $119.000').click()
  await expectSeen(page.getByText('En duda', { exact: true }))
  await expectSeen(page.getByText(/así nunca se emite dos veces\.$/))
  await expectSeen(page.getByText('Cerramos la sesión anterior en el SII antes de buscar'))
  await putForward(11 * MINUTE_MS)
  await expectSeen(heading(page, /^Factura N° \d+$/))
  await expectSeen(page.getByText(/^La encontramos emitida en el SII con el N° \d+$/))
  await expectSeen(button(page, 'PDF'))
  expect(issued(city)).toHaveLength(1)
})

test('what never arrived is sent again only on the word of a person who looked', async ({
  city,
  visit,
}) => {
  const ana = await resident(city)
  const rule = await addRule(ana)
  const { id } = await documentOf(ana, rule, 'waiting')
  city.sii.faults.add({ kind: 'drop-request', cgi: 'mipeSendXML.cgi' })
  await issueNow(ana, rule)
  await documentOf(ana, rule, 'uncertain')
  const { page, putForward } = await visit({ as: ana, width: PHONE })
  await page.goto(`/documents/${id}`)
  await expectSeen(page.getByText('Cerramos la sesión anterior en el SII antes de buscar'))
  await putForward(11 * MINUTE_MS)
  for (const [looks, waitMinutes] of [6, 16, 46].entries()) {
    const history = page.getByRole('region', { name: 'Historia' })
    const looked = history.getByText('Buscamos en el SII: no aparece todavía')
    await expect.poll(() => looked.count()).toBe(looks + 1)
    await putForward(waitMinutes * MINUTE_MS)
  }
  await button(page, '¿Qué viste en sii.cl?').click()
  const dialog = page.getByRole('dialog', { name: '¿Qué viste en sii.cl?' })
  expect(await button(dialog, 'Guardar mi decisión').isDisabled()).toBe(true)
  await dialog.getByRole('radio', { name: 'No está: volver a emitir' }).check()
  await expectSeen(dialog.getByText(/quedaría emitida dos veces en el SII/))
  expect(issued(city)).toEqual([])
  await button(dialog, 'Guardar mi decisión').click()
  await expectSeen(heading(page, /^Factura N° \d+$/))
  expect(issued(city)).toHaveLength(1)
})
