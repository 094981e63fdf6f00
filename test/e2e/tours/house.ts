import type { Page } from 'playwright-core'
import { button, field } from '../fixtures/hands.ts'
import type { Place } from '../fixtures/place.ts'
import type { Resident } from '../fixtures/resident.ts'
import { ruleFileStops } from '../rules/stops.ts'
import type { Stop } from './stop.ts'
import type { Furnished } from './documents.ts'

/** The screens of whoever has worked with it for a while, with what can stand open on them. */
export function houseStops(as: Resident, { mailbox }: Furnished): Stop[] {
  const stops: Place[] = [
    { name: 'dashboard', path: '/dashboard' },
    {
      name: 'dashboard-as-tables',
      path: '/dashboard?months=24',
      reach: async (page) => {
        for (const chart of ['Evolución de Ventas y Compras', 'Clientes Únicos por Mes']) {
          await button(page, `${chart}: Ver como tabla`).click()
        }
      },
    },
    { name: 'dashboard-nobody-chosen', path: '/dashboard?company=999999' },
    {
      name: 'palette',
      path: '/dashboard',
      reach: async (page) => {
        await button(page, 'Buscar o ir a…').click()
        await page.getByRole('dialog').getByRole('option').first().waitFor()
      },
    },
    {
      name: 'palette-found',
      path: '/dashboard',
      reach: async (page) => {
        await button(page, 'Buscar o ir a…').click()
        await page.getByRole('dialog').getByRole('combobox').fill('uble')
        await page.getByRole('group', { name: 'Documentos' }).waitFor()
      },
    },
    {
      name: 'palette-none',
      path: '/dashboard',
      reach: async (page) => {
        await button(page, 'Buscar o ir a…').click()
        await page.getByRole('dialog').getByRole('combobox').fill('zzz')
        await page.getByText('Nada coincide con', { exact: false }).waitFor()
      },
    },
    { name: 'documents', path: '/documents' },
    { name: 'documents-none-found', path: '/documents?search=nadie' },
    {
      name: 'documents-chosen',
      path: '/documents',
      reach: async (page) => {
        await chooseFirstDocument(page)
      },
    },
    {
      name: 'documents-send-again',
      path: '/documents',
      reach: async (page) => {
        await chooseFirstDocument(page)
        await button(page, 'Enviar de nuevo').click()
        await page.getByRole('list', { name: 'A quién va cada correo' }).waitFor()
      },
    },
    { name: 'rules', path: '/rules' },
    { name: 'rules-none-found', path: '/rules?search=nadie' },
    {
      name: 'rules-chosen',
      path: '/rules',
      reach: async (page) => {
        await chooseAll(page)
      },
    },
    {
      name: 'rules-prices',
      path: '/rules',
      reach: async (page) => {
        await chooseAll(page)
        await button(page, 'Cambiar precios').click()
        await page.getByLabel('Sube o baja', { exact: true }).fill('4,5')
        await page.getByText(/^Cambian? \d+ precios? de/).waitFor()
      },
    },
    {
      name: 'rules-excel-wrong',
      path: '/rules',
      reach: async (page) => {
        await button(page, 'Excel').click()
        await page.getByRole('menuitem', { name: 'Subir reglas editadas' }).click()
        const choosing = page.waitForEvent('filechooser')
        await button(page, 'Elegir archivo').click()
        const buffer = Buffer.from('Regla N°;Línea;Precio\r\n1;1;-5\r\n999;1;100')
        const file = { name: 'reglas.csv', mimeType: 'text/csv', buffer }
        await (await choosing).setFiles(file)
        await page.getByText(/celdas? por corregir/).waitFor()
      },
    },
    {
      name: 'rule-menu',
      path: '/rules',
      reach: async (page) => {
        await button(page, 'Acciones de Asesoría de Cordillera').click()
        await page.getByRole('menuitem', { name: 'Eliminar' }).waitFor()
      },
    },
    {
      name: 'rule-delete',
      path: '/rules',
      reach: async (page) => {
        await button(page, 'Acciones de Asesoría de Cordillera').click()
        await page.getByRole('menuitem', { name: 'Eliminar' }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'rule-one-month',
      path: '/rules',
      reach: async (page) => {
        await button(page, 'Acciones de Cierre contable').click()
        await page.getByRole('menuitem', { name: 'Cambiar solo un mes' }).click()
        await page.getByRole('radio', { name: /^Otro día/ }).check()
      },
    },
    {
      name: 'rule-one-month-planned',
      path: '/rules',
      reach: async (page) => {
        await button(page, 'Acciones de Asesoría de Cordillera').click()
        await page.getByRole('menuitem', { name: 'Cambiar solo un mes' }).click()
        await page.getByRole('dialog').getByRole('radio').first().waitFor()
      },
    },
    {
      name: 'rule-menu-not-ready',
      path: '/rules',
      reach: async (page) => {
        await button(page, 'Acciones de Cierre contable').click()
        await page.getByRole('menuitem', { name: /^Emitir ahora lo de este mes/ }).waitFor()
      },
    },
    { name: 'facturators', path: '/facturators' },
    {
      name: 'facturators-add',
      path: '/facturators',
      reach: async (page) => {
        await button(page, 'Agregar conexión').click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'facturators-add-wrong',
      path: '/facturators',
      reach: async (page) => {
        await button(page, 'Agregar conexión').click()
        await field(page.getByRole('dialog'), 'RUT').fill('77.070.707-2')
        await button(page.getByRole('dialog'), 'Conectar con el SII').click()
        await page.getByText('El RUT debe ser de una Persona Natural').waitFor()
      },
    },
    {
      name: 'facturators-delete',
      path: '/facturators',
      reach: async (page) => {
        await page.getByRole('button', { name: /^Eliminar conexión de / }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'facturators-certificate',
      path: '/facturators',
      reach: async (page) => {
        await button(page, 'Clave del certificado').click()
        await page.getByRole('dialog').waitFor()
      },
    },
    ...ruleFileStops,
    { name: 'email-accounts', path: '/email-accounts' },
    {
      name: 'email-account-edit',
      path: `/email-accounts/${mailbox}/edit`,
      reach: async (page) => {
        await page.getByRole('textbox', { name: 'Firma' }).waitFor()
      },
    },
    {
      name: 'email-account-delete',
      path: '/email-accounts',
      reach: async (page) => {
        await button(page, 'Eliminar ana@outlook.example').click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'email-accounts-denied',
      path: '/email-accounts?email_account_error=denied',
      reach: async (page) => {
        await page.getByRole('alert').first().waitFor()
      },
    },
    { name: 'email-account-connected', path: '/email-accounts/connected' },
    { name: 'email-account-gone', path: '/email-accounts/999999/edit' },
    {
      name: 'email-accounts-popup',
      path: '/email-accounts',
      reach: async (page) => {
        const opened = page.context().waitForEvent('page')
        await button(page, 'Conectar Google').click()
        await opened
        await page.getByRole('main').getByRole('status').waitFor()
      },
      leave: async (page) => {
        for (const other of page.context().pages()) if (other !== page) await other.close()
      },
    },
    { name: 'credential-use-full', path: '/profile/credential-use?about=everything' },
    { name: 'closing-full', path: '/profile/delete' },
  ]
  return stops.map((stop) => ({ ...stop, as }))
}

/** At the end of the list, where the bar with what can be done stands below it. */
async function chooseFirstDocument(page: Page): Promise<void> {
  await button(page, 'Elegir varios').click()
  await page.getByRole('checkbox').first().click()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
}

async function chooseAll(page: Page): Promise<void> {
  await button(page, 'Elegir varias').click()
  await page.getByRole('button', { name: /^Elegir las / }).click()
}
