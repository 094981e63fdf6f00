import { describe } from 'vitest'
import { readPayment } from '#contract/payments.ts'
import { readSharedDocument } from '#contract/sharing.ts'
import { button, expectGone, expectSeen } from '../fixtures/hands.ts'
import { intercept } from '../fixtures/intercept.ts'
import { payable } from '../fixtures/payers.ts'
import { test } from '../fixtures/stage.ts'
import { WIDTHS } from '../fixtures/visitor.ts'

const PAY = 'Pagar $119.000 con tarjeta (Webpay)'

describe.each(WIDTHS)('at %i pixels', (width) => {
  test('a payer of a document that was annulled since reads about their money', async ({
    city,
    visit,
  }) => {
    const { path } = await payable(city, ['transbank'])
    const { page } = await visit({ width })
    await page.goto(path)
    await page.getByText('O transfiere desde tu banco').click()
    await expectSeen(button(page, 'Copiar Tipo'))
    await button(page, PAY).click()
    await button(page, 'Pagar').click()
    await expectSeen(page.getByText('Está pagado. ¡Gracias!'))
    let isAgreed = false
    await intercept(
      page,
      ({ pathname }) => /^\/api\/shared-documents\/[\w-]{43}\/$/.test(pathname),
      async (call) => {
        const shown = readSharedDocument.reply.parse(await (await call.fetch()).json())
        if (shown.payment === null) throw new Error('Its payment is followed')
        const stands = { closed: 'annulled', state: 'overpaid', excess_agreed: isAgreed } as const
        const payment = { ...shown.payment, ...stands, owed: 0 }
        await call.fulfill({ json: { ...shown, state: 'annulled', payment } })
      },
    )
    await page.reload()
    await expectSeen(page.getByText(/^Pagaste \$119\.000 por este documento\. Acuerda con /))
    isAgreed = true
    await page.reload()
    await expectSeen(page.getByText(/^Pagaste \$119\.000 por este documento\. Quedaron a tu favor/))
  })

  test('an owner whose connection was removed is offered no refund by it, and no end of following', async ({
    city,
    visit,
  }) => {
    const { ana, document, path } = await payable(city, ['transbank'])
    const { page: payer } = await visit({ width })
    await payer.goto(path)
    await button(payer, PAY).click()
    await button(payer, 'Pagar').click()
    await expectSeen(payer.getByText('Está pagado. ¡Gracias!'))
    const { page } = await visit({ as: ana, width })
    await page.goto(`/documents/${document.id}`)
    await expectSeen(button(page, 'Devolver'))
    await intercept(
      page,
      ({ pathname }) => pathname === `/api/documents/${document.id}/payment/`,
      async (call) => {
        const shown = readPayment.reply.parse(await (await call.fetch()).json())
        const attempts = shown.attempts.map((one) => ({ ...one, is_disconnected: true }))
        await call.fulfill({ json: { ...shown, attempts } })
      },
    )
    await page.reload()
    await expectSeen(
      page.getByText(
        'Quitaste la conexión con Webpay: devuelve el dinero a mano y regístralo aquí.',
      ),
    )
    await expectGone(button(page, 'Devolver'))
    await expectSeen(button(page, 'Anotar una devolución'))
    await button(page, 'Más acciones de pago').click()
    await expectSeen(page.getByRole('menuitem', { name: 'Cambiar vencimiento' }))
    await expectGone(page.getByRole('menuitem', { name: 'Dejar de seguir su pago' }))
  })
})
