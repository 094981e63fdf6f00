import type { Page } from 'playwright-core'
import { listCharges } from '#contract/charges.ts'
import type { z } from 'zod'
import { listPaymentConnections } from '#contract/payment-connections.ts'
import { listPaymentTerms } from '#contract/payments.ts'
import type { readDocumentReminders, readReminders } from '#contract/reminders.ts'
import { declareTransfer } from '#contract/shared-payments.ts'
import { antonia } from '#simulators/world.ts'
import { csvOf } from '../../payments/statement/csv-statement.ts'
import type { City } from '../fixtures/city.ts'
import { button, field, heading } from '../fixtures/hands.ts'
import { intercept, stopIntercepting } from '../fixtures/intercept.ts'
import {
  companies,
  followedPayments,
  issuedDocument,
  resident,
  sharedPath,
  type Resident,
  type Rule,
} from '../fixtures/resident.ts'
import { rewritten } from '../fixtures/held-calls.ts'
import type { Place } from '../fixtures/place.ts'
import { togetherStops } from './pay-together.ts'
import { debtorStops } from './receivables.ts'
import { refundUnseen } from './refund-unseen.ts'
import type { Stop } from './stop.ts'

/** Who owes what, how a company gets paid, a document's money, and the page that its recipient pays by. */
export async function paymentStops(city: City, isWhole: boolean): Promise<Stop[]> {
  const as = await resident(city)
  await followedPayments(as)
  const { rule, document } = await issuedDocument(as)
  const page = `/documents/${document.id}`
  const link = await sharedPath(as, document.id)
  await as.ask('POST', `${page}/payments/`, { ...BY_HAND, amount: 150_000 })
  const { document: payable } = await issuedDocument(as, { name: 'Por pagar', ruts: [COMPANY] })
  const payableLink = await sharedPath(as, payable.id)
  const together = isWhole ? await togetherStops(as) : []
  const said = isWhole ? await declaredStops(city, as) : { own: [], shared: [] }
  const newcomer = await resident(city, antonia)
  const own: Place[] = [
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
    refundUnseen(document.id),
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
    {
      name: 'document-payment-share',
      path: `/documents/${payable.id}`,
      prepare: () => offeredCard(as),
      reach: async (at) => {
        await opened(at, 'Compartir')
        await at.getByText(/^Tarjeta: 2,9 % \+ IVA/).waitFor()
      },
    },
    ...usageStops(),
    ...debtorStops(),
    ...reminderStops(page),
    ...said.own,
    ...(await statementStops(city, as)),
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
  const fintoc = first.providers.find(({ provider }) => provider === 'fintoc')
  if (fintoc === undefined || fintoc.connections.length > 0) return
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

/** Once: a card that payers are offered. */
async function offeredCard({ ask }: Resident): Promise<void> {
  const [first] = listPaymentConnections.reply.parse(await ask('GET', '/payments/connections/'))
  const card = first?.providers.find(({ provider }) => provider === 'transbank')
  if (first === undefined || card === undefined) throw new Error('Nobody to pay')
  if (card.connections.length > 0) return
  const path = `/payments/terms/${first.company.id}/connections/test-account/`
  await ask('POST', path, { provider: 'transbank' })
}

/** What Folio charges: as it is, and with every kind of line. */
function usageStops(): Place[] {
  return [
    {
      name: 'usage',
      path: '/profile/usage',
      reach: (at) => at.getByRole('table', { name: 'Líneas del mes' }).waitFor(),
    },
    rewritten('usage-of-each-kind', '/profile/usage', '/api/charges/', ofEachKind, (at) =>
      at.getByText('Por calcular').waitFor(),
    ),
  ]
}

function ofEachKind(answer: unknown) {
  const usage = listCharges.reply.parse(answer)
  const [first] = usage.lines
  const [document] = first?.documents ?? []
  if (first === undefined || document === undefined) throw new Error('Nothing is charged')
  const about = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...document, folio: 1_000_000 + index }))
  const money = { amount: 1_488_750, way: 'card', basis_points: 290 } as const
  const uf = { price: '0.005', day: '2026-11-05', rate: '39200.15' }
  const line = { ...first, uf: null, money: null }
  return {
    ...usage,
    sum: { ...usage.sum, mails: 1, payments: 2, unpriced: 1 },
    lines: [
      {
        ...line,
        id: 5,
        kind: 'document',
        uf: { ...uf, price: '0.010', rate: null },
        net: null,
        iva: null,
        total: null,
      },
      { ...line, id: 4, kind: 'refund', money, net: -43_174, iva: -8_203, total: -51_377 },
      {
        ...line,
        id: 3,
        kind: 'payment',
        documents: about(5),
        money,
        net: 43_174,
        iva: 8_203,
        total: 51_377,
      },
      { ...line, id: 2, kind: 'mail', uf, net: 196, iva: 37, total: 233 },
      {
        ...line,
        id: 1,
        kind: 'document',
        documents: [],
        uf: { ...uf, price: '0.010' },
        net: 392,
        iva: 74,
        total: 466,
      },
    ],
  }
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
  const own: Place[] = [
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
      reach: (at) => at.getByText(/^Ya se avisaron/).waitFor(),
    },
  ]
  return { own, shared }
}

