import type { Page } from 'playwright-core'
import { antonia, rodrigo } from '#simulators/world.ts'
import type { City } from '../fixtures/city.ts'
import { button } from '../fixtures/hands.ts'
import {
  addBoletaRule,
  addRule,
  documentOf,
  issuedDocument,
  issueNow,
  resident,
  type Resident,
} from '../fixtures/resident.ts'
import type { Stop } from './stop.ts'

/** What comes and what asks for somebody, full and empty. */
export async function agendaStops(city: City, as: Resident): Promise<Stop[]> {
  const open = await furnish(city, as)
  const stops: Omit<Stop, 'as'>[] = [
    ...thisMonthStops,
    { name: 'attention', path: '/attention' },
    {
      name: 'attention-decide',
      path: '/attention',
      reach: async (page) => {
        await page.getByRole('button', { name: /^Decidir: .*SII no aceptó/ }).click()
        await button(page, 'Emitir de nuevo').waitFor()
      },
    },
    {
      name: 'stop-issuing',
      path: '/facturators',
      reach: async (page) => {
        await button(page, 'Detener: Todas las empresas').click()
        await page.getByRole('dialog').waitFor()
      },
    },
    { name: 'monthly-values', path: `/rules/${open}/values` },
    {
      name: 'monthly-values-wrong',
      path: `/rules/${open}/values`,
      reach: async (page) => {
        await page.getByLabel('Cantidad', { exact: true }).first().fill('12,5')
        await button(page, 'Guardar valores').click()
        await page.getByText('Escribe una cantidad mayor que cero').waitFor()
      },
    },
    { name: 'monthly-values-none', path: '/rules/999999/values' },
    {
      name: 'monthly-values-saved',
      path: `/rules/${open}/values`,
      reach: async (page) => {
        await button(page, 'Guardar valores').waitFor()
        const hours = await page.getByLabel('Cantidad', { exact: true }).all()
        for (const one of hours) await one.fill('12,5')
        await button(page, 'Guardar valores').click()
        await page.getByText('Ya está todo.').waitFor()
      },
    },
  ]
  return [...stops.map((stop) => ({ ...stop, as })), ...(await emptyStops(city))]
}

/** Connected, and nothing made yet: each screen says what will be there. */
async function emptyStops(city: City): Promise<Stop[]> {
  const as = await resident(city, rodrigo)
  const antonias = await resident(city, antonia)
  await addBoletaRule(antonias)
  return [
    {
      name: 'this-month-ask-sii',
      path: '/this-month',
      as: antonias,
      reach: async (page) => {
        await page
          .getByRole('button', { name: /^Acciones de / })
          .first()
          .click()
        await page.getByRole('menuitem', { name: 'Ver el documento' }).click()
        await button(page, 'Preguntar al SII').click()
        await page.getByText(/^El SII confirma estas cifras/).waitFor()
      },
    },
    { name: 'this-month-empty', path: '/this-month', as },
    { name: 'attention-empty', path: '/attention', as },
  ]
}

const EVERYBODY = 'Cierre contable de todos los clientes de Providencia'

const thisMonthStops: Omit<Stop, 'as'>[] = [
  { name: 'this-month', path: '/this-month' },
  {
    name: 'this-month-menu',
    path: '/this-month',
    reach: async (page) => {
      await button(page, `Acciones de ${EVERYBODY}`).click()
      await page.getByRole('menuitem', { name: 'Emitir ahora' }).waitFor()
    },
  },
  {
    name: 'this-month-clients',
    path: '/this-month',
    reach: (page) => button(page, `Ver los clientes de ${EVERYBODY}`).click(),
  },
  {
    name: 'this-month-preview',
    path: '/this-month',
    reach: async (page) => {
      await choose(page, 'Ver el documento')
      await page.getByRole('group', { name: 'Documento que se emitirá' }).waitFor()
    },
  },
  {
    name: 'this-month-other-day',
    path: '/this-month',
    reach: async (page) => {
      await choose(page, 'Cambiar solo este mes')
      await page.getByRole('radio', { name: /^Otro día/ }).check()
    },
  },
  {
    name: 'this-month-issue-now',
    path: '/this-month',
    reach: async (page) => {
      await choose(page, 'Emitir ahora')
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'this-month-next', path: '/this-month?month=2026-12' },
  { name: 'this-month-calendar', path: '/this-month?view=calendar' },
  { name: 'this-month-day', path: '/this-month?view=calendar&day=2026-11-20' },
]

async function choose(page: Page, item: string): Promise<void> {
  await button(page, `Acciones de ${EVERYBODY}`).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Answers with the rule that waits for its values. */
async function furnish(city: City, settler: Resident): Promise<number> {
  city.sii.scenarios.set({
    name: 'preview-rejected',
    times: 1,
    detail: 'El giro del receptor no corresponde',
  })
  const failed = await addRule(settler, { ruts: ['93939393-5'], name: 'Asesoría dental' })
  await issueNow(settler, failed)
  await documentOf(settler, failed, 'failed')
  await issuedDocument(settler, { ruts: ['94949494-2'], name: 'Asesoría de colegio' })
  await addRule(settler, { ruts: ['92929292-8'], name: 'Cierre contable', on: 20 })
  await addRule(settler, {
    ruts: ['90909090-3', '93939393-5', '91919191-0', '96969696-7'],
    name: EVERYBODY,
    currency: 'UF',
    price: '12.5',
    on: 20,
  })
  const left = await addRule(settler, { name: 'Informe trimestral', on: 25 })
  const path = `/billing-sii/invoice-rules/${left.id}/months/2026-11/`
  await settler.ask('PUT', path, { change: 'skip' })
  const open = await addRule(settler, {
    ruts: ['90909090-3', '96969696-7'],
    name: 'Horas del mes',
    on: 9,
  })
  const [line] = open.invoice_lines_detail
  await settler.ask('PATCH', `/billing-sii/invoice-rules/${open.id}/`, {
    invoice_lines: [
      { product_id: line?.product_id, quantity_is_fixed: false, order: 1, price: '45000' },
    ],
  })
  return open.id
}
