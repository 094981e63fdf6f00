import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Person } from './compose.ts'
import type { DeliveryRow } from './store.ts'

type Of = Pick<DeliveryRow, 'organisation_id' | 'document_id'>

/** The mailbox from which the document's rule sends now; null when it names none. A nota's mail is its factura's rule's too. */
export async function mailboxOfRule(trx: Kysely<Schema>, of: Of): Promise<number | null> {
  const rule = await documentWithFactura(trx, of)
    .innerJoin('invoice_rule as rule', (join) =>
      join
        .onRef('rule.organisation_id', '=', 'document.organisation_id')
        .on((eb) => eb('rule.id', '=', eb.fn.coalesce('document.rule_id', 'factura.rule_id'))),
    )
    .select('rule.email_account_id')
    .executeTakeFirst()
  return rule?.email_account_id ?? null
}

/** Whom the document's rule names for its client now: nobody, when there is no rule, or it names nobody any more. */
export async function peopleOfRule(trx: Kysely<Schema>, of: Of): Promise<Person[]> {
  const rows = await documentWithFactura(trx, of)
    .innerJoin('rule_client_contact as chosen', (join) =>
      join
        .onRef('chosen.organisation_id', '=', 'document.organisation_id')
        .on((eb) =>
          eb('chosen.rule_id', '=', eb.fn.coalesce('document.rule_id', 'factura.rule_id')),
        )
        .onRef('chosen.client_id', '=', 'document.client_id'),
    )
    .innerJoin('contact', (join) =>
      join
        .onRef('contact.organisation_id', '=', 'chosen.organisation_id')
        .onRef('contact.id', '=', 'chosen.contact_id'),
    )
    .select(['chosen.copy', 'contact.first_name', 'contact.last_name', 'contact.email'])
    .orderBy('chosen.copy', 'desc')
    .orderBy('contact.id')
    .execute()
  const contacts = rows.map(({ copy, first_name, last_name, email }) => ({
    copy,
    name: `${first_name} ${last_name}`.trim(),
    address: email,
  }))
  return [...contacts, ...(await mailboxesOf(trx, of))]
}

/** Of a one-off whose file names addresses of no contact. */
async function mailboxesOf(trx: Kysely<Schema>, of: Of): Promise<Person[]> {
  const rows = await documentWithFactura(trx, of)
    .innerJoin('rule_mailbox as chosen', (join) =>
      join
        .onRef('chosen.organisation_id', '=', 'document.organisation_id')
        .on((eb) =>
          eb('chosen.rule_id', '=', eb.fn.coalesce('document.rule_id', 'factura.rule_id')),
        ),
    )
    .select(['chosen.copy', 'chosen.address'])
    .orderBy('chosen.position')
    .execute()
  return rows.map(({ copy, address }) => ({ copy, name: '', address }))
}

function documentWithFactura(trx: Kysely<Schema>, { organisation_id, document_id }: Of) {
  return trx
    .selectFrom('document')
    .leftJoin('document as factura', (join) =>
      join
        .onRef('factura.organisation_id', '=', 'document.organisation_id')
        .onRef('factura.id', '=', 'document.nota_of'),
    )
    .where('document.organisation_id', '=', organisation_id)
    .where('document.id', '=', document_id)
}
