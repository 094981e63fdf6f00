import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import * as contract from '#contract/index.ts'
import { addDays, firstDayOf, formatDay, monthOf, type Day } from '#domain/day.ts'
import {
  button,
  expectGone,
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
  listRules,
  resident,
} from '../fixtures/resident.ts'
import { deepTest, testsAt, widthsOf } from '../fixtures/stories.ts'
import { until } from '../fixtures/until.ts'
import { PHONE, WIDTHS } from '../fixtures/visitor.ts'
import { monthAfter, monthName } from '../fixtures/today.ts'

const NAME = 'Asesoría mensual'
/** The SII knows no city of it. */
const WITHOUT_CITY = '92929292-8'

describe.each(widthsOf(PHONE))('a rule changed in its month, at %i pixels', (width) => {
  const test = testsAt(width)

  test('says what it has issued already and which date is next', async ({ city, visit }) => {
    const ana = await resident(city)
    const { rule, document } = await issuedDocument(ana)
    const { page } = await visit({ width, as: ana })
    await page.goto(`/rules/edit/${rule.id}?step=review`)
    await expectSeen(
      page.getByText(`La de ${monthName(city.today)} ya se emitió (N° ${document.folio}).`),
    )
    await expectSeen(
      page.getByText(
        `La próxima será el ${formatDay(monthAfter(city.today))} por $119.000 con IVA a 1 cliente.`,
      ),
    )
    expect(await page.getByText(/Se emitirá el/).count()).toBe(0)
    // Even on another day of this month.
    await page.goto(`/rules/edit/${rule.id}?step=dates`)
    await page.getByRole('radio', { name: /^Un día fijo/ }).check()
    await field(page, 'Día del mes').fill('20')
    await expectSeen(page.getByText(twentiethOf(monthAfter(city.today))).first())
    expect(await page.getByText(twentiethOf(city.today)).count()).toBe(0)
  })

  deepTest(
    'says which of its documents is stopped, and so does its month alone',
    async ({ city, visit }) => {
      const ana = await resident(city)
      const rule = await addRule(ana, { ruts: ['90909090-3', '93939393-5'] })
      const first = await issueNow(ana, rule)
      await documentOf(ana, rule, 'issued')
      const other = await documentOf(ana, rule, 'waiting')
      await ana.ask('POST', `/documents/${other.id}/skip/`, {})
      const { page } = await visit({ width, as: ana })
      await page.goto(`/rules/edit/${rule.id}?step=review`)
      const issued = `La de ${monthName(city.today)} para ${first.recipient.name} ya se emitió`
      const stopped = `La de ${monthName(city.today)} para ${other.recipient.name} está detenida: tú decidiste no emitirla.`
      await expectSeen(page.getByText(issued))
      await expectSeen(page.getByText(stopped))
      await expectSeen(
        page.getByText(
          new RegExp(
            `^La próxima será el ${formatDay(monthAfter(city.today))} por .119\\.000 .*2 clientes`,
          ),
        ),
      )
      await page.goto('/rules')
      await choose(page, 'Cambiar solo un mes')
      const dialog = page.getByRole('dialog', { name: 'Cambiar solo un mes' })
      await expectSeen(dialog.getByText(issued))
      await expectSeen(dialog.getByText(stopped))
      expect(await dialog.getByRole('radio').count()).toBe(0)
    },
  )
})

