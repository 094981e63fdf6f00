import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import * as contract from '#contract/index.ts'
import { addDays, dayOfMonth, formatDay } from '#domain/day.ts'
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
  issuedDocument,
  issueNow,
  resident,
  type Resident,
  type Rule,
  scheduleOf,
} from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { deepTest, widthsOf } from '../fixtures/stories.ts'
import { PHONE, WIDE } from '../fixtures/visitor.ts'
import { monthAndYear } from '../fixtures/today.ts'

const ESPIGA = 'PANADERÍA "LA ESPIGA" SPA'

describe.each(widthsOf(WIDE))('at %i pixels', (width) => {
  test('one problem is one item: its cause, who acts, and the button that mends it', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    const due = addDays(city.today, 2)
    const rule = await addRule(ana, {
      on: dayOfMonth(due),
      ruts: ['92929292-8'],
      name: 'Cierre contable',
    })
    const { page } = await visit({ width, as: ana })
    await page.goto('/this-month')
    await link(page, 'Requiere tu atención: 1 asunto').click()
    await expectSeen(heading(page, 'En los próximos 3 días'))
    const what = `${ESPIGA}: falta la ciudad del cliente`
    await expectSeen(heading(page, what))
    await expectSeen(page.getByText('Te toca a ti'))
    await expectSeen(page.getByText(`Para el ${formatDay(due)}`))
    await link(page, `Completar sus datos: ${what}`).click()
    await expectPath(page, `/rules/edit/${rule.id}`)
    await mendCity(ana, rule)
    await page.goto('/attention')
    await expectSeen(heading(page, 'Nada te espera'))
    await expectSeen(link(page, 'Requiere tu atención'))
  })
})

test('what looks repeated is a question, and answering it issues or not', async ({
  city,
  visit,
}) => {
  const ana = await resident(city)
  await issuedDocument(ana)
  const second = await addRule(ana, { name: 'La misma' })
  await documentOf(ana, second, 'waiting')
  const { page } = await visit({ as: ana, width: PHONE })
  await page.goto('/attention')
  await decide(page, /se parece a otro documento/)
  await expectSeen(
    page.getByRole('link', {
      name: new RegExp(`^Se parece al N° \\d+ del ${formatDay(city.today)}$`),
    }),
  )
  await button(page, 'Es otro: emitir igual').click()
  await button(page.getByRole('dialog'), 'Emitir por $119.000').click()
  await documentOf(ana, second, 'issued')
  await expectSeen(heading(page, 'Nada te espera'))
  expect(issued(city)).toHaveLength(2)
})

test('an approval is given without leaving the list', async ({ city, visit }) => {
  const ana = await resident(city)
  const rule = await addRule(ana, { on: 'SOON' })
  await ana.ask('PATCH', pathOf(rule), {
    needs_approval: true,
    ...scheduleOf(ana, 'TODAY'),
  })
  await documentOf(ana, rule, 'waiting')
  const { page } = await visit({ as: ana })
  await page.goto('/attention')
  await decide(page, /la regla pide tu aprobación antes de emitir/)
  await button(page, 'Aprobar y emitir').click()
  await button(page.getByRole('dialog'), 'Emitir por $119.000').click()
  await documentOf(ana, rule, 'issued')
  await expectSeen(heading(page, 'Nada te espera'))
  expect(issued(city)).toHaveLength(1)
})

test('what the SII refused is quoted, and may be dropped', async ({ city, visit }) => {
  const ana = await resident(city)
  const detail = 'El giro del receptor no corresponde'
  city.sii.scenarios.set({ name: 'preview-rejected', times: 1, detail })
  const rule = await addRule(ana)
  await issueNow(ana, rule)
  await documentOf(ana, rule, 'failed')
  const { page } = await visit({ as: ana, width: PHONE })
  await page.goto('/dashboard')
  await link(page, 'Ver todo').click()
  await page.getByText('Lo que dijo el SII, textual').first().click()
  await expectSeen(page.getByText(detail))
  await decide(page, /el SII no aceptó el documento/)
  await button(page, 'No emitir').click()
  await button(page.getByRole('dialog'), 'Sí, no emitir').click()
  await expectSeen(heading(page, 'Nada te espera'))
  expect(issued(city)).toEqual([])
})

deepTest(
  'what changes each month is filled in, and the document goes on',
  async ({ city, visit }) => {
    const ana = await resident(city)
    const rule = await hoursRule(ana)
    await documentOf(ana, rule, 'needs_data')
    const { page } = await visit({ as: ana })
    await page.goto('/attention')
    await page.getByRole('link', { name: /^Completar valores: / }).click()
    await expectSeen(heading(page, `Horas del mes: valores de ${monthAndYear(city.today)}`))
    await button(page, 'Guardar valores').click()
    await expectSeen(page.getByText('Escribe una cantidad mayor que cero'))
    await field(page, 'Cantidad').fill('12,5')
    await button(page, 'Guardar valores').click()
    await expectToast(page, 'Valores guardados')
    const { total } = await documentOf(ana, rule, 'waiting')
    expect(total).toBe(1_487_500)
    await page.goto('/attention')
    await expectSeen(heading(page, 'Nada te espera'))
  },
)

deepTest('when the list cannot be read it says so, and tries again', async ({ city, visit }) => {
  const ana = await resident(city)
  const { page } = await visit({ as: ana })
  await page.route('**/api/attention/', (route) =>
    route.fulfill({ status: 400, json: { detail: 'No hoy.' } }),
  )
  await page.goto('/attention')
  await expectSeen(page.getByRole('alert').getByText('No hoy.'))
  await page.unroute('**/api/attention/')
  await button(page, 'Reintentar').click()
  await expectSeen(heading(page, 'Nada te espera'))
  await expectGone(page.getByRole('alert'))
})

async function decide(page: Page, about: RegExp): Promise<void> {
  const open = page.getByRole('button', { name: new RegExp(`^Decidir: .*${about.source}`) })
  await open.click()
}

function pathOf({ id }: Rule): string {
  return `/billing-sii/invoice-rules/${id}/`
}

async function mendCity({ ask }: Resident, rule: Rule): Promise<void> {
  const [client] = rule.clients_detail
  const path = `/billing-sii/clients-addresses/${client?.client_address?.id}/`
  await ask('PATCH', path, { city: 'Viña del Mar' })
}

/** Its hours are told each month; due today. */
async function hoursRule(ana: Resident): Promise<Rule> {
  const rule = await addRule(ana, { on: 'SOON', name: 'Horas del mes' })
  const line = rule.invoice_lines_detail[0]
  const changed = await ana.ask('PATCH', pathOf(rule), {
    ...scheduleOf(ana, 'TODAY'),
    invoice_lines: [
      { product_id: line?.product_id, price: '100000', quantity_is_fixed: false, order: 1 },
    ],
  })
  return contract.changeRule.reply.parse(changed)
}
