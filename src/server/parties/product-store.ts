import { uf } from '#domain/uf.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Named } from './contact-addresses.ts'
import { IS_IN_FORCE } from './in-force.ts'
import type { Db, OfTenant } from './store.ts'

export interface Product {
  id: number
  code: string
  name: string
  /** Exact decimal text: whole pesos, or UF. */
  unitPrice: string
  currency: 'CLP' | 'UF'
}

export const MOST_PRODUCTS = 2_000

/** Locked until the transaction ends: no rule takes it up meanwhile. */
export async function lockProduct(trx: Db, at: OfTenant): Promise<Product | null> {
  const row = await trx
    .selectFrom('product')
    .select(['id', 'code', 'name', 'unit_price', 'currency'])
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.id)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  const { unit_price, ...known } = row
  return { ...known, unitPrice: uf(unit_price) }
}

/** Deleted rules charge nothing any more. */
export async function rulesOfProduct(trx: Db, at: OfTenant): Promise<Named[]> {
  return trx
    .selectFrom('rule_line as line')
    .innerJoin('invoice_rule as rule', (join) =>
      join
        .onRef('rule.organisation_id', '=', 'line.organisation_id')
        .onRef('rule.id', '=', 'line.rule_id'),
    )
    .select(['rule.id', 'rule.name'])
    .distinct()
    .where('line.organisation_id', '=', at.organisationId)
    .where('line.product_id', '=', at.id)
    .where(IS_IN_FORCE)
    .orderBy('rule.name')
    .orderBy('rule.id')
    .execute()
}

export async function saveProduct(
  trx: Db,
  at: OfTenant,
  { code, name, currency, unitPrice }: Omit<Product, 'id'>,
): Promise<void> {
  await trx
    .updateTable('product')
    .set({ code, name, currency, unit_price: unitPrice })
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.id)
    .execute()
}

/** With its lines in rules that are deleted themselves; what they issued says what it says without them. */
export async function removeProduct(trx: Db, at: OfTenant): Promise<void> {
  await trx
    .deleteFrom('rule_line')
    .where('organisation_id', '=', at.organisationId)
    .where('product_id', '=', at.id)
    .execute()
  await trx
    .deleteFrom('product')
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.id)
    .execute()
}

export async function listProducts(
  db: Db,
  of: { organisationId: number; companyId: number },
): Promise<Product[]> {
  const rows = await db
    .selectFrom('product')
    .select(['id', 'code', 'name', 'unit_price', 'currency'])
    .where('organisation_id', '=', of.organisationId)
    .where('company_id', '=', of.companyId)
    .orderBy('name')
    .orderBy('id')
    .limit(MOST_PRODUCTS)
    .execute()
  return rows.map(({ unit_price, ...row }) => ({ ...row, unitPrice: uf(unit_price) }))
}

export async function insertProduct(
  trx: Db,
  clock: Clock,
  at: { organisationId: number; companyId: number },
  made: Omit<Product, 'id'>,
): Promise<Product> {
  const { id } = await trx
    .insertInto('product')
    .values({
      organisation_id: at.organisationId,
      company_id: at.companyId,
      code: made.code,
      name: made.name,
      unit_price: made.unitPrice,
      currency: made.currency,
      created_at: instantText(clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, ...made }
}
