import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import * as contract from '#contract/index.ts'
import { addDays, formatDay, monthOf } from '#domain/day.ts'
import {
  button,
  expectGone,
  expectPath,
  expectSeen,
  expectToast,
  field,
  heading,
  link,
} from '../fixtures/hands.ts'
import { addRule, documentOf, login, resident, type Resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { deepTest, testsAt, widthsOf } from '../fixtures/stories.ts'
import { PHONE, WIDTHS } from '../fixtures/visitor.ts'
import { dayOfSoon, monthAfter, monthName, soonAfter } from '../fixtures/today.ts'

const NAME = 'Asesoría mensual'

describe.each(WIDTHS)('pausing at %i pixels', (width) => {
  const test = testsAt(width)

  test('stops a rule and lets it go on, and the server knows', async ({ city, visit }) => {
    const ana = await resident(city)
    await addRule(ana, { on: 'SOON' })
    const { page } = await visit({ width, as: ana })
    await page.goto('/rules')
    await choose(page, 'Pausar')
    await expectSeen(page.getByText('Pausada', { exact: true }))
    await expectToast(page, 'Regla pausada')
    expect(await pausedOf(ana)).toEqual([true])
    await choose(page, 'Activar')
    await expectToast(page, 'Regla activada')
    await expectSeen(page.getByText('Activa', { exact: true }))
    expect(await pausedOf(ana)).toEqual([false])
  })

  test('asks what becomes of the days that went by, and issues the one that is said', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    const rule = await addRule(ana, { on: 'SOON' })
    await ana.ask('PATCH', `/billing-sii/invoice-rules/${rule.id}/`, { is_paused: true })
    city.clock.putForward(60 * 24 * 3_600_000)
    const missed = monthAfter(soonAfter(city.today))
    const later = await login(city, ana.email)
    const { page } = await visit({ width, as: later })
    await page.goto('/rules')
    await choose(page, 'Activar')
    const dialog = page.getByRole('dialog', { name: '¿Qué hacemos con lo que no se emitió?' })
    const kept = dialog.getByRole('radio', {
      name: /^Seguir desde la próxima fecha/,
      checked: true,
    })
    await expectSeen(kept)
    await dialog
      .getByRole('radio', { name: new RegExp(`^Emitir hoy lo de ${monthName(missed)}`) })
      .check()
    await button(dialog, 'Activar y emitir hoy').click()
    await expectToast(page, 'Regla activada')
    expect(await pausedOf(later)).toEqual([false])
    const made = await documentOf(later, rule, 'waiting')
    expect(made).toMatchObject({
      service_month: monthOf(missed),
      emission_date: addDays(city.today, 60),
    })
  })

  deepTest('is taken back, with a word, when the server fails', async ({ city, visit }) => {
    const ana = await resident(city)
    await addRule(ana, { on: 'SOON' })
    const { page } = await visit({ width, as: ana })
    await page.goto('/rules')
    await failing(page, 'PATCH')
    await choose(page, 'Pausar')
    await expectToast(page, 'Error al cambiar estado')
    await expectSeen(page.getByText('Activa', { exact: true }))
    expect(await pausedOf(ana)).toEqual([false])
  })
})

describe.each(WIDTHS)('deleting at %i pixels', (width) => {
  const test = testsAt(width)

  test('asks first, and says what it stops; whoever cancels keeps the rule', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    const ruts = ['60803000-K', '90909090-3', '93939393-5', '91919191-0']
    await addRule(ana, { ruts })
    const { page } = await visit({ width, as: ana })
    await page.goto('/rules')
    await choose(page, 'Eliminar')
    const dialog = page.getByRole('dialog', { name: '¿Eliminar esta regla?' })
    await expectSeen(dialog.getByText(NAME))
    // Three by name: a rule may have 200 clients.
    await expectSeen(
      dialog.getByText(/Se cancelan 4 documentos por salir: [^,]+, [^,]+, [^,]+ y 1 más\./),
    )
    await page.keyboard.press('Escape')
    await expectGone(dialog)
    expect(await pausedOf(ana)).toHaveLength(1)
    await choose(page, 'Eliminar')
    await button(dialog, 'Eliminar').click()
    await expectToast(page, 'Regla eliminada')
    await expectSeen(heading(page, 'Aún no tienes reglas'))
    expect(await pausedOf(ana)).toEqual([])
  })

  test('brings the rule back, with a word, when the server fails', async ({ city, visit }) => {
    const ana = await resident(city)
    await addRule(ana, { on: 'SOON' })
    const { page } = await visit({ width, as: ana })
    await page.goto('/rules')
    await failing(page, 'DELETE')
    await choose(page, 'Eliminar')
    await button(page.getByRole('dialog'), 'Eliminar').click()
    await expectToast(page, 'Error al eliminar')
    await expectSeen(link(page, NAME))
    await page.route('**/api/billing-sii/invoice-rules/*/', (route) =>
      route.fulfill({ status: 409, json: { detail: 'Hay uno a medio emitir.' } }),
    )
    await choose(page, 'Eliminar')
    await button(page.getByRole('dialog'), 'Eliminar').click()
    await expectToast(page, 'Hay uno a medio emitir.')
    await expectSeen(link(page, NAME))
    expect(await pausedOf(ana)).toHaveLength(1)
  })
})

