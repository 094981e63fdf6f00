import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import * as contract from '#contract/index.ts'
import { formatDay } from '#domain/day.ts'
import { ana, asesoriasPenaMunoz } from '#simulators/world.ts'
import { issued, type City } from '../fixtures/city.ts'
import { loseNextAnswer } from '../fixtures/held-calls.ts'
import {
  button,
  expectGone,
  expectPath,
  expectSeen,
  expectText,
  expectToast,
  field,
  heading,
  link,
} from '../fixtures/hands.ts'
import { connectMailbox } from '../fixtures/mailbox.ts'
import { fileOf, issuedDocument, resident, type Resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { deepTest } from '../fixtures/stories.ts'
import { until } from '../fixtures/until.ts'

describe('a factura is taken back', () => {
  test('whole: what it would say is shown, confirmed once, and followed to its end', async ({
    city,
    visit,
  }) => {
    const { as, id, folio } = await withFactura(city)
    const { page } = await visit({ as, width: 390 })
    await page.goto(`/documents/${id}`)
    await link(page, 'Nota de crédito').click()
    await expectSeen(heading(page, `Nota de crédito de la factura N° ${folio}`))
    const sheet = page.getByRole('group', { name: 'Documento que se emitirá' })
    await expectSeen(sheet.getByText('NOTA DE CRÉDITO ELECTRÓNICA'))
    await expectSeen(sheet.getByText(/Anula factura N° \d+/))
    await expectSeen(page.getByText(/^Se emitirá en el SII una nota de crédito .* por \$119\.000/))
    await button(page, 'Emitir nota de crédito').click()
    const dialog = page.getByRole('dialog', { name: '¿Emitir la nota de crédito?' })
    await expectText(dialog, new RegExp(`N° ${folio}.*anulada.*\\$119\\.000.*No se puede deshacer`))
    await button(dialog, 'Emitir por $119.000').click()
    await expectSeen(heading(page, /^Nota de crédito N° \d+$/))
    await expectSeen(page.getByText('Emitida', { exact: true }))
    await page.getByRole('link', { name: /^Anula la factura N° / }).click()
    await expectPath(page, `/documents/${id}`)
    await expectSeen(page.getByText('Anulada', { exact: true }))
    await expectSeen(page.getByRole('link', { name: /^Nota de crédito N° / }))
    expect(issued(city).map(({ tipoDte, timesAsked }) => [tipoDte, timesAsked])).toEqual([
      [33, 1],
      [61, 1],
    ])
    await page.goto(`/documents/${id}/nota`)
    await expectSeen(heading(page, 'Esta factura no puede tener una nota de crédito ahora'))
  })

  test('once, when its answer is lost, on a page without randomUUID', async ({ city, visit }) => {
    const { as, id } = await withFactura(city)
    const { page } = await visit({ as })
    // A page served without HTTPS has none.
    await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'randomUUID'))
    await page.goto(`/documents/${id}/nota`)
    await loseNextAnswer(page, `/api/documents/${id}/nota/`)
    await order(page, '$119.000')
    await expectToast(page, 'No se pudo mandar a emitir la nota de crédito')
    const key = await page.evaluate(() => localStorage.getItem('folio.request-keys'))
    expect(key).toContain(`nota of ${id}`)
    await page.goto(`/documents/${id}/nota`)
    await expectSeen(heading(page, 'Esta factura no puede tener una nota de crédito ahora'))
    expect(issued(city).map(({ tipoDte, timesAsked }) => [tipoDte, timesAsked])).toEqual([
      [33, 1],
      [61, 1],
    ])
  })

  deepTest('by mail to whoever got the factura, unless it is left out', async ({ city, visit }) => {
    const { as, id } = await withFactura(city, 'google')
    const { page } = await visit({ as })
    await page.goto(`/documents/${id}/nota`)
    const mail = page.getByRole('checkbox', { name: 'Enviarla por correo a tu cliente' })
    await expectSeen(page.getByText(/^A las mismas direcciones que la factura: \S+@\S+\.$/))
    expect(await mail.isChecked()).toBe(true)
    await page.getByRole('radio', { name: /^Rebajar el monto/ }).check()
    await field(page, 'Cuánto rebajar, neto').fill('40.000')
    await field(page, 'Motivo').fill('Una hora menos')
    await mail.uncheck()
    await order(page, '$47.600')
    await expectSeen(page.getByText('Emitida', { exact: true }))
    await expectGone(page.getByRole('region', { name: 'Correo' }))
    await page.goto(`/documents/${id}/nota`)
    await field(page, 'Cuánto rebajar, neto').fill('10.000')
    await field(page, 'Motivo').fill('Otra hora menos')
    await order(page, '$11.900')
    await expectSeen(page.getByText('Emitida', { exact: true }))
    const nota = new URL(page.url()).pathname
    await until('the nota is mailed', async () => {
      const mails = await as.ask('GET', `${nota}/deliveries/`)
      return contract.listDeliveries.reply.parse(mails)[0]?.state === 'sent'
    })
    await page.reload()
    const delivery = page.getByRole('region', { name: 'Correo' })
    await expectSeen(delivery.getByText('Enviado', { exact: true }))
    await expectSeen(delivery.getByText(/^Para: .+@.+/))
  })

  test('in part: never more than is left, and with the reason its client reads', async ({
    city,
    visit,
  }) => {
    const { as, id } = await withFactura(city)
    const { page } = await visit({ as })
    await page.goto(`/documents/${id}/nota`)
    await page.getByRole('radio', { name: /^Rebajar el monto/ }).check()
    await button(page, 'Emitir nota de crédito').click()
    await expectSeen(page.getByText('Escribe cuánto rebajar, en pesos sin decimales'))
    await field(page, 'Cuánto rebajar, neto').fill('100.001')
    await expectSeen(page.getByText('Quedan $100.000 netos por rebajar'))
    await field(page, 'Cuánto rebajar, neto').fill('40.000')
    await expectSeen(page.getByText('Escribe el motivo'))
    await field(page, 'Motivo').fill('Una hora menos')
    await expectSeen(page.getByText(/por \$47\.600 con IVA, sobre la factura/))
    const sheet = page.getByRole('group', { name: 'Documento que se emitirá' })
    await expectSeen(sheet.getByText('Una hora menos').first())
    await button(page, 'Emitir nota de crédito').click()
    await button(page.getByRole('dialog'), 'Emitir por $47.600').click()
    await expectSeen(heading(page, /^Nota de crédito N° \d+$/))
    await page.getByRole('link', { name: /^Rebaja la factura N° / }).click()
    await expectSeen(page.getByText('Emitida', { exact: true }))
    await link(page, 'Nota de crédito').click()
    await expectSeen(page.getByText('A esta factura ya se le rebajó una parte'))
    expect(await page.getByRole('radio', { name: /^Anularla completa/ }).count()).toBe(0)
    await expectSeen(page.getByText(/Quedan \$60\.000 netos/))
  })

  test('an answer that is lost and asked again makes one nota, not two', async ({
    city,
    visit,
  }) => {
    const { as, id } = await withFactura(city)
    const { page } = await visit({ as })
    await page.goto(`/documents/${id}/nota`)
    await page.getByRole('radio', { name: /^Rebajar el monto/ }).check()
    await field(page, 'Cuánto rebajar, neto').fill('10.000')
    await field(page, 'Motivo').fill('Descuento')
    let lost = 0
    await page.route(`**/api/documents/${id}/nota/`, async (route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.continue()
      lost += 1
      await route.fetch()
      return route.abort()
    })
    await order(page, '$11.900')
    await expectSeen(page.getByText('No se pudo mandar a emitir la nota de crédito'))
    await order(page, '$11.900')
    await expectSeen(heading(page, /^Nota de crédito N° \d+$/))
    expect(lost).toBe(1)
    expect(issued(city).filter(({ tipoDte }) => tipoDte === 61)).toHaveLength(1)
  })

  deepTest(
    'by hand where we can not: the steps, then its number, which the SII must show',
    async ({ city, visit }) => {
      const { as, id, folio } = await withFactura(city)
      const { page } = await visit({ as })
      await page.goto(`/documents/${id}/nota`)
      await page.getByText('¿Prefieres hacerla tú en sii.cl?').click()
      await expectSeen(
        page.getByText(new RegExp(`abre la factura N° \\d+, del ${formatDay(city.today)}`)),
      )
      await expectSeen(page.getByText('Anula documento de referencia'))
      await button(page, 'Ya la hice: buscarla en el SII').click()
      await expectSeen(page.getByText('Escribe el número que muestra sii.cl'))
      const made = makeByHand(city, folio)
      await field(page, 'Número que le dio el SII').fill(String(made.folio))
      await button(page, 'Ya la hice: buscarla en el SII').click()
      await expectSeen(heading(page, `Nota de crédito N° ${made.folio}`))
      await page.goto(`/documents/${id}`)
      await expectSeen(page.getByText('Anulada', { exact: true }))
      await expectGone(link(page, 'Nota de crédito'))
    },
  )

  deepTest(
    'a wrong text: what to write at sii.cl, then its number, and the factura stays worth the same',
    async ({ city, visit }) => {
      const { as, id, folio } = await withFactura(city)
      const { page } = await visit({ as, width: 390 })
      await page.goto(`/documents/${id}/nota`)
      await page.getByRole('radio', { name: /^Corregir un texto/ }).check()
      await expectSeen(page.getByText('Esta nota se hace en sii.cl'))
      await expectGone(button(page, 'Emitir nota de crédito'))
      await field(page, 'Qué dice la factura').fill('Asesoría de octubre')
      await field(page, 'Qué debe decir').fill('Asesoría de noviembre')
      const said = 'Donde dice: Asesoría de octubre. Debe decir: Asesoría de noviembre'
      await expectSeen(page.getByText(`Corrige factura ${folio}. ${said}`))
      const sheet = page.getByRole('group', { name: 'Documento que se emitirá' })
      await expectSeen(sheet.getByText(said))
      const made = makeByHand(city, folio, 2)
      await field(page, 'Número que le dio el SII').fill(String(made.folio))
      await button(page, 'Ya la hice: buscarla en el SII').click()
      await expectSeen(heading(page, `Nota de crédito N° ${made.folio}`))
      await page.getByRole('link', { name: /^Corrige el texto de la factura N° / }).click()
      await expectSeen(page.getByText('Emitida', { exact: true }))
      await expectSeen(link(page, 'Nota de crédito'))
    },
  )
})

async function order(page: Page, total: string): Promise<void> {
  await button(page, 'Emitir nota de crédito').click()
  await button(page.getByRole('dialog'), `Emitir por ${total}`).click()
}

/** An issued factura of 100.000 net whose files are here: what proves what would be taken back. */
async function withFactura(
  city: City,
  mailbox?: 'google',
): Promise<{ as: Resident; id: number; folio: number }> {
  const as = await resident(city)
  const mailFrom = mailbox && (await connectMailbox(city, as, mailbox))
  const { document } = await issuedDocument(as, mailFrom === undefined ? {} : { mailFrom })
  const { id, folio } = document
  await fileOf(as, id, 'xml')
  return { as, id, folio: folio ?? 0 }
}

function makeByHand(city: City, folio: number, code: 1 | 2 = 1) {
  return city.sii.issueByHand({
    issuerRut: asesoriasPenaMunoz.rut,
    sentByRut: ana.rut,
    receiverRut: '60803000-K',
    lines: [{ name: 'A mano', description: '', quantity: 1, unitClp: code === 1 ? 100_000 : 0 }],
    takesBack: { folio, issueDate: city.today, code },
  })
}