describe.each(WIDTHS)('pausing on its day, at %i pixels', (width) => {
  const test = testsAt(width)

  test('says what does not go out, and is undone', async ({ city, visit }) => {
    const ana = await resident(city)
    const rule = await addRule(ana)
    const before = await documentOf(ana, rule, 'waiting')
    const { page } = await visit({ width, as: ana })
    await page.goto('/rules')
    await button(page, `Acciones de ${NAME}`).click()
    await expectSeen(page.getByText('La de este mes no saldrá'))
    await page.getByRole('menuitem', { name: 'Pausar' }).click()
    await expectToast(page, `Regla pausada. La de ${monthName(city.today)} por $119.000 no saldrá.`)
    await button(page, 'Deshacer').click()
    await expectToast(page, 'La regla sigue activa y lo de este mes también')
    const after = await documentOf(ana, rule, 'waiting')
    expect(after).toMatchObject({ id: before.id, total: 119_000, emission_date: city.today })
    expect((await listRules(ana)).map(({ is_paused }) => is_paused)).toEqual([false])
  })

  test('offers what it stopped when the rule goes on, and issues it only when it is said', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    const rule = await addRule(ana)
    await documentOf(ana, rule, 'waiting')
    await ana.ask('PATCH', `/billing-sii/invoice-rules/${rule.id}/`, { is_paused: true })
    const { page } = await visit({ width, as: ana })
    await page.goto('/rules')
    await choose(page, 'Activar')
    const dialog = page.getByRole('dialog', { name: '¿Emitir también lo que detuvo la pausa?' })
    await expectSeen(dialog.getByText(`la de ${monthName(city.today)} por $119.000 no salió`))
    await button(dialog, 'Solo activar').click()
    await expectToast(page, 'Regla activada')
    const stopped = await documentOf(ana, rule, 'skipped')
    await page.goto(`/documents/${stopped.id}`)
    await button(page, 'Emitirla de todos modos').click()
    await button(page.getByRole('dialog'), `Emitir con fecha ${formatDay(city.today)}`).click()
    await expectSeen(page.getByText('Por emitir', { exact: true }))
    await documentOf(ana, rule, 'waiting')
  })

  deepTest('leaves a document a way back with its rule', async ({ city, visit }) => {
    const ana = await resident(city)
    const rule = await addRule(ana)
    await documentOf(ana, rule, 'waiting')
    await ana.ask('PATCH', `/billing-sii/invoice-rules/${rule.id}/`, { is_paused: true })
    const stopped = await documentOf(ana, rule, 'skipped')
    const { page } = await visit({ width, as: ana })
    await page.goto(`/documents/${stopped.id}`)
    await button(page, 'Activar la regla y emitirla').click()
    await button(
      page.getByRole('dialog'),
      `Activar y emitir con fecha ${formatDay(city.today)}`,
    ).click()
    await expectSeen(page.getByText('Por emitir', { exact: true }))
    expect((await listRules(ana)).map(({ is_paused }) => is_paused)).toEqual([false])
  })
})

describe.each(widthsOf(PHONE))('what a client lacks, at %i pixels', (width) => {
  const test = testsAt(width)

  test('is said before saving, for whom, and its button lets the document go on at once', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    const rule = await addRule(ana, { ruts: ['90909090-3', WITHOUT_CITY] })
    const lacking = await documentOf(ana, rule, 'needs_data')
    const { name } = lacking.recipient
    const { page } = await visit({ width, as: ana })
    await page.goto(`/rules/edit/${rule.id}?step=review`)
    await expectSeen(page.getByText('Una parte no saldrá'))
    await expectSeen(page.getByText(`${name}: falta la ciudad del cliente.`))
    await expectSeen(page.getByText(/a 1 cliente\.$/))
    await button(page, `Completar sus datos: ${name}`).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Ciudad').fill('Valdivia')
    await button(dialog, 'Guardar').click()
    await expectToast(page, 'Datos del cliente guardados')
    await expectGone(page.getByText('Una parte no saldrá'))
    await expectSeen(page.getByText(/a 2 clientes\./))
    // Far sooner than the minute after which it would be looked at anyway.
    await until('the document that lacked its city waits', async () => {
      const read = contract.readDocument.reply.parse(
        await ana.ask('GET', `/documents/${lacking.id}/`),
      )
      return read.state === 'waiting' ? read : undefined
    })
  })

  deepTest(
    'is mended from the document’s own page, which shows what is known of it',
    async ({ city, visit }) => {
      const ana = await resident(city)
      const rule = await addRule(ana, { ruts: [WITHOUT_CITY] })
      const lacking = await documentOf(ana, rule, 'needs_data')
      const { page } = await visit({ width, as: ana })
      await page.goto(`/documents/${lacking.id}`)
      await expectSeen(page.getByText('Falta un dato', { exact: true }))
      await expectSeen(page.getByText(`Asesoría de ${monthName(city.today)}`))
      await link(page, 'Completar sus datos').click()
      await expectSeen(heading(page, '¿A quién le facturas?'))
      await expectSeen(page.getByText('Faltan datos: la ciudad'))
    },
  )
})

function twentiethOf(date: Day): string {
  return formatDay(addDays(firstDayOf(monthOf(date)), 19))
}

async function choose(page: Page, action: string): Promise<void> {
  await button(page, `Acciones de ${NAME}`).click()
  await page.getByRole('menuitem', { name: action }).click()
}
