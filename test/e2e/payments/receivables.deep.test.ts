import { describe } from 'vitest'
import { readReceivables } from '#contract/receivables.ts'
import { button, expectGone, expectSeen } from '../fixtures/hands.ts'
import { followedPayments, issuedDocument, resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { WIDTHS } from '../fixtures/visitor.ts'

describe.each(WIDTHS)('at %i pixels', (width) => {
  test('clients that owe come a page at a time, the largest debt first', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    await followedPayments(ana)
    const small = await issuedDocument(ana)
    const large = await issuedDocument(ana, { ruts: ['90909090-3'], price: '300000' })
    const { page } = await visit({ as: ana, width })
    // A page holds fifty clients: here one, so that the second page comes from the server, too.
    await page.route(
      ({ pathname }) => pathname === `/api${readReceivables.path}`,
      (route) => {
        const url = new URL(route.request().url())
        url.searchParams.set('limit', '1')
        return route.continue({ url: url.href })
      },
    )
    await page.goto('/payments')
    const list = page.getByRole('main')
    const clientOf = ({ document }: typeof small) =>
      list.getByRole('link', { name: document.recipient.name, exact: true })
    await expectSeen(clientOf(large))
    await expectGone(clientOf(small))
    await expectSeen(list.getByText('1 de 2 clientes'))
    await button(page, 'Ver más clientes').click()
    await expectSeen(clientOf(small))
    await expectSeen(clientOf(large))
    await expectSeen(list.getByText('2 de 2 clientes'))
    await expectGone(button(page, 'Ver más clientes'))
  })
})
