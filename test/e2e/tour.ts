import * as contract from '#contract/index.ts'
import type { City } from './city.ts'
import { button, field } from './hands.ts'
import { connectMailbox, emailAccounts } from './mailbox.ts'
import {
  addRule,
  documentOf,
  issuedDocument,
  issueNow,
  newcomer,
  readSalesAndPurchases,
  resident,
  type Resident,
} from './resident.ts'
import { until } from './until.ts'
import type { Stop } from './stop.ts'
import { agendaStops } from './tour-agenda.ts'
import { doorStops } from './tour-door.ts'
import { galleryStops } from './tour-gallery.ts'
import { mailStops } from './tour-mail.ts'
import { nothingStops } from './tour-nothing.ts'
import { profileStops } from './tour-profile.ts'
import { troubleStops } from './tour-trouble.ts'
import { waitingStops } from './tour-waiting.ts'
import { wizardStops } from './tour-wizard.ts'

/**
 * Every screen, with what can stand open on it, in parts that each are walked in a few minutes at most and in a
 * city of their own.
 */
export const tours: Record<
  | 'door'
  | 'trouble'
  | 'gallery'
  | 'nothing'
  | 'house'
  | 'profile'
  | 'agenda'
  | 'waiting'
  | 'wizard',
  (city: City) => Promise<Stop[]>
> = {
  door: doorStops,
  trouble: async (city) => troubleStops(city, await resident(city)),
  gallery: () => Promise.resolve(galleryStops),
  nothing: nothingStops,
  house: async (city) => houseStops(city, await resident(city)),
  profile: async (city) => profileStops(city, await newcomer(city)),
  agenda: async (city) => agendaStops(city, await resident(city)),
  waiting: async (city) => waitingStops(await resident(city)),
  wizard: async (city) => wizardStops(await resident(city)),
}

