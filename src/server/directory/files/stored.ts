import type { Kysely } from 'kysely'
import { rut, type Rut } from '#domain/rut.ts'
import { uf, type Uf } from '#domain/uf.ts'
import type { Schema } from '../../db/schema.ts'
import { clientParts } from '../../parties/client-parts.ts'
import { IS_IN_FORCE } from '../../parties/in-force.ts'
import type { OfCompany } from '../client-list.ts'

type Db = Kysely<Schema>

export interface StoredAddress {
  id: number
  street: string
  commune: string
  city: string
}

export interface StoredContact {
  id: number
  clientId: number
  firstName: string
  lastName: string
  gender: 'male' | 'female'
  email: string
  role: string
}

export interface StoredClient {
  id: number
  rut: Rut
  name: string
  nameIsWritten: boolean
  dueDays: number | null
  addresses: StoredAddress[]
  activities: string[]
  contacts: StoredContact[]
}

/** A company's clients with all that their file says. `isLocked`: none of them changes until the transaction ends. */
export async function readStoredClients(
  db: Db,
  { organisationId, companyId }: OfCompany,
  { isLocked }: { isLocked: boolean },
): Promise<StoredClient[]> {
  const clients = await db
    .selectFrom('client')
    .select(['id', 'rut', 'name', 'name_is_written', 'due_days'])
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .$if(isLocked, (rows) => rows.forNoKeyUpdate())
    .execute()
  const ids = clients.map(({ id }) => id)
  const parts = await clientParts(db, organisationId, ids)
  const contacts = Map.groupBy(
    await readStoredContacts(db, { organisationId, companyId }, isLocked),
    ({ clientId }) => clientId,
  )
  return clients.map((row) => ({
    id: row.id,
    rut: rut(row.rut),
    name: row.name,
    nameIsWritten: row.name_is_written,
    dueDays: row.due_days,
    addresses: parts.addresses.get(row.id) ?? [],
    activities: (parts.activities.get(row.id) ?? []).map(({ description }) => description),
    contacts: contacts.get(row.id) ?? [],
  }))
}

async function readStoredContacts(
  db: Db,
  { organisationId, companyId }: OfCompany,
  isLocked: boolean,
): Promise<StoredContact[]> {
  const rows = await db
    .selectFrom('contact')
    .select(['id', 'client_id', 'first_name', 'last_name', 'gender', 'email', 'role'])
    .where('organisation_id', '=', organisationId)
    .where('client_id', 'in', (eb) =>
      eb
        .selectFrom('client')
        .select('client.id')
        .where('client.organisation_id', '=', organisationId)
        .where('client.company_id', '=', companyId),
    )
    .orderBy('id')
    .$if(isLocked, (all) => all.forNoKeyUpdate())
    .execute()
  return rows.map((row) => ({
    id: row.id,
    clientId: row.client_id,
    firstName: row.first_name,
    lastName: row.last_name,
    gender: row.gender,
    email: row.email,
    role: row.role,
  }))
}

export interface FollowingRule {
  id: number
  name: string
}

export interface StoredProduct {
  id: number
  code: string
  name: string
  unitPrice: Uf
  currency: 'CLP' | 'UF'
  /** Whether a rule or a document that waits charges it: its currency stays. */
  isUsed: boolean
  /** Rules whose lines have its price. */
  following: FollowingRule[]
}

/** A company's products, and which rules follow their prices. */
export async function readStoredProducts(
  db: Db,
  { organisationId, companyId }: OfCompany,
  { isLocked }: { isLocked: boolean },
): Promise<StoredProduct[]> {
  const products = await db
    .selectFrom('product')
    .select(['id', 'code', 'name', 'unit_price', 'currency'])
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', companyId)
    .orderBy('id')
    .$if(isLocked, (rows) => rows.forUpdate())
    .execute()
  const lines = Map.groupBy(
    await linesOfProducts(db, { organisationId, companyId }),
    ({ product_id }) => product_id,
  )
  return products.map(({ unit_price, ...product }) => {
    const own = lines.get(product.id) ?? []
    const price = uf(unit_price)
    const following = own.filter(
      (line) => !line.is_single && line.price !== null && uf(line.price) === price,
    )
    return {
      ...product,
      unitPrice: price,
      isUsed: own.length > 0,
      following: [...new Map(following.map(({ id, name }) => [id, { id, name }])).values()],
    }
  })
}

/** Those of rules in force and of single documents that aren't issued yet. */
function linesOfProducts(db: Db, { organisationId, companyId }: OfCompany) {
  return db
    .selectFrom('rule_line as line')
    .innerJoin('invoice_rule as rule', (join) =>
      join
        .onRef('rule.organisation_id', '=', 'line.organisation_id')
        .onRef('rule.id', '=', 'line.rule_id'),
    )
    .select(['line.product_id', 'rule.id', 'rule.name'])
    .select((eb) => [
      eb('rule.request_key', 'is not', null).as('is_single'),
      eb
        .case()
        .when(
          eb.and([
            eb('line.price_is_fixed', '=', true),
            eb.not(
              eb.exists(
                eb
                  .selectFrom('rule_price')
                  .whereRef('rule_price.organisation_id', '=', 'line.organisation_id')
                  .whereRef('rule_price.rule_id', '=', 'line.rule_id')
                  .whereRef('rule_price.position', '=', 'line.position'),
              ),
            ),
          ]),
        )
        .then(eb.ref('line.price'))
        .else(null)
        .end()
        .as('price'),
    ])
    .where('line.organisation_id', '=', organisationId)
    .where('rule.company_id', '=', companyId)
    .where(IS_IN_FORCE)
    .orderBy('rule.name')
    .orderBy('rule.id')
    .execute()
}
