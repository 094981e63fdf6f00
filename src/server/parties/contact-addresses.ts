import { sql } from 'kysely'
import { IS_IN_FORCE } from './in-force.ts'
import type { Db } from './store.ts'

export interface Named {
  id: number
  name: string
}

export interface ContactAt {
  id: number
  name: string
  client: Named
  /** Rules that write to this contact. */
  rules: Named[]
}

/** An address may stand at contacts of several clients: that of an accountant who works for all of them. */
const MOST_CONTACTS_AT = 200

/** Everybody of the organisation with this address, which is compared without upper and lower case. */
export async function contactsAt(
  db: Db,
  organisationId: number,
  address: string,
): Promise<ContactAt[]> {
  const rows = await db
    .selectFrom('contact')
    .innerJoin('client', (join) =>
      join
        .onRef('client.organisation_id', '=', 'contact.organisation_id')
        .onRef('client.id', '=', 'contact.client_id'),
    )
    .select(['contact.id', 'contact.first_name', 'contact.last_name', 'contact.client_id'])
    .select('client.name as client_name')
    .where('contact.organisation_id', '=', organisationId)
    .where(sql<boolean>`lower(contact.email) = ${address.toLowerCase()}`)
    .orderBy('contact.id')
    .limit(MOST_CONTACTS_AT)
    .execute()
  const rules = await rulesOfContacts(
    db,
    organisationId,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    client: { id: row.client_id, name: row.client_name },
    rules: rules.get(row.id) ?? [],
  }))
}

/** The rules that write to each of them; deleted rules write to nobody. */
export async function rulesOfContacts(
  db: Db,
  organisationId: number,
  contactIds: readonly number[],
): Promise<Map<number, Named[]>> {
  const found = new Map<number, Named[]>()
  if (contactIds.length === 0) return found
  const rows = await db
    .selectFrom('rule_client_contact as chosen')
    .innerJoin('invoice_rule as rule', (join) =>
      join
        .onRef('rule.organisation_id', '=', 'chosen.organisation_id')
        .onRef('rule.id', '=', 'chosen.rule_id'),
    )
    .select(['chosen.contact_id', 'rule.id', 'rule.name'])
    .distinct()
    .where('chosen.organisation_id', '=', organisationId)
    .where('chosen.contact_id', 'in', [...contactIds])
    .where(IS_IN_FORCE)
    .orderBy('rule.name')
    .orderBy('rule.id')
    .execute()
  for (const { contact_id: contact, id, name } of rows) {
    found.set(contact, [...(found.get(contact) ?? []), { id, name }])
  }
  return found
}

/** Writes the new address at every contact that has the old one. Rules name contacts: each writes to it from now on. */
export async function moveContactsTo(
  trx: Db,
  organisationId: number,
  { from, to }: { from: string; to: string },
): Promise<number> {
  const moved = await trx
    .updateTable('contact')
    .set({ email: to })
    .where('organisation_id', '=', organisationId)
    .where(sql<boolean>`lower(email) = ${from.toLowerCase()}`)
    .returning('id')
    .execute()
  return moved.length
}