async function houseStops(city: City, as: Resident): Promise<Stop[]> {
  await readSalesAndPurchases(city, as)
  const rules = await furnish(city, as)
  const stops: Omit<Stop, 'as'>[] = [
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
    { name: 'documents', path: '/documents' },
    { name: 'documents-none-found', path: '/documents?search=nadie' },
    { name: 'document-gone', path: '/documents/999999' },
    { name: 'rules', path: '/rules' },
    { name: 'rules-none-found', path: '/rules?search=nadie' },
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
    { name: 'email-accounts', path: '/email-accounts' },
    {
      name: 'email-account-edit',
      path: `/email-accounts/${rules.mailbox}/edit`,
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
  ]
  for (const [name, id] of Object.entries(rules.documents)) {
    stops.push({ name: `document-${name}`, path: `/documents/${id}` })
  }
  stops.push({
    name: 'document-issue-now',
    path: `/documents/${rules.documents.waiting}`,
    reach: async (page) => {
      await button(page, 'Emitir ahora').click()
      await page.getByRole('dialog').waitFor()
    },
  })
  stops.push({
    name: 'document-share',
    path: `/documents/${rules.documents.issued}`,
    reach: async (page) => {
      await button(page, 'Compartir').click()
      await page.getByRole('img', { name: 'Código QR del enlace' }).waitFor()
    },
  })
  stops.push({
    name: 'document-trail',
    path: `/documents/${rules.documents.failed}`,
    reach: async (page) => {
      await page.getByText('Comprobante de emisión').click()
      await page.getByText(/todas las huellas calzan/).waitFor()
    },
  })
  stops.push(...mailStops(rules.documents.issued ?? 0))
  const nota = `/documents/${rules.documents.issued}/nota`
  stops.push({
    name: 'nota',
    path: nota,
    reach: async (page) => {
      await button(page, 'Emitir nota de crédito').waitFor()
    },
  })
  stops.push({
    name: 'nota-amounts-wrong',
    path: nota,
    reach: async (page) => {
      await page.getByRole('radio', { name: /^Rebajar el monto/ }).check()
      await button(page, 'Emitir nota de crédito').click()
      await page.getByText('Escribe el motivo').waitFor()
    },
  })
  stops.push({
    name: 'nota-by-hand',
    path: nota,
    reach: async (page) => {
      await page.getByText('¿Prefieres hacerla tú en sii.cl?').click()
      await field(page, 'Número que le dio el SII').waitFor()
    },
  })
  stops.push({
    name: 'nota-text',
    path: nota,
    reach: async (page) => {
      await page.getByRole('radio', { name: /^Corregir un texto/ }).check()
      await page.getByText('Esta nota se hace en sii.cl').waitFor()
    },
  })
  stops.push({
    name: 'nota-confirm',
    path: nota,
    reach: async (page) => {
      await button(page, 'Emitir nota de crédito').click()
      await page.getByRole('dialog').waitFor()
    },
  })
  stops.push({ name: 'nota-none', path: `/documents/${rules.documents.waiting}/nota` })
  const shared: Stop = {
    name: 'shared-document',
    path: await sharedPath(as, rules.documents.issued ?? 0),
    reach: async (page) => {
      await page.getByRole('link', { name: 'Ver PDF' }).waitFor()
    },
  }
  return [shared, ...stops.map((stop) => ({ ...stop, as }))]
}

/** Where whoever it is for sees it; the SII publishes its files a while after issuing. */
async function sharedPath(settler: Resident, id: number): Promise<string> {
  await until(`files of document ${id}`, async () => {
    const document = await settler.ask('GET', `/documents/${id}/`)
    return contract.readDocument.reply.parse(document).has_pdf
  })
  const { url } = contract.shareDocument.reply.parse(
    await settler.ask('POST', `/documents/${id}/share/`, {}),
  )
  return new URL(url ?? '').pathname
}

/** A document in each state that a person may meet, the unclear one last: it holds up what comes after. */
async function furnish(city: City, settler: Resident) {
  const dead = await connectMailbox(city, settler, 'google')
  const mailbox = await connectMailbox(city, settler, 'microsoft')
  city.post.providers?.google.revokeEverything()
  const issued = await issuedDocument(settler, {
    ruts: ['90909090-3'],
    name: 'Asesoría de Ñuble',
    price: '480000',
    mailFrom: dead,
  })
  const documents: Record<string, number> = { issued: issued.document.id }
  await until('the mailbox is found dead', async () =>
    (await emailAccounts(settler)).find(({ pending }) => pending > 0),
  )
  city.sii.scenarios.set({
    name: 'preview-rejected',
    times: 1,
    detail: 'El giro del receptor no corresponde',
  })
  const failed = await addRule(settler, { ruts: ['93939393-5'], name: 'Asesoría dental' })
  await issueNow(settler, failed)
  documents.failed = (await documentOf(settler, failed, 'failed')).id
  const waiting = await addRule(settler, {
    ruts: ['91919191-0'],
    name: 'Asesoría de Cordillera',
    price: '1250000',
  })
  documents.waiting = (await documentOf(settler, waiting, 'waiting')).id
  const skipped = await addRule(settler, { ruts: ['94949494-2'], name: 'Asesoría de colegio' })
  documents.skipped = (await documentOf(settler, skipped, 'waiting')).id
  await settler.ask('POST', `/documents/${documents.skipped}/skip/`, {})
  const unready = await addRule(settler, {
    ruts: ['92929292-8'],
    name: 'Cierre contable',
    on: 20,
  })
  city.sii.faults.add({ kind: 'drop-answer', cgi: 'mipeSendXML.cgi' })
  const uncertain = await addRule(settler, { ruts: ['96969696-7'], name: 'Revisión de contratos' })
  await issueNow(settler, uncertain)
  documents.uncertain = (await documentOf(settler, uncertain, 'uncertain')).id
  return { waiting, unready, documents, mailbox }
}
