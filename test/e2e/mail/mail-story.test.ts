import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { yearOf, type Day } from '#domain/day.ts'
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
import { allow, connectMailbox, emailAccounts, mailsTo } from '../fixtures/mailbox.ts'
import { MAILBOXES } from '../fixtures/post.ts'
import { addRule, documentOf, issueNow, listRules, resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { deepTest, testsAt, widthsOf } from '../fixtures/stories.ts'
import { until } from '../fixtures/until.ts'
import { PHONE, WIDTHS } from '../fixtures/visitor.ts'
import { secondRule, chooseToday } from '../fixtures/wizard-hands.ts'
import { dayOfSoon, monthAndYear, capitalised, monthAfter, monthName } from '../fixtures/today.ts'

const GOOGLE = MAILBOXES.google.email
const MICROSOFT = MAILBOXES.microsoft.email

describe.each(WIDTHS)('at %i pixels', (width) => {
  const test = testsAt(width)

  test('a rule sends by itself from a mailbox connected on the way, and the mail arrives', async ({
    city,
    visit,
  }) => {
    const { ana, page, context } = await secondRule(city, visit, { width })
    await chooseToday(page, city.today)
    await button(page, 'Siguiente').click()
    await expectSeen(heading(page, '¿Enviamos el documento por correo?'))
    await field(page, 'Enviar automáticamente').check()
    expect(await button(page, 'Siguiente').isDisabled()).toBe(true)

    const opened = context.waitForEvent('page')
    await button(page, 'Conectar Google').click()
    await allow(await opened, GOOGLE)
    await expectToast(page, 'Cuenta de email agregada')
    await expectSeen(heading(page, '¿Enviamos el documento por correo?'))
    expect(await field(page, 'Cuenta que envía').locator('option:checked').textContent()).toBe(
      GOOGLE,
    )
    expect(await button(page, 'Siguiente').isDisabled()).toBe(true)

    await addContact(page)
    // On a phone the summary is folded away.
    const summary = page.getByRole('complementary', { includeHidden: true })
    const chip = summary.getByText('paula@cliente.example', { exact: true })
    await chip.waitFor({ state: 'attached' })
    await refusedVariable(page)
    await writeWords(page, city.today)
    await button(page, 'Siguiente').click()
    await expectSeen(page.getByText(`Se envía solo desde ${GOOGLE}`))
    await page.getByRole('radio', { name: /^Emitir hoy/ }).check()
    await button(page, 'Crear regla').click()
    await expectToast(page, 'Regla creada')
    await expectPath(page, '/rules')

    const rule = (await listRules(ana)).find(({ send_email_automatic: sends }) => sends)
    if (rule === undefined) throw new Error('No rule sends by itself')
    expect(rule.email_subject_template).toBe('Factura {{numero_documento}} – {{Mes}} {{año}}')
    await issueNow(ana, rule)
    const { folio } = await documentOf(ana, rule, 'issued')
    const mail = await until(
      'the mail',
      async () => (await mailsTo(city, 'paula@cliente.example'))[0],
    )
    expect(mail.subject).toBe(
      `Factura ${folio} – ${capitalised(monthName(city.today))} ${yearOf(city.today)}`,
    )
    expect(mail.html).toContain('Gracias por <strong>todo</strong>')
    expect(mail.attachments.map(({ mediaType }) => mediaType)).toContain('application/pdf')
  })

  test('the whole page goes to Microsoft from the e-mail step, and comes back to it', async ({
    city,
    visit,
  }) => {
    const { page } = await secondRule(city, visit, { width })
    await field(page, 'Día del mes').fill(dayOfSoon(city.today))
    await button(page, 'Siguiente').click()
    await field(page, 'Enviar automáticamente').check()
    await tooManyWords(page)
    await button(page, 'Conectar Microsoft').click()
    await allow(page, MICROSOFT)
    await expectPath(page, '/rules/create')
    await expectSeen(heading(page, '¿Enviamos el documento por correo?'))
    await expectToast(page, 'Cuenta de email agregada')
    const chosen = field(page, 'Cuenta que envía').locator('option:checked')
    await expect.poll(() => chosen.textContent()).toBe(MICROSOFT)
    expect(await page.getByText('Recuperamos lo que habías dejado').count()).toBe(0)
    await button(page, 'Volver').click()
    expect(await field(page, 'Día del mes').inputValue()).toBe(dayOfSoon(city.today))
  })
})

test('a dead mailbox is connected again, and sends what waited of the months that are chosen', async ({
  city,
  visit,
}) => {
  const ana = await resident(city)
  const { page } = await visit({ as: ana })
  await page.goto('/email-accounts')
  await button(page, 'Conectar Microsoft').click()
  await allow(page, MICROSOFT)
  await expectSeen(page.getByRole('article', { name: MICROSOFT }))
  const [account] = await emailAccounts(ana)
  if (account === undefined) throw new Error('No mailbox was connected')
  city.post.providers?.microsoft.revokeEverything()
  const ruts = ['60803000-K', '90909090-3']
  const rule = await addRule(ana, { ruts, mailFrom: account.id })
  for (const _ of ruts) await issueNow(ana, rule)
  await until('both mails wait', async () => (await emailAccounts(ana))[0]?.pending === 2)

  await page.goto('/dashboard')
  await expectSeen(page.getByText('2 correos esperan para salir.'))
  await page.getByRole('link', { name: new RegExp(`^Ir a la cuenta: .*${MICROSOFT}`) }).click()
  const card = page.getByRole('article', { name: MICROSOFT })
  await expectSeen(card.getByText('Microsoft ya no acepta el permiso que nos diste'))
  await expectSeen(card.getByText(/2 correos esperan a que vuelvas a conectar/))
  expect(await mailsTo(city, 'pagos@cliente.example')).toEqual([])
  await button(page, `Conectar de nuevo ${MICROSOFT}`).click()
  await allow(page, MICROSOFT)
  await expectSeen(card.getByText('Conectada', { exact: true }))
  // Held back still, on every screen: only its owner says what becomes of them.
  await page.goto('/documents')
  await link(page, 'Requiere tu atención: 1 asunto').click()
  await expectSeen(heading(page, `${MICROSOFT}: tiene correos que no salieron`))
  await expectSeen(page.getByText('2 correos esperan para salir.'))
  await page.getByRole('link', { name: new RegExp(`^Ir a la cuenta: ${MICROSOFT}`) }).click()
  await button(card, 'Ver los 2 pendientes').click()
  const dialog = page.getByRole('dialog', { name: 'Quedaron correos sin enviar' })
  const month = field(dialog, monthAndYear(city.today))
  expect(await month.isChecked()).toBe(true)
  await expectSeen(dialog.getByText('2 correos', { exact: true }))
  await month.uncheck()
  expect(await button(dialog, 'Enviar').isDisabled()).toBe(true)
  await month.check()
  await button(dialog, 'Enviar 2 correos').dblclick()
  await expectToast(page, '2 correos en camino')
  await expectGone(button(card, 'Ver los 2 pendientes'))
  await expectSeen(link(page, 'Requiere tu atención'))
  await until('both mails', async () => (await mailsTo(city, 'pagos@cliente.example')).length === 2)
})

describe.each(widthsOf(PHONE))('at %i pixels', (width) => {
  const test = testsAt(width)

  test('an address that takes no mail is corrected where attention asks, in its rule too, and the mail arrives', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    const mailFrom = await connectMailbox(city, ana, 'google')
    city.post.providers?.google.switches.set('recipientRefused', true)
    const rule = await addRule(ana, { ruts: ['90909090-3'], mailFrom })
    await issueNow(ana, rule)
    const { page } = await visit({ as: ana, width })
    await page.goto('/attention')
    const what = 'Correo a pagos@cliente.example: volvió, la dirección no lo recibió'
    await expectSeen(page.getByRole('heading', { name: what }))
    await button(page, `Ver el correo: ${what}`).click()
    const mail = page.getByRole('region', { name: 'Correo' })
    await button(mail, 'Corregir la dirección').click()
    const dialog = page.getByRole('dialog', { name: 'Corregir la dirección y enviar' })
    await expectSeen(dialog.getByText('Paula Rojas, contacto de', { exact: false }))
    await expectSeen(dialog.getByText(`Reglas que le escriben: ${rule.name}`))
    const address = field(dialog, 'Dirección correcta')
    await button(dialog, 'Corregir y enviar 1 correo').click()
    await expectSeen(dialog.getByText('Es la misma dirección que no lo recibió'))
    await expectFocus(address)
    await address.fill('cobranza@cliente.example')
    await button(dialog, 'Corregir y enviar 1 correo').dblclick()
    await expectToast(page, 'Dirección corregida: el correo va en camino')
    await expectGone(page.getByRole('heading', { name: what }))
    await until('the mail', async () => {
      const mails = await mailsTo(city, 'cobranza@cliente.example')
      return mails.length === 1
    })
  })

  deepTest('a contact is corrected and deleted where it is chosen', async ({ city, visit }) => {
    const { page } = await secondRule(city, visit, { width })
    await button(page, 'Siguiente').click()
    await field(page, 'Enviar automáticamente').check()
    await addContact(page)
    await button(page, 'Editar contactos').click()
    await button(page, 'Editar Paula').click()
    const form = page.getByRole('group', { name: 'Editar Paula' })
    await field(form, 'Email del contacto').fill('paula.rojas@cliente.example')
    await button(form, 'Guardar').click()
    await expectToast(page, 'Contacto guardado')
    await expectGone(form)
    const address = page.getByText('paula.rojas@cliente.example', { exact: true })
    await expectSeen(address.filter({ visible: true }))
    await button(page, 'Eliminar Paula').click()
    await button(page.getByRole('dialog', { name: '¿Eliminar a Paula?' }), 'Eliminar').click()
    await expectToast(page, 'Contacto eliminado')
    await expectGone(button(page, 'Eliminar Paula'))
    await expectSeen(page.getByText('Falta a quién enviarlo').first())
  })
})

