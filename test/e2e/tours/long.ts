import type { Page } from 'playwright-core'
import type { City } from '../fixtures/city.ts'
import { button, settled } from '../fixtures/hands.ts'
import { intercept, stopIntercepting, type Intercepted } from '../fixtures/intercept.ts'
import { connectMailbox } from '../fixtures/mailbox.ts'
import type { Place } from '../fixtures/place.ts'
import {
  addContact,
  addRule,
  documentOf,
  issuedDocument,
  issueNow,
  resident,
  sharedPath,
} from '../fixtures/resident.ts'
import { soonAfter } from '../fixtures/today.ts'
import type { Stop } from './stop.ts'

/** As long as the SII knows them. */
const LONG_NAME =
  'Sociedad de Inversiones, Asesorías y Servicios Profesionales Integrales Hermanos Ñancupil y Compañía Limitada'
/** Without a place to break it. */
const LONG_ADDRESS =
  'facturacion.electronica.y.cobranzas@sociedad-de-inversiones-y-asesorias-integrales.example'
const LONGEST = new RegExp(`${LONG_NAME}|${LONG_ADDRESS}`)
const LARGE_CLP = 9_876_543_210
const MANY_CLIENTS = 12
const MANY_LINES = 10

/** The screens with names, amounts and lists that are as long as they get: nothing may stick out or be lost. */
export async function longStops(city: City): Promise<Stop[]> {
  const as = await resident(city)
  const mailbox = await connectMailbox(city, as, 'microsoft')
  const { document } = await issuedDocument(as, { ruts: ['90909090-3'], mailFrom: mailbox })
  const shared = await sharedPath(as, document.id)
  const rule = await addRule(as, { ruts: ['91919191-0'], name: 'Cierre contable', on: 'SOON' })
  const [client] = rule.clients_detail
  if (client === undefined) throw new Error('Nobody is billed')
  await addContact(as, client.client.id, 'pagos@cliente.example')
  city.sii.scenarios.set({
    name: 'preview-rejected',
    times: 1,
    detail: 'El giro del receptor no corresponde',
  })
  const failed = await addRule(as, { ruts: ['93939393-5'], name: 'Asesoría dental' })
  await issueNow(as, failed)
  await documentOf(as, failed, 'failed')
  const edit = `/rules/edit/${rule.id}?step=`
  const stops = [
    long('dashboard-long', '/dashboard'),
    long('this-month-long', '/this-month'),
    long('this-month-calendar-long', `/this-month?view=calendar&day=${soonAfter(city.today)}`),
    long('attention-long', '/attention'),
    long('documents-long', '/documents'),
    long('document-long', `/documents/${document.id}`),
    long('nota-long', `/documents/${document.id}/nota`),
    long('rules-long', '/rules'),
    long('rule-delete-long', '/rules', async (page) => {
      await button(page, `Acciones de ${LONG_NAME}`).first().click()
      await page.getByRole('menuitem', { name: 'Eliminar' }).click()
      await page.getByRole('dialog').waitFor()
    }),
    long('facturators-long', '/facturators'),
    long('usage-long', '/profile/usage'),
    long('email-accounts-long', '/email-accounts'),
    long('email-account-edit-long', `/email-accounts/${mailbox}/edit`),
    long('palette-long', '/rules', async (page) => {
      await button(page, 'Buscar o ir a…').click()
      await page.getByRole('dialog').getByRole('combobox').fill('inversiones')
      await page.getByRole('group', { name: 'Reglas' }).waitFor()
    }),
    ...['issuer', 'clients', 'lines', 'email', 'review'].map((step) =>
      long(`rule-edit-${step}-long`, edit + step),
    ),
  ]
  return [long('shared-long', shared), ...stops.map((stop) => ({ ...stop, as }))]
}

function long(name: string, path: string, reach?: (page: Page) => Promise<void>): Place {
  return {
    name,
    path,
    prepare: (page) => intercept(page, isRead, lengthen),
    reach: async (page) => {
      // It stands there: what the screen could not take would be a fault, and lengthen nothing.
      const shown = page.locator('main').getByText(LONGEST).first()
      await shown.waitFor({ state: 'attached' })
      await settled(page)
      await reach?.(page)
    },
    leave: (page) => stopIntercepting(page, isRead),
  }
}

/** What a screen shows; never who is signed in, nor what never ends. */
function isRead({ pathname }: URL): boolean {
  return /^\/api\/(?!auth\/|installation\/|events\/?$)/.test(pathname)
}

async function lengthen(call: Intercepted): Promise<void> {
  if (call.method !== 'GET') return call.continue()
  const { status, type, json } = await call.fetch()
  if (!type.includes('json')) return call.continue()
  return call.fulfill({ status, json: lengthened(await json()) })
}

const NAMES = [
  'name',
  'label',
  'description',
  'street_and_number',
  'full_name',
  'recipient',
  'recipient__name',
]
const ADDRESSES = ['email', 'email_address', 'issuer_email']
const AMOUNTS = ['net', 'neto', 'iva', 'total', 'amount']

function lengthened(value: unknown, key = ''): unknown {
  if (typeof value === 'string' && NAMES.includes(key)) return LONG_NAME
  if (typeof value === 'string' && ADDRESSES.includes(key)) return LONG_ADDRESS
  if (typeof value === 'number' && AMOUNTS.includes(key)) return LARGE_CLP
  if (Array.isArray(value)) return repeated(value, key).map((item) => lengthened(item))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, lengthened(of, name)]))
}

/** The first again and again, each with a number of its own. */
function repeated(items: unknown[], key: string): unknown[] {
  const [first] = items
  if (!isRecord(first)) return items
  if (key === 'invoice_lines_detail') {
    return Array.from({ length: MANY_LINES }, (_, index) => ({ ...first, order: index + 1 }))
  }
  const { client } = first
  if (key !== 'clients_detail' || !isRecord(client)) return items
  const others = Array.from({ length: MANY_CLIENTS - items.length }, (_, index) => {
    return { ...first, client: { ...client, id: 900_000 + index } }
  })
  return [...items, ...others]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
