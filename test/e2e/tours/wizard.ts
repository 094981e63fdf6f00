import type { Page } from 'playwright-core'
import { button, field } from '../fixtures/hands.ts'
import { addContact, addRule, documentOf, type Resident } from '../fixtures/resident.ts'
import { chooseFacturas, newRut } from '../fixtures/wizard-hands.ts'
import type { Stop } from './stop.ts'

/** The rule wizard, step by step. */
export async function wizardStops(as: Resident): Promise<Stop[]> {
  const rule = await addRule(as, { ruts: ['91919191-0', '96969696-7'], on: 'SOON' })
  const lopez = rule.clients_detail.find(({ client }) =>
    client.client_info.name.startsWith('LÓPEZ'),
  )
  if (lopez === undefined) throw new Error('Nobody to write to')
  await addContact(as, lopez.client.id, 'pagos@lopez.example')
  const ready = await addRule(as, { ruts: ['93939393-5'], name: 'Asesoría dental' })
  await documentOf(as, ready, 'waiting')
  const stops: Stop[] = [
    ...places,
    { name: 'rule-edit', path: `/rules/edit/${rule.id}` },
    {
      name: 'rule-edit-waiting',
      path: `/rules/edit/${ready.id}?step=review`,
      reach: (page) => field(page, 'Aplicar a la de este mes').check(),
    },
  ]
  return stops.map((stop) => ({
    ...stop,
    as,
    reach: async (page) => {
      await discardDraft(page)
      await stop.reach?.(page)
    },
  }))
}

/** Whoever walks the tour in one window left a draft at the stop before. */
async function discardDraft(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Pasos' }).waitFor()
  if ((await button(page, 'Descartar').count()) === 0) return
  await button(page, 'Descartar').click()
  await button(page, 'Descartar').waitFor({ state: 'detached' })
}

