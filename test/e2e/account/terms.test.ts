import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { listAuditEvents } from '#contract/audit.ts'
import { LEGAL_VERSION } from '#domain/legal.ts'
import {
  button,
  expectFocus,
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
  issueNow,
  newcomer,
  PASSWORD,
  resident,
  type Resident,
} from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { deepTest, widthsOf } from '../fixtures/stories.ts'
import { PHONE } from '../fixtures/visitor.ts'

const FORMER = LEGAL_VERSION - 1
const panel = (page: Page) => page.getByRole('region', { name: 'Actualizamos los términos' })

async function acceptances({ ask }: Resident): Promise<string[]> {
  const { events } = listAuditEvents.reply.parse(await ask('GET', '/audit-events/?limit=100'))
  return events.flatMap(({ kind, text }) => (kind.endsWith('Accepted') ? [text] : [])).reverse()
}

describe.each(widthsOf(PHONE))('new terms at %i pixels', (width) => {
  test('are asked for at the next sign-in, hold up no document, and are accepted once', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    await city.acceptedTermsOf(ana.email, FORMER)
    const rule = await addRule(ana)
    await issueNow(ana, rule)
    const { id } = await documentOf(ana, rule, 'issued')

    const { page } = await visit({ width })
    await page.goto(`/login?next=/documents/${id}`)
    await field(page, 'E-mail').fill(ana.email)
    await field(page, 'Contraseña').fill(PASSWORD)
    await button(page, 'Iniciar sesión').click()
    await expectPath(page, `/documents/${id}`)
    await expectSeen(panel(page).getByText(/desde el 27\/12\/2026:$/))
    await expectSeen(panel(page).getByRole('listitem'))
    await expectSeen(panel(page).getByText(/lo que programaste se sigue emitiendo/))
    const terms = link(panel(page), 'Leer los términos')
    expect(await terms.getAttribute('href')).toBe('/terms')

    await button(panel(page), 'Acepto').dblclick()
    await expectToast(page, 'Aceptaste los términos')
    await expectGone(panel(page))
    await expectFocus(page.getByRole('heading', { level: 1 }))
    const told = page.waitForResponse((reply) => reply.url().endsWith('/api/auth/terms/'))
    await page.reload()
    await told
    await expectSeen(page.getByRole('heading', { level: 1 }))
    await expectGone(panel(page))
    expect(await acceptances(ana)).toEqual([
      `Se aceptaron los términos y la política de privacidad, versión ${FORMER}.`,
      `Se aceptó el mandato para actuar en el SII, versión ${FORMER}.`,
      `Se aceptaron los términos y la política de privacidad, versión ${LEGAL_VERSION}.`,
      `Se aceptó el mandato para actuar en el SII, versión ${LEGAL_VERSION}.`,
    ])
  })
})

test('new terms that are put off come back with the next visit', async ({ city, visit }) => {
  const as = await newcomer(city)
  await city.acceptedTermsOf(as.email, FORMER)
  const { page } = await visit({ as })
  await page.goto('/profile')
  await button(panel(page), 'Más tarde').click()
  await expectGone(panel(page))
  await expectFocus(heading(page, 'Tu perfil'))
  await page.reload()
  await expectSeen(panel(page))
})

deepTest('new terms that could not be accepted are asked for again', async ({ city, visit }) => {
  const as = await newcomer(city)
  await city.acceptedTermsOf(as.email, FORMER)
  const { page } = await visit({ as })
  await page.goto('/profile')
  await page.route('**/api/auth/terms/', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await button(panel(page), 'Acepto').click()
  await expectToast(page, 'No se pudo guardar. Vuelve a intentarlo.')
  await page.unroute('**/api/auth/terms/')
  await button(panel(page), 'Acepto').click()
  await expectToast(page, 'Aceptaste los términos')
})
