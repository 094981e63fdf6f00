import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { addDays, formatDay } from '#domain/day.ts'
import {
  button,
  expectGone,
  expectPath,
  expectSeen,
  expectText,
  heading,
  link,
} from '../fixtures/hands.ts'
import { payable } from '../fixtures/payers.ts'
import { test } from '../fixtures/stage.ts'
import { deepTest, widthsOf } from '../fixtures/stories.ts'
import { PHONE, WIDE, WIDTHS } from '../fixtures/visitor.ts'

const CARD = 'Pagar $119.000 con tarjeta (Webpay)'
const MERCADO_PAGO = 'Pagar $119.000 con tarjeta (Mercado Pago)'
const KHIPU = 'Pagar $119.000 por transferencia con Khipu'
const PAID = 'Está pagado. ¡Gracias!'

async function payByCard(payer: Page, path: string): Promise<void> {
  await payer.goto(path)
  await button(payer, CARD).click()
  await expectSeen(heading(payer, 'Pagar $119.000'))
  await button(payer, 'Pagar').click()
}

describe.each(widthsOf(PHONE))('at %i pixels', (width) => {
  test('a card pays a document, and the owner’s open screens follow without a reload', async ({
    city,
    visit,
  }) => {
    // Specification 1: a link is paid by card.
    // Specification 1: the dashboard shows the state of payments as it changes.
    const { ana, document, path } = await payable(city, ['transbank'])
    const { page: owner } = await visit({ as: ana, width: otherThan(width) })
    await owner.goto(`/documents/${document.id}`)
    const panel = owner.getByRole('region', { name: 'Pago' })
    await expectSeen(panel.getByText(`Vence el ${formatDay(addDays(city.today, 30))}.`))
    const { page: first } = await visit({ as: ana, width })
    await first.goto('/dashboard')
    const money = first.getByRole('region', { name: 'Tus cobros' })
    await expectSeen(money.getByText('Aún no llega ningún pago.'))
    await expectText(money, /Te deben\$119\.000/)

    const { page: payer } = await visit({ width })
    await payByCard(payer, path)
    await expectSeen(payer.getByText('Recibimos $119.000 por Webpay.'))
    await expectSeen(payer.getByText(PAID))
    await expectGone(button(payer, CARD))
    await expectSeen(panel.getByText('Pagado completo.'))
    await expectText(money, /Te deben\$0/)
    await expectSeen(money.getByRole('list', { name: 'Últimos pagos' }).getByText('$119.000'))
    await link(money, 'Quién te debe').click()
    await expectPath(first, '/payments')
  })

  deepTest('a card pays a document, and the owner’s open lists follow', async ({ city, visit }) => {
    const { ana, path } = await payable(city, ['transbank'])
    const { page: list } = await visit({ as: ana, width })
    await list.goto('/documents')
    await expectSeen(list.getByRole('main').getByRole('listitem').getByText('Por pagar'))
    const { page: month } = await visit({ as: ana, width })
    await month.goto('/this-month')
    await expectSeen(month.getByText('Por cobrar $119.000'))
    await expectSeen(month.getByRole('main').getByRole('listitem').getByText('Por pagar'))
    const { page: payer } = await visit({ width })
    await payByCard(payer, path)
    await expectSeen(list.getByRole('main').getByRole('listitem').getByText('Pagado'))
    await expectSeen(month.getByText('Cobrado $119.000'))
    await expectSeen(month.getByRole('main').getByRole('listitem').getByText('Pagado'))
  })
})

describe.each(widthsOf(WIDE))('at %i pixels', (width) => {
  test('a card payment that is refused, annulled, expired or broken says so, and can be tried again', async ({
    city,
    visit,
  }) => {
    const { ana, document, path } = await payable(city, ['transbank'])
    const { page: payer } = await visit({ width })
    await payer.goto(path)
    for (const [outcome, sentence] of FAILURES) {
      await button(payer, CARD).click()
      await button(payer, outcome).click()
      await expectSeen(payer.getByText(sentence))
      await expectSeen(
        payer.getByText(`Por pagar. Vence el ${formatDay(addDays(city.today, 30))}.`),
      )
    }
    await button(payer, CARD).click()
    await button(payer, 'Aprobar').click()
    await expectSeen(payer.getByText(PAID))
    const { page: owner } = await visit({ as: ana, width })
    await owner.goto(`/documents/${document.id}`)
    const panel = owner.getByRole('region', { name: 'Pago' })
    await expectSeen(panel.getByText('Pagado completo.'))
  })
})