const places: Stop[] = [
  { name: 'wizard-choose', path: '/rules/create' },
  { name: 'wizard-issuer', path: '/rules/create', reach: chooseFacturas },
  {
    name: 'wizard-clients',
    path: '/rules/create',
    reach: toClients,
    onward: { from: 'wizard-issuer', reach: fromIssuer },
  },
  {
    name: 'wizard-clients-new',
    path: '/rules/create',
    reach: async (page) => {
      await toClients(page)
      await (await newRut(page)).fill('92.929.292-1')
    },
  },
  {
    name: 'wizard-clients-list',
    path: '/rules/create',
    reach: async (page) => {
      await toClients(page)
      await page.getByRole('combobox', { name: 'Elegir entre tus clientes' }).fill('espiga')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'wizard-client-dialog',
    path: '/rules/create',
    reach: async (page) => {
      await toClients(page)
      await chooseClient(page, 'lopez')
      await button(page, 'Editar LÓPEZ <PARTNERS> ABOGADOS SPA').click()
      await button(page.getByRole('dialog'), 'Guardar').waitFor()
    },
  },
  {
    name: 'wizard-client-dialog-wrong',
    path: '/rules/create',
    reach: async (page) => {
      await openStranger(page)
      await button(page.getByRole('dialog'), 'Guardar').click()
      await page.getByText('Debe seleccionar una dirección').waitFor()
    },
  },
  {
    name: 'wizard-communes-list',
    path: '/rules/create',
    reach: async (page) => {
      await openStranger(page)
      await page.getByRole('dialog').getByRole('combobox', { name: 'Comuna' }).fill('san')
      await page.getByRole('dialog').getByRole('option').first().waitFor()
    },
  },
  {
    name: 'wizard-lines',
    path: '/rules/create',
    reach: toLines,
    onward: { from: 'wizard-clients', reach: fromClients },
  },
  {
    name: 'wizard-products-list',
    path: '/rules/create',
    reach: async (page) => {
      await toLines(page)
      await page.getByRole('combobox', { name: 'Producto o servicio' }).click()
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'wizard-new-product',
    path: '/rules/create',
    reach: async (page) => {
      await toLines(page)
      await button(page, 'Crear producto').click()
      await field(page, 'Nombre').waitFor()
    },
  },
  {
    name: 'wizard-dates',
    path: '/rules/create',
    reach: toDates,
    onward: { from: 'wizard-lines', reach: fromLines },
  },
  {
    name: 'wizard-email',
    path: '/rules/create',
    reach: toEmail,
    onward: { from: 'wizard-dates', reach: fromDates },
  },
  {
    name: 'wizard-review',
    path: '/rules/create',
    reach: async (page) => {
      await toEmail(page)
      await fromEmail(page)
    },
    onward: { from: 'wizard-email', reach: fromEmail },
  },
  {
    name: 'wizard-email-automatic',
    path: '/rules/create',
    reach: async (page) => {
      await toEmail(page)
      await page.getByRole('checkbox', { name: 'Enviar automáticamente' }).check()
      await page.getByRole('textbox', { name: 'Mensaje' }).waitFor()
      await page.getByRole('button', { name: 'Nuevo contacto' }).click()
      await button(page, 'Crear contacto').click()
    },
  },
  {
    name: 'wizard-email-preview',
    path: '/rules/create',
    reach: async (page) => {
      await toEmail(page)
      await page.getByRole('checkbox', { name: 'Enviar automáticamente' }).check()
      const frame = page.locator('iframe[title="Vista previa del mensaje"]')
      // A frame that was never in sight is not drawn.
      await frame.scrollIntoViewIfNeeded()
      await frame
        .contentFrame()
        .getByText(/documento N° 100 de /)
        .waitFor()
    },
  },
  {
    name: 'wizard-recipients-list',
    path: '/rules/create',
    reach: async (page) => {
      await toEmail(page)
      await page.getByRole('checkbox', { name: 'Enviar automáticamente' }).check()
      await page.getByRole('textbox', { name: 'Mensaje' }).waitFor()
      await page.getByRole('combobox', { name: 'Para' }).click()
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'wizard-boleta',
    path: '/rules/create',
    reach: async (page) => {
      await page.getByRole('radio', { name: /^Boletas/ }).check()
      await button(page, 'Siguiente').click()
      await chooseClient(page, 'lopez')
      await page.getByRole('combobox', { name: 'Producto o servicio' }).click()
      await page.getByRole('option').first().click()
    },
  },
  {
    name: 'wizard-boleta-new-client',
    path: '/rules/create',
    reach: async (page) => {
      await page.getByRole('radio', { name: /^Boletas/ }).check()
      await button(page, 'Siguiente').click()
      await (await newRut(page)).fill('11.111.111-1')
      await button(page, 'Buscar en el SII').click()
      await page.getByRole('group', { name: 'Receptor nuevo' }).waitFor()
    },
  },
  {
    name: 'wizard-draft',
    path: '/rules/create',
    reach: async (page) => {
      await toLines(page)
      await page.reload()
      await page.getByText('Recuperamos lo que habías dejado').waitFor()
    },
  },
  { name: 'one-document', path: '/documents/new' },
  { name: 'one-document-client', path: '/documents/new', reach: toOneClient },
  {
    name: 'one-document-day',
    path: '/documents/new',
    reach: async (page) => {
      await toOneDates(page)
      await page.getByRole('radio', { name: /^Otro día/ }).check()
      await field(page, 'Día de emisión').fill('2020-01-01')
      await page.getByText('Elige un día desde hoy hasta dentro de un año').first().waitFor()
    },
  },
  {
    name: 'one-document-review',
    path: '/documents/new',
    reach: async (page) => {
      await toOneDates(page)
      await button(page, 'Siguiente').click()
      await opened(page, '¿Enviamos el documento por correo?')
      await button(page, 'Siguiente').click()
      await opened(page, 'Revisa y confirma')
      await page.getByText(/^Se emitirá el /).waitFor()
    },
  },
]

async function toOneClient(page: Page): Promise<void> {
  await button(page, 'Siguiente').click()
  await opened(page, '¿A quién le facturas?')
  await chooseClient(page, 'lopez')
}

async function toOneDates(page: Page): Promise<void> {
  await toOneClient(page)
  await button(page, 'Siguiente').click()
  await opened(page, '¿Qué facturas?')
  await page.getByRole('combobox', { name: 'Producto o servicio' }).click()
  await page.getByRole('option').first().click()
  await button(page, 'Siguiente').click()
  await opened(page, '¿Cuándo se emite?')
}

async function toClients(page: Page): Promise<void> {
  await chooseFacturas(page)
  await opened(page, '¿Quién emite?')
  await fromIssuer(page)
}

async function fromIssuer(page: Page): Promise<void> {
  await button(page, 'Siguiente').click()
  await opened(page, '¿A quién le facturas?')
}

/** The SII knows somebody's name alone: all the rest must be told. */
async function openStranger(page: Page): Promise<void> {
  await toClients(page)
  await (await newRut(page)).fill('10.101.010-4')
  await button(page, 'Buscar en el SII').click()
  await button(page, 'Completar JOSÉ IGNACIO PÉREZ ÓRDENES').click()
  await button(page.getByRole('dialog'), 'Guardar').waitFor()
}

async function chooseClient(page: Page, search: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Elegir entre tus clientes' }).fill(search)
  await page.getByRole('option').first().click()
  await page.getByText('Completo', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
}

async function toLines(page: Page): Promise<void> {
  await toClients(page)
  await fromClients(page)
}

async function fromClients(page: Page): Promise<void> {
  await chooseClient(page, 'lopez')
  await button(page, 'Siguiente').click()
  await opened(page, '¿Qué facturas?')
}

async function toDates(page: Page): Promise<void> {
  await toLines(page)
  await fromLines(page)
}

async function fromLines(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Producto o servicio' }).click()
  await page.getByRole('option').first().click()
  await button(page, 'Siguiente').click()
  await opened(page, '¿Cuándo se emite?')
}

async function toEmail(page: Page): Promise<void> {
  await toDates(page)
  await fromDates(page)
}

async function fromDates(page: Page): Promise<void> {
  await button(page, 'Siguiente').click()
  await opened(page, '¿Enviamos el documento por correo?')
}

async function fromEmail(page: Page): Promise<void> {
  await button(page, 'Siguiente').click()
  await page.getByText('Revisa y confirma').waitFor()
  await page.getByRole('radio', { name: /^Emitir hoy/ }).check()
}

/** A step takes the focus when it opens, which would close a list that was quicker. */
async function opened(page: Page, title: string): Promise<void> {
  await page.locator('h2:focus', { hasText: title }).waitFor()
}
