import { expect } from 'vitest'
import * as contract from '#contract/index.ts'
import { antonia } from '#simulators/world.ts'
import { button, expectGone, expectSeen, field, heading, link } from './hands.ts'
import { connectMailbox, mailsTo } from './mailbox.ts'
import { issuedBoleta, issuedDocument, resident, type Resident } from './resident.ts'
import { test } from './stage.ts'
import { until } from './until.ts'
import { PHONE } from './visitor.ts'

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
  await button(mail, 'Enviar').click()
  const again = page.getByRole('dialog', { name: '¿Enviar el correo?' })
  await expectSeen(again.getByText(/^Se enviará a .*pagos@cliente\.example/))
  await button(again, 'Enviar').click()
  await expectSeen(mail.getByText('Por enviar', { exact: true }))
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
  await button(mail, 'Dar por enviado').click()
  await button(page.getByRole('dialog', { name: '¿Darlo por enviado?' }), 'Dar por enviado').click()
  await expectSeen(mail.getByText('Enviado', { exact: true }))
  expect(await mailsTo(city, 'pagos@cliente.example')).toHaveLength(2)
})

test('a link is copied, sent and opened by whoever has it, until it is withdrawn', async ({
  city,
  visit,
}) => {
  const ana = await resident(city)
  const { document } = await issuedDocument(ana, { ruts: ['90909090-3'] })
  const { page, context } = await visit({ as: ana, width: PHONE })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/documents/${document.id}`)
  await button(page, 'Compartir').click()
  const dialog = page.getByRole('dialog', { name: 'Compartir el documento' })
  const address = await field(dialog, 'Enlace').inputValue()
  await button(dialog, 'Copiar').click()
  await expectSeen(button(dialog, 'Copiado'))
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  const whatsapp = await link(dialog, 'Enviar por WhatsApp').getAttribute('href')
  expect(new URL(whatsapp ?? '').searchParams.get('text')).toContain(address)
  const stranger = (await visit({ width: PHONE })).page
  await stranger.goto(address)
  await expectSeen(link(stranger, 'Ver PDF'))
  await button(dialog, 'Retirar todos los enlaces').click()
  await expectGone(dialog)
  await stranger.reload()
  await expectSeen(heading(stranger, 'Este enlace ya no muestra nada'))
})

type Mail = ReturnType<typeof contract.listDeliveries.reply.parse>[number]

/** Waits until the document's mail is so. */
function mailOf({ ask }: Resident, document: number, isSo: (mail: Mail) => boolean) {
  return until(`the mail of document ${document}`, async () => {
    const mails = await ask('GET', `/documents/${document}/deliveries/`)
    return contract.listDeliveries.reply.parse(mails).some(isSo)
  })
}
