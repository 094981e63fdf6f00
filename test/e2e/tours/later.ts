import type { City } from '../fixtures/city.ts'
import { button } from '../fixtures/hands.ts'
import { addRule, login, resident } from '../fixtures/resident.ts'
import type { Stop } from './stop.ts'

const SIXTY_DAYS_MS = 60 * 24 * 3_600_000

/** Two months on, with a rule that was paused all the while and issuing stopped: what both say everywhere. */
export async function laterStops(city: City): Promise<Stop[]> {
  const ana = await resident(city)
  const paused = await addRule(ana, { on: 'LAST_DAY', name: 'Asesoría de Cordillera' })
  await ana.ask('PATCH', `/billing-sii/invoice-rules/${paused.id}/`, { is_paused: true })
  await addRule(ana, { ruts: ['90909090-3'], name: 'Cierre contable', on: 15 })
  city.clock.putForward(SIXTY_DAYS_MS)
  const as = await login(city, ana.email)
  await as.ask('PUT', '/billing-scheduler/stops/', {})
  const stops: Omit<Stop, 'as'>[] = [
    { name: 'rules-paused', path: '/rules' },
    {
      name: 'rule-resume',
      path: '/rules',
      reach: async (page) => {
        await button(page, `Acciones de ${paused.name}`).click()
        await page.getByRole('menuitem', { name: 'Activar' }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    { name: 'dashboard-stopped', path: '/dashboard' },
    { name: 'this-month-stopped', path: '/this-month' },
    { name: 'attention-stopped', path: '/attention' },
    { name: 'facturators-stopped', path: '/facturators' },
    {
      name: 'release-issuing',
      path: '/facturators',
      reach: async (page) => {
        await button(page, 'Reanudar: Todas las empresas').click()
        await page.getByRole('dialog').waitFor()
      },
    },
  ]
  return stops.map((stop) => ({ ...stop, as }))
}
