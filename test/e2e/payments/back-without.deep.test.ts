import { describe } from 'vitest'
import { button, expectGone, expectSeen, heading } from '../fixtures/hands.ts'
import { payable } from '../fixtures/payers.ts'
import { test } from '../fixtures/stage.ts'
import { WIDTHS } from '../fixtures/visitor.ts'

describe.each(WIDTHS)('at %i pixels', (width) => {
  test('a payer whose link was withdrawn meanwhile reads what became of the payment, and no document', async ({
    city,
    visit,
  }) => {
    const { ana, document, path } = await payable(city, ['transbank'])
    const { page } = await visit({ width })
    await page.goto(path)
    await button(page, 'Pagar $119.000 con tarjeta (Webpay)').click()
    await expectSeen(heading(page, 'Pagar $119.000'))
    await ana.ask('DELETE', `/documents/${document.id}/share/`)
    await button(page, 'Pagar').click()
    await expectSeen(heading(page, 'Tu pago'))
    await expectSeen(page.getByText('Recibimos tu pago por Webpay.'))
    await expectGone(page.getByText(document.recipient.name))
    await expectGone(page.getByText('$119.000'))
  })
})
