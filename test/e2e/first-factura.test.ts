import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { verifyXml } from '#dte/verify.ts'
import { ana, asesoriasPenaMunoz } from '#simulators/world.ts'
import { addDays, firstDayOf, formatDay, monthOf, type Day } from '#domain/day.ts'
import { clp, formatClp } from '#domain/money.ts'
import { ufCents } from '#simulators/indicators/uf-values.ts'
import { issued, type City } from './fixtures/city.ts'
import {
  activateWith,
  button,
  contentOf,
  expectPath,
  expectSeen,
  expectText,
  expectToast,
  field,
  heading,
  link,
} from './fixtures/hands.ts'
import { PASSWORD } from './fixtures/resident.ts'
import { test } from './fixtures/stage.ts'
import { widthsOf } from './fixtures/stories.ts'
import { chooseFacturas, newRut, chooseToday } from './fixtures/wizard-hands.ts'
import { PHONE } from './fixtures/visitor.ts'
import { capitalised, monthAfter, monthName, suggestedDay } from './fixtures/today.ts'

const email = 'ana.munoz@empresa.example'
describe.each(widthsOf(PHONE))('at %i pixels', (width) => {
  test('from registering to a factura with its number, by the screens alone', async ({
    city,
    visit,
  }) => {
    const visitor = await visit({ width, isMoving: true })
    await register(visitor.page)
    const page = await activateFromMailbox(visitor.page, visitor.context)
    await connect(page)
    await writeRule(page, city.today)
    await watchItBeingIssued(page, city)
    await keepFiles(page, city)
    expect(issued(city)).toEqual([
      expect.objectContaining({ issuerRut: asesoriasPenaMunoz.rut, timesAsked: 1 }),
    ])
  })
})

async function register(page: Page): Promise<void> {
  await page.goto('/')
  await link(page, 'Comenzar sin suscripción').first().click()
  await field(page, 'E-mail').fill(email)
  await field(page, 'Contraseña').fill(PASSWORD)
  await field(page, 'Confirmar contraseña').fill(PASSWORD)
  await button(page, 'Crear cuenta').click()
  await expectToast(page, '¡Cuenta creada exitosamente! Revisa tu correo para activar tu cuenta.')
  await expectPath(page, '/login')
}

async function activateFromMailbox(page: Page, context: BrowserContext): Promise<Page> {
  await expectSeen(page.getByText('Revisa tu correo', { exact: true }))
  const opening = context.waitForEvent('page')
  await link(page, 'Abrir el buzón de la demostración').click()
  const mailbox = await opening
  await mailbox.getByRole('link', { name: email }).click()
  const activating = context.waitForEvent('page')
  await mailbox.frameLocator('iframe').getByRole('link', { name: 'Activar mi cuenta' }).click()
  const tab = await activating
  await activateWith(tab, PASSWORD)
  await expectSeen(heading(tab, 'Tu cuenta está activa'))
  await link(tab.getByRole('main'), 'Iniciar sesión').click()
  await field(tab, 'E-mail').fill(email)
  await field(tab, 'Contraseña').fill(PASSWORD)
  await button(tab, 'Iniciar sesión').click()
  return tab
}

async function connect(page: Page): Promise<void> {
  await expectPath(page, '/onboarding/sii')
  await field(page, 'RUT').pressSequentially('151515150')
  expect(await field(page, 'RUT').inputValue()).toBe('15.151.515-0')
  await field(page, 'Clave tributaria').fill(ana.clave)
  await button(page, 'Conectar con el SII').click()
  await expectToast(page, 'Conectado con el SII')
  await expectPath(page, '/rules/create')
}

/** 12,5 UF of the last day of the month before rounded to whole pesos, and 19 % of it. */
function totalOn(today: Day): string {
  const net = netOf(addDays(firstDayOf(monthOf(today)), -1), today)
  return formatClp(clp(net + Math.round(net * 0.19)))
}

function netOf(ufDay: Day, today: Day): number {
  return Math.round((12.5 * (ufCents(ufDay, today) ?? 0)) / 100)
}