async function addContact(page: Page): Promise<void> {
  await button(page, 'Nuevo contacto').click()
  const contact = page.getByRole('group', { name: 'Nuevo contacto' })
  await button(contact, 'Crear contacto').click()
  await expectSeen(contact.getByText('Nombre, email y genero son obligatorios'))
  await expectFocus(field(contact, 'Nombre del contacto'))
  await field(contact, 'Nombre del contacto').fill('Paula')
  await field(contact, 'Género').selectOption('Femenino')
  await field(contact, 'Email del contacto').fill('paula@cliente')
  await button(contact, 'Crear contacto').click()
  await expectSeen(contact.getByText('Escribe un e-mail válido'))
  await expectFocus(field(contact, 'Email del contacto'))
  await field(contact, 'Email del contacto').fill('paula@cliente.example')
  await button(contact, 'Crear contacto').click()
  await expectToast(page, 'Contacto creado')
  await expectGone(contact)
}

/** Said where it stands, not under the other text. */
async function refusedVariable(page: Page): Promise<void> {
  const written = ' {{folio}}'
  const subject = page.getByRole('textbox', { name: 'Asunto' })
  await subject.press('End')
  await page.keyboard.type(written)
  await expect.poll(() => noteOf(subject)).toBe('No existe la variable {{folio}}')
  expect(await noteOf(page.getByRole('textbox', { name: 'Mensaje' }))).toBe(
    'Las variables se llenan solas en cada documento.',
  )
  expect(await button(page, 'Siguiente').isDisabled()).toBe(true)
  for (const _ of written) await page.keyboard.press('Backspace')
  await expect.poll(() => noteOf(subject)).toBe('')
}

