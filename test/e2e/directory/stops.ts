import type { Page } from 'playwright-core'
import { importReply } from '#contract/directory.ts'
import { createClient } from '#contract/parties.ts'
import type { City } from '../fixtures/city.ts'
import { button, field } from '../fixtures/hands.ts'
import { answered, refused } from '../fixtures/held-calls.ts'
import type { Place } from '../fixtures/place.ts'
import {
  addContact,
  addRule,
  issuedDocument,
  resident,
  type Resident,
} from '../fixtures/resident.ts'
import { choose } from './file.ts'

const IMPORT = /\/directory\/companies\/\d+\/(?:clients|products)\/import\/$/

/** Clients and products: their lists, pages and files, with what can stand open on them. */
export async function directoryStops(city: City): Promise<(Place & { as: Resident })[]> {
  const as = await resident(city)
  const { rule } = await issuedDocument(as, { ruts: ['90909090-3'], name: 'Asesoría de Ñuble' })
  const own = await addRule(as, { ruts: ['93939393-5'], name: 'Precio propio', on: 'SOON' })
  const client = rule.clients_detail[0]?.client.id ?? 0
  const product = rule.invoice_lines_detail[0]?.product_id ?? 0
  await addContact(as, client, 'pagos@cliente.example')
  await as.ask('PATCH', `/billing-sii/invoice-rules/${own.id}/`, {
    invoice_lines: [{ product_id: product, quantity: '2', price: '90000', order: 1 }],
  })
  await as.ask('PATCH', `/billing-core/products/${product}/`, {
    name: 'Asesoría contable y tributaria',
    code: 'ASE-01',
  })
  const made = await as.ask('POST', `/billing-sii/companies/${rule.facturator_comp}/clients/`, {
    rut: '11.111.111-1',
    name: 'Sociedad de Inversiones y Asesorías Agrícolas y Ganaderas Valle Hermoso de Colchagua Limitada',
  })
  const { id: unused } = createClient.reply.parse(made)
  const stops = [...clientStops(client, unused), ...productStops(product), ...importStops()]
  return stops.map((stop) => ({ ...stop, as }))
}

function clientStops(client: number, unused: number): Place[] {
  const page = `/clients/${client}`
  const edit = (region: string, name: string) => async (at: Page) => {
    await button(at.getByRole('region', { name: region }), name).click()
    await at.getByRole('region', { name: region }).getByRole('textbox').first().waitFor()
  }
  return [
    { name: 'clients', path: '/clients' },
    { name: 'clients-none-found', path: '/clients?search=nadie' },
    answered(
      'clients-empty',
      '/clients',
      '/api/directory/clients/',
      { clients: [], total: 0, next: null },
      (at) => at.getByText('Todavía no tienes clientes').waitFor(),
    ),
    refused('clients-failed', '/clients', '/api/directory/clients/'),
    {
      name: 'clients-new',
      path: '/clients',
      reach: async (at) => {
        await button(at, 'Nuevo cliente').first().click()
        await at.getByRole('dialog').waitFor()
      },
    },
    { name: 'client', path: page },
    { name: 'client-data', path: page, reach: edit('Datos', 'Editar') },
    { name: 'client-address', path: page, reach: edit('Direcciones', 'Agregar dirección') },
    { name: 'client-contact', path: page, reach: edit('Contactos', 'Agregar contacto') },
    { name: 'client-unused', path: `/clients/${unused}` },
    {
      name: 'client-delete',
      path: `/clients/${unused}`,
      reach: async (at) => {
        await button(at, 'Eliminar cliente').click()
        await at.getByRole('dialog').waitFor()
      },
    },
    { name: 'client-gone', path: '/clients/999999' },
    refused('client-failed', page, `/api/directory/clients/${client}/`),
  ]
}

function productStops(product: number): Place[] {
  const page = `/products/${product}`
  const price = async (at: Page) => {
    await button(at, 'Cambiar el precio').click()
    await field(at, 'Nuevo precio en pesos').fill('104.500')
    await at.getByText('por documento').first().waitFor()
  }
  return [
    { name: 'products', path: '/products' },
    answered(
      'products-empty',
      '/products',
      '/api/directory/products/',
      { products: [], total: 0, next: null },
      (at) => at.getByText('Todavía no tienes productos').waitFor(),
    ),
    {
      name: 'products-new',
      path: '/products',
      reach: async (at) => {
        await button(at, 'Nuevo producto').first().click()
        await at.getByRole('dialog').waitFor()
      },
    },
    { name: 'product', path: page },
    { name: 'product-price', path: page, reach: price },
    {
      name: 'product-price-confirm',
      path: page,
      reach: async (at) => {
        await price(at)
        await button(at, 'Revisar el cambio').click()
        await at.getByRole('dialog').waitFor()
      },
    },
    { name: 'product-gone', path: '/products/999999' },
  ]
}

/** With names and values of every length, and faults at cells. */
const PLAN = importReply.parse({
  kind: 'plan',
  counts: [
    { sheet: 'clients', added: 1, changed: 1, unchanged: 412 },
    { sheet: 'contacts', added: 0, changed: 0, unchanged: 37 },
  ],
  changes: [
    {
      sheet: 'Clientes',
      row: 2,
      kind: 'added',
      identifier: '76086428-5',
      name: 'Sociedad de Inversiones y Asesorías Agrícolas y Ganaderas Valle Hermoso de Colchagua Limitada',
      fields: [
        { field: 'Dirección', before: null, after: 'Av. Libertador 1234, Santa Cruz, Colchagua' },
      ],
    },
    {
      sheet: 'Clientes',
      row: 3,
      kind: 'changed',
      identifier: '77777777-7',
      name: 'Viveros Herrera SpA',
      fields: [{ field: 'Plazo (d)', before: null, after: '30' }],
    },
  ],
  faults: [
    {
      sheet: 'Clientes',
      row: 17,
      column: 'A',
      heading: 'RUT',
      value: '76.192.083-8',
      code: 'rutWrongCheckDigit',
      cause: 'El dígito verificador no corresponde.',
      instead: 'Revisa el RUT completo.',
    },
    {
      sheet: 'Contactos',
      row: 4,
      column: 'E',
      heading: 'E-mail 2',
      value: '',
      code: 'missing',
      cause: 'Falta el dato.',
      instead: 'Escribe el dato.',
    },
  ],
  fault_count: 2,
  unread: ['Notas internas'],
  following: [
    {
      rule: { id: 1, name: 'Asesoría mensual' },
      product: 'Hora de soporte',
      currency: 'UF',
      before: '0.85',
      after: '0.9',
    },
  ],
  digest: 'x',
})

function importStops(): Place[] {
  const file = async (at: Page) => choose(at, Buffer.from('x'))
  const taken = (name: string, answer: object, seen: string) =>
    answered(name, '/clients/import', IMPORT, answer, async (at) => {
      await file(at)
      await at.getByText(seen).first().waitFor()
    })
  return [
    { name: 'import-clients', path: '/clients/import' },
    { name: 'import-products', path: '/products/import' },
    taken('import-plan', PLAN, 'Qué cambia'),
    taken(
      'import-alike',
      { ...PLAN, changes: [], faults: [], fault_count: 0, following: [], unread: [], counts: [] },
      'El archivo dice lo mismo',
    ),
    taken(
      'import-refused',
      { kind: 'refused', reason: 'noColumns', message: 'No encontramos la hoja de clientes.' },
      'No encontramos la hoja de clientes.',
    ),
    taken('import-applied', { kind: 'applied', counts: [] }, 'Archivo aplicado'),
  ]
}
