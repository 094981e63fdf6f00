import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { rodrigo } from '#simulators/world.ts'
import { formatDay } from '#domain/day.ts'
import {
  button,
  expectGone,
  expectPath,
  expectSeen,
  expectToast,
  field,
  heading,
  link,
  logOut,
} from '../fixtures/hands.ts'
import { companies, listRules, login, resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { deepTest, testsAt } from '../fixtures/stories.ts'
import { PHONE, WIDTHS } from '../fixtures/visitor.ts'
import { chooseFacturas, newFacturaRule, newRut, secondRule } from '../fixtures/wizard-hands.ts'
import { dayOfSoon, soonAfter } from '../fixtures/today.ts'

const LEFT = 'Recuperamos lo que habías dejado'

describe.each(WIDTHS)('at %i pixels', (width) => {
  const test = testsAt(width)

  test('what was written is there again after a reload, at the same step', async ({
    city,
    visit,
  }) => {
    const { page, ana } = await secondRule(city, visit, { width })
    await field(page, 'Día del mes').fill(dayOfSoon(city.today))
    await field(page, 'Pedir mi aprobación cada vez').check()
    await field(page, 'Si una fecha se pasa sin emitir').selectOption('Emitir apenas se pueda')
    await page.reload()
    await expectSeen(page.getByText(LEFT))
    await expectSeen(heading(page, '¿Cuándo se emite?'))
    expect(await field(page, 'Día del mes').inputValue()).toBe(dayOfSoon(city.today))
    expect(await field(page, 'Pedir mi aprobación cada vez').isChecked()).toBe(true)
    await button(page, 'Continuar').click()
    await expectGone(page.getByText(LEFT))
    await button(page, 'Siguiente').click()
    await button(page, 'Siguiente').click()
    await expectSeen(
      page.getByText(
        `Se emitirá el ${formatDay(soonAfter(city.today))} por $119.000 con IVA a 1 cliente.`,
      ),
    )
    await expectSeen(page.getByText(/Antes de cada una te pediremos tu aprobación\.$/))
    await button(page, 'Crear regla').click()
    await expectToast(page, 'Regla creada')
    // Gone before the lists are read again: a draft that outlived its rule would become a second one.
    expect(await keptDraft(page)).toBeNull()
    await expectPath(page, '/rules')
    const kept = (await listRules(ana)).find(
      ({ day_of_month: day }) => String(day) === dayOfSoon(city.today),
    )
    expect(kept).toMatchObject({ needs_approval: true, catch_up: 'issue_today' })
    await page.goto(`/rules/edit/${kept?.id}?step=dates`)
    expect(await field(page, 'Pedir mi aprobación cada vez').isChecked()).toBe(true)
    expect(await field(page, 'Si una fecha se pasa sin emitir').inputValue()).toBe('issue_today')
  })

  deepTest('what was left may be thrown away: the rule begins anew', async ({ city, visit }) => {
    const { page } = await visit({ as: await resident(city), width })
    await newFacturaRule(page)
    await button(page, 'Siguiente').click()
    await newRut(page)
    await page.reload()
    await expectSeen(page.getByText(LEFT))
    // The way of choosing a client, too.
    await expectSeen(field(page, 'Agregar por RUT'))
    await button(page, 'Descartar').click()
    await expectSeen(heading(page, '¿Qué vas a emitir?'))
    expect(await page.getByRole('radio', { name: /^Facturas/ }).isChecked()).toBe(false)
    expect(await keptDraft(page)).toBeNull()
    await page.reload()
    await expectSeen(heading(page, '¿Qué vas a emitir?'))
    expect(await page.getByText(LEFT).count()).toBe(0)
  })

  deepTest('changing another rule loses nothing of it', async ({ city, visit }) => {
    const { page, ana } = await secondRule(city, visit, { width })
    await field(page, 'Día del mes').fill(dayOfSoon(city.today))
    const [first] = await listRules(ana)
    await page.goto(`/rules/edit/${first?.id}?step=review`)
    await field(page, 'Nombre de la regla').fill('Otro nombre')
    await button(page, 'Guardar cambios').click()
    await expectToast(page, 'Regla actualizada')
    await page.goto('/rules/create')
    await expectSeen(page.getByText(LEFT))
    await expectSeen(heading(page, '¿Cuándo se emite?'))
    expect(await field(page, 'Día del mes').inputValue()).toBe(dayOfSoon(city.today))
    await page.goto(`/rules/edit/${first?.id}?step=review`)
    await expectSeen(field(page, 'Nombre de la regla'))
    expect(await page.getByText(LEFT).count()).toBe(0)
  })

  test('another person never sees it, and who logs out takes it along', async ({ city, visit }) => {
    const ana = await resident(city)
    const { page } = await visit({ as: ana, width })
    await newFacturaRule(page)
    const left = await keptDraft(page)
    expect(left).toContain(ana.email)
    await logOut(page)
    expect(await keptDraft(page)).toBeNull()

    // As somebody else left it in this browser whose session ended by itself.
    const again = await login(city, ana.email)
    await page.evaluate(
      ({ draft, tokens }) => {
        localStorage.setItem('folio.draft', draft)
        localStorage.setItem('folio.session', JSON.stringify(tokens))
      },
      { draft: (left ?? '').replace(ana.email, 'alguien@empresa.example'), tokens: again.tokens },
    )
    await page.goto('/rules/create')
    await expectSeen(heading(page, '¿Qué vas a emitir?'))
    expect(await page.getByText(LEFT).count()).toBe(0)
    expect(await keptDraft(page)).toBeNull()
  })
})

function keptDraft(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('folio.draft'))
}

test('a rule that is begun for another company leaves the one of the first as it was', async ({
  city,
  visit,
}) => {
  const as = await resident(city, rodrigo)
  const [first, second] = await companies(as)
  if (first === undefined || second === undefined) throw new Error('Two companies are needed')
  const { page } = await visit({ as, width: PHONE })
  const issuer = () => field(page, 'Empresa').locator('option:checked').textContent()
  await page.goto(`/rules/create/${first.id}`)
  await chooseFacturas(page)
  await expectSeen(heading(page, '¿Quién emite?'))
  const name = await issuer()

  await page.goto(`/rules/create/${second.id}`)
  await expectSeen(heading(page, '¿Qué vas a emitir?'))
  expect(await page.getByText(LEFT).count()).toBe(0)
  const other = page.getByText(`Dejaste una regla a medias de ${first.company_info.name}`)
  await expectSeen(other)
  await chooseFacturas(page)
  await expectSeen(heading(page, '¿Quién emite?'))
  expect(await issuer()).not.toBe(name)

  await link(page, 'Retomarla').click()
  await expectSeen(page.getByText(LEFT))
  await expectSeen(heading(page, '¿Quién emite?'))
  expect(await issuer()).toBe(name)
  await button(page, 'Descartar').click()
  await expectSeen(heading(page, '¿Qué vas a emitir?'))
  await page.goto('/rules/create')
  await expectSeen(page.getByText(LEFT))
  await expectSeen(heading(page, '¿Quién emite?'))
  expect(await issuer()).not.toBe(name)
})
