import { readXlsx } from 'hucre/xlsx'
import { describe, expect } from 'vitest'
import { listCharges } from '#contract/charges.ts'
import { readInstallation } from '#contract/installation.ts'
import { listPaymentConnections } from '#contract/payment-connections.ts'
import { clp } from '#domain/money.ts'
import { documentCharge, documentsCharge, paymentFee } from '#domain/prices.ts'
import { uf, type Uf } from '#domain/uf.ts'
import { showClp, showMonth } from '#texts/formats.ts'
import { addMonths, formatDay, monthOf } from '#domain/day.ts'
import type { City } from '../fixtures/city.ts'
import {
  button,
  contentOf,
  expectGone,
  expectPath,
  expectSeen,
  expectText,
  field,
  heading,
  link,
} from '../fixtures/hands.ts'
import { intercept } from '../fixtures/intercept.ts'
import {
  addRule,
  fileOf,
  followedPayments,
  issuedDocument,
  newcomer,
  resident,
} from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { deepTest, widthsOf } from '../fixtures/stories.ts'
import { PHONE, WIDE } from '../fixtures/visitor.ts'
import { monthAndYear } from '../fixtures/today.ts'

describe.each(widthsOf(WIDE))('at %i pixels', (width) => {
  test('what a document cost stands in its month while the page is open, and in the workbook', async ({
    city,
    visit,
  }) => {
    // Specification 1: what is paid for is each document that is issued.
    // Specification 9: pesos are written as in Chile, without decimals.
    const as = await resident(city)
    const { page } = await visit({ as, width })
    await page.goto('/profile')
    await link(page, 'Ver: Consumo').click()
    await expectPath(page, '/profile/usage')
    await expectSeen(page.getByText('Es solo un ejemplo'))
    await expectSeen(heading(page, `Nada en ${monthAndYear(city.today)}`))
    await expectSeen(page.getByText(/UF 0,01 \+ IVA; UF 0,015 \+ IVA si además sale por correo/))
    expect(await button(page, 'Descargar Excel').isDisabled()).toBe(true)

    const { document } = await issuedDocument(as)
    const lines = page.getByRole('table', { name: 'Líneas del mes' })
    const line = lines.getByRole('row', { name: /Documento emitido/ })
    const { netoClp, totalClp } = documentCharge(false, await rateOf(city))
    await expectSeen(line.getByText(showClp(totalClp), { exact: true }))
    await expectSeen(
      line.getByText(new RegExp(`^UF 0,01 × .* la UF del ${formatDay(city.today)}$`)),
    )
    expect(await lines.getByRole('row').count()).toBe(2)

    const arriving = page.waitForEvent('download')
    await button(page, 'Descargar Excel').click()
    const download = await arriving
    expect(download.suggestedFilename()).toBe(`consumo-${monthOf(city.today)}.xlsx`)
    const { sheets } = await readXlsx(await contentOf(download))
    expect(sheets[0]?.rows[1]).toEqual(
      expect.arrayContaining([`Factura ${document.folio}`, netoClp, totalClp]),
    )
    await link(page, `Factura N° ${document.folio}`).click()
    await expectPath(page, `/documents/${document.id}`)
  })
})

describe.each(widthsOf(PHONE))('at %i pixels', (width) => {
  deepTest(
    'another month is chosen, stays in the address, and shows what it cost',
    async ({ city, visit }) => {
      const { page } = await visit({ as: await newcomer(city), width })
      const earlier = addMonths(monthOf(city.today), -2)
      const name = showMonth(earlier, 'es')
      await intercept(
        page,
        ({ pathname }) => pathname === '/api/charges/',
        async (call) => {
          const usage = listCharges.reply.parse(await (await call.fetch()).json())
          await call.fulfill({ json: { ...usage, months: [monthOf(city.today), earlier] } })
        },
      )
      await page.goto('/profile/usage')
      await expectSeen(heading(page, `Nada en ${monthAndYear(city.today)}`))
      await field(page, 'Mes').selectOption(name)
      await expectSeen(heading(page, `Nada en ${name}`))
      expect(new URL(page.url()).search).toBe(`?month=${earlier}`)
      await page.reload()
      await expectSeen(heading(page, `Nada en ${name}`))
    },
  )

  test('a rule’s review says what Folio will charge for it before it is saved', async ({
    city,
    visit,
  }) => {
    // Specification 9: a document alone costs 0.01 UF and IVA, about 392 pesos net.
    const as = await resident(city)
    const { id } = await addRule(as, { ruts: ['90909090-3', '91919191-0'], on: 'SOON' })
    const rate = await rateOf(city)
    const { page } = await visit({ as, width })
    await page.goto(`/rules/edit/${id}?step=review`)
    const [one, two] = [1, 2].map((count) => showClp(documentsCharge(count, false, rate)))
    await expectSeen(
      page.getByText(
        `Folio cobra UF 0,01 + IVA por documento emitido. Cerca de ${one} con IVA, con la UF de hoy. Son 2 documentos al mes: cerca de ${two}. La regla no cuesta nada.`,
      ),
    )
  })

  deepTest(
    'a document’s link says what being paid by it costs, in the ways that are offered',
    async ({ city, visit }) => {
      // Specification 1: what is paid for is each payment made by a link, and no other.
      // Specification 9: a payment by card costs 2.9 % and IVA.
      const as = await resident(city)
      await followedPayments(as)
      const { document } = await issuedDocument(as)
      await fileOf(as, document.id, 'pdf')
      const { page } = await visit({ as, width })
      await page.goto(`/documents/${document.id}`)
      await button(page, 'Compartir').click()
      const dialog = page.getByRole('dialog', { name: 'Compartir el documento' })
      await expectSeen(dialog.getByText(/^Transferencia desde el banco de tu cliente .*: nada\.$/))
      await expectGone(dialog.getByText(/^Tarjeta: /))
      const [first] = listPaymentConnections.reply.parse(
        await as.ask('GET', '/payments/connections/'),
      )
      const path = `/payments/terms/${first?.company.id}/connections/test-account/`
      await as.ask('POST', path, { provider: 'transbank' })
      await page.reload()
      await button(page, 'Compartir').click()
      const { totalClp } = paymentFee('card', clp(119_000))
      await expectText(
        dialog.getByText(/^Tarjeta: /),
        `Tarjeta: 2,9 % + IVA, ${showClp(totalClp)} en total por este documento.`,
      )
      await expectGone(dialog.getByText(/^Transferencia con Khipu/))
    },
  )
})

async function rateOf(city: City): Promise<Uf> {
  const reply = await fetch(`${city.url}/api/installation/`)
  const { uf: today } = readInstallation.reply.parse(await reply.json())
  if (today === null) throw new Error('The city has no UF today')
  return uf(today.value)
}
