import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import * as contract from '#contract/index.ts'
import { issued } from '../fixtures/city.ts'
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
import {
  addRule,
  documentOf,
  followedPayments,
  issueNow,
  resident,
  type Resident,
} from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { deepTest, widthsOf } from '../fixtures/stories.ts'
import { FIFTH_OF_NOVEMBER } from '../fixtures/today.ts'
import { PHONE } from '../fixtures/visitor.ts'

const NUBLE = 'COMERCIALIZADORA ÑUBLE & CÍA. LTDA.'

describe('in a month with days to come', () => {
  // Inside: outside of a block it would hold for the files after this one, too.
  test.override('today', FIFTH_OF_NOVEMBER)

  describe.each(widthsOf(PHONE))('at %i pixels', (width) => {
    test('says what each month will issue, and shows the very document', async ({
      city,
      visit,
    }) => {
      const ana = await resident(city)
      await addRule(ana, { on: 20, price: '1000000', ruts: ['90909090-3'] })
      await addRule(ana, { on: 'LAST_DAY', price: '10', currency: 'UF', name: 'En UF' })
      const { page } = await visit({ width, as: ana })
      await page.goto('/this-month')
      await expectSeen(heading(page, 'viernes 20/11/2026'))
      const november = page.getByRole('button', { name: /^noviembre de 2026/ })
      await expectSeen(november.getByText('2 documentos'))
      await expectSeen(november.getByText('Neto $1.411.265'))
      await button(page, NUBLE).click()
      const dialog = page.getByRole('dialog', { name: 'Así se emitirá el 20/11/2026' })
      await expectSeen(dialog.getByRole('group', { name: 'Documento que se emitirá' }))
      await expectSeen(dialog.getByText('$1.190.000').first())
      await page.keyboard.press('Escape')
      await expectGone(dialog)
      await page.getByRole('button', { name: /^diciembre de 2026/ }).click()
      await expectSeen(page.getByText('estimado', { exact: true }))
      await expect.poll(() => new URL(page.url()).searchParams.get('month')).toBe('2026-12')
    })
  })

  test('one month is moved, skipped and put back, and the others stay', async ({ city, visit }) => {
    const ana = await resident(city)
    const rule = await addRule(ana, { on: 20 })
    const { page } = await visit({ as: ana })
    await page.goto('/this-month')
    await chooseOnlyThisMonth(page)
    await page.getByRole('radio', { name: /^Otro día/ }).check()
    await field(page, 'Día de emisión').selectOption('martes 24/11/2026')
    await button(page.getByRole('dialog'), 'Guardar').click()
    await expectToast(page, 'Se emitirá el 24/11/2026')
    await expectSeen(heading(page, 'martes 24/11/2026'))
    expect((await monthsOf(ana, rule)).slice(0, 2)).toMatchObject([
      { change: 'moved', emission_date: '2026-11-24' },
      { change: null, emission_date: '2026-12-20' },
    ])
    await chooseOnlyThisMonth(page)
    await page.getByRole('radio', { name: /^No emitir ese mes/ }).check()
    await button(page.getByRole('dialog'), 'Guardar').click()
    await expectToast(page, 'Ese mes no se emitirá')
    await expectSeen(heading(page, 'Nada por emitir en noviembre de 2026'))
    await expectSeen(heading(page, 'Saltadas este mes'))
    await button(page, 'Volver a incluir: Asesoría mensual').click()
    await expectSeen(heading(page, 'viernes 20/11/2026'))
    expect((await monthsOf(ana, rule))[0]).toMatchObject({ change: null })
  })

  test('this month is issued now, once, and the schedule goes on', async ({ city, visit }) => {
    const ana = await resident(city)
    const rule = await addRule(ana, { on: 20 })
    const { page } = await visit({ as: ana, width: PHONE })
    await page.goto('/this-month')
    await openMenu(page)
    await page.getByRole('menuitem', { name: 'Emitir ahora' }).click()
    const dialog = page.getByRole('dialog', { name: '¿Emitir ahora lo de este mes?' })
    await expectSeen(
      dialog.getByText(/1 documento de Asesoría mensual por \$119\.000.*no se puede deshacer/),
    )
    await expectSeen(dialog.getByText(/ Folio cobra por él cerca de \$\d+ con IVA, o \$\d+ si/))
    await button(dialog, 'Emitir ahora').click()
    await documentOf(ana, rule, 'waiting')
    await expectSeen(page.getByText('Por emitir', { exact: true }))
    await openMenu(page)
    await page.getByRole('menuitem', { name: 'Emitir ahora' }).click()
    await button(page.getByRole('dialog'), 'Emitir por $119.000').click()
    await documentOf(ana, rule, 'issued')
    await expectSeen(page.getByText('Emitida', { exact: true }))
    expect(issued(city)).toHaveLength(1)
    const [now, next] = await monthsOf(ana, rule)
    expect([now?.is_planned, next?.is_planned, next?.emission_date]).toEqual([
      true,
      false,
      '2026-12-20',
    ])
  })

  test('what waits for approval is approved from its row', async ({ city, visit }) => {
    const ana = await resident(city)
    const rule = await addRule(ana, { on: 'LAST_DAY' })
    const path = `/billing-sii/invoice-rules/${rule.id}/`
    await ana.ask('PATCH', path, {
      needs_approval: true,
      business_day_rule: 'EXACT',
      day_of_month: 5,
    })
    await documentOf(ana, rule, 'waiting')
    const { page } = await visit({ as: ana, width: PHONE })
    await page.goto('/this-month')
    await expectSeen(page.getByText('la regla pide tu aprobación antes de emitir'))
    await page.getByRole('button', { name: /^Aprobar: / }).click()
    await button(page.getByRole('dialog'), 'Emitir por $119.000').click()
    await documentOf(ana, rule, 'issued')
    await expectSeen(page.getByText('Emitida', { exact: true }))
    expect(issued(city)).toHaveLength(1)
  })

  test.for(widthsOf(PHONE))(
    'the calendar at %i pixels shows the month by day, and one day alone when asked',
    async (width, { city, visit }) => {
      const ana = await resident(city)
      await addRule(ana, { on: 20 })
      await addRule(ana, { on: 'LAST_DAY', name: 'Otra' })
      const { page } = await visit({ as: ana, width })
      await page.goto('/this-month')
      await button(page, 'Calendario').click()
      await expectSeen(page.getByRole('table', { name: 'Calendario de noviembre de 2026' }))
      await button(page, '20/11/2026: 1 documento por $119.000').click()
      await expectSeen(heading(page, 'viernes 20/11/2026'))
      await expectGone(heading(page, 'lunes 30/11/2026'))
      await page.reload()
      await expectSeen(heading(page, 'viernes 20/11/2026'))
      await button(page, 'Ver todo el mes').click()
      await expectSeen(heading(page, 'lunes 30/11/2026'))
    },
  )

  deepTest('a rule of many clients is one line that opens', async ({ city, visit }) => {
    const ana = await resident(city)
    await addRule(ana, { on: 20, ruts: ['90909090-3', '93939393-5', '91919191-0'] })
    const { page } = await visit({ as: ana })
    await page.goto('/this-month')
    const opener = button(page, 'Ver los clientes de Asesoría mensual')
    await expectSeen(page.getByText('3 clientes'))
    await opener.click()
    expect(await opener.getAttribute('aria-expanded')).toBe('true')
    await expectSeen(button(page, NUBLE))
    const row = page.getByRole('listitem').filter({ has: opener })
    const closed = await row.boundingBox()
    await openMenu(page)
    await expectSeen(page.getByRole('menuitem', { name: 'Ver el documento' }))
    // What drops down lies over the rows and moves none.
    expect(await row.boundingBox()).toEqual(closed)
    await page.getByRole('menuitem', { name: 'Ver el documento' }).click()
    await expectSeen(page.getByText(/^1 de 3/))
    await button(page, 'Ver el próximo cliente').click()
    await expectSeen(page.getByText(/^2 de 3/))
  })

  deepTest(
    'the closed line of many clients says how many of them have paid, as it changes',
    async ({ city, visit }) => {
      const ana = await resident(city)
      await followedPayments(ana)
      const rule = await addRule(ana, { ruts: ['90909090-3', '91919191-0'] })
      const documents = [await issueNow(ana, rule), await issueNow(ana, rule)]
      const { page } = await visit({ as: ana })
      await page.goto('/this-month')
      const line = page
        .getByRole('listitem')
        .filter({ has: button(page, 'Ver los clientes de Asesoría mensual') })
      await expectSeen(line.getByText('Por pagar', { exact: true }))
      const paid = { day: ana.today, amount: 119_000, way: 'transfer', note: '' }
      for (const sentence of ['1 de 2 pagados', 'Pagado']) {
        await ana.ask('POST', `/documents/${documents.pop()?.id}/payments/`, paid)
        await expectSeen(line.getByText(sentence, { exact: true }))
      }
    },
  )

  deepTest(
    'at the end of a page on a phone, a menu opens where its button is',
    async ({ city, visit }) => {
      const ana = await resident(city)
      for (const on of [20, 23, 24]) await addRule(ana, { on, ruts: ['90909090-3'] })
      const { page } = await visit({ width: PHONE, as: ana, still: true })
      for (const path of ['/this-month', '/rules']) {
        await page.goto(path)
        const last = page.getByRole('button', { name: /^Acciones de / }).last()
        await expectSeen(page.getByRole('button', { name: /^Acciones de / }).nth(2))
        await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }))
        const before = await last.boundingBox()
        await last.click()
        await expectSeen(page.getByRole('menuitem', { name: /^Editar/ }))
        expect(await last.boundingBox()).toEqual(before)
      }
    },
  )

  deepTest('what a rule lacks is said, with the way to mend it', async ({ city, visit }) => {
    const ana = await resident(city)
    await addRule(ana, { on: 20, ruts: ['92929292-8'], name: 'Cierre contable' })
    const { page } = await visit({ as: ana })
    await page.goto('/this-month')
    await expectSeen(heading(page, 'Reglas que aún no pueden emitir'))
    await link(page, 'Completar: Cierre contable').click()
    await expectPath(page, await pathOfRule(ana))
  })

  deepTest(
    'without rules it says what will be here; when the server fails, that',
    async ({ city, visit }) => {
      const ana = await resident(city)
      const { page } = await visit({ as: ana })
      await page.goto('/this-month')
      await expectSeen(heading(page, 'Aquí verás lo que viene'))
      await page.route('**/api/billing-scheduler/this-month/', (route) =>
        route.fulfill({ status: 400, json: { detail: 'No hoy.' } }),
      )
      await page.reload()
      await expectSeen(page.getByRole('alert').getByText('No hoy.'))
    },
  )
})

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Acciones de / }).click()
}

async function chooseOnlyThisMonth(page: Page): Promise<void> {
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Cambiar solo este mes' }).click()
  await expectSeen(page.getByRole('dialog', { name: 'Cambiar solo un mes' }))
}

async function monthsOf({ ask }: Resident, { id }: { id: number }) {
  return contract.listRuleMonths.reply.parse(
    await ask('GET', `/billing-sii/invoice-rules/${id}/months/`),
  )
}

async function pathOfRule({ ask }: Resident): Promise<string> {
  const [rule] = contract.listRules.reply.parse(await ask('GET', '/billing-sii/invoice-rules/'))
  return `/rules/edit/${rule?.id}`
}
