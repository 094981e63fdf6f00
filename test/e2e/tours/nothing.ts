import { listFacturators } from '#contract/facturators.ts'
import { ana, antonia, rodrigo, world } from '#simulators/world.ts'
import type { City } from '../fixtures/city.ts'
import { button, field, heading } from '../fixtures/hands.ts'
import { holdCalls } from '../fixtures/held-calls.ts'
import { intercept, stopIntercepting } from '../fixtures/intercept.ts'
import { connect, connected, resident, type Resident } from '../fixtures/resident.ts'
import { chooseFacturas } from '../fixtures/wizard-hands.ts'
import type { Stop } from './stop.ts'

/** Where nothing was made yet, and where something is missing that the screens stand on. */
export async function nothingStops(city: City): Promise<Stop[]> {
  const as = await resident(city, rodrigo)
  const stops: Stop[] = [
    { name: 'dashboard-new', path: '/dashboard', as },
    { name: 'documents-empty', path: '/documents', as },
    { name: 'rules-empty', path: '/rules', as },
    { name: 'email-accounts-empty', path: '/email-accounts', as },
    { name: 'usage-empty', path: '/profile/usage', as },
    {
      name: 'clave-change',
      path: '/facturators',
      as,
      reach: async (page) => {
        await button(page, 'Cambiar clave').first().click()
        await page.getByRole('dialog').waitFor()
      },
    },
    { name: 'rule-gone', path: '/rules/edit/999999', as },
    ...(await certificateStops(city)),
  ]
  await connect(as, ana)
  return [
    ...stops,
    { name: 'facturators-several', path: '/facturators', as },
    switching(as),
    answered('dashboard-no-companies', as, '/api/billing-sii/companies/', []),
    answered('dashboard-no-facturator', as, '/api/billing-core/facturators/', {
      ...listFacturators.reply.parse(await as.ask('GET', '/billing-core/facturators/')),
      active: null,
    }),
  ]
}

/** What keeps facturas from whoever has no company, no certificate, or never told its password. */
async function certificateStops(city: City): Promise<Stop[]> {
  const camila = world.people.find(({ key }) => key === 'camila')
  if (camila === undefined) throw new Error('Nobody is without a certificate')
  return [
    {
      name: 'wizard-no-company',
      path: '/rules/create',
      as: await resident(city, antonia),
      reach: async (page) => {
        await page.getByRole('radio', { name: /^Facturas/ }).check()
        await page.getByText('El SII no te muestra empresas para emitir').waitFor()
      },
    },
    {
      name: 'wizard-no-certificate',
      path: '/rules/create',
      as: await resident(city, camila),
      reach: async (page) => {
        await page.getByRole('radio', { name: /^Facturas/ }).check()
        await page.getByText('Primero sube tu certificado al SII').waitFor()
      },
    },
    {
      name: 'wizard-certificate',
      path: '/rules/create',
      as: await connected(city, ana),
      reach: async (page) => {
        // Whoever walks the tour in one window left a draft at this very step.
        if ((await heading(page, 'La clave de tu certificado').count()) > 0) return
        await chooseFacturas(page)
        await field(page, 'Clave del certificado').waitFor()
      },
    },
  ]
}

/** Another connection is being activated, and the whole page waits for it. */
function switching(as: Resident): Stop {
  let release = () => {}
  const call = '**/api/billing-core/facturators/active/'
  return {
    name: 'facturator-switching',
    path: '/facturators',
    as,
    isWaiting: true,
    reach: async (page) => {
      release = await holdCalls(page, call, 'abort')
      await button(page, 'Activar').click()
      await page.getByRole('dialog', { name: 'Cargando…' }).waitFor()
    },
    leave: async (page) => {
      release()
      await page.getByText('Error al activar la conexión').waitFor()
      await page.unroute(call)
    },
  }
}

/** As the server may answer, though no story leads there. */
function answered(name: string, as: Resident, path: string, json: object): Stop {
  const isCall = ({ pathname }: URL) => pathname === path
  return {
    name,
    path: '/dashboard',
    as,
    prepare: (page) => intercept(page, isCall, (call) => call.fulfill({ json })),
    reach: (page) => page.getByRole('heading', { level: 2 }).first().waitFor(),
    leave: (page) => stopIntercepting(page, isCall),
  }
}
