import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import * as contract from '#contract/index.ts'
import { addDays, chileInstant, formatDay } from '#domain/day.ts'
import { issued } from '../fixtures/city.ts'
import { button, expectGone, expectSeen, expectToast } from '../fixtures/hands.ts'
import {
  addRule,
  companies,
  documentOf,
  issueNow,
  login,
  resident,
  type Resident,
} from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { until } from '../fixtures/until.ts'
import { PHONE } from '../fixtures/visitor.ts'

const MINUTE_MS = 60_000
const OTHER_DATE =
  'Mientras mirabas cambió la fecha con que se emitiría. Revísala y confirma de nuevo.'

test('a document said not to be issued takes the next date only once its person has seen it', async ({
  city,
  visit,
}) => {
  const ana = await resident(city)
  const rule = await addRule(ana)
  const [today, tomorrow] = [city.today, addDays(city.today, 1)].map(formatDay)
  city.sii.faults.add({ kind: 'drop-request', cgi: 'mipeSendXML.cgi' })
  await issueNow(ana, rule)
  const { id } = await documentOf(ana, rule, 'uncertain')
  await until('the looks to be over', async () => {
    city.clock.putForward(5 * MINUTE_MS)
    const { ask } = await login(city, ana.email)
    return contract.readDocument.reply.parse(await ask('GET', `/documents/${id}/`)).can_decide
  })
  city.clock.putForward(chileInstant(city.today, 23, 55) - city.clock.now())
  const later = await login(city, ana.email)
  const { page } = await visit({ as: later })
  await page.goto(`/documents/${id}`)
  await button(page, '¿Qué viste en sii.cl?').click()
  const dialog = page.getByRole('dialog', { name: '¿Qué viste en sii.cl?' })
  await dialog.getByRole('radio', { name: 'No está: volver a emitir' }).check()
  await expectSeen(dialog.getByText(`Saldrá enseguida con fecha ${today}.`))
  city.clock.putForward(10 * MINUTE_MS)
  await button(dialog, 'Guardar mi decisión').click()
  await expectToast(page, OTHER_DATE)
  await expectSeen(
    dialog.getByText(new RegExp(`^Su fecha era el ${today} .+ con fecha ${tomorrow} `)),
  )
  expect(issued(city)).toEqual([])
  await button(dialog, 'Guardar mi decisión').click()
  await expectGone(dialog)
  expect(await documentOf(later, rule, 'planned')).toMatchObject({
    emission_date: addDays(city.today, 1),
  })
})

/** The attention list with a day of 48 documents that waits for a word. */
async function showRun(page: Page, ana: Resident): Promise<void> {
  const [company] = await companies(ana)
  const of = { id: company?.id ?? 0, name: company?.company_info.name ?? '' }
  const run = { id: 1, company: of.id, name: of.name, day: ana.today }
  const list = contract.listAttention.reply.parse({
    items: [
      {
        key: 'run 1',
        code: 'unusualRun',
        urgency: 'now',
        due: ana.today,
        subject: { kind: 'run', ...run, documents: 48, usual: 12, waiting: 48, total: 23_562_000 },
        company: of,
        rules: [],
        rule_count: 0,
        documents: [],
        document_count: 48,
        mails: 0,
        detail: null,
        amounts: null,
        standing: null,
      },
    ],
    more: 0,
    held: 0,
  })
  await page.route(
    ({ pathname }) => pathname === '/api/attention/',
    (route) => route.fulfill({ json: list }),
  )
}

test('a day is approved with the date that is shown, and under one key until it is answered', async ({
  city,
  visit,
}) => {
  const ana = await resident(city)
  const { page, putForward } = await visit({ as: ana, width: PHONE })
  await showRun(page, ana)
  const [today, tomorrow] = [city.today, addDays(city.today, 1)].map(formatDay)
  const orders: { key: string | undefined; body: unknown }[] = []
  await page.route('**/api/billing-scheduler/runs/1/approve/', async (route) => {
    const request = route.request()
    orders.push({ key: request.headers()['idempotency-key'], body: request.postDataJSON() })
    await route.abort('connectionreset')
  })
  await page.goto('/attention')
  const dialog = page.getByRole('dialog', { name: '¿Aprobar todo el día?' })
  const approve = async (confirm: string) => {
    const sent = orders.length
    await button(page, 'Aprobar los 48').click()
    await button(dialog, confirm).click()
    await expect.poll(() => orders.length).toBe(sent + 1)
    await expectGone(dialog)
  }
  await approve('Emitir por $23.562.000')
  await approve('Emitir por $23.562.000')
  await putForward(13 * 60 * MINUTE_MS)
  await button(page, 'Aprobar los 48').click()
  await expectSeen(dialog.getByText(new RegExp(`era el ${today} .+ con fecha ${tomorrow} `)))
  await button(dialog, 'Cancelar').click()
  await expectGone(dialog)
  await approve(`Emitir con fecha ${tomorrow}`)
  expect(orders.map(({ body }) => body)).toEqual([
    { date: city.today },
    { date: city.today },
    { date: addDays(city.today, 1) },
  ])
  const [first, again, other] = orders.map(({ key }) => key)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

test('while its date is not known nothing can be ordered, and no day is promised', async ({
  city,
  visit,
}) => {
  const ana = await resident(city)
  const rule = await addRule(ana, { on: 'SOON' })
  const { page } = await visit({ as: ana })
  const held: (() => void)[] = []
  await page.route('**/api/documents/departure/**', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  const orders: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/issue-now/')) orders.push(request.postDataJSON())
  })
  await page.goto('/rules')
  await page.getByRole('button', { name: /^Acciones de / }).click()
  await page.getByRole('menuitem', { name: 'Emitir ahora lo de este mes' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Emitir ahora lo de este mes?' })
  await expectSeen(dialog.getByText('Estamos viendo con qué fecha saldría…'))
  expect(await button(dialog, 'Emitir').isDisabled()).toBe(true)
  expect(await dialog.getByText(/con fecha \d/).count()).toBe(0)
  for (const answer of held) answer()
  await expectSeen(dialog.getByText(`con fecha ${formatDay(city.today)}.`))
  await button(dialog, 'Emitir ahora').click()
  await expectGone(dialog)
  expect(orders).toEqual([{ date: city.today }])
  await documentOf(ana, rule, 'waiting')
})
