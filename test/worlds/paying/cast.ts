import { instantText } from '#server/clock.ts'
import { sealEnvelope } from '#server/vault/envelope.ts'
import type { ProviderName } from '#server/payments/providers/connection.ts'
import { ACCOUNTS } from '../../payments/stand-in-world.ts'
import { ring, row, START_MS, type Cast } from '../cast.ts'
import type { Chance } from '../chance.ts'
import type { SeedRow } from '../database/database.ts'

export const PROVIDERS: readonly ProviderName[] = ['transbank', 'khipu', 'fintoc', 'mercadoPago']
export const OWNER = 1

const now = instantText(START_MS)
/** Above the numbers of the cast's own secrets. */
const FIRST_SECRET = 500

/**
 * The cast with payments and reminders switched on: each company has an account at every provider, and each organisation a
 * mailbox. What is issued today is due today.
 */
export function withPayments(cast: Cast, chance: Chance): Cast {
  const companies = cast.rows.filter(({ table }) => table === 'company')
  const organisations = cast.rows.filter(({ table }) => table === 'organisation')
  return {
    ...cast,
    rows: [
      ...cast.rows,
      row('app_user', {
        id: OWNER,
        email: 'ana@folio.example',
        password_hash: '',
        created_at: now,
      }),
      ...organisations.map(({ values }) =>
        row('membership', {
          organisation_id: values['id'],
          user_id: OWNER,
          role: 'owner',
          created_at: now,
        }),
      ),
      ...companies.map(({ values }) =>
        row('payment_terms', {
          organisation_id: values['organisation_id'],
          company_id: values['id'],
          first_day: '2026-11-01',
          due_days: 0,
          updated_at: now,
        }),
      ),
      ...organisations.flatMap(({ values }) => mailboxRows(Number(values['id']))),
      ...contactRows(cast),
      ...companies.map(({ values }) =>
        row('reminder_setting', {
          organisation_id: values['organisation_id'],
          company_id: values['id'],
          // From tomorrow on: of what is due today nobody is reminded.
          first_due_day: chance.isTrue(0.3) ? '2026-12-01' : '2026-11-30',
          enabled_at: now,
          enabled_by: OWNER,
        }),
      ),
      ...companies.flatMap(({ values }) => connectionRows(values)),
    ],
  }
}

/** The number of an organisation's mailbox. */
export function accountId(organisationId: number): number {
  return organisationId
}

/** Who reads a client's mails. */
export function contactOf(clientRut: string): { name: string; address: string } {
  return { name: 'Pía Soto', address: `pagos@${clientRut.toLowerCase()}.example` }
}

function contactRows({ rows }: Cast): SeedRow[] {
  const of = (name: string) => rows.flatMap(({ table, values }) => (table === name ? [values] : []))
  return [
    ...of('client').map(({ organisation_id, id, rut }) =>
      row('contact', {
        organisation_id,
        id,
        client_id: id,
        first_name: 'Pía',
        last_name: 'Soto',
        gender: 'female',
        email: contactOf(String(rut)).address,
        created_at: now,
      }),
    ),
    ...of('rule_client').map(({ organisation_id, rule_id, client_id }) =>
      row('rule_client_contact', {
        organisation_id,
        rule_id,
        client_id,
        contact_id: client_id,
        copy: 'to',
      }),
    ),
  ]
}

const MAIL_SECRETS = 900

function mailboxRows(organisationId: number): SeedRow[] {
  const kind = 'mailToken' as const
  const envelope = sealEnvelope(ring, { organisationId, kind }, Buffer.from('token'))
  const own = { organisation_id: organisationId, created_at: now }
  return [
    row('secret', {
      ...own,
      id: MAIL_SECRETS + organisationId,
      kind,
      key_id: envelope.keyId,
      wrapped_key: envelope.wrappedKey,
      sealed: envelope.sealed,
    }),
    row('email_account', {
      ...own,
      id: accountId(organisationId),
      provider: 'google',
      address: 'ana@folio.example',
      token_secret_id: MAIL_SECRETS + organisationId,
      connected_at: now,
    }),
  ]
}

/** The number of a company's connection to a provider. */
export function connectionId(companyId: number, provider: ProviderName): number {
  return companyId * 10 + PROVIDERS.indexOf(provider)
}

export function publicId(connection: number): string {
  return `00000000-0000-4000-8000-${String(connection).padStart(12, '0')}`
}

function connectionRows(company: SeedRow['values']): SeedRow[] {
  const organisationId = Number(company['organisation_id'])
  return PROVIDERS.flatMap((provider) => {
    const id = connectionId(Number(company['id']), provider)
    const kind = 'paymentKeys' as const
    const { account, keys } = ACCOUNTS[provider]
    const envelope = sealEnvelope(ring, { organisationId, kind }, Buffer.from(JSON.stringify(keys)))
    const own = { organisation_id: organisationId, created_at: now }
    return [
      row('secret', {
        ...own,
        id: FIRST_SECRET + id,
        kind,
        key_id: envelope.keyId,
        wrapped_key: envelope.wrappedKey,
        sealed: envelope.sealed,
      }),
      row('payment_connection', {
        ...own,
        id,
        company_id: company['id'],
        public_id: publicId(id),
        provider,
        mode: 'test',
        account: JSON.stringify(account),
        secret_id: FIRST_SECRET + id,
        created_by: OWNER,
        is_offered: true,
      }),
    ]
  })
}
