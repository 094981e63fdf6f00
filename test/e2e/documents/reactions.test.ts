import { describe, expect } from 'vitest'
import { formatDay } from '#domain/day.ts'
import {
  button,
  expectGone,
  expectPath,
  expectSeen,
  expectText,
  heading,
  link,
} from '../fixtures/hands.ts'
import { claimedDocument, issuedDocument, resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { widthsOf } from '../fixtures/stories.ts'
import { PHONE } from '../fixtures/visitor.ts'

describe.each(widthsOf(PHONE))('at %i pixels', (width) => {
  test('a claim leads from the inbox to its factura, says what it means, and is over once settled', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    const document = await claimedDocument(city, ana, { ruts: ['90909090-3'] })
    await issuedDocument(ana, { name: 'Otra asesoría', ruts: ['93939393-5'], price: '250000' })
    const { page } = await visit({ as: ana, width })
    await page.goto('/attention')
    await expectSeen(heading(page, /^Factura para COMERCIALIZADORA ÑUBLE .+ la reclamó en el SII$/))
    await page.getByRole('link', { name: /^Ver el documento: Factura para/ }).click()
    await expectPath(page, `/documents/${document.id}`)
    const card = page.getByRole('region', { name: 'Respuesta del receptor' })
    await expectText(card, /Reclamó que le falta una parte de lo facturado\./)
    await expectSeen(card.getByText(/tu cliente no puede usar su IVA como crédito/))
    await expectSeen(link(card, 'Hacer nota de crédito'))
    await expectSeen(card.getByText('Reclamó una falta parcial (RFP)'))
    await button(card, 'Ya está resuelto').click()
    await expectSeen(card.getByText(`Diste el reclamo por resuelto el ${formatDay(city.today)}.`))
    await expectGone(button(card, 'Ya está resuelto'))
    await page.goto('/attention')
    await expectSeen(heading(page, 'Nada te espera'))

    await page.goto('/documents')
    const claimed = page.getByRole('link', { name: /COMERCIALIZADORA ÑUBLE .+Reclamada/ })
    await expectSeen(claimed)
    await page
      .getByRole('combobox', { name: 'Respuesta del receptor' })
      .selectOption({ label: 'Reclamada' })
    await expect.poll(() => new URL(page.url()).search).toBe('?reaction=claimed')
    await expectGone(page.getByRole('link', { name: /CLÍNICA DENTAL/ }))
    await expectSeen(claimed)
  })
})
