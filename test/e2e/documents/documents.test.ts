import { describe, expect } from 'vitest'
import { monthOf } from '#domain/day.ts'
import { button, expectGone, expectSeen, field, heading } from '../fixtures/hands.ts'
import { connectMailbox } from '../fixtures/mailbox.ts'
import { addRule, documentOf, issuedDocument, resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { deepTest, widthsOf } from '../fixtures/stories.ts'
import { PHONE, WIDE } from '../fixtures/visitor.ts'
import { monthAfter, monthAndYear } from '../fixtures/today.ts'

describe.each(widthsOf(WIDE))('at %i pixels', (width) => {
  test('each axis has its filter, the address keeps them, and a phone still shows kind and number', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    const mailFrom = await connectMailbox(city, ana, 'microsoft')
    await issuedDocument(ana, { ruts: ['90909090-3'], mailFrom })
    const waiting = await addRule(ana, { name: 'Otra', ruts: ['93939393-5'] })
    await documentOf(ana, waiting, 'waiting')
    const { page } = await visit({ width, as: ana })
    await page.goto('/documents')
    const nuble = page.getByRole('link', { name: /ÑUBLE/ })
    const dental = page.getByRole('link', { name: /CLÍNICA DENTAL/ })
    await expectSeen(nuble.getByText('Emitida'))
    await expectSeen(dental.getByText('Por emitir'))
    await expectSeen(nuble.getByText('Enviado'))
    await field(page, 'Correo').selectOption('Sin correo')
    await expectGone(nuble)
    await field(page, 'Correo').selectOption('Enviado')
    await expectGone(dental)
    await field(page, 'Mes').selectOption(monthAndYear(city.today))
    await expect.poll(() => new URL(page.url()).searchParams.get('month')).toBe(monthOf(city.today))
    await field(page, 'Documento').selectOption('Facturas')
    await expectSeen(nuble)
    const query = () => [...new URL(page.url()).searchParams].toSorted()
    await expect.poll(query).toEqual([
      ['mail', 'sent'],
      ['month', monthOf(city.today)],
      ['type', '33'],
    ])
    await page.reload()
    await expectSeen(nuble)
    await field(page, 'Mes').selectOption(monthAndYear(monthAfter(city.today)))
    await expectSeen(heading(page, 'Ningún documento coincide'))
    await button(page, 'Quitar filtros').click()
    await expectSeen(dental)
    await page.setViewportSize({ width: PHONE, height: 844 })
    await expectSeen(nuble.getByText(/^Factura N° \d+/))
  })
})

test('a filter chosen before the address has the one before it undoes nothing', async ({
  city,
  visit,
}) => {
  const ana = await resident(city)
  await addRule(ana, { ruts: ['93939393-5'] })
  const { page } = await visit({ as: ana })
  await page.goto('/documents')
  await expectSeen(page.getByRole('link', { name: /CLÍNICA DENTAL/ }).first())
  const filters = [
    await field(page, 'Estado').elementHandle(),
    await field(page, 'Documento').elementHandle(),
  ]
  await page.evaluate(([state, type]) => {
    const choose = (select: unknown, value: string) => {
      if (!(select instanceof HTMLSelectElement)) throw new Error('No filter')
      select.value = value
      select.dispatchEvent(new Event('change', { bubbles: true }))
    }
    choose(state, 'waiting')
    choose(type, '33')
  }, filters)
  await expect.poll(() => new URL(page.url()).search).toBe('?state=waiting&type=33')
})

test("a document's page tells what became of its mail", async ({ city, visit }) => {
  const ana = await resident(city)
  const mailFrom = await connectMailbox(city, ana, 'google')
  const { document } = await issuedDocument(ana, { ruts: ['90909090-3'], mailFrom })
  const { page } = await visit({ as: ana })
  await page.goto(`/documents/${document.id}`)
  const mail = page.getByRole('region', { name: 'Correo' })
  await expectSeen(mail.getByText('Enviado', { exact: true }))
  await expectSeen(mail.getByText(/^Para: .+@.+/))
})

deepTest(
  'a history of hundreds is read a page at a time, and its proof speaks of all of it',
  async ({ city, visit }) => {
    const ana = await resident(city)
    const { document } = await issuedDocument(ana, { ruts: ['90909090-3'] })
    await city.lengthenTrail(document.id, 310)
    const { page } = await visit({ as: ana, width: PHONE })
    await page.goto(`/documents/${document.id}`)
    const history = page.getByRole('region', { name: 'Historia' })
    const planned = history.getByText(/^Quedó programada para/)
    const facts = history.getByRole('listitem')
    await expectSeen(facts)
    expect(await facts.count()).toBeGreaterThan(100)
    await expectGone(planned)
    const before = await facts.count()
    await button(history, 'Ver más').click()
    await expectSeen(facts.nth(before + 99))
    expect(await facts.count()).toBe(before + 100)
    await page.getByText('Comprobante de emisión').click()
    await expectSeen(page.getByText(/^Revisado: nadie ha cambiado ninguno de los 3\d\d hechos\.$/))
    await page.getByRole('group').getByRole('button', { name: 'Ver más' }).click()
    await expectSeen(planned)
    await expectGone(button(page, 'Ver más'))
  },
)