/** The rule keeps its words though it sends nothing: they are mended where they stand, sending or not. */
async function tooManyWords(page: Page): Promise<void> {
  const subject = page.getByRole('textbox', { name: 'Asunto' })
  const said = page.getByText('El asunto es demasiado largo')
  const before = await subject.textContent()
  await subject.press('End')
  await page.keyboard.insertText('a'.repeat(300))
  await field(page, 'Enviar automáticamente').uncheck()
  await expectSeen(said)
  expect(await button(page, 'Siguiente').isDisabled()).toBe(true)
  await expect.poll(() => noteOf(subject)).toBe('Es demasiado largo')
  expect(await subject.getAttribute('aria-invalid')).toBe('true')
  await subject.press('ControlOrMeta+a')
  await page.keyboard.insertText('Tu factura')
  await expect.poll(() => subject.getAttribute('aria-invalid')).toBeNull()
  await expectGone(said)
  expect(await button(page, 'Siguiente').isEnabled()).toBe(true)
  expect(await subject.textContent()).not.toBe(before)
  await field(page, 'Enviar automáticamente').check()
}

function noteOf(box: Locator): Promise<string | null> {
  return box.evaluate((element) => {
    const note = document.getElementById(element.getAttribute('aria-describedby') ?? '')
    return note === null ? null : note.textContent
  })
}

/** One more variable in the subject, a bold word in the body, and both as next month's will be read. */
async function writeWords(page: Page, today: Day): Promise<void> {
  const next = monthAfter(today)
  const subject = page.getByRole('textbox', { name: 'Asunto' })
  await expectSeen(subject.getByText('número de documento', { exact: true }))
  await subject.press('End')
  await page.keyboard.type(' ')
  await button(page, 'Insertar año').first().click()
  const preview = page.getByRole('region', { name: 'Vista previa' })
  await expectSeen(
    preview.getByText(`Factura 100 – ${capitalised(monthName(next))} ${yearOf(next)}`, {
      exact: true,
    }),
  )
  const body = page.getByRole('textbox', { name: 'Mensaje' })
  await body.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Gracias por ')
  await button(page, 'Negrita').click()
  await page.keyboard.type('todo')
  const frame = page.frameLocator('iframe[title="Vista previa del mensaje"]')
  await expectSeen(frame.getByText('Gracias por todo'))
  await expectSeen(frame.getByText(`documento N° 100 de ${monthAndYear(next)}`))
}
