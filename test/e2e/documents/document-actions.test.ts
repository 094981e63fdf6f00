import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import * as contract from '#contract/index.ts'
import { antonia } from '#simulators/world.ts'
import {
  button,
  expectFocus,
  expectGone,
  expectSeen,
  field,
  heading,
  link,
} from '../fixtures/hands.ts'
import { connectMailbox, mailsTo } from '../fixtures/mailbox.ts'
import { issuedBoleta, issuedDocument, resident, type Resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { deepTest, widthsOf } from '../fixtures/stories.ts'
import { until } from '../fixtures/until.ts'
import { PHONE } from '../fixtures/visitor.ts'

test('a boleta is annulled at the SII for the cause that is told, and only once', async ({
  city,
  visit,
}) => {
  const as = await resident(city, antonia)
  const { id } = await issuedBoleta(as)
  const { page } = await visit({ as, width: PHONE })
  await page.goto(`/documents/${id}`)
  await button(page, 'Anular').click()
  const dialog = page.getByRole('dialog', { name: '¿Anular esta boleta en el SII?' })
  const confirm = button(dialog, 'Anular la boleta')
  expect(await confirm.isDisabled()).toBe(true)
  await dialog.getByRole('radio', { name: 'Error en la digitación' }).check()
  await confirm.click()
  await expectSeen(page.getByText('Anulada', { exact: true }))
  await expectGone(button(page, 'Anular'))
  expect(city.sii.boletas().at(-1)).toMatchObject({ timesAsked: 1, annulledFor: 3 })
})

test('a mail that came back is sent again; one in doubt is taken as sent, and leaves no second time', async ({
  city,
  visit,
}) => {
  const ana = await resident(city)
  const mailFrom = await connectMailbox(city, ana, 'microsoft')
  const switches = city.post.providers?.microsoft.switches
  switches?.set('recipientRefused', true)
  const { document } = await issuedDocument(ana, { ruts: ['90909090-3'], mailFrom })
  const { page, putForward } = await visit({ as: ana })
  await mailOf(ana, document.id, ({ state }) => state === 'bounced')
  await page.goto(`/documents/${document.id}`)
  const mail = page.getByRole('region', { name: 'Correo' })
  await expectSeen(mail.getByText('Rebotó', { exact: true }))
  await button(mail, 'Enviar sin corregir').click()
  const again = page.getByRole('dialog', { name: '¿Enviar el correo?' })
  await expectSeen(again.getByText(/^Se enviará a .*pagos@cliente\.example/))
  // The worker is as quick as the page, so the first try fails: what waits can be seen.
  switches?.set('unavailable', true)
  await button(again, 'Enviar').click()
  await expectSeen(mail.getByText('Por enviar', { exact: true }))
  await mailOf(ana, document.id, ({ reason }) => reason === 'unavailable')
  await putForward(60_000)
  // Before the eyes: nobody reloads.
  await expectSeen(mail.getByText('Enviado', { exact: true }))

  switches?.set('lostAfter', true)
  const lost = await issuedDocument(ana, { name: 'Otra', ruts: ['93939393-5'], mailFrom })
  await mailOf(ana, lost.document.id, ({ state }) => state === 'unknown')
  switches?.set('scopeMissing')
  await putForward(3 * 60_000)
  await mailOf(ana, lost.document.id, ({ can }) => can.includes('sent'))
  await page.goto(`/documents/${lost.document.id}`)
  await expectSeen(mail.getByText('En duda', { exact: true }))
  await expectSeen(mail.getByText(/^Puede que ya haya salido.* llegará dos veces\.$/))
  await button(mail, 'Enviar otra vez').click()
  const twice = page.getByRole('dialog', { name: '¿Enviar otra vez el correo?' })
  await expectSeen(twice.getByText(/Puede que ya haya salido.* llegará dos veces\.$/))
  await button(twice, 'Cancelar').click()
  await expectGone(twice)
  await button(mail, 'Dar por enviado').click()
  await button(page.getByRole('dialog', { name: '¿Darlo por enviado?' }), 'Dar por enviado').click()
  await expectSeen(mail.getByText('Enviado', { exact: true }))
  expect(await mailsTo(city, 'pagos@cliente.example')).toHaveLength(2)
})

describe.each(widthsOf(PHONE))('at %i pixels', (width) => {
  test('a client who says that nothing came is written to again, corrected, and once', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    const mailFrom = await connectMailbox(city, ana, 'google')
    const { document } = await issuedDocument(ana, { ruts: ['90909090-3'], mailFrom })
    await mailOf(ana, document.id, ({ state }) => state === 'sent')
    const { page } = await visit({ as: ana, width })
    const other = (await visit({ as: ana, width })).page
    for (const window of [page, other]) await window.goto(`/documents/${document.id}`)
    const [mail, mailThere] = [mailRegion(page), mailRegion(other)]
    await button(mailThere, 'Enviar otra vez').click()

    await button(mail, 'Enviar otra vez').click()
    const dialog = page.getByRole('dialog', { name: '¿Enviar otra vez el correo?' })
    await expectSeen(dialog.getByText(/^Se envió el .+ a pagos@cliente\.example\.$/))
    await expectSeen(dialog.getByText(/^Sale desde ana@gmail\.example como un correo nuevo/))
    const to = field(dialog, 'Enviar ahora a')
    expect(await to.inputValue()).toBe('pagos@cliente.example')
    await to.fill('caja@cliente')
    await button(dialog, 'Enviar otra vez').click()
    await expectSeen(dialog.getByText('No es un e-mail válido: caja@cliente'))
    await expectFocus(to)
    await to.fill('Caja@cliente.example; pagos@cliente.example')
    // The answer is lost once the server has it: pressed again, nothing more leaves.
    await page.route('**/again/', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await button(dialog, 'Enviar otra vez').dblclick()
    await expectGone(dialog)
    await page.unroute('**/again/')
    await expectSeen(mail.getByText('Envío 2', { exact: true }))
    await expectSeen(mail.getByText('Envío 1', { exact: true }))
    await expectSeen(mail.getByText('Para: caja@cliente.example, pagos@cliente.example'))
    await expectGone(other.getByRole('dialog'))
    await expectSeen(mailThere.getByText('Envío 2', { exact: true }))

    await mailOf(ana, document.id, ({ state, nth }) => nth === 2 && state === 'sent')
    await until('the second mail', async () => (await mailsTo(city, PAGOS)).length === 2)
    expect(await mailsTo(city, 'caja@cliente.example')).toHaveLength(1)
    await expectSeen(mail.getByText('Enviado', { exact: true }).nth(1))
  })
})

deepTest(
  'a mail is sent again three times a day, and why no more is said',
  async ({ city, visit }) => {
    const ana = await resident(city)
    const mailFrom = await connectMailbox(city, ana, 'google')
    const { document } = await issuedDocument(ana, { ruts: ['90909090-3'], mailFrom })
    for (let nth = 1; nth <= 3; nth += 1) {
      const sent = await mailOf(ana, document.id, (one) => one.nth === nth && one.state === 'sent')
      await ana.ask('POST', `/deliveries/${sent.id}/again/`, { to: [PAGOS] })
    }
    await mailOf(ana, document.id, ({ nth, state }) => nth === 4 && state === 'sent')
    const { page } = await visit({ as: ana, width: PHONE })
    await page.goto(`/documents/${document.id}`)
    await button(mailRegion(page), 'Enviar otra vez').click()
    const dialog = page.getByRole('dialog', { name: '¿Enviar otra vez el correo?' })
    await expectSeen(
      dialog.getByText(/^Ya lo enviaste otra vez varias veces en las últimas 24 horas/),
    )
    expect(await button(dialog, 'Enviar otra vez').count()).toBe(0)
    await button(dialog, 'Cerrar').last().click()
    await expectGone(dialog)
  },
)

test('a link is copied, sent and opened by whoever has it, until it is withdrawn', async ({
  city,
  visit,
}) => {
  const ana = await resident(city)
  const { document } = await issuedDocument(ana, { ruts: ['90909090-3'] })
  const { page, context } = await visit({ as: ana, width: PHONE })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => void Reflect.deleteProperty(Navigator.prototype, 'share'))
  await page.goto(`/documents/${document.id}`)
  await button(page, 'Compartir').click()
  const dialog = page.getByRole('dialog', { name: 'Compartir el documento' })
  const address = await field(dialog, 'Enlace').inputValue()
  await button(dialog, 'Copiar').click()
  await expectSeen(button(dialog, 'Copiado'))
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  const whatsapp = await link(dialog, 'Enviar por WhatsApp').getAttribute('href')
  expect(new URL(whatsapp ?? '').searchParams.get('text')).toContain(address)
  await expectGone(button(dialog, 'Enviar de otra forma'))
  const stranger = (await visit({ width: PHONE })).page
  await stranger.goto(address)
  await expectSeen(link(stranger, 'Ver PDF'))
  await button(dialog, 'Retirar todos los enlaces').click()
  await expectGone(dialog)
  await stranger.reload()
  await expectSeen(heading(stranger, 'Este enlace ya no muestra nada'))
})