describe.each(widthsOf(PHONE))('at %i pixels', (width) => {
  test('a card payment of what was paid otherwise meanwhile is not charged, and says so', async ({
    city,
    visit,
  }) => {
    const { ana, document, path } = await payable(city, ['transbank'])
    const { page: payer } = await visit({ width })
    await payer.goto(path)
    await button(payer, CARD).click()
    await expectSeen(heading(payer, 'Pagar $119.000'))
    const paid = { day: city.today, amount: 119_000, way: 'transfer', note: '' }
    await ana.ask('POST', `/documents/${document.id}/payments/`, paid)
    await button(payer, 'Aprobar').click()
    await expectSeen(payer.getByText(/^No se te cobró el pago de \$119\.000 con Webpay/))
    await expectSeen(payer.getByText(PAID))
  })

  test('a Khipu transfer is told as being checked until the bank confirms it, and then as paid', async ({
    city,
    visit,
  }) => {
    // Specification 1: a link is paid by bank transfer.
    const { ana, document, path } = await payable(city, ['khipu'])
    const { page: owner } = await visit({ as: ana, width: otherThan(width) })
    await owner.goto(`/documents/${document.id}`)
    const { page: payer } = await visit({ width })
    await payer.goto(path)
    await button(payer, KHIPU).click()
    await expectSeen(heading(payer, 'Transferir con DemoBank'))
    const bank = payer.url()
    await button(payer, 'Dejar en verificación').click()
    await expectSeen(
      payer.getByText('Estamos revisando tu pago de $119.000 con Khipu. No pagues de nuevo.'),
    )
    await confirmAtBank(payer, bank)
    await expectSeen(payer.getByText('Recibimos $119.000 por Khipu.'))
    await expectSeen(payer.getByText(PAID))
    const panel = owner.getByRole('region', { name: 'Pago' })
    await expectSeen(panel.getByText('Pagado completo.'))
  })
})

describe.each(widthsOf(PHONE))('at %i pixels', (width) => {
  test('the address of a payment leads to the page of its document, where it is paid', async ({
    city,
    visit,
  }) => {
    const { path } = await payable(city, ['transbank'])
    const { page } = await visit({ width })
    await page.goto(path.replace('/d/', '/p/'))
    await expectPath(page, path)
    await button(page, CARD).click()
    await expectSeen(heading(page, 'Pagar $119.000'))
  })

  deepTest(
    'a Mercado Pago checkout that is paid twice leaves its owner the second payment to refund',
    async ({ city, visit }) => {
      const { ana, document, path } = await payable(city, ['mercadoPago'])
      const { page: payer } = await visit({ width })
      await payer.goto(path)
      await button(payer, MERCADO_PAGO).click()
      await expectSeen(button(payer, 'Pagar con tarjeta'))
      const again = await payer.context().newPage()
      await again.goto(payer.url())
      await button(payer, 'Pagar con tarjeta').click()
      await expectSeen(payer.getByText(PAID))
      await button(again, 'Pagar con tarjeta').click()
      const { page: owner } = await visit({ as: ana, width })
      await owner.goto(`/documents/${document.id}`)
      const panel = owner.getByRole('region', { name: 'Pago' })
      await expectSeen(
        panel.getByText(
          'Pagaron más de una vez este cobro: $119.000 de más. Devuélvelos o acuerda con tu cliente qué hacer.',
        ),
      )
      await expect.poll(() => button(panel, 'Devolver').count()).toBe(2)
      await owner.goto('/attention')
      await expectSeen(owner.getByText('lo pagaron más de una vez en línea'))
    },
  )
})

/** What a payer chooses on the form of Webpay, and what the document's page says afterwards. */
const FAILURES = [
  ['Rechazar', 'Webpay rechazó el pago y no se te cobró. Inténtalo otra vez o elige otra forma.'],
  ['Anular compra y volver', 'Anulaste el pago en Webpay. Cuando quieras, inténtalo otra vez.'],
  ['Dejar vencer', 'El pago en Webpay venció sin completarse. Inténtalo otra vez.'],
  [
    'Error del formulario',
    'Webpay rechazó el pago y no se te cobró. Inténtalo otra vez o elige otra forma.',
  ],
] as const

/** In another tab, so that the document's page stays open. */
async function confirmAtBank(payer: Page, bank: string): Promise<void> {
  const tab = await payer.context().newPage()
  await tab.goto(bank)
  await button(tab, 'Confirmar la transferencia').click()
  await expectSeen(tab.getByText('Recibimos $119.000 por Khipu.'))
  await tab.close()
}

function otherThan(width: number): number {
  const other = WIDTHS.find((one) => one !== width)
  expect(other).toBeDefined()
  return other ?? width
}
