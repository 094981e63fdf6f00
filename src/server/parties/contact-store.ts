import { sql } from 'kysely'
import { instantText, type Clock } from '../clock.ts'
import type { Named } from './contact-addresses.ts'
import { IS_IN_FORCE } from './in-force.ts'
import type { Db, OfTenant } from './store.ts'

export interface Contact {
  id: number
  clientId: number
  firstName: string
  lastName: string
  gender: 'male' | 'female'
  email: string
  role: string
}

export const MOST_CONTACTS = 100

export interface ContactChange {
  first_name?: string | undefined
  last_name?: string | undefined
  email?: string | undefined
  gender?: 'male' | 'female' | undefined
  role?: string | undefined
}

/** Changes what is named; nothing named changes nothing. Null when it isn't there. */
export async function saveContact(
  trx: Db,
  at: OfTenant,
  change: ContactChange,
): Promise<Contact | null> {
  const row = await trx
    .updateTable('contact')
    // The id is set to itself, so that an empty change is a change, too.
    .set({ ...change, id: at.id })
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.id)
    .returning(['id', 'client_id', 'first_name', 'last_name', 'gender', 'email', 'role'])
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    id: row.id,
    clientId: row.client_id,
    firstName: row.first_name,
    lastName: row.last_name,
    gender: row.gender,
    email: row.email,
    role: row.role,
  }
}

/** Locked until the transaction ends. False when it isn't there. */
export async function lockContact(trx: Db, at: OfTenant): Promise<boolean> {
  const row = await trx
    .selectFrom('contact')
    .select('id')
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.id)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** In one order, so that two contacts of the same rules are deleted one after the other. */
export async function lockRulesOfContact(trx: Db, at: OfTenant): Promise<void> {
  await trx
    .selectFrom('invoice_rule as rule')
    .select('rule.id')
    .where('rule.organisation_id', '=', at.organisationId)
    .where('rule.id', 'in', (eb) =>
      eb
        .selectFrom('rule_client_contact as chosen')
        .select('chosen.rule_id')
        .where('chosen.organisation_id', '=', at.organisationId)
        .where('chosen.contact_id', '=', at.id),
    )
    .orderBy('rule.id')
    .forUpdate()
    .execute()
}

/** Rules that send automatically and would write to nobody of one of their clients without this contact. */
export async function rulesWithoutRecipient(trx: Db, at: OfTenant): Promise<Named[]> {
  return trx
    .selectFrom('rule_client_contact as chosen')
    .innerJoin('invoice_rule as rule', (join) =>
      join
        .onRef('rule.organisation_id', '=', 'chosen.organisation_id')
        .onRef('rule.id', '=', 'chosen.rule_id'),
    )
    .select(['rule.id', 'rule.name'])
    .distinct()
    .where('chosen.organisation_id', '=', at.organisationId)
    .where('chosen.contact_id', '=', at.id)
    .where('chosen.copy', '=', 'to')
    .where(IS_IN_FORCE)
    .where('rule.send_email_automatic', '=', true)
    .where(
      sql<boolean>`not exists (select from rule_client_contact other
        where other.organisation_id = chosen.organisation_id and other.rule_id = chosen.rule_id
          and other.client_id = chosen.client_id and other.copy = 'to'
          and other.contact_id <> chosen.contact_id)`,
    )
    .orderBy('rule.name')
    .orderBy('rule.id')
    .execute()
}

/** With its place in every rule. */
export async function removeContact(trx: Db, at: OfTenant): Promise<void> {
  await trx
    .deleteFrom('contact')
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.id)
    .execute()
}

export async function listContacts(
  db: Db,
  of: { organisationId: number; clientId: number },
): Promise<Contact[]> {
  const rows = await db
    .selectFrom('contact')
    .select(['id', 'client_id', 'first_name', 'last_name', 'gender', 'email', 'role'])
    .where('organisation_id', '=', of.organisationId)
    .where('client_id', '=', of.clientId)
    .orderBy('id')
    .limit(MOST_CONTACTS)
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

export async function insertContact(
  trx: Db,
  clock: Clock,
  organisationId: number,
  made: Omit<Contact, 'id'>,
): Promise<Contact> {
  const { id } = await trx
    .insertInto('contact')
    .values({
      organisation_id: organisationId,
      client_id: made.clientId,
      first_name: made.firstName,
      last_name: made.lastName,
      gender: made.gender,
      email: made.email,
      role: made.role,
      created_at: instantText(clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, ...made }
}