async function writeRule(page: Page, today: Day): Promise<void> {
  const next = button(page, 'Siguiente')
  await chooseFacturas(page)
  await field(page, 'Clave del certificado').fill(ana.certificatePassword ?? '')
  await button(page, 'Guardar y seguir').click()
  await expectToast(page, 'Certificado guardado')
  await expectSeen(heading(page, '¿Quién emite?'))
  expect(await next.isDisabled()).toBe(true)
  await field(page, 'Ciudad').fill('Santiago')
  await next.click()
  await addClient(page)
  await next.click()
  await addLine(page, today)
  await next.click()
  await expectSeen(heading(page, '¿Cuándo se emite?'))
  expect(await field(page, 'Día del mes').inputValue()).toBe(suggestedDay(today))
  await chooseToday(page, today)
  await expectSeen(page.getByText(formatDay(monthAfter(today))).first())
  const rates = page.getByRole('group', { name: 'Valor de la UF' })
  await expectSeen(rates.getByRole('radio', { name: /^La del último día/, checked: true }))
  await next.click()
  await expectSeen(heading(page, '¿Enviamos el documento por correo?'))
  await next.click()
  await page.getByRole('radio', { name: /^Emitir hoy/ }).check()
  await expectSeen(
    page.getByText(`Se emitirá el ${formatDay(today)} por ${totalOn(today)} con IVA a 1 cliente.`),
  )
  await button(page, 'Crear regla').click()
  await expectToast(page, 'Regla creada')
  await expectPath(page, '/rules')
}

/** The SII knows this one's address without its city, as it usually does. */
async function addClient(page: Page): Promise<void> {
  await expectSeen(heading(page, '¿A quién le facturas?'))
  await (await newRut(page)).pressSequentially('929292928')
  await button(page, 'Buscar en el SII').click()
  await expectSeen(page.getByText('Faltan datos'))
  await button(page, 'Completar PANADERÍA "LA ESPIGA" SPA').click()
  const dialog = page.getByRole('dialog', { name: 'Datos de PANADERÍA "LA ESPIGA" SPA' })
  await field(dialog, 'Ciudad').fill('Viña del Mar')
  await button(dialog, 'Guardar').click()
  await expectToast(page, 'Datos del cliente guardados')
  await expectSeen(page.getByText('Completo', { exact: true }))
}

async function addLine(page: Page, today: Day): Promise<void> {
  await expectSeen(heading(page, '¿Qué facturas?'))
  await button(page, 'Crear producto').click()
  const product = page.getByRole('group', { name: 'Nuevo producto o servicio' })
  await field(product, 'Nombre').fill('Asesoría de {{Mes}}')
  await field(product, 'Moneda').selectOption('UF')
  await field(product, 'Precio en UF').fill('12,5')
  await button(product, 'Crear producto').click()
  await expectToast(page, 'Producto creado')
  await expectSeen(page.getByText(`≈ ${formatClp(clp(netOf(today, today)))} con la UF de hoy`))
}

/** The stamp on the page tells that it was never loaded again: every change came by itself. */
async function watchItBeingIssued(page: Page, city: City): Promise<void> {
  const total = totalOn(city.today)
  await page.goto('/documents')
  await page.getByRole('link', { name: /^PANADERÍA "LA ESPIGA"/ }).click()
  await page.evaluate(() => document.documentElement.setAttribute('data-stamp', 'same page'))
  await expectSeen(page.getByText('Por emitir', { exact: true }))
  await expectText(page.getByRole('timer'), /^(30:00|29:\d\d)$/)
  city.sii.faults.add({ kind: 'slow-answer', cgi: 'mipeSendXML.cgi' })
  await button(page, 'Emitir ahora').click()
  const dialog = page.getByRole('dialog', { name: '¿Emitir ahora?' })
  await expectSeen(
    dialog.getByText(
      `por ${total} con IVA, con fecha ${formatDay(city.today)}. No se puede deshacer.`,
    ),
  )
  await button(dialog, `Emitir por ${total}`).click()
  await expectSeen(page.getByText('Emitiendo', { exact: true }))
  await expect.poll(() => city.sii.release()).toBe(1)
  await expectSeen(page.getByText('Emitida', { exact: true }))
  await expectSeen(heading(page, /^Factura N° \d+$/))
  expect(await page.locator('html').getAttribute('data-stamp')).toBe('same page')
}

async function keepFiles(page: Page, city: City): Promise<void> {
  const [pdf, xml] = [await download(page, 'PDF'), await download(page, 'XML')]
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  const { idk, publicKey } = city.sii.authority()
  const verified = verifyXml(xml, { extraSiiKeys: new Map([[idk, publicKey]]) })
  expect(verified).toMatchObject({ kind: 'read', ok: true })
  expect(xml.toString('latin1')).toContain(`Asesoría de ${capitalised(monthName(city.today))}`)
}

async function download(page: Page, name: string): Promise<Buffer> {
  const arriving = page.waitForEvent('download')
  await button(page, name).click()
  const file = await arriving
  expect(file.suggestedFilename()).toMatch(/^Factura \d+ .+\.(pdf|xml)$/)
  return contentOf(file)
}
