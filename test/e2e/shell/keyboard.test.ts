import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { ana as anaMunoz, antonia } from '#simulators/world.ts'
import * as contract from '#contract/index.ts'
import { addDays, yearOf, type Day } from '#domain/day.ts'
import { nextEmissions } from '#domain/schedule.ts'
import {
  button,
  expectFocus,
  expectGone,
  expectPath,
  expectSeen,
  expectToast,
  field,
  heading,
  isFocused,
} from '../fixtures/hands.ts'
import { connectMailbox } from '../fixtures/mailbox.ts'
import { MAILBOXES } from '../fixtures/post.ts'
import { addRule, connected, resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { deepTest } from '../fixtures/stories.ts'
import { capitalised, monthName } from '../fixtures/today.ts'

test('the whole wizard is walked with the keyboard alone', async ({ city, visit }) => {
  const ana = await connected(city, anaMunoz)
  await connectMailbox(city, ana, 'google')
  const { page } = await visit({ as: ana })
  await page.goto('/rules/create')
  await tabTo(page, page.getByRole('radio', { name: /^Facturas/ }))
  await page.keyboard.press('Space')
  await press(page, button(page, 'Siguiente'))
  await expectFocus(heading(page, 'La clave de tu certificado'))
  await tabTo(page, field(page, 'Clave del certificado'))
  await page.keyboard.type(anaMunoz.certificatePassword ?? '')
  await press(page, button(page, 'Guardar y seguir'))
  await expectToast(page, 'Certificado guardado')
  await expectFocus(heading(page, '¿Quién emite?'))
  await tabTo(page, field(page, 'Ciudad'))
  await page.keyboard.type('Santiago')
  await press(page, button(page, 'Siguiente'))
  await addClient(page)
  await press(page, button(page, 'Siguiente'))
  await addLine(page)
  await press(page, button(page, 'Siguiente'))
  await expectFocus(heading(page, '¿Cuándo se emite?'))
  await tabTo(page, page.getByRole('radio', { name: /^Un día fijo/ }))
  const lastBusiness = page.getByRole('radio', { name: /^Último día hábil/ })
  while (!(await lastBusiness.isChecked())) await page.keyboard.press('ArrowDown')
  await press(page, button(page, 'Siguiente'))
  await writeMail(page, city.today)
  await press(page, button(page, 'Siguiente'))
  await expectFocus(heading(page, 'Revisa y confirma'))
  await press(page, button(page, 'Crear regla'))
  await expectToast(page, 'Regla creada')
  await expectPath(page, '/rules')
  await expectFocus(heading(page, 'Reglas'))
  const rules = contract.listRules.reply.parse(await ana.ask('GET', '/billing-sii/invoice-rules/'))
  expect(rules).toMatchObject([
    {
      business_day_rule: 'LAST_BUSINESS',
      invoice_lines_detail: [{ currency: 'UF', price: '12.5' }],
      send_email_automatic: true,
      clients_detail: [{ email_contacts_to: [expect.any(Number)] }],
      email_subject_template: 'Del {{año}}Factura {{numero_documento}} – {{Mes}}',
      email_body_template: expect.stringMatching(/^<p>Gracias\. /),
    },
  ])
})

deepTest('a boleta is written with the keyboard alone', async ({ city, visit }) => {
  const as = await resident(city, antonia)
  const { page } = await visit({ as })
  await page.goto('/rules/create')
  await tabTo(page, page.getByRole('radio', { name: /^Facturas/ }))
  const boletas = page.getByRole('radio', { name: /^Boletas/ })
  await page.keyboard.press('ArrowDown')
  expect(await boletas.isChecked()).toBe(true)
  await press(page, button(page, 'Siguiente'))
  await expectFocus(heading(page, 'Tu boleta de honorarios'))
  await press(page, button(page, 'RUT nuevo'))
  await tabTo(page, field(page, 'Agregar por RUT'))
  await page.keyboard.type('939393935')
  await page.keyboard.press('Enter')
  await expectSeen(page.getByText('Completo', { exact: true }))
  await press(page, button(page, 'Crear producto'))
  const product = page.getByRole('group', { name: 'Nuevo producto o servicio' })
  await expectFocus(field(product, 'Nombre'))
  await page.keyboard.type('Diseño')
  await tabTo(page, field(product, 'Precio en pesos'))
  await page.keyboard.type('640000')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Producto creado')
  await tabTo(page, page.getByRole('radio', { name: /^Desde el próximo mes/ }))
  await page.keyboard.press('ArrowUp')
  expect(await page.getByRole('radio', { name: /^Emitir hoy/ }).isChecked()).toBe(true)
  await press(page, button(page, 'Crear regla'))
  await expectToast(page, 'Regla de boletas creada')
  await expectPath(page, '/rules')
  const rules = contract.listRules.reply.parse(await as.ask('GET', '/billing-sii/invoice-rules/'))
  expect(rules).toMatchObject([{ document_type: 39, invoice_lines_detail: [{ price: '640000' }] }])
})

async function addClient(page: Page): Promise<void> {
  await expectFocus(heading(page, '¿A quién le facturas?'))
  await press(page, button(page, 'RUT nuevo'))
  await tabTo(page, field(page, 'Agregar por RUT'))
  await page.keyboard.type('929292928')
  await press(page, button(page, 'Buscar en el SII'))
  await expectSeen(page.getByText('Faltan datos'))
  const complete = button(page, 'Completar PANADERÍA "LA ESPIGA" SPA')
  await press(page, complete)
  const dialog = page.getByRole('dialog')
  await expectSeen(dialog)
  await page.keyboard.press('Escape')
  await expectGone(dialog)
  await expectFocus(complete)
  await page.keyboard.press('Enter')
  await expectFocus(field(dialog, 'Ciudad'))
  await page.keyboard.type('Viña del Mar')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Datos del cliente guardados')
  await expectGone(dialog)
}

async function addLine(page: Page): Promise<void> {
  await expectFocus(heading(page, '¿Qué facturas?'))
  await press(page, button(page, 'Crear producto'))
  const product = page.getByRole('group', { name: 'Nuevo producto o servicio' })
  await expectFocus(field(product, 'Nombre'))
  await page.keyboard.type('Asesoría')
  await tabTo(page, field(product, 'Moneda'))
  await page.keyboard.type('UF')
  await tabTo(page, field(product, 'Precio en UF'))
  await page.keyboard.type('12,5')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Producto creado')
  await expectGone(product)
}

/** The sole recipient is taken out and put in again: a list is chosen from, too. */
async function writeMail(page: Page, today: Day): Promise<void> {
  await expectFocus(heading(page, '¿Enviamos el documento por correo?'))
  await tabTo(page, field(page, 'Enviar automáticamente'))
  await page.keyboard.press('Space')
  await tabTo(page, field(page, 'Cuenta que envía'))
  await page.keyboard.type(MAILBOXES.google.email)
  await press(page, button(page, 'Nuevo contacto'))
  const contact = page.getByRole('group', { name: 'Nuevo contacto' })
  await expectFocus(field(contact, 'Nombre del contacto'))
  await page.keyboard.type('Paula')
  await tabTo(page, field(contact, 'Email del contacto'))
  await page.keyboard.type('paula@cliente.example')
  await tabTo(page, field(contact, 'Género'))
  await page.keyboard.type('Femenino')
  await press(page, button(contact, 'Crear contacto'))
  await expectToast(page, 'Contacto creado')
  await tabTo(page, page.getByRole('combobox', { name: 'Para' }))
  await page.keyboard.press('Backspace')
  await expectSeen(page.getByText('Falta a quién enviarlo', { exact: true }))
  await page.keyboard.type('paula')
  await page.keyboard.press('Enter')
  await expectSeen(page.getByText('1 destinatario', { exact: true }))
  await page.keyboard.press('Escape')
  await tabTo(page, page.getByRole('textbox', { name: 'Asunto' }))
  await page.keyboard.type('Del ')
  await press(page, button(page, 'Insertar año').first())
  // Where the first date is today, the rule begins with the next.
  const [next = today] = nextEmissions({ rule: 'LAST_BUSINESS' }, addDays(today, 1), 1)
  const preview = page.getByRole('region', { name: 'Vista previa' })
  await expectSeen(
    preview.getByText(`Del ${yearOf(next)}Factura 100 – ${capitalised(monthName(next))}`, {
      exact: true,
    }),
  )
  await tabTo(page, page.getByRole('textbox', { name: 'Mensaje' }))
  await page.keyboard.type('Gracias. ')
}

test('a jump over the navigation is the first thing, and leads to the content', async ({
  city,
  visit,
}) => {
  const { page } = await visit({ as: await resident(city) })
  await page.goto('/rules')
  await expectSeen(heading(page, 'Reglas'))
  await page.keyboard.press('Tab')
  await expectFocus(page.getByRole('link', { name: 'Saltar al contenido' }))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expectFocus(page.getByRole('main').getByRole('link').first())
})

test.for([
  { motion: 'with transitions', isMoving: true },
  { motion: 'without', isMoving: false },
])(
  'menus and dialogs give the focus back to what opened them, $motion',
  async ({ isMoving }, { city, visit }) => {
    const ana = await resident(city)
    await addRule(ana, { on: 'SOON' })
    const { page } = await visit({ as: ana, isMoving })
    await page.goto('/rules')
    const menu = button(page, 'Acciones de Asesoría mensual')
    await press(page, menu)
    await expectFocus(page.getByRole('menuitem', { name: 'Pausar' }))
    await page.keyboard.press('Escape')
    await expectFocus(menu)
    await page.keyboard.press('Enter')
    await expectFocus(page.getByRole('menuitem', { name: 'Pausar' }))
    await page.keyboard.press('ArrowUp')
    await expectFocus(page.getByRole('menuitem', { name: 'Eliminar' }))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expectFocus(button(dialog, 'Cancelar'))
    await page.keyboard.press('Enter')
    await expectGone(dialog)
    await expectFocus(menu)
  },
)

async function press(page: Page, wanted: Locator): Promise<void> {
  await tabTo(page, wanted)
  await page.keyboard.press('Enter')
}

const MOST_TABS = 60

/** As somebody without a mouse gets there; what has the focus on the way must always show it. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expectSeen(wanted)
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(focusRing)).toBe('shown')
    if (await wanted.evaluate(isFocused)) return
  }
  throw new Error(`The keyboard does not reach ${String(wanted)}`)
}

/** On the element itself, or on the frame that is drawn around it. */
function focusRing(): string {
  const focused = document.activeElement
  if (focused === null || focused === document.body) return 'shown'
  const frames: Element[] = []
  for (let at: Element | null = focused; at && frames.length < 4; at = at.parentElement)
    frames.push(at)
  const isRinged = frames.some((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
  })
  return isRinged ? 'shown' : `no ring: ${focused.outerHTML.slice(0, 200)}`
}
