import type { Page } from 'playwright-core'
import { ana } from '#simulators/world.ts'
import type { City } from './city.ts'
import { button, field } from './hands.ts'
import { addRule, documentOf, issueNow, newcomer, resident, type Resident } from './resident.ts'

/** A place of the product and the way to it, for whoever looks at all of them. */
export interface Stop {
  name: string
  as?: Resident
  path: string
  reach?: (page: Page) => Promise<void>
}

/** Every screen of the first factura, with what can stand open on it. */
export async function tourOf(city: City): Promise<Stop[]> {
  return [...publicStops, ...(await newcomerStops(city)), ...(await residentStops(city))]
}

const publicStops: Stop[] = [
  { name: 'landing', path: '/' },
  { name: 'login', path: '/login' },
  {
    name: 'login-refused',
    path: '/login',
    reach: async (page) => {
      await field(page, 'E-mail').fill('nadie@empresa.example')
      await field(page, 'Contraseña').fill('no-es-esta')
      await button(page, 'Iniciar sesión').click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  { name: 'register', path: '/register' },
  {
    name: 'register-short-password',
    path: '/register',
    reach: async (page) => {
      await field(page, 'E-mail').fill('ana@empresa.example')
      await field(page, 'Contraseña').fill('corta')
      await button(page, 'Crear cuenta').click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'check-your-mail',
    path: '/register',
    reach: async (page) => {
      await field(page, 'E-mail').fill(`ana.${crypto.randomUUID()}@empresa.example`)
      await field(page, 'Contraseña').fill('Cuncuna-43-verde')
      await field(page, 'Confirmar contraseña').fill('Cuncuna-43-verde')
      await button(page, 'Crear cuenta').click()
      await page.getByText('Revisa tu correo', { exact: true }).waitFor()
    },
  },
  { name: 'forgot-password', path: '/forgot-password' },
  {
    name: 'forgot-password-refused',
    path: '/forgot-password',
    reach: async (page) => {
      await field(page, 'E-mail').fill('ana')
      await button(page, 'Enviar enlace').click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  { name: 'reset-password', path: '/reset-password/MQ/no-es-un-enlace' },
  {
    name: 'reset-password-failed',
    path: '/reset-password/MQ/no-es-un-enlace',
    reach: async (page) => {
      await field(page, 'Contraseña nueva').fill('Cuncuna-43-verde')
      await field(page, 'Repite la contraseña').fill('Cuncuna-43-verde')
      await button(page, 'Restablecer contraseña').click()
      await page.getByText('No se pudo restablecer la contraseña.').waitFor()
    },
  },
  { name: 'activation-failed', path: '/auth/activate/MQ/no-es-un-enlace' },
  { name: 'terms', path: '/terms' },
  { name: 'privacy', path: '/privacy' },
  { name: 'not-found', path: '/no-hay-nada' },
]

async function newcomerStops(city: City): Promise<Stop[]> {
  const as = await newcomer(city, 'nueva@empresa.example')
  return [
    { name: 'onboarding', path: '/onboarding/sii', as },
    {
      name: 'onboarding-invalid-rut',
      path: '/onboarding/sii',
      as,
      reach: async (page) => {
        await field(page, 'RUT').fill('15.151.515-1')
        await button(page, 'Conectar con el SII').click()
        await page.getByText('RUT inválido').waitFor()
      },
    },
  ]
}

async function residentStops(city: City): Promise<Stop[]> {
  const as = await resident(city, ana)
  const rules = await furnish(city, as)
  const stops: Omit<Stop, 'as'>[] = [
    { name: 'dashboard', path: '/dashboard' },
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
    { name: 'facturators', path: '/facturators' },
    {
      name: 'facturators-add',
      path: '/facturators',
      reach: async (page) => {
        await button(page, 'Agregar conexión').click()
        await page.getByRole('dialog').waitFor()
      },
    },
    ...wizardStops,
    { name: 'rule-edit', path: `/rules/edit/${rules.waiting.id}` },
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
  return stops.map((stop) => ({ ...stop, as }))
}

const wizardStops: Omit<Stop, 'as'>[] = [
  { name: 'wizard-issuer', path: '/rules/create' },
  { name: 'wizard-clients', path: '/rules/create', reach: toClients },
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
  { name: 'wizard-lines', path: '/rules/create', reach: toLines },
  {
    name: 'wizard-new-product',
    path: '/rules/create',
    reach: async (page) => {
      await toLines(page)
      await button(page, 'Crear producto').click()
      await field(page, 'Nombre').waitFor()
    },
  },
  { name: 'wizard-dates', path: '/rules/create', reach: toDates },
  {
    name: 'wizard-review',
    path: '/rules/create',
    reach: async (page) => {
      await toDates(page)
      await button(page, 'Siguiente').click()
      await page.getByText('Revisa y confirma').waitFor()
      await page.getByRole('radio', { name: /^Emitir hoy/ }).check()
    },
  },
]

async function toClients(page: Page): Promise<void> {
  await button(page, 'Siguiente').click()
  await page.getByText('¿A quién le facturas?').waitFor()
}

async function chooseClient(page: Page, search: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Elegir entre tus clientes' }).fill(search)
  await page.getByRole('option').first().click()
  await page.getByText('Completo', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
}

async function toLines(page: Page): Promise<void> {
  await toClients(page)
  await chooseClient(page, 'lopez')
  await button(page, 'Siguiente').click()
  await page.getByText('¿Qué facturas?').waitFor()
}

async function toDates(page: Page): Promise<void> {
  await toLines(page)
  await page.getByRole('combobox', { name: 'Producto o servicio' }).click()
  await page.getByRole('option').first().click()
  await button(page, 'Siguiente').click()
  await page.getByText('¿Cuándo se emite?').waitFor()
}

/** A document in each state that a person may meet, the unclear one last: it holds up what comes after. */
async function furnish(city: City, settler: Resident) {
  const issued = await addRule(settler, {
    ruts: ['90909090-3'],
    name: 'Asesoría de Ñuble',
    price: '480000',
  })
  await issueNow(settler, issued)
  const documents: Record<string, number> = {}
  documents.issued = (await documentOf(settler, issued, 'issued')).id
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
  return { waiting, unready, documents }
}
