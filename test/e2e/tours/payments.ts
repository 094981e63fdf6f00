import type { Page } from 'playwright-core'
import type { z } from 'zod'
import type { readPayerAccess } from '#contract/payer-access.ts'
import { listPaymentConnections } from '#contract/payment-connections.ts'
import { declareTransfer, listPaymentTerms } from '#contract/payments.ts'
import { antonia } from '#simulators/world.ts'
import type { City } from '../fixtures/city.ts'
import { button, field, heading } from '../fixtures/hands.ts'
import { intercept, stopIntercepting } from '../fixtures/intercept.ts'
import {
  addContact,
  followedPayments,
  issuedDocument,
  resident,
  sharedPath,
  type Resident,
  type Rule,
} from '../fixtures/resident.ts'
import type { Stop } from './stop.ts'

/** Who owes what, how a company gets paid, a document's money, and the page that its recipient pays by. */
export async function paymentStops(city: City): Promise<Stop[]> {
  const as = await resident(city)
  await followedPayments(as)
  const { rule, document } = await issuedDocument(as)
  const page = `/documents/${document.id}`
  const link = await sharedPath(as, document.id)
  await as.ask('POST', `${page}/payments/`, { ...BY_HAND, amount: 150_000 })
  const { document: payable } = await issuedDocument(as, { name: 'Por pagar', ruts: [COMPANY] })
  const payableLink = await sharedPath(as, payable.id)
  const together = await togetherStops(as)
  const said = await declaredStops(city, as)
  const newcomer = await resident(city, antonia)
  const own: Omit<Stop, 'as'>[] = [
    { name: 'receivables', path: '/payments', reach: (at) => at.getByText('Te deben').waitFor() },
    { name: 'payment-terms', path: '/payments/terms', reach: (at) => shown(at, 'Cómo te pagan') },
    {
      name: 'payment-providers',
      path: '/payments/providers',
      reach: (at) => at.getByRole('heading', { name: 'Mercado Pago' }).waitFor(),
    },
    {
      name: 'payment-providers-form',
      path: '/payments/providers',
      reach: async (at) => {
        await button(at, 'Usar mis llaves de Khipu').click()
        await at.getByText('Cómo conseguir las llaves').waitFor()
      },
    },
    {
      name: 'payment-providers-wrong',
      path: '/payments/providers',
      reach: async (at) => {
        await button(at, 'Usar mis llaves de Fintoc').click()
        await field(at, 'Que el dinero llegue a una cuenta bancaria que indico').check()
        await button(at, 'Guardar y probar').click()
        await at.getByText('Falta este dato').first().waitFor()
      },
    },
    {
      name: 'payment-providers-connected',
      path: '/payments/providers',
      prepare: () => connectedProviders(as),
      reach: (at) => at.getByText(/^No aceptó las llaves/).waitFor(),
    },
    {
      name: 'payment-providers-remove',
      path: '/payments/providers',
      prepare: () => connectedProviders(as),
      reach: async (at) => {
        await button(at, 'Quitar Khipu, Prueba').click()
        await at.getByRole('dialog').waitFor()
      },
    },
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
      name: 'payment-terms-changed',
      path: '/payments/terms',
      reach: async (at) => {
        await field(at, 'Plazo en días').fill('10')
        await savedElsewhere(city, as)
        await button(at, 'Guardar').click()
        await at.getByText(/^Alguien cambió estos datos/).waitFor()
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
    ...said.own,
    ...dueStops(rule),
  ]
  return [
    {
      name: 'shared-pay',
      path: payableLink,
      reach: (at) => at.getByText('Por pagar. Vence el 05/12/2026.').waitFor(),
    },
    { name: 'shared-declare', path: payableLink, reach: (at) => opened(at, 'Ya transferí') },
    { name: 'shared-declared', path: payableLink, reach: (at) => declaredNow(at) },
    ...together,
    ...said.shared,
    { name: 'shared-paid', path: link, reach: (at) => at.getByText(/^Está pagado/).waitFor() },
    { name: 'receivables-off', path: '/payments', as: newcomer },
    ...own.map((stop) => ({ ...stop, as })),
  ]
}

/** Once: one that works, and one whose keys are refused and whose holder is somebody else. */
async function connectedProviders({ ask }: Resident): Promise<void> {
  const [first] = listPaymentConnections.reply.parse(await ask('GET', '/payments/connections/'))
  if (first === undefined) throw new Error('Nobody to pay')
  if (first.providers.some(({ connections }) => connections.length > 0)) return
  const path = `/payments/terms/${first.company.id}/connections/`
  await ask('POST', `${path}test-account/`, { provider: 'khipu' })
  await ask('PUT', path, {
    provider: 'fintoc',
    mode: 'live',
    seen: null,
    api_key: 'sk_live_vencida',
    notification_secret: 'whsec_x',
    recipient: {
      holder_rut: '11.111.111-1',
      number: '12345678901234567890',
      type: 'checking_account',
      institution_id: 'cl_banco_estado',
    },
  })
}

const BY_HAND = { day: '2026-11-05', way: 'transfer', note: 'Cartola de noviembre' }
const COMPANY = '90909090-3'

/** What clients say they transferred, of three documents: once, several times, and beside a payment by hand. */
async function declaredStops(city: City, as: Resident) {
  const made: { page: string; link: string }[] = []
  for (const rut of ['91919191-0', '94949494-2', '93939393-5']) {
    const { document } = await issuedDocument(as, { name: `Con aviso ${rut}`, ruts: [rut] })
    made.push({ page: `/documents/${document.id}`, link: await sharedPath(as, document.id) })
  }
  const [once, several, beside] = made
  if (once === undefined || several === undefined || beside === undefined) throw new Error('None')
  await declared(city, once.link, { day: '2026-11-05' })
  await declared(city, several.link, { day: '2026-11-04', hasVoucher: true })
  await declared(city, several.link, { day: '2026-11-05', note: 'Desde la cuenta de Marcela' })
  await declared(city, beside.link, { day: '2026-11-05' })
  await as.ask('POST', `${beside.page}/payments/`, { ...BY_HAND, amount: 119_000 })
  const waits = (at: Page) => button(at, 'Sí, llegó').first().waitFor()
  const own: Omit<Stop, 'as'>[] = [
    {
      name: 'receivables-declared',
      path: '/payments',
      reach: async (at) => {
        const boxes = at.getByRole('checkbox', { name: /^Elegir el aviso de/ })
        await boxes.nth(0).check()
        await boxes.nth(1).check()
        await button(at, 'Confirmar los 2 elegidos').waitFor()
      },
    },
    { name: 'document-payment-declared', path: once.page, reach: waits },
    { name: 'document-payment-several', path: several.page, reach: waits },
    {
      name: 'document-payment-which',
      path: several.page,
      reach: async (at) => {
        await opened(at, 'Registrar un pago')
        await button(at, 'Guardar').click()
        await at.getByText('Elige una respuesta').waitFor()
      },
    },
    {
      name: 'document-payment-too-much',
      path: beside.page,
      reach: (at) => opened(at, 'Sí, llegó'),
    },
  ]
  const shared: Stop[] = [
    {
      name: 'shared-checked',
      path: once.link,
      reach: (at) => at.getByText(/^Ya se avisó una transferencia/).waitFor(),
    },
  ]
  return { own, shared }
}

/** Days to pay, asked and said where payments are followed. */
function dueStops({ id }: Rule): Omit<Stop, 'as'>[] {
  const edit = `/rules/edit/${id}?step=`
  return [
    {
      name: 'rule-edit-client-due',
      path: `${edit}clients`,
      reach: async (at) => {
        await opened(at, 'Editar SERVICIO DE IMPUESTOS INTERNOS')
        await field(at, 'Plazo de pago en días (opcional)').waitFor()
      },
    },
    {
      name: 'rule-edit-review-due',
      path: `${edit}review`,
      reach: (at) => at.getByText(/^Plazo de pago: \d+ días\./).waitFor(),
    },
    // Last, because what is typed stays as a draft.
    {
      name: 'rule-edit-dates-due',
      path: `${edit}dates`,
      reach: async (at) => {
        await field(at, 'Plazo de pago en días (opcional)').fill('400')
        await at.getByText('Escribe un plazo entre 0 y 365 días').first().waitFor()
      },
    },
  ]
}

/** "Ya transferí", as whoever has the link says it. */
async function declared(
  city: City,
  link: string,
  said: { day: string; note?: string; hasVoucher?: boolean },
): Promise<void> {
  const at = `${city.url}/api/shared-documents/${link.replace('/d/', '')}/declarations/`
  const { day, note = '', hasVoucher = false } = said
  const reply = await fetch(at, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 119_000, day, note }),
  })
  const { key } = declareTransfer.reply.parse(await reply.json())
  if (!hasVoucher) return
  const headers = { 'content-type': 'application/pdf' }
  const kept = await fetch(`${at}${key}/voucher/`, { method: 'PUT', headers, body: '%PDF-1.4' })
  if (!kept.ok) throw new Error(`Voucher: ${kept.status}`)
}