describe('this month alone', () => {
  deepTest(
    'is left out from the list, and the rule goes on with the next',
    async ({ city, visit }) => {
      const ana = await resident(city)
      await addRule(ana, { on: 'SOON' })
      const { page } = await visit({ as: ana })
      await page.goto('/rules')
      await choose(page, 'Cambiar solo un mes')
      await page.getByRole('radio', { name: /^No emitir ese mes/ }).check()
      await button(page.getByRole('dialog'), 'Guardar').click()
      await expectToast(page, 'Ese mes no se emitirá')
      await expectSeen(
        page.getByText(formatDay(monthAfter(soonAfter(city.today))), { exact: true }),
      )
    },
  )

  test('is issued now, and what became of it stands on the card; deleting says what it stops', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    const rule = await addRule(ana, { on: 'SOON' })
    const { page } = await visit({ as: ana })
    await page.goto('/rules')
    await choose(page, 'Emitir ahora lo de este mes')
    await button(page.getByRole('dialog'), 'Emitir ahora').click()
    await documentOf(ana, rule, 'waiting')
    await expectSeen(page.getByText('Por emitir', { exact: true }))
    await choose(page, 'Eliminar')
    await expectSeen(
      page.getByText('Se cancela 1 documento por salir: SERVICIO DE IMPUESTOS INTERNOS.'),
    )
    await button(page.getByRole('dialog'), 'Eliminar').click()
    await expectToast(page, 'Regla eliminada')
    await documentOf(ana, rule, 'skipped')
  })
})

deepTest(
  'a rule that lacks something says in its menu why this month is not issued now',
  async ({ city, visit }) => {
    const ana = await resident(city)
    await addRule(ana, { on: 'SOON', ruts: ['92929292-8'] })
    const { page } = await visit({ as: ana })
    for (const path of ['/rules', '/this-month']) {
      await page.goto(path)
      await page.getByRole('button', { name: /^Acciones de / }).click()
      const item = page.getByRole('menuitem', { name: /^Emitir ahora.* Todavía no: falta / })
      expect(await item.getAttribute('aria-disabled')).toBe('true')
      // It is there for the keys too, and asks nothing.
      await item.press('Enter')
      await expectSeen(item)
      expect(await page.getByRole('dialog').count()).toBe(0)
    }
  },
)

describe.each(widthsOf(PHONE))('a card at %i pixels', (width) => {
  test('tells all that a rule is, and what it lacks', async ({ city, visit }) => {
    const ana = await resident(city)
    const ruts = ['90909090-3', '93939393-5', '91919191-0', '92929292-8']
    await addRule(ana, { on: 'SOON', ruts, currency: 'UF', price: '12.5' })
    const { page } = await visit({ width, as: ana })
    await page.goto('/rules')
    const card = page.getByRole('listitem').filter({ has: link(page, NAME) })
    for (const words of [
      'Factura electrónica',
      'Activa',
      'UF',
      `Mensual, el día ${dayOfSoon(city.today)} de cada mes`,
      'ASESORÍAS PEÑA & MUÑOZ SPA',
      '4 clientes',
      'COMERCIALIZADORA ÑUBLE & CÍA. LTDA.',
      'CLÍNICA DENTAL SONRISAS LIMITADA',
      '+2',
      '1 línea',
      'Próxima emisión',
      formatDay(soonAfter(city.today)),
    ]) {
      await expectSeen(card.getByText(words, { exact: true }))
    }
    await expectSeen(card.getByText(/^Una parte no saldrá: /))
    await field(page, 'Tipo').selectOption('Boletas')
    await expectSeen(heading(page, 'Ninguna regla coincide'))
    await field(page, 'Tipo').selectOption('Facturas')
    await expectSeen(card)
  })
})

