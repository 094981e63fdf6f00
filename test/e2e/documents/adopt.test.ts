import { describe, expect } from 'vitest'
import { ana, asesoriasPenaMunoz } from '#simulators/world.ts'
import { formatDay } from '#domain/day.ts'
import { issued } from '../fixtures/city.ts'
import { button, expectSeen, heading, link } from '../fixtures/hands.ts'
import { addRule, documentOf, issueNow, resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { widthsOf } from '../fixtures/stories.ts'
import { PHONE } from '../fixtures/visitor.ts'

describe.each(widthsOf(PHONE))('at %i pixels', (width) => {
  test('a factura that somebody made at sii.cl is taken for the rule’s own, and nothing is issued', async ({
    city,
    visit,
  }) => {
    const owner = await resident(city)
    const byHand = city.sii.issueByHand({
      issuerRut: asesoriasPenaMunoz.rut,
      sentByRut: ana.rut,
      receiverRut: '60803000-K',
      lines: [{ name: 'Hecha a mano', description: '', quantity: 1, unitClp: 100_000 }],
    })
    const rule = await addRule(owner)
    await issueNow(owner, rule)
    const { page } = await visit({ as: owner, width })
    await page.goto('/attention')
    await page.getByRole('button', { name: /^Decidir: .*se parece a otro documento/ }).click()
    await expectSeen(page.getByText(`Se parece al N° ${byHand.folio} del ${formatDay(city.today)}`))
    await button(page, 'Es este mismo').click()
    const dialog = page.getByRole('dialog', { name: `¿Es el N° ${byHand.folio}?` })
    await expectSeen(dialog.getByText(/^No se emite nada\./))
    await button(dialog, `Sí, es el N° ${byHand.folio}`).click()
    const document = await documentOf(owner, rule, 'issued')
    expect(document.folio).toBe(byHand.folio)
    await expectSeen(heading(page, 'Nada te espera'))
    await page.goto(`/documents/${document.id}`)
    const differences = page.getByRole('region', { name: 'Lo pedido y lo que tiene el SII' })
    await expectSeen(differences.getByText('Nombre de la línea 1'))
    await expectSeen(differences.getByText(/ → Hecha a mano$/))
    await expectSeen(button(page, 'XML'))
    await expectSeen(link(page, 'Nota de crédito'))
    expect(issued(city)).toEqual([])
  })
})
