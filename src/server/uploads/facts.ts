import { sql } from 'kysely'
import { dayInChile } from '#domain/day.ts'
import { ufDayOf } from '#domain/rule.ts'
import { rut, type Rut } from '#domain/rut.ts'
import { clpFromWire } from '#domain/money.ts'
import { uf } from '#domain/uf.ts'
import type { Clock } from '../clock.ts'
import { ufOn } from '../documents/content/uf.ts'
import { NotFound } from '../http/errors.ts'
import { codeKey, type ClientFacts, type ProductFacts, type UploadFacts } from './judge/result.ts'
import type { Db, OfCompany } from './store.ts'

/** What the company's file is judged by, as it stands now. */
export async function readFacts(
  { db, clock }: { db: Db; clock: Clock },
  of: OfCompany,
  { issuesFacturas, personRut }: CompanyFacts,
  lookUps: UploadFacts['lookUps'] = new Map(),
): Promise<UploadFacts> {
  const today = dayInChile(clock.now())
  return {
    today,
    issuesFacturas,
    personRut,
    clients: await clientsOf(db, of),
    lookUps,
    products: await productsOf(db, of),
    ufRates: {
      PREV_MONTH_CLOSE: await ufOn(db, ufDayOf('PREV_MONTH_CLOSE', today)),
      DAY_OF: await ufOn(db, ufDayOf('DAY_OF', today)),
    },
    defaultKind: null,
  }
}

/** By whom its documents are issued. */
export interface CompanyFacts {
  companyRut: Rut
  /** Who signs in at the SII. */
  personRut: Rut
  issuesFacturas: boolean
}

/** 404 for a company of nobody or of somebody else. */
export async function companyOf(
  db: Db,
  { organisationId, companyId }: OfCompany,
): Promise<CompanyFacts> {
  const row = await db
    .selectFrom('company')
    .innerJoin('facturator', (join) =>
      join
        .onRef('facturator.organisation_id', '=', 'company.organisation_id')
        .onRef('facturator.id', '=', 'company.facturator_id'),
    )
    .select(['company.rut', 'company.issues_facturas', 'facturator.person_rut'])
    .where('company.organisation_id', '=', organisationId)
    .where('company.id', '=', companyId)
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return {
    companyRut: rut(row.rut),
    personRut: rut(row.person_rut),
    issuesFacturas: row.issues_facturas,
  }
}

/** As many as a company may have. */
const MOST_CLIENTS = 5_000
const MOST_PRODUCTS = 5_000
/** As many as a client may have. */
const MOST_CONTACTS = 100

async function clientsOf(
  db: Db,
  { organisationId, companyId }: OfCompany,
): Promise<Map<string, ClientFacts>> {
  const { rows } = await sql<{
    id: number
    rut: string
    name: string
    hasAddress: boolean
    hasCity: boolean
    hasGiro: boolean
    contacts: string[]
    isLookedUp: boolean
  }>`select client.id, client.rut, client.name, client.looked_up_at is not null as "isLookedUp",
      exists (select from client_address address where address.organisation_id = client.organisation_id
        and address.client_id = client.id) as "hasAddress",
      exists (select from client_address address where address.organisation_id = client.organisation_id
        and address.client_id = client.id and address.city <> '') as "hasCity",
      exists (select from client_activity activity where activity.organisation_id = client.organisation_id
        and activity.client_id = client.id and activity.description <> '') as "hasGiro",
      array(select contact.email from contact where contact.organisation_id = client.organisation_id
        and contact.client_id = client.id order by contact.id limit ${MOST_CONTACTS}) as contacts
    from client where client.organisation_id = ${organisationId} and client.company_id = ${companyId}
    order by client.deleted_at is not null, client.id limit ${MOST_CLIENTS}`.execute(db)
  return new Map(
    rows.map(({ id, rut: key, name, hasAddress, hasCity, hasGiro, contacts, isLookedUp }) => [
      key,
      {
        id,
        name,
        lacks: [
          ...(hasGiro ? [] : (['giro'] as const)),
          ...(hasAddress ? [] : (['street', 'commune'] as const)),
          ...(hasCity ? [] : (['city'] as const)),
        ],
        contacts,
        isLookedUp,
      },
    ]),
  )
}

async function productsOf(
  db: Db,
  { organisationId, companyId }: OfCompany,
): Promise<Map<string, ProductFacts | null>> {
  const rows = await db
    .selectFrom('product')
    .select(['code', 'name', 'unit_price', 'currency'])
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', companyId)
    .where('code', '<>', '')
    .orderBy('id')
    .limit(MOST_PRODUCTS)
    .execute()
  const products = new Map<string, ProductFacts | null>()
  for (const { code, name, unit_price, currency } of rows) {
    const key = codeKey(code)
    const unitClp = currency === 'UF' ? null : clpFromWire(unit_price)
    const price =
      unitClp === null
        ? ({ currency: 'UF', unitUf: uf(unit_price) } as const)
        : ({ currency: 'CLP', unitClp } as const)
    products.set(key, products.has(key) ? null : { code, name, price })
  }
  return products
}

/** For the template's lists: clients by name, and products with a code of their own. */
export async function readLists(
  db: Db,
  of: OfCompany,
): Promise<{ clients: { rut: Rut; name: string }[]; products: { code: string; name: string }[] }> {
  await companyOf(db, of)
  const clients = await db
    .selectFrom('client')
    .select(['rut', 'name'])
    .where('organisation_id', '=', of.organisationId)
    .where('company_id', '=', of.companyId)
    .where('deleted_at', 'is', null)
    .limit(MOST_CLIENTS)
    .execute()
  const products = [...(await productsOf(db, of)).values()].flatMap((product) => product ?? [])
  return {
    clients: clients.map((client) => ({ ...client, rut: rut(client.rut) })).toSorted(byName),
    products: products.toSorted(byName),
  }
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name.localeCompare(b.name, 'es')
}