async function declaredNow(page: Page): Promise<void> {
  const says = page.getByRole('button', { name: /^(Ya transferí|Avisar otra transferencia)$/ })
  await says.click()
  await button(page, 'Avisar').click()
  await button(page, 'Corregir mi aviso').waitFor()
}

/** As somebody else would meanwhile. */
async function savedElsewhere({ clock }: City, { ask }: Resident): Promise<void> {
  const [terms] = listPaymentTerms.reply.parse(await ask('GET', '/payments/terms/'))
  if (terms === undefined) throw new Error('No terms')
  const { company, updated_at, enabled_from, bank } = terms
  // Saved within the same millisecond they would be told apart by nothing.
  clock.putForward(1)
  const saved = { seen: updated_at, enabled_from, due_days: 45, bank }
  await ask('PUT', `/payments/terms/${company.id}/`, saved)
}

async function shown(page: Page, title: string): Promise<void> {
  await heading(page, title).first().waitFor()
}

async function opened(page: Page, name: string): Promise<void> {
  await button(page, name).first().click()
  await page.getByRole('dialog').waitFor()
}

const LAWYERS = '96969696-7'

/** A client's other documents: the addresses, a wrong code, and the list with what became of a payment. */
async function togetherStops(as: Resident): Promise<Stop[]> {
  const { rule, document } = await issuedDocument(as, { name: 'Junto', ruts: [LAWYERS] })
  const client = rule.clients_detail[0]?.client.id ?? 0
  await addContact(as, client, 'pagos@cliente.example')
  await addContact(as, client, 'marcela@cliente.example')
  const path = await sharedPath(as, document.id)
  const show = (at: Page) => button(at, 'Ver mis otros documentos por pagar').click()
  return [
    {
      name: 'shared-together-addresses',
      path,
      reach: async (at) => {
        await show(at)
        await button(at, 'Enviarme el código').waitFor()
      },
    },
    {
      name: 'shared-together-code',
      path,
      // So many looks would be over the limit of codes.
      prepare: (page) => intercept(page, isCodes, (call) => call.fulfill({ status: 204 })),
      reach: async (at) => {
        await show(at)
        await button(at, 'Enviarme el código').click()
        await field(at, 'Código de 6 dígitos').fill('000000')
        await button(at, 'Ver mis documentos').click()
        await at.getByText(/^Ese código no sirve/).waitFor()
      },
      leave: (page) => stopIntercepting(page, isCodes),
    },
    {
      name: 'shared-together-list',
      path,
      prepare: (page) => intercept(page, isAccess, (call) => call.fulfill({ json: OPEN })),
      reach: async (at) => {
        await show(at)
        await at.getByText('3 documentos').waitFor()
      },
      leave: async (page) => {
        await page.evaluate(() => sessionStorage.clear())
        await stopIntercepting(page, isAccess)
      },
    },
  ]
}

function isCodes({ pathname }: URL): boolean {
  return pathname.endsWith('/codes/')
}

function isAccess({ pathname }: URL): boolean {
  return pathname.endsWith('/access/')
}

type Access = z.input<(typeof readPayerAccess)['reply']>

const LISTED = {
  document_type: 33,
  emission_date: '2026-11-05',
  due_day: '2026-12-05',
  days_overdue: -30,
  is_declared: false,
  is_here: false,
} as const

const OPEN: Access = {
  until: '2026-11-05T15:30:00Z',
  documents: [
    { ...LISTED, id: 1, folio: 96, open: 148_750, due_day: '2026-10-20', days_overdue: 16 },
    { ...LISTED, id: 2, folio: 101, open: 119_000, is_here: true },
    { ...LISTED, id: 3, folio: 102, open: 1_487_500 },
    { ...LISTED, id: 4, folio: 98, open: 238_000, is_declared: true },
  ],
  attempt: {
    provider: 'transbank',
    amount: 357_000,
    state: 'failed',
    documents: [
      { document_type: 33, folio: 96, amount: 148_750 },
      { document_type: 33, folio: 101, amount: 119_000 },
    ],
  },
}
