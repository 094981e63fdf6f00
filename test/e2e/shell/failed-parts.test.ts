import { describe, expect } from 'vitest'
import { button, expectGone, expectSeen } from '../fixtures/hands.ts'
import { fileOf, issuedDocument, resident } from '../fixtures/resident.ts'
import { deepTest, testsAt, widthsOf } from '../fixtures/stories.ts'
import { PHONE } from '../fixtures/visitor.ts'
import { newFacturaRule, newRut } from '../fixtures/wizard-hands.ts'

const LOOKS_AGAIN_MS = 5 * 60_000

describe.each(widthsOf(PHONE))('at %i pixels', (width) => {
  const test = testsAt(width)

  test('a part that could not be loaded says so, never that there is nothing, and is asked for again', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    const { id } = (await issuedDocument(ana)).document
    await fileOf(ana, id, 'pdf')
    const { page } = await visit({ width, as: ana })
    const parts = [
      ['/facturators', '/api/billing-sii/companies/', 'No pudimos cargar todo lo de esta conexión'],
      ['/dashboard', '/api/attention/', 'No pudimos cargar lo que te espera'],
      [`/documents/${id}`, `/api/documents/${id}/deliveries/`, 'No pudimos cargar sus correos'],
      [
        `/documents/${id}`,
        `/api/documents/${id}/share/`,
        'No se pudo hacer el enlace',
        'Compartir',
      ],
    ] as const
    for (const [path, call, said, opener] of parts) {
      const isCall = ({ pathname }: URL) => pathname === call
      await page.route(isCall, (route) => route.fulfill({ status: 400, json: {} }))
      await page.goto(path)
      if (opener !== undefined) await button(page, opener).click()
      const alert = page.getByRole('alert').filter({ hasText: said })
      await expectSeen(alert)
      await page.unroute(isCall)
      await button(alert, 'Reintentar').click()
      await expectGone(alert)
    }
    await expectSeen(page.getByRole('img', { name: 'Código QR del enlace' }))
  })

  deepTest(
    'a later look that fails takes nothing away from under whoever writes',
    async ({ city, visit }) => {
      const { page, putForward } = await visit({ width, as: await resident(city) })
      await newFacturaRule(page)
      await button(page, 'Siguiente').click()
      const rut = await newRut(page)
      await rut.fill('60.803.000-K')
      const looks = '**/api/installation/'
      await page.route(looks, (route) => route.fulfill({ status: 400, json: {} }))
      // The second look comes only once the first one's failure is known.
      for (const _ of ['first', 'second']) {
        const looked = page.waitForResponse(looks)
        await putForward(LOOKS_AGAIN_MS)
        await looked
      }
      expect(await rut.inputValue()).toBe('60.803.000-K')
      await button(page, 'Buscar en el SII').click()
      await expectSeen(page.getByText('Completo', { exact: true }))
    },
  )
})
