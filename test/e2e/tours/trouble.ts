import type { Page } from 'playwright-core'
import { listAttention } from '#contract/agenda.ts'
import { readAnalytics } from '#contract/analytics.ts'
import { button, openPlaces } from '../fixtures/hands.ts'
import { answered } from '../fixtures/held-calls.ts'
import { intercept, stopIntercepting } from '../fixtures/intercept.ts'
import { connectMailbox } from '../fixtures/mailbox.ts'
import { addRule, type Resident } from '../fixtures/resident.ts'
import type { City } from '../fixtures/city.ts'
import type { Stop } from './stop.ts'

const RULE = '**/api/billing-sii/invoice-rules/*/'

/** What could not be loaded, what broke, and what is said of it; and what stands open over any screen. */
export async function troubleStops(city: City, as: Resident): Promise<Stop[]> {
  const rule = await addRule(as, { ruts: ['91919191-0'], on: 20 })
  const mailbox = await connectMailbox(city, as, 'microsoft')
  const stops: Omit<Stop, 'as'>[] = [
    erased(),
    unusualRun('attention-run', (page) => approval(page).waitFor()),
    unusualRun('attention-approve-run', async (page) => {
      await approval(page).click()
      await page.getByRole('dialog').waitFor()
    }),
    analysed('dashboard-paused', {
      state: 'waiting',
      reason: null,
      next_try_at: '2026-11-05T15:30:00Z',
    }),
    analysed('dashboard-asks', { state: 'stopped', reason: 'asks', next_try_at: null }),
    analysed('dashboard-clave', { state: 'stopped', reason: 'clave', next_try_at: null }),
    analysed('dashboard-stopped-reading', {
      state: 'stopped',
      reason: 'portal',
      next_try_at: null,
    }),
    analysed('dashboard-tries-again', {
      state: 'waiting',
      reason: 'portal',
      next_try_at: '2026-11-05T15:30:00Z',
    }),
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

function isCredentials({ pathname }: URL): boolean {
  return /^\/api\/billing-sii\/credentials\/\d+\/$/.test(pathname)
}

/** A connection that was deleted, and stays for the rule that hangs on it. */
function erased(): Stop {
  const json = { id: 1, rut: '1', label: '', clave_state: 'absent', refreshed_at: null }
  return {
    name: 'facturators-erased',
    path: '/facturators',
    prepare: (page) => intercept(page, isCredentials, (call) => call.fulfill({ json })),
    reach: (page) => page.getByText('Sin clave guardada: no emite').waitFor(),
    leave: (page) => stopIntercepting(page, isCredentials),
  }
}

/** A day with many more documents than any before it waits for a word. */
function unusualRun(name: string, reach: (page: Page) => Promise<void>): Omit<Stop, 'as'> {
  const run = { id: 1, company: 1, name: 'ASESORÍAS PEÑA & MUÑOZ SPA', day: '2026-11-05' }
  const list = listAttention.reply.parse({
    items: [
      {
        key: 'run 1',
        code: 'unusualRun',
        urgency: 'now',
        due: '2026-11-05',
        subject: { kind: 'run', ...run, documents: 48, usual: 12, waiting: 48, total: 23_562_000 },
        company: { id: run.id, name: run.name },
        rules: [{ id: 1, name: 'Asesoría mensual' }],
        rule_count: 1,
        documents: [{ id: 1, name: 'COMERCIALIZADORA ÑUBLE & CÍA. LTDA.' }],
        document_count: 48,
        detail: null,
        amounts: null,
        mails: 0,
        standing: null,
      },
    ],
    more: 0,
    held: 0,
  })
  return answered(name, '/attention', '/api/attention/', list, reach)
}

function approval(page: Page) {
  return page.getByRole('button', { name: /^Aprobar/ })
}

type Reading = ReturnType<typeof readAnalytics.reply.parse>['ours']['reading']

/** The dashboard's figures as they are, and the reading of the next ones in that state. */
function analysed(name: string, reading: Reading): Omit<Stop, 'as'> {
  return {
    name,
    path: '/dashboard',
    prepare: (page) => answerReading(page, () => reading),
    reach: (page) => page.getByText(saidOf(reading)).waitFor(),
    leave: (page) => stopIntercepting(page, isAnalytics),
  }
}

function saidOf({ reason, next_try_at }: Reading): string {
  if (reason === 'asks') return ASKS
  if (reason === 'clave') return 'El SII no acepta tu clave guardada'
  if (reason === null) return PAUSED
  return next_try_at === null ? 'No pudimos leer los registros' : 'El SII no respondió bien'
}

export const PAUSED = 'La lectura está en pausa'
export const ASKS = 'El SII pide algo antes de dejarte entrar'

function isAnalytics({ pathname }: URL): boolean {
  return pathname.endsWith('/analytics/')
}

export async function answerReading(page: Page, next: () => Reading): Promise<void> {
  await intercept(page, isAnalytics, async (call) => {
    const answer = await call.fetch()
    const json = readAnalytics.reply.parse(await answer.json())
    await call.fulfill({ json: { ...json, ours: { ...json.ours, reading: next() } } })
  })
}

/** What the screen itself stands on does not come. */
function broken(name: string, what: string, path: string, said: string): Stop {
  return {
    name,
    path,
    isWhole: true,
    prepare: (page) => page.route(what, (route) => route.abort()),
    reach: (page) => page.getByRole('heading', { level: 1, name: said }).waitFor(),
    leave: (page) => page.unroute(what),
  }
}

/** None goes away while somebody points at it. */
async function pointAtToast(page: Page, text: string): Promise<void> {
  await page.locator('.mantine-Notification-root').getByText(text).hover()
}
