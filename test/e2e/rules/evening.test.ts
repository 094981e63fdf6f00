import { expect } from 'vitest'
import * as contract from '#contract/index.ts'
import { addDays, formatDay, monthOf } from '#domain/day.ts'
import { button, expectPath, expectSeen, expectToast, heading } from '../fixtures/hands.ts'
import { addRule, documentOf, login, resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { firstOf } from '../fixtures/stories.ts'
import { until } from '../fixtures/until.ts'
import { secondRule, chooseToday } from '../fixtures/wizard-hands.ts'
import { monthAfter, monthName, soonAfter } from '../fixtures/today.ts'

/** From noon to 22:47 in Chile. */
const TO_THE_EVENING_MS = (10 * 60 + 47) * 60_000
const TOMORROW = /^Emitir mañana a las 09:\d\d/

test.for(firstOf([390, 1440]))(
  'a rule whose first day is today offers tomorrow in the evening, and says its date, at %i px',
  async (width, { city, visit }) => {
    city.clock.putForward(TO_THE_EVENING_MS)
    const tomorrow = formatDay(addDays(city.today, 1))
    const { page, ana } = await secondRule(city, visit, { width })
    await chooseToday(page, city.today)
    await button(page, 'Siguiente').click()
    await expectSeen(heading(page, '¿Enviamos el documento por correo?'))
    await button(page, 'Siguiente').click()
    await page.getByRole('radio', { name: TOMORROW }).check()
    await expectSeen(page.getByText(`Con fecha ${tomorrow}: hoy ya es tarde`))
    await expectSeen(page.getByText(`Se emitirá el ${tomorrow} por`))
    await button(page, 'Crear regla').click()
    await expectToast(page, 'Regla creada')
    await expectPath(page, '/rules')
    const rules = contract.listRules.reply.parse(
      await ana.ask('GET', '/billing-sii/invoice-rules/'),
    )
    expect(rules.map(({ next_emission_date }) => next_emission_date)).toContain(
      addDays(city.today, 1),
    )
  },
)

test('what was missed is offered for tomorrow in the evening, with its date', async ({
  city,
  visit,
}) => {
  const ana = await resident(city)
  const rule = await addRule(ana, { on: 'SOON' })
  await ana.ask('PATCH', `/billing-sii/invoice-rules/${rule.id}/`, { is_paused: true })
  city.clock.putForward(60 * 24 * 3_600_000 + TO_THE_EVENING_MS)
  const missed = monthAfter(soonAfter(city.today))
  const issued = addDays(city.today, 61)
  const later = await login(city, ana.email)
  const { page } = await visit({ as: later })
  await page.goto('/rules')
  await page.getByRole('button', { name: /^Acciones de / }).click()
  await page.getByRole('menuitem', { name: 'Activar' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Qué hacemos con lo que no se emitió?' })
  await dialog
    .getByRole('radio', {
      name: new RegExp(`^Emitir mañana a las 09:\\d\\d lo de ${monthName(missed)}`),
    })
    .check()
  await expectSeen(dialog.getByText(`Llevará fecha ${formatDay(issued)}`))
  await button(dialog, 'Activar y emitir mañana').click()
  await expectToast(page, 'Regla activada')
  const { documents } = contract.listDocuments.reply.parse(await later.ask('GET', '/documents/'))
  expect(documents).toMatchObject([
    { state: 'planned', service_month: monthOf(missed), emission_date: issued },
  ])
})

test('a change in the evening says the date that it gives to what waits and to new clients', async ({
  city,
  visit,
}) => {
  const ana = await resident(city)
  const rule = await addRule(ana)
  await documentOf(ana, rule, 'waiting')
  const asks = { needs_approval: true, apply_to_waiting: true }
  await ana.ask('PATCH', `/billing-sii/invoice-rules/${rule.id}/`, asks)
  await until('it to ask', async () => {
    const { reason } = await documentOf(ana, rule, 'waiting')
    return reason === 'approvalNeeded'
  })
  city.clock.putForward(TO_THE_EVENING_MS)
  const tomorrow = addDays(city.today, 1)
  const later = await login(city, ana.email)
  const { page } = await visit({ as: later })
  // As if its client had just come to it.
  const [added] = rule.clients_detail.map(({ client }) => client.id)
  await page.route('**/api/billing-sii/invoice-rules/forecast/', async (route) => {
    const reply = await route.fetch()
    const seen = contract.forecastRule.reply.parse(await reply.json())
    const date = seen.this_month?.date
    await route.fulfill({ json: { ...seen, this_month: { date, added: [added] } } })
  })
  await page.goto(`/rules/edit/${rule.id}?step=review`)
  const client = rule.clients_detail[0]?.client.client_info.name
  await expectSeen(
    page.getByText(
      `También se prepara la de este mes para ${client}, con fecha ${formatDay(tomorrow)}.`,
    ),
  )
  await expectSeen(page.getByText(`con estos datos, con fecha ${formatDay(tomorrow)} y otro plazo`))
  await page.getByRole('checkbox', { name: 'Aplicar a la de este mes' }).check()
  await button(page, 'Guardar cambios').click()
  await expectToast(page, 'Regla actualizada')
  await until('its new date', async () => {
    const { emission_date: date } = await documentOf(later, rule, 'waiting')
    return date === tomorrow
  })
})
