import { antonia } from '#simulators/world.ts'
import type { Page } from 'playwright-core'
import type { City } from '../fixtures/city.ts'
import { button, field, heading } from '../fixtures/hands.ts'
import { followedPayments, issuedDocument, resident, sharedPath } from '../fixtures/resident.ts'
import type { Stop } from './stop.ts'

/** Who owes what, how a company gets paid, a document's money, and the page that its recipient pays by. */
export async function paymentStops(city: City): Promise<Stop[]> {
  const as = await resident(city)
  await followedPayments(as)
  const { document } = await issuedDocument(as)
  const { document: declared } = await issuedDocument(as, {
    name: 'Con aviso',
    ruts: ['90909090-3'],
  })
  const page = `/documents/${document.id}`
  const link = await sharedPath(as, document.id)
  const body = { day: '2026-11-05', way: 'transfer', note: 'Cartola de noviembre' }
  await as.ask('POST', `${page}/payments/`, { ...body, amount: 150_000 })
  const declaredLink = await sharedPath(as, declared.id)
  const newcomer = await resident(city, antonia)
  const own: Omit<Stop, 'as'>[] = [
    { name: 'receivables', path: '/payments', reach: (at) => at.getByText('Te deben').waitFor() },
    { name: 'payment-terms', path: '/payments/terms', reach: (at) => shown(at, 'Cómo te pagan') },
    {
      name: 'payment-terms-wrong',
      path: '/payments/terms',
      reach: async (at) => {
        await field(at, 'Número de cuenta').fill('12')
        await button(at, 'Guardar').click()
        await at.getByText('Solo números, entre 3 y 30').waitFor()
      },
    },
    {
      name: 'document-payment',
      path: page,
      reach: (at) => at.getByText('Llegaron $31.000 de más.', { exact: false }).waitFor(),
    },
    { name: 'document-payment-record', path: page, reach: (at) => opened(at, 'Registrar un pago') },
    {
      name: 'document-payment-refund',
      path: page,
      reach: (at) => opened(at, 'Anotar una devolución'),
    },
    { name: 'document-payment-undo', path: page, reach: (at) => opened(at, 'Deshacer') },
    {
      name: 'document-payment-day',
      path: page,
      reach: async (at) => {
        await button(at, 'Más acciones de pago').click()
        await at.getByRole('menuitem', { name: 'Cambiar vencimiento' }).click()
        await at.getByRole('dialog').waitFor()
      },
    },
  ]
  return [
    {
      name: 'shared-pay',
      path: declaredLink,
      reach: (at) => at.getByText('Por pagar. Vence el 05/12/2026.').waitFor(),
    },
    {
      name: 'shared-declare',
      path: declaredLink,
      reach: (at) => opened(at, 'Ya transferí'),
    },
    { name: 'shared-paid', path: link, reach: (at) => at.getByText(/^Está pagado/).waitFor() },
    { name: 'receivables-off', path: '/payments', as: newcomer },
    ...own.map((stop) => ({ ...stop, as })),
  ]
}

async function shown(page: Page, title: string): Promise<void> {
  await heading(page, title).first().waitFor()
}

async function opened(page: Page, name: string): Promise<void> {
  await button(page, name).first().click()
  await page.getByRole('dialog').waitFor()
}
