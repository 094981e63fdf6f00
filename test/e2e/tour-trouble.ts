import type { Page } from 'playwright-core'
import { readAnalytics } from '#contract/analytics.ts'
import { button, openPlaces } from './hands.ts'
import { connectMailbox } from './mailbox.ts'
import { addRule, type Resident } from './resident.ts'
import type { Stop } from './stop.ts'
import type { City } from './city.ts'

const CREDENTIALS = '**/api/billing-sii/credentials/*/'
const RULE = '**/api/billing-sii/invoice-rules/*/'

/** What could not be loaded, what broke, and what is said of it; and what stands open over any screen. */
export async function troubleStops(city: City, as: Resident): Promise<Stop[]> {
  const rule = await addRule(as, { ruts: ['91919191-0'], on: 20 })
  const mailbox = await connectMailbox(city, as, 'microsoft')
  const stops: Omit<Stop, 'as'>[] = [
    refused('documents-failed', '/documents', '/api/documents/'),
    refused('rules-failed', '/rules', '/api/billing-sii/invoice-rules/'),
    refused('email-accounts-failed', '/email-accounts', '/api/mailer/email-accounts/'),
    refused('this-month-failed', '/this-month', '/api/billing-scheduler/this-month/'),
    refused('attention-failed', '/attention', '/api/attention/'),
    refused('dashboard-attention-failed', '/dashboard', '/api/attention/'),
    refused('facturators-facts-failed', '/facturators', '/api/billing-sii/companies/'),
    erased(),
    refused('document-failed-to-load', '/documents/1', '/api/documents/1/'),
    refused('credential-use-failed', '/profile/credential-use', '/api/audit-events/'),
    refused('shared-failed', `/d/${'x'.repeat(43)}`, `/api/shared-documents/${'x'.repeat(43)}/`),
    analysed('dashboard-paused', {
      state: 'waiting',
      reason: null,
      next_try_at: '2026-11-05T15:30:00Z',
    }),
    analysed('dashboard-asks', { state: 'stopped', reason: 'asks', next_try_at: null }),
    { name: 'menu', path: '/documents', reach: openPlaces },
    {
      name: 'toast-refused',
      path: '/rules',
      reach: async (page) => {
        await page.route(RULE, (route) => route.fulfill({ status: 400, json: {} }))
        await button(page, `Acciones de ${rule.name}`).click()
        await page.getByRole('menuitem', { name: 'Pausar' }).click()
        await pointAtToast(page, 'Error al cambiar estado')
      },
      leave: (page) => page.unroute(RULE),
    },
    {
      name: 'toast-saved',
      path: `/email-accounts/${mailbox}/edit`,
      reach: async (page) => {
        await page.getByRole('textbox', { name: 'Firma' }).waitFor()
        await button(page, 'Guardar').click()
        await pointAtToast(page, 'Cuenta actualizada')
      },
    },
    broken('crashed', '**/assets/MailPreferences-*.js', '/mail-preferences', 'Algo se rompió'),
    broken('unreachable', '**/api/billing-core/facturators/', '/rules', 'Error de conexión'),
  ]
  return stops.map((stop) => ({ ...stop, as }))
}

/** The place once more, with a call that is refused until whoever looks goes on. */
function refused(name: string, path: string, call: string): Stop {
  const isCall = ({ pathname }: URL) => pathname === call
  return {
    name,
    path,
    reach: async (page) => {
      await page.route(isCall, (route) => route.fulfill({ status: 400, json: {} }))
      await page.reload()
      await page.getByRole('main').getByRole('alert').first().waitFor()
    },
    leave: (page) => page.unroute(isCall),
  }
}

/** A connection that was deleted, and stays for the rule that hangs on it. */
function erased(): Stop {
  const json = { id: 1, rut: '1', label: '', clave_state: 'absent', refreshed_at: null }
  return {
    name: 'facturators-erased',
    path: '/facturators',
    reach: async (page) => {
      await page.route(CREDENTIALS, (route) => route.fulfill({ json }))
      await page.reload()
      await page.getByText('Sin clave guardada: no emite').waitFor()
    },
    leave: (page) => page.unroute(CREDENTIALS),
  }
}

type Reading = ReturnType<typeof readAnalytics.reply.parse>['ours']['reading']

/** The dashboard's figures as they are, and the reading of the next ones in that state. */
function analysed(name: string, reading: Reading): Omit<Stop, 'as'> {
  return {
    name,
    path: '/dashboard',
    reach: async (page) => {
      await answerReading(page, () => reading)
      await page.reload()
      await page.getByText(reading.reason === 'asks' ? ASKS : PAUSED).waitFor()
    },
    leave: (page) => page.unroute(ANALYTICS),
  }
}

export const PAUSED = 'La lectura está en pausa'
export const ASKS = 'El SII pide algo antes de dejarte entrar'
const ANALYTICS = /\/analytics\/\?/

export async function answerReading(page: Page, next: () => Reading): Promise<void> {
  await page.route(ANALYTICS, async (route) => {
    const answer = await route.fetch()
    const json = readAnalytics.reply.parse(await answer.json())
    await route.fulfill({ json: { ...json, ours: { ...json.ours, reading: next() } } })
  })
}

/** What the screen itself stands on does not come. */
function broken(name: string, what: string, path: string, said: string): Stop {
  return {
    name,
    path: '/documents',
    reach: async (page) => {
      await page.route(what, (route) => route.abort())
      await page.goto(path)
      await page.getByRole('heading', { level: 1, name: said }).waitFor()
    },
    leave: (page) => page.unroute(what),
  }
}

/** None goes away while somebody points at it. */
async function pointAtToast(page: Page, text: string): Promise<void> {
  await page.locator('.mantine-Notification-root').getByText(text).hover()
}
