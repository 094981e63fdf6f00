import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { z } from 'zod'
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
  openPlaces,
} from '../fixtures/hands.ts'
import { addRule, documentOf, PASSWORD, resident } from '../fixtures/resident.ts'
import { deepTest, testsAt } from '../fixtures/stories.ts'
import { WIDTHS } from '../fixtures/visitor.ts'
import { newFacturaRule, newRut } from '../fixtures/wizard-hands.ts'

const MINUTE_MS = 60_000

describe.each(WIDTHS)('at %i pixels', (width) => {
  const test = testsAt(width)

  describe('a deep link', () => {
    test('waits for the login and is then followed, filters and all', async ({ city, visit }) => {
      const ana = await resident(city)
      const { page } = await visit({ width })
      await page.goto('/documents?state=issued&search=nadie')
      await expectPath(page, '/login')
      await field(page, 'E-mail').fill(ana.email)
      await field(page, 'Contraseña').fill(PASSWORD)
      await button(page, 'Iniciar sesión').click()
      await expectPath(page, '/documents')
      expect(new URL(page.url()).search).toBe('?state=issued&search=nadie')
      await expectSeen(heading(page, 'Ningún documento coincide'))
      expect(await field(page, 'Estado').inputValue()).toBe('issued')
    })

    test('to another site leads nowhere but home', async ({ city, visit }) => {
      const ana = await resident(city)
      const { page } = await visit({ width })
      await page.goto(`/login?next=${encodeURIComponent('//malo.example')}`)
      await field(page, 'E-mail').fill(ana.email)
      await field(page, 'Contraseña').fill(PASSWORD)
      await button(page, 'Iniciar sesión').click()
      await expectPath(page, '/dashboard')
      expect(page.url().startsWith(city.url)).toBe(true)
    })
  })

  test('back returns to the list as it was left, and never to the login', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    await documentOf(ana, await addRule(ana), 'waiting')
    const { page } = await visit({ width })
    await page.goto('/login')
    await field(page, 'E-mail').fill(ana.email)
    await field(page, 'Contraseña').fill(PASSWORD)
    await button(page, 'Iniciar sesión').click()
    await expectPath(page, '/dashboard')
    await openPlaces(page)
    await link(page, 'Documentos').click()
    await field(page, 'Estado').selectOption('Por emitir')
    await page.getByRole('link', { name: /^SERVICIO DE IMPUESTOS/ }).click()
    await expectSeen(page.getByRole('timer'))
    await page.goBack()
    await expectPath(page, '/documents')
    expect(await field(page, 'Estado').inputValue()).toBe('waiting')
    await page.goBack()
    await expectPath(page, '/dashboard')
    await page.goBack()
    expect(page.url()).not.toContain('/login')
  })

  describe('an access token that runs out', () => {
    test('is renewed in the middle of a form, once, and nothing typed is lost', async ({
      city,
      visit,
    }) => {
      const ana = await resident(city)
      const { page } = await visit({ width, as: ana })
      const refreshes: string[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('/jwt/refresh/')) refreshes.push(request.url())
      })
      await newFacturaRule(page)
      await button(page, 'Siguiente').click()
      await (await newRut(page)).fill('60.803.000-K')
      // Only the server's clock: a browser that slept, or whose clock is wrong, renews nothing ahead.
      city.clock.putForward(61 * MINUTE_MS)
      await button(page, 'Buscar en el SII').click()
      await expectSeen(page.getByText('Completo', { exact: true }))
      await expectPath(page, '/rules/create')
      expect(refreshes).toHaveLength(1)
    })

    deepTest('is renewed ahead of time while nobody does anything', async ({ city, visit }) => {
      const ana = await resident(city)
      const { page, putForward } = await visit({ width, as: ana })
      await page.goto('/rules')
      await expectSeen(heading(page, 'Aún no tienes reglas'))
      const renewed = page.waitForResponse('**/api/auth/jwt/refresh/')
      const shown: (string | undefined)[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('/users/me/')) shown.push(request.headers()['authorization'])
      })
      await putForward(56 * MINUTE_MS)
      expect((await renewed).status()).toBe(200)
      const { access } = z.object({ access: z.string() }).parse(await (await renewed).json())
      await expect.poll(() => shown).toContain(`Bearer ${access}`)
      await openPlaces(page)
      await link(page, 'Conexiones').click()
      await expectSeen(heading(page, 'Conexiones'))
    })

    test('two tabs that renew it at the same moment both go on', async ({ city, visit }) => {
      const { page, context, putForward } = await visit({ width, as: await resident(city) })
      const other = await context.newPage()
      for (const tab of [page, other]) {
        await tab.goto('/rules')
        await expectSeen(heading(tab, 'Aún no tienes reglas'))
      }
      const before = await storedSession(page)
      await putForward(56 * MINUTE_MS)
      await expect.poll(() => storedSession(other)).not.toBe(before)
      // The former one has run out by now.
      await putForward(6 * MINUTE_MS)
      for (const tab of [page, other]) {
        await openPlaces(tab)
        await link(tab, 'Conexiones').click()
        await expectSeen(tab.getByText('ASESORÍAS PEÑA & MUÑOZ SPA'))
      }
    })

    test('and cannot be renewed: the login says why and returns', async ({ city, visit }) => {
      const ana = await resident(city)
      const { page } = await visit({ width, as: ana })
      await page.goto('/documents')
      await expectSeen(heading(page, 'Documentos'))
      // Nobody clicks: what the page follows by itself finds out.
      city.clock.putForward(15 * 24 * 60 * MINUTE_MS)
      await expectPath(page, '/login')
      await expectToast(page, 'Tu sesión terminó. Inicia sesión de nuevo.')
      expect(new URL(page.url()).searchParams.get('next')).toBe('/documents')
    })
  })

  deepTest(
    'tokens that cannot be ours, or have run out, are removed at the start',
    async ({ city, visit }) => {
      const ana = await resident(city)
      city.clock.putForward(15 * 24 * 60 * MINUTE_MS)
      const { page } = await visit({ width, as: ana })
      await page.goto('/documents')
      await expectPath(page, '/login')
      expect(await storedSession(page)).toBeNull()
      for (const broken of ['{', '{"access":"x","refresh":"y"}']) {
        await page.evaluate((text) => localStorage.setItem('folio.session', text), broken)
        await page.goto('/rules')
        await expectPath(page, '/login')
        await expectSeen(heading(page, 'Iniciar sesión'))
        expect(await storedSession(page)).toBeNull()
      }
    },
  )

  test('whoever leaves is home, in every window, and back does not bring anything back', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    const { page, context } = await visit({ width, as: ana })
    await page.goto('/facturators')
    await expectSeen(heading(page, 'Conexiones'))
    const other = await context.newPage()
    await other.goto('/rules')
    await logOut(page)
    await expectSeen(link(page, 'Comenzar sin suscripción'))
    await expectGone(heading(other, 'Reglas'))
    await page.goBack()
    await expectPath(page, '/login')
    expect(await page.getByText('ANA MARÍA').count()).toBe(0)
  })

  test('a page that the browser kept shows nothing of whoever left meanwhile', async ({
    city,
    visit,
  }) => {
    const { page } = await visit({ width, as: await resident(city) })
    await page.goto('/facturators')
    await expectSeen(heading(page, 'Conexiones'))
    // As it comes back out of the browser's own memory: it stood still while another window logged out.
    const isHidden = await page.evaluate(() => {
      localStorage.removeItem('folio.session')
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      return document.body.hidden
    })
    expect(isHidden).toBe(true)
    await expectPath(page, '/login')
    expect(new URL(page.url()).searchParams.get('next')).toBe('/facturators')
  })
})

function storedSession(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('folio.session'))
}
