import { describe, expect } from 'vitest'
import { readPayment } from '#contract/payments.ts'
import {
  button,
  expectGone,
  expectSeen,
  expectText,
  expectToast,
  field,
} from '../fixtures/hands.ts'
import { payableTogether, codeTo } from '../fixtures/payers.ts'
import { test } from '../fixtures/stage.ts'
import { deepTest, widthsOf } from '../fixtures/stories.ts'
import { PHONE } from '../fixtures/visitor.ts'

const SHOW = 'Ver mis otros documentos por pagar'

describe.each(widthsOf(PHONE))('at %i pixels', (width) => {
  test('four documents are paid together', async ({ city, visit }) => {
    const { ana, documents, path } = await payableTogether(city, 4)
    const [first] = documents
    const { page } = await visit({ width })
    await page.goto(path)
    await button(page, SHOW).click()
    await page.getByRole('radio', { name: 'p•••@cliente.example' }).check()
    await button(page, 'Enviarme el código').click()
    await expectSeen(page.getByText('Enviamos un código a p•••@cliente.example.', { exact: false }))
    const code = field(page, 'Código de 6 dígitos')
    await code.fill('12')
    await button(page, 'Ver mis documentos').click()
    await expectSeen(page.getByText('Escribe los 6 dígitos del código.'))
    await code.fill(await codeTo(city, 'pagos@cliente.example'))
    await button(page, 'Ver mis documentos').click()

    const list = page.getByRole('region', { name: 'Tus documentos por pagar' })
    for (const { folio } of documents) {
      await expectSeen(list.getByRole('checkbox', { name: `Factura N° ${folio}` }))
    }
    await expectText(list.getByText('4 documentos').locator('..'), /\$1\.190\.000/)
    await button(list, 'Pagar $1.190.000 con tarjeta (Webpay)').click()
    await page.getByRole('button', { name: 'Aprobar' }).click()
    await page.waitForURL(`**${path}`)
    await expectSeen(list.getByText('Recibimos $1.190.000 por Webpay.'))
    for (const { folio } of documents) {
      await expectSeen(list.getByRole('listitem').filter({ hasText: `Factura N° ${folio}` }))
    }
    await expectSeen(list.getByText(/^No tienes documentos por pagar/))
    await expectSeen(page.getByText('Está pagado. ¡Gracias!'))
    for (const { id } of documents) {
      const paid = readPayment.reply.parse(await ana.ask('GET', `/documents/${id}/payment/`))
      expect(paid).toMatchObject({ state: 'paid', excess: 0 })
    }
    expect(first?.folio).not.toBeNull()
  })

  deepTest(
    'one transfer of two documents brings its voucher, which its owner has at each',
    async ({ city, visit }) => {
      const { ana, documents, path } = await payableTogether(city, 2)
      const { page } = await visit({ width })
      await page.goto(path)
      await button(page, SHOW).click()
      await button(page, 'Enviarme el código').click()
      await field(page, 'Código de 6 dígitos').fill(await codeTo(city, 'pagos@cliente.example'))
      await button(page, 'Ver mis documentos').click()
      const list = page.getByRole('region', { name: 'Tus documentos por pagar' })
      await button(list, 'Ya transferí').click()
      const dialog = page.getByRole('dialog', { name: 'Avisa que transferiste' })
      const file = dialog.locator('input[type=file]')
      const name = 'comprobante.pdf'
      // What it is called says nothing: the transfer is declared, and its proof is asked for again.
      await file.setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from('texto') })
      await button(dialog, 'Avisar').click()
      await expectToast(
        page,
        'Tu aviso quedó registrado, pero el comprobante no se pudo subir. Prueba de nuevo.',
      )
      await file.setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1') })
      await button(dialog, 'Avisar').click()
      await expectGone(dialog)
      await expectSeen(list.getByText(/^Ya se avisó una transferencia/).first())
      const { page: owner } = await visit({ as: ana, width })
      for (const { id } of documents) {
        await owner.goto(`/documents/${id}`)
        const panel = owner.getByRole('region', { name: 'Pago' })
        const coming = owner.waitForEvent('download')
        await button(panel, 'Descargar comprobante').click()
        expect((await coming).suggestedFilename()).toMatch(/^comprobante \d+\.pdf$/)
      }
    },
  )

  deepTest(
    'what is paid meanwhile falls out of the choice, and time runs out with a word',
    async ({ city, visit }) => {
      const { ana, documents, path } = await payableTogether(city, 2)
      const [here, other] = documents
      const { page } = await visit({ width })
      await page.goto(path)
      await button(page, SHOW).click()
      await button(page, 'Enviarme el código').click()
      await field(page, 'Código de 6 dígitos').fill(await codeTo(city, 'pagos@cliente.example'))
      await button(page, 'Ver mis documentos').click()
      const list = page.getByRole('region', { name: 'Tus documentos por pagar' })
      await expectSeen(list.getByText('2 documentos'))
      await ana.ask('POST', `/documents/${other?.id}/payments/`, {
        day: city.today,
        amount: 238_000,
        way: 'cash',
        note: '',
      })
      await button(list, 'Pagar $357.000 con tarjeta (Webpay)').click()
      const fallen = `Factura N° ${other?.folio} ya no se puede pagar aquí y salió de tu elección.`
      await expectSeen(list.getByText(fallen))
      await expectSeen(button(list, 'Pagar $119.000 con tarjeta (Webpay)'))
      await button(list, 'Ya transferí').click()
      const dialog = page.getByRole('dialog', { name: 'Avisa que transferiste' })
      await button(dialog, 'Avisar').click()
      await expectSeen(list.getByText(/^Ya se avisó una transferencia/))
      await expectGone(list.getByRole('button'))
      expect(here?.folio).not.toBeNull()

      city.clock.putForward(31 * 60_000)
      await page.reload()
      await expectSeen(page.getByText(/^Se acabaron los 30 minutos/))
      await expectSeen(button(page, 'Enviarme el código'))
      await expectGone(page.getByText(`Factura N° ${other?.folio}`))
    },
  )
})