describe.each(WIDTHS)('the list at %i pixels', (width) => {
  const test = testsAt(width)

  test('that cannot be read says so, and is read again', async ({ city, visit }) => {
    const ana = await resident(city)
    await addRule(ana, { on: 'SOON' })
    const { page } = await visit({ width, as: ana })
    // Refused: of a silent server the same is said after two more tries.
    await page.route('**/billing-sii/invoice-rules/', (route) =>
      route.fulfill({ status: 400, json: {} }),
    )
    await page.goto('/rules')
    await expectToast(page, 'Error al cargar reglas')
    await page.unroute('**/billing-sii/invoice-rules/')
    await button(page, 'Reintentar').click()
    await expectSeen(link(page, NAME))
  })

  deepTest(
    'is found without accents or dots, and the address keeps what was asked',
    async ({ city, visit }) => {
      const ana = await resident(city)
      await addRule(ana, { on: 'SOON', name: 'Clínica', ruts: ['93939393-5'] })
      await addRule(ana, { on: 'SOON', name: 'Comercial', ruts: ['90909090-3'] })
      const { page } = await visit({ width, as: ana })
      await page.goto('/rules')
      await expectSeen(link(page, 'Clínica'))
      await page.keyboard.press('/')
      await page.keyboard.type('nuble')
      await expectGone(link(page, 'Clínica'))
      await expectSeen(link(page, 'Comercial'))
      expect(new URL(page.url()).search).toBe('?search=nuble')
      await page.reload()
      await expectSeen(link(page, 'Comercial'))
      expect(await link(page, 'Clínica').count()).toBe(0)
      await field(page, 'Estado').selectOption('Pausadas')
      await expectSeen(heading(page, 'Ninguna regla coincide'))
      await button(page, 'Limpiar filtros').click()
      await expectSeen(link(page, 'Clínica'))
      expect(new URL(page.url()).search).toBe('')
    },
  )

  test('a rule that is edited keeps what was not touched', async ({ city, visit }) => {
    const ana = await resident(city)
    await addRule(ana, { on: 'SOON' })
    const { page } = await visit({ width, as: ana })
    await page.goto('/rules')
    await link(page, NAME).click()
    await expectSeen(heading(page, 'Editar regla'))
    for (const title of ['¿A quién le facturas?', '¿Qué facturas?']) {
      await button(page, 'Siguiente').click()
      await expectSeen(heading(page, title))
    }
    await field(page, 'Precio en pesos').fill('250.000')
    for (const _ of ['dates', 'e-mail', 'review']) await button(page, 'Siguiente').click()
    await expectSeen(
      page.getByText(
        `Se emitirá el ${formatDay(soonAfter(city.today))} por $297.500 con IVA a 1 cliente.`,
      ),
    )
    await button(page, 'Guardar cambios').click()
    await expectToast(page, 'Regla actualizada')
    await expectPath(page, '/rules')
    const [rule] = await rulesOf(ana)
    expect(rule).toMatchObject({ name: NAME, day_of_month: Number(dayOfSoon(city.today)) })
    expect(rule?.invoice_lines_detail[0]?.price).toBe('250000')
  })
})

async function choose(page: Page, action: string): Promise<void> {
  await button(page, `Acciones de ${NAME}`).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function failing(page: Page, method: string): Promise<void> {
  await page.route('**/api/billing-sii/invoice-rules/*/', (route) =>
    route.request().method() === method ? route.abort() : route.fallback(),
  )
}

async function rulesOf({ ask }: Resident) {
  return contract.listRules.reply.parse(await ask('GET', '/billing-sii/invoice-rules/'))
}

async function pausedOf(settler: Resident): Promise<boolean[]> {
  return (await rulesOf(settler)).map(({ is_paused }) => is_paused)
}
