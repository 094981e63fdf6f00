import type { Page } from 'playwright-core'
import { matchRoutes } from 'react-router'
import { expect } from 'vitest'
import { PATHS } from '#web/paths.ts'
import { expectGone, expectSeen, heading } from '../fixtures/hands.ts'
import { newcomer, resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { isApart, openWithin } from '../tours/open-stop.ts'
import { isDeep } from '../../setup/deep.ts'
import { WIDTHS } from '../fixtures/visitor.ts'

const SHARED = `/d/${'x'.repeat(43)}`
const CONFIRM = '/auth/confirm-email/7-nada'
const UNDO = '/auth/undo-email/7-nada'
const POPUP = '/email-accounts/connected'
const PAID = '/paid/ABCDEFGHIJ'

/** Where each address leads whoever is nobody, has no facturator yet, or has one. */
const ROUTES: [path: string, visitor: string, newcomer: string, resident: string][] = [
  ['/', '/', '/onboarding/sii', '/dashboard'],
  ['/login', '/login', '/onboarding/sii', '/dashboard'],
  ['/register', '/register', '/onboarding/sii', '/dashboard'],
  ['/forgot-password', '/forgot-password', '/onboarding/sii', '/dashboard'],
  ['/reset-password/MQ/x', '/reset-password/MQ/x', '/reset-password/MQ/x', '/reset-password/MQ/x'],
  ['/auth/activate/MQ/x', '/auth/activate/MQ/x', '/onboarding/sii', '/auth/activate/MQ/x'],
  // The owner of an address may have a session or none when they open the link mailed to it.
  [CONFIRM, CONFIRM, CONFIRM, CONFIRM],
  [UNDO, UNDO, UNDO, UNDO],
  ['/privacy', '/privacy', '/privacy', '/privacy'],
  ['/terms', '/terms', '/terms', '/terms'],
  ['/no-hay-nada', '/no-hay-nada', '/onboarding/sii', '/no-hay-nada'],
  ['/onboarding/sii', '/login', '/onboarding/sii', '/onboarding/sii'],
  ['/onboarding-sii', '/login', '/onboarding-sii', '/onboarding-sii'],
  ['/dashboard', '/login', '/onboarding/sii', '/dashboard'],
  ['/rules/create', '/login', '/onboarding/sii', '/rules/create'],
  ['/rules/create/1', '/login', '/onboarding/sii', '/rules/create/1'],
  ['/rules/edit/1', '/login', '/onboarding/sii', '/rules/edit/1'],
  ['/facturators', '/login', '/onboarding/sii', '/facturators'],
  ['/rules', '/login', '/onboarding/sii', '/rules'],
  ['/email-accounts', '/login', '/onboarding/sii', '/email-accounts'],
  ['/email-accounts/1/edit', '/login', '/onboarding/sii', '/email-accounts/1/edit'],
  ['/this-month', '/login', '/onboarding/sii', '/this-month'],
  ['/attention', '/login', '/onboarding/sii', '/attention'],
  ['/documents', '/login', '/onboarding/sii', '/documents'],
  ['/documents/new', '/login', '/onboarding/sii', '/documents/new'],
  ['/documents/1', '/login', '/onboarding/sii', '/documents/1'],
  ['/documents/1/nota', '/login', '/onboarding/sii', '/documents/1/nota'],
  ['/payments', '/login', '/onboarding/sii', '/payments'],
  ['/payments/terms', '/login', '/onboarding/sii', '/payments/terms'],
  ['/payments/providers', '/login', '/onboarding/sii', '/payments/providers'],
  ['/payments/statements', '/login', '/onboarding/sii', '/payments/statements'],
  ['/clients', '/login', '/onboarding/sii', '/clients'],
  ['/clients/import', '/login', '/onboarding/sii', '/clients/import'],
  ['/clients/1', '/login', '/onboarding/sii', '/clients/1'],
  ['/products', '/login', '/onboarding/sii', '/products'],
  ['/products/import', '/login', '/onboarding/sii', '/products/import'],
  ['/products/1', '/login', '/onboarding/sii', '/products/1'],
  ['/uploads', '/login', '/onboarding/sii', '/uploads'],
  ['/uploads/1', '/login', '/onboarding/sii', '/uploads/1'],
  ['/rules/1/values', '/login', '/onboarding/sii', '/rules/1/values'],
  ['/gallery', '/gallery', '/onboarding/sii', '/gallery'],
  // Whoever opens a link of ours may have a session or none; so may the window that a provider comes back to.
  [SHARED, SHARED, SHARED, SHARED],
  [PAID, PAID, PAID, PAID],
  [POPUP, POPUP, POPUP, POPUP],
  // Ours: whoever never connected may look after their account.
  ['/profile', '/login', '/profile', '/profile'],
  ['/profile/delete', '/login', '/profile/delete', '/profile/delete'],
  ['/profile/credential-use', '/login', '/profile/credential-use', '/profile/credential-use'],
  ['/profile/usage', '/login', '/profile/usage', '/profile/usage'],
  ['/mail-preferences', '/login', '/mail-preferences', '/mail-preferences'],
]

test('no path of the screens lacks its row', () => {
  const paths = Object.values(PATHS)
  const routes = paths.map((path) => ({ path }))
  const walked = ROUTES.map(([path]) => matchRoutes(routes, path)?.at(-1)?.route.path)
  expect(paths.filter((path) => !walked.includes(path))).toEqual([])
})

test('every address leads where the specification says, whoever comes', async ({ city, visit }) => {
  const visitor = (await visit({ still: true })).page
  const fresh = (await visit({ still: true, as: await newcomer(city, 'nueva@empresa.example') }))
    .page
  const settled = (await visit({ still: true, as: await resident(city) })).page
  const widths = isDeep ? WIDTHS : WIDTHS.slice(0, 1)
  const found: typeof ROUTES = []
  for (const [path] of ROUTES) {
    const [nobody, unconnected, connected] = await Promise.all([
      ending(visitor, path, widths),
      ending(fresh, path, widths),
      ending(settled, path, widths),
    ])
    found.push([path, nobody, unconnected, connected])
  }
  expect(found).toEqual(ROUTES)
})

test.for(WIDTHS)(
  'a guarded address comes back after the login, at %i pixels',
  async (width, { visit }) => {
    const { page } = await visit({ width })
    await page.goto('/rules/create/1?x=a%20b')
    await expectSeen(heading(page, 'Iniciar sesión'))
    expect(new URL(page.url()).searchParams.get('next')).toBe('/rules/create/1?x=a%20b')
  },
)

/** Where it stands once the screen is there, at each of the widths; the next address opens at the last of them. */
async function ending(page: Page, path: string, widths: readonly number[]): Promise<string> {
  // A new document for each takes ten times as long; what decides is the same.
  if (isDeep || isApart(path) || isApart(new URL(page.url()).pathname)) await page.goto(path)
  else await openWithin(page, path)
  // The frame alone, drawn ahead of the program, has no foot.
  await expectSeen(page.locator('footer'))
  await expectGone(page.getByText('Cargando…', { exact: true }))
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    await expectSeen(page.locator('main h1'))
  }
  return new URL(page.url()).pathname
}

test('where things are real, nothing stands at the address of the gallery', async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/gallery')
  await expectSeen(heading(page, 'Galería'))
  await page.route('**/api/installation/', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), demonstration: false } })
  })
  await page.reload()
  await expectSeen(heading(page, 'Esta página no existe'))
})
