import { describe, expect } from 'vitest'
import {
  button,
  expectGone,
  expectPath,
  expectSeen,
  expectToast,
  field,
  heading,
  link,
  openPlaces,
} from '../fixtures/hands.ts'
import { addContact, addRule, issuedDocument, resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { widthsOf } from '../fixtures/stories.ts'
import { PHONE, WIDE } from '../fixtures/visitor.ts'

describe.each(widthsOf(WIDE))('at %i pixels', (width) => {
  test('a client is found and corrected, with its contacts, address and days to pay', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    const { rule } = await issuedDocument(ana, { ruts: ['90909090-3'], name: 'Asesoría Ñuble' })
    await addRule(ana, { ruts: ['93939393-5'], on: 'SOON' })
    const client = rule.clients_detail[0]?.client.id ?? 0
    await addContact(ana, client, 'pagos@cliente.example')
    const { page } = await visit({ width, as: ana })
    await page.goto('/rules')
    await link(page, 'Clientes').first().click()
    await expectPath(page, '/clients')
    await expectSeen(heading(page, 'Clientes'))
    await field(page, 'Buscar por nombre, RUT o contacto').fill('pagos@cliente')
    await expectGone(page.getByRole('link', { name: /CLÍNICA DENTAL/ }))
    await page.getByRole('link', { name: /ÑUBLE/ }).click()
    await expectSeen(heading(page, /ÑUBLE/))
    await expectSeen(link(page, 'Asesoría Ñuble'))
    await expectSeen(page.getByRole('region', { name: 'Documentos' }).getByText('Emitida'))

    const data = page.getByRole('region', { name: 'Datos' })
    await button(data, 'Editar').click()
    await field(data, 'Días de plazo').fill('400')
    await expectSeen(data.getByText('Escribe un número de 0 a 365.'))
    await field(data, 'Días de plazo').fill('45')
    await button(data, 'Guardar').click()
    await expectSeen(data.getByText('45 días'))

    const contacts = page.getByRole('region', { name: 'Contactos' })
    await button(contacts, 'Editar Paula Rojas').click()
    await field(contacts, 'Nombre del contacto').fill('Paulina')
    await button(contacts, 'Guardar').click()
    await expectSeen(contacts.getByText('Paulina Rojas'))
    await button(contacts, 'Agregar contacto').click()
    await field(contacts, 'Nombre del contacto').fill('Hugo')
    await field(contacts, 'Email del contacto').fill('hugo@cliente.example')
    await field(contacts, 'Género').selectOption('Masculino')
    await button(contacts, 'Crear contacto').click()
    await expectSeen(contacts.getByText('hugo@cliente.example'))
    await button(contacts, 'Eliminar Hugo').click()
    await button(page.getByRole('dialog'), 'Eliminar').click()
    await expectGone(contacts.getByText('hugo@cliente.example'))

    const addresses = page.getByRole('region', { name: 'Direcciones' })
    await button(addresses, 'Agregar dirección').click()
    await field(addresses, 'Calle y número').fill('Los Aromos 12')
    await field(addresses, 'Comuna').fill('talc')
    await page.getByRole('option', { name: 'TALCA', exact: true }).click()
    await button(addresses, 'Guardar').click()
    await expectSeen(addresses.getByText('Los Aromos 12'))
  })
})

test('somebody whom the SII does not know becomes a client with a written name', async ({
  city,
  visit,
}) => {
  const ana = await resident(city)
  const { page } = await visit({ as: ana })
  await page.goto('/clients')
  await button(page, 'Nuevo cliente').first().click()
  const dialog = page.getByRole('dialog')
  await field(dialog, 'RUT').fill('111111111')
  await button(dialog, 'Buscar en el SII').click()
  await field(dialog, 'Nombre o razón social').fill('Persona Sin Inicio')
  await button(dialog, 'Agregar receptor').click()
  await expectToast(page, 'Cliente agregado')
  await expectSeen(heading(page, 'Persona Sin Inicio'))
  expect(new URL(page.url()).pathname).toMatch(/^\/clients\/\d+$/)
})

test('a client is deleted once no rule names it, and comes back by its RUT', async ({
  city,
  visit,
}) => {
  const ana = await resident(city)
  const rule = await addRule(ana, { ruts: ['90909090-3'], name: 'Asesoría Ñuble', on: 'SOON' })
  const { page } = await visit({ as: ana })
  await page.goto(`/clients/${rule.clients_detail[0]?.client.id}`)
  const card = page.getByRole('region', { name: 'Eliminar cliente' })
  await expectSeen(card.getByText('No se puede eliminar: está en «Asesoría Ñuble».'))
  await ana.ask('DELETE', `/billing-sii/invoice-rules/${rule.id}/`)
  await page.reload()
  await button(card, 'Eliminar cliente').click()
  const dialog = page.getByRole('dialog')
  await expectSeen(dialog.getByText(/Sus documentos quedan/))
  await button(dialog, 'Eliminar cliente').click()
  await expectToast(page, 'Cliente eliminado')
  await expectPath(page, '/clients')
  await expectGone(page.getByRole('link', { name: /ÑUBLE/ }))
  await button(page, 'Nuevo cliente').first().click()
  await field(dialog, 'RUT').fill('909090903')
  await button(dialog, 'Buscar en el SII').click()
  await expectSeen(heading(page, /ÑUBLE/))
})

test('on a phone clients and products are in the menu', async ({ city, visit }) => {
  const ana = await resident(city)
  const { page } = await visit({ as: ana, width: PHONE })
  await page.goto('/dashboard')
  await openPlaces(page)
  await link(page, 'Productos').click()
  await expectPath(page, '/products')
  await openPlaces(page)
  await link(page, 'Clientes').click()
  await expectPath(page, '/clients')
})