test('a link is sent with its document by what the browser offers, where it offers something', async ({
  city,
  visit,
}) => {
  const ana = await resident(city)
  const { document } = await issuedDocument(ana, { ruts: ['90909090-3'] })
  const { page } = await visit({ as: ana, width: PHONE })
  await page.addInitScript(() => {
    const share = (data: ShareData) => {
      window.name = data.text ?? ''
      return Promise.resolve()
    }
    Object.defineProperty(navigator, 'share', { value: share })
  })
  await page.goto(`/documents/${document.id}`)
  await button(page, 'Compartir').click()
  const dialog = page.getByRole('dialog', { name: 'Compartir el documento' })
  const address = await field(dialog, 'Enlace').inputValue()
  await button(dialog, 'Enviar de otra forma').click()
  const text = await page.evaluate(() => window.name)
  for (const part of [`N° ${document.folio}`, '$119.000', address]) expect(text).toContain(part)
})

type Mail = ReturnType<typeof contract.listDeliveries.reply.parse>[number]

const PAGOS = 'pagos@cliente.example'

function mailRegion(page: Page): Locator {
  return page.getByRole('region', { name: 'Correo' })
}

/** Waits until one of the document's mails is so, and answers it. */
async function mailOf(
  { ask }: Resident,
  document: number,
  isSo: (mail: Mail) => boolean,
): Promise<Mail> {
  let found: Mail | undefined
  await until(`the mail of document ${document}`, async () => {
    const mails = await ask('GET', `/documents/${document}/deliveries/`)
    found = contract.listDeliveries.reply.parse(mails).find(isSo)
    return found !== undefined
  })
  if (found === undefined) throw new Error('No mail')
  return found
}