/** Days to pay, asked and said where payments are followed. */
function dueStops({ id }: Rule): Place[] {
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

const STATEMENTS = '/payments/statements'

/** A bank's statement: before the first one, its questions and mistakes, and what is left to a person. */
async function statementStops(city: City, as: Resident): Promise<Place[]> {
  const [company] = await companies(as)
  await city.owedDocuments(company?.id ?? 0, OWED)
  return [
    {
      name: 'statements',
      path: STATEMENTS,
      reach: (at) => at.getByText('Suelta aquí la cartola de tu banco').waitFor(),
    },
    {
      name: 'statements-columns',
      path: STATEMENTS,
      reach: (at) =>
        askedOf(at, 'Cuándo;Qué;Cuánto\r\n04/11/2026;Pago de Textil;1.000\r\n', 'Continuar'),
    },
    {
      name: 'statements-faults',
      path: STATEMENTS,
      reach: (at) =>
        askedOf(
          at,
          'Fecha;Descripción;Cargos;Abonos\r\n44/11/2026;Pago;;1.000\r\n05/11/2026;Pago;;1,000\r\n',
          'Las comas separan miles',
        ),
    },
    {
      name: 'statements-refused',
      path: STATEMENTS,
      reach: (at) => askedOf(at, '%PDF-1.7', 'Subir otra'),
    },
    {
      name: 'statements-taken',
      path: STATEMENTS,
      reach: (at) => askedOf(at, csvOf(LINES).toString(), 'Elegir documentos'),
    },
    {
      name: 'statements-pick',
      path: STATEMENTS,
      reach: async (at) => {
        await button(at, 'Elegir documentos').first().click()
        await at.getByRole('dialog').getByRole('checkbox').first().waitFor()
      },
    },
    {
      name: 'statements-matched',
      path: STATEMENTS,
      reach: async (at) => {
        await at.getByRole('button', { name: /^Reconocidos/ }).click()
        await button(at, 'Deshacer').first().waitFor()
      },
    },
  ]
}

/** What would be sent before reminders are switched on, and what a document's client was reminded of. */
function reminderStops(page: string): Place[] {
  return [
    {
      name: 'payment-reminders-list',
      path: '/payments/terms',
      prepare: (at) => intercept(at, isOfCompany, (call) => call.fulfill({ json: planned })),
      reach: async (at) => {
        await button(at, 'Ver qué se enviaría y activar').click()
        await at.getByText('Recordatorio: 2 documentos por pagar').click()
        await at.getByText('Les recordamos estos 2 documentos', { exact: false }).waitFor()
      },
      leave: (at) => stopIntercepting(at, isOfCompany),
    },
    {
      name: 'document-reminders',
      path: page,
      prepare: (at) => intercept(at, isOfDocument, (call) => call.fulfill({ json: reminded })),
      reach: async (at) => {
        await at.getByText('Próximo recordatorio: 14/11/2026').click()
        await at.getByText('No recordar este documento').waitFor()
      },
      leave: (at) => stopIntercepting(at, isOfDocument),
    },
    {
      name: 'document-reminders-given-back',
      path: page,
      prepare: (at) => intercept(at, isOfDocument, (call) => call.fulfill({ json: givenBack })),
      reach: async (at) => {
        await at.getByText('Sin recordatorios: devolviste todo lo que pagaron').click()
        await at.getByText('Si todavía te lo deben, desmárcalo.', { exact: false }).waitFor()
      },
      leave: (at) => stopIntercepting(at, isOfDocument),
    },
  ]
}

async function askedOf(page: Page, text: string, answer: string): Promise<void> {
  const file = { name: 'cartola-noviembre.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.locator('input[type="file"]').setInputFiles(file)
  await button(page, answer).first().waitFor()
}

const TEXTIL = { rut: '76.086.428-5', name: 'Textil Donoso Lagos SpA', issueDay: '2026-10-20' }
const VIVEROS = { rut: '76.192.083-9', name: 'Viveros Herrera SpA', issueDay: '2026-10-20' }

const OWED = [
  { ...TEXTIL, folio: 7_001, amount: 119_000 },
  { ...TEXTIL, folio: 7_002, amount: 238_000 },
  { ...VIVEROS, folio: 7_003, amount: 595_000 },
  { ...VIVEROS, folio: 7_004, amount: 80_000 },
]

const LINES = [
  {
    text: 'Abono otros bancos',
    rut: TEXTIL.rut,
    name: 'TEXTIL DONOSO',
    clp: 119_000,
    day: '2026-11-02',
  },
  {
    text: 'Abono otros bancos',
    rut: VIVEROS.rut,
    name: 'VIVEROS HERR',
    clp: 675_000,
    day: '2026-11-03',
  },
  { text: 'Transf. de Rosa Soto pago factura 7002', clp: 238_000, day: '2026-11-04' },
  {
    text: 'Abono otros bancos',
    rut: '5.126.663-3',
    name: 'PEDRO JARA',
    clp: 50_000,
    day: '2026-11-04',
  },
  { text: 'Compra', clp: -32_990, day: '2026-11-04' },
]

function isOfCompany({ pathname }: URL): boolean {
  return /\/terms\/\d+\/reminders\/$/.test(pathname)
}

function isOfDocument({ pathname }: URL): boolean {
  return pathname.endsWith('/payment/reminders/')
}

const planned: z.input<typeof readReminders.reply> = {
  company: { id: 1, identifier: '76.192.083-9', name: 'Servicios Ñandú del Bío Bío SpA' },
  first_due_day: null,
  enabled_at: null,
  mails: [
    {
      day: '2026-11-09',
      client: {
        identifier: '90.909.090-3',
        name: 'Constructora Los Alerces de la Araucanía y Compañía Limitada',
      },
      to: ['pagos@constructora-los-alerces-y-compania.example', 'jefa@constructora.example'],
      documents: [
        { id: 1, name: 'Factura N° 1042', open: 148_750, due_day: '2026-11-12', step: 'before' },
        { id: 2, name: 'Factura N° 1043', open: 2_487_500, due_day: '2026-11-12', step: 'before' },
      ],
      subject: 'Recordatorio: 2 documentos por pagar',
      text: 'Estimados:\n\nLes recordamos estos 2 documentos de Servicios Ñandú del Bío Bío SpA por pagar:\n\n- Factura N° 1042: $148.750, vence el 12/11/2026\n- Factura N° 1043: $2.487.500, vence el 12/11/2026\n\nSi ya pagaron, avísennos en la página del documento y no les escribiremos más por él.\n\nSaludos cordiales.',
    },
    {
      day: '2026-11-12',
      client: { identifier: '91.919.191-0', name: 'Aseo del Sur' },
      to: ['pagos@aseo.example'],
      documents: [
        { id: 3, name: 'Factura N° 1044', open: 119_000, due_day: '2026-11-12', step: 'dueDay' },
      ],
      subject: 'Recordatorio: Factura N° 1044 vence hoy',
      text: 'Estimados:',
    },
  ],
  more: 12,
  unreachable: 3,
  seen: '1',
}

const reminded: z.input<typeof readDocumentReminders.reply> = {
  on: true,
  muted: false,
  client: { identifier: '90.909.090-3', name: 'Constructora Los Alerces y Compañía Limitada' },
  given_back: false,
  client_muted: false,
  next: { day: '2026-11-14', step: 'after7' },
  sent: [
    { day: '2026-11-07', step: 'dueDay', state: 'sent', reason: null },
    { day: '2026-11-04', step: 'before', state: 'failed', reason: 'notDue' },
  ],
}

const givenBack = { ...reminded, muted: true, given_back: true, next: null }
