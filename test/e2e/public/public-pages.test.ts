import { describe } from 'vitest'
import { expectPath, expectSeen, heading, link } from '../fixtures/hands.ts'
import { testsAt } from '../fixtures/stories.ts'
import { WIDTHS } from '../fixtures/visitor.ts'

describe.each(WIDTHS)('at %i pixels', (width) => {
  const test = testsAt(width)

  test('who we are to be written to, when, and how soon there is an answer stand beside the form', async ({
    visit,
  }) => {
    const { page } = await visit({ width, still: true })
    await page.goto('/#contacto')
    const contact = page.getByRole('region', { name: 'Conversemos' })
    await expectSeen(link(contact, 'soporte@folio.example'))
    await expectSeen(link(contact, '+56 9 0000 0000'))
    for (const words of ['Lunes a viernes, de 9:00 a 18:00', 'Antes de 24 horas']) {
      await expectSeen(contact.getByText(words, { exact: true }))
    }
  })

  test('the foot of every page leads to the legal texts, which name the operator and how soon they answer', async ({
    visit,
  }) => {
    const { page } = await visit({ width })
    for (const [from, name, path, title] of [
      ['/', 'Términos', '/terms', 'Términos y condiciones'],
      ['/login', 'Privacidad', '/privacy', /privacidad/i],
    ] as const) {
      await page.goto(from)
      await link(page.getByRole('contentinfo'), name).click()
      await expectPath(page, path)
      await expectSeen(heading(page, title))
      const answers = /30 días hábiles, .* de lunes a viernes de 9:00 a 18:00 \(GMT-3\)/
      await expectSeen(page.getByText(answers))
      const operator = 'Folio Demostración SpA, RUT 76.000.000-0, Calle de Ejemplo 123, Santiago'
      await expectSeen(page.getByRole('contentinfo').getByText(operator))
      await expectSeen(page.getByRole('main').getByText(operator))
    }
  })
})
