import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { City } from '../fixtures/city.ts'
import { button, expectSeen } from '../fixtures/hands.ts'
import { connectMailbox, mailsTo } from '../fixtures/mailbox.ts'
import { payableOf } from '../fixtures/payers.ts'
import { resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { widthsOf } from '../fixtures/stories.ts'
import { until } from '../fixtures/until.ts'
import { PHONE, WIDE } from '../fixtures/visitor.ts'

const PAYER = 'pagos@cliente.example'

describe.each(widthsOf(PHONE))('at %i pixels', (width) => {
  test('a document is paid from the button of its mail, its receipt comes by mail, and the owner’s screen follows', async ({
    city,
    visit,
  }) => {
    // Specification 1: a payment link is sent by e-mail.
    const ana = await resident(city)
    const mailFrom = await connectMailbox(city, ana, 'google')
    const document = await payableOf(ana, ['transbank'], { mailFrom })
    const name = `Factura N° ${document.folio}`
    const { page: owner } = await visit({ as: ana, width: WIDE })
    await owner.goto(`/documents/${document.id}`)
    const panel = owner.getByRole('region', { name: 'Pago' })
    await expectSeen(panel.getByText(/^Vence el /))

    const { page: payer } = await visit({ width })
    const page = await followMail(city, payer, 'Pagar $119.000')
    await button(page, 'Pagar $119.000 con tarjeta (Webpay)').click()
    await button(page, 'Pagar').click()
    await expectSeen(page.getByText('Recibimos $119.000 por Webpay.'))
    await expectSeen(page.getByText('Está pagado. ¡Gracias!'))
    await expectSeen(panel.getByText('Pagado completo.'))

    const receipt = await mailCome(city, /^Comprobante de pago/)
    expect(receipt.subject).toBe(`Comprobante de pago · ${name}`)
    expect(receipt.html).toContain('<b>$119.000</b>')
    expect(receipt.attachments.map(({ mediaType }) => mediaType)).toEqual(['application/pdf'])
  })
})

/** Opens the mail that came last as its reader does, and the page behind that button of it. */
async function followMail(city: City, reader: Page, label: string): Promise<Page> {
  const { subject } = await mailCome(city, /./)
  await reader.goto(city.post.mailboxUrl)
  await reader.getByRole('link', { name: subject }).click()
  const mail = reader.frameLocator('iframe[title="Contenido del correo"]')
  const opened = reader.context().waitForEvent('page')
  await mail.getByRole('link', { name: label, exact: true }).click()
  return opened
}

function mailCome(city: City, subject: RegExp) {
  return until(`a mail about ${subject.source}`, async () =>
    (await mailsTo(city, PAYER)).find((one) => subject.test(one.subject)),
  )
}
