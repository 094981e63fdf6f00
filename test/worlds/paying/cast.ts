import { instantText } from '#server/clock.ts'
import { sealEnvelope } from '#server/vault/envelope.ts'
import type { ProviderName } from '#server/payments/providers/connection.ts'
import { ACCOUNTS } from '../../payments/stand-in-world.ts'
import { ring, row, START_MS, type Cast } from '../cast.ts'
import type { SeedRow } from '../database/database.ts'

export const PROVIDERS: readonly ProviderName[] = ['transbank', 'khipu', 'fintoc', 'mercadoPago']
export const OWNER = 1

const now = instantText(START_MS)
/** Above the numbers of the cast's own secrets. */
const FIRST_SECRET = 500

/** The cast with payments switched on: each company has an account at every provider. */
export function withPayments(cast: Cast): Cast {
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
          due_days: 1,
          updated_at: now,
        }),
      ),
      ...companies.flatMap(({ values }) => connectionRows(values)),
    ],
  }
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
