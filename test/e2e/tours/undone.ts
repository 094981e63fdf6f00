import type { Page } from 'playwright-core'
import * as contract from '#contract/index.ts'
import { antonia } from '#simulators/world.ts'
import type { City } from '../fixtures/city.ts'
import { button } from '../fixtures/hands.ts'
import { connectMailbox } from '../fixtures/mailbox.ts'
import type { Place } from '../fixtures/place.ts'
import {
  fileOf,
  issuedBoleta,
  issuedDocument,
  resident,
  sharedPath,
  type Resident,
} from '../fixtures/resident.ts'
import { until } from '../fixtures/until.ts'
import type { Stop } from './stop.ts'

/** What was issued and taken back, and mails that did not arrive. */
export async function undoneStops(city: City): Promise<Stop[]> {
  const antonias = await resident(city, antonia)
  const ana = await resident(city)
  return [
    ...(await boletaStops(antonias)),
    ...[...(await takenBackStops(ana)), ...(await mailStops(city, ana))].map((stop) => {
      return { ...stop, as: ana }
    }),
  ]
}

async function boletaStops(as: Resident): Promise<Stop[]> {
  const kept = `/documents/${(await issuedBoleta(as)).id}`
  const { id } = await issuedBoleta(as, { ruts: ['90909090-3'] })
  const shared = await sharedPath(as, id)
  await as.ask('POST', `/documents/${id}/annul/`, { cause: 'mistyped' })
  await until(`boleta ${id} is annulled`, async () => (await stateOf(as, id)) === 'annulled')
  const stops: Place[] = [
    { name: 'document-boleta', path: kept },
    { name: 'document-annul', path: kept, reach: askToAnnul },
    {
      name: 'document-annul-chosen',
      path: kept,
      reach: async (page) => {
        await askToAnnul(page)
        await page.getByRole('radio', { name: 'Error en la digitación' }).check()
      },
    },
    { name: 'document-annulled', path: `/documents/${id}` },
  ]
  return [{ name: 'shared-annulled', path: shared }, ...stops.map((stop) => ({ ...stop, as }))]
}

async function askToAnnul(page: Page): Promise<void> {
  await button(page, 'Anular').click()
  await page.getByRole('dialog', { name: '¿Anular esta boleta en el SII?' }).waitFor()
}

/** A factura whose nota de crédito stands at the SII. */
async function takenBackStops(as: Resident): Promise<Place[]> {
  const { document } = await issuedDocument(as, { ruts: ['91919191-0'], name: 'Auditoría' })
  await fileOf(as, document.id, 'xml')
  const order = { correction: 'annul', total: document.total }
  const made = await as.ask('POST', `/documents/${document.id}/nota/`, order)
  const nota = contract.orderNota.reply.parse(made).id
  await until(`nota ${nota} is issued`, async () => (await stateOf(as, nota)) === 'issued')
  return [
    { name: 'document-taken-back', path: `/documents/${document.id}` },
    { name: 'document-nota', path: `/documents/${nota}` },
    { name: 'nota-of-taken-back', path: `/documents/${document.id}/nota` },
  ]
}

async function mailStops(city: City, as: Resident): Promise<Place[]> {
  const mailFrom = await connectMailbox(city, as, 'microsoft')
  const switches = city.post.providers?.microsoft.switches
  switches?.set('recipientRefused', true)
  const bounced = await issuedDocument(as, { ruts: ['90909090-3'], mailFrom, name: 'Asesoría' })
  await mailOf(as, bounced.document.id, ({ state }) => state === 'bounced')
  switches?.set('lostAfter', true)
  const lost = await issuedDocument(as, { ruts: ['93939393-5'], mailFrom, name: 'Otra' })
  await mailOf(as, lost.document.id, ({ state }) => state === 'unknown')
  switches?.set('scopeMissing')
  city.clock.putForward(3 * 60_000)
  await mailOf(as, lost.document.id, ({ can }) => can.includes('sent'))
  return [
    mailStop('document-mail-bounced', bounced.document.id),
    mailStop('document-mail-resend', bounced.document.id, 'Enviar sin corregir'),
    mailStop('document-mail-correct', bounced.document.id, 'Corregir la dirección'),
    mailStop('document-mail-leave', bounced.document.id, 'Dejar sin enviar'),
    { name: 'attention-mails', path: '/attention' },
    mailStop('document-mail-in-doubt', lost.document.id),
    mailStop('document-mail-doubt-again', lost.document.id, 'Enviar otra vez'),
    mailStop('document-mail-take-as-sent', lost.document.id, 'Dar por enviado'),
  ]
}

function mailStop(name: string, id: number, asked?: string): Place {
  return {
    name,
    path: `/documents/${id}`,
    reach: async (page) => {
      const mail = page.getByRole('region', { name: 'Correo' })
      await mail.waitFor()
      if (asked === undefined) return
      await button(mail, asked).click()
      await page.getByRole('dialog').waitFor()
    },
  }
}

type Mail = ReturnType<typeof contract.listDeliveries.reply.parse>[number]

async function mailOf(as: Resident, id: number, isSo: (mail: Mail) => boolean): Promise<void> {
  await until(`the mail of document ${id}`, async () => {
    const mails = await as.ask('GET', `/documents/${id}/deliveries/`)
    return contract.listDeliveries.reply.parse(mails).some(isSo)
  })
}

async function stateOf(as: Resident, id: number) {
  return contract.readDocument.reply.parse(await as.ask('GET', `/documents/${id}/`)).state
}
