import type { z } from 'zod'
import type { listPaymentConnections, paymentConnection } from '#contract/payment-connections.ts'
import { paymentProvider } from '#contract/payment-attempts.ts'
import { formatRut, parseRut, rut } from '#domain/rut.ts'
import type { Links } from '../../vault/links.ts'
import type { Mode, ProviderName } from '../providers/connection.ts'
import { storedAccount, typedHolderOf, type Account } from './account.ts'
import { ASK_FOR_ADDRESS, nextPublicIds, notifyUrl } from './notify-address.ts'
import {
  companiesOf,
  connectionsInForce,
  type ConnectionNeeds,
  type ConnectionRow,
} from './store.ts'

export type PresentNeeds = ConnectionNeeds & {
  links: Links
  publicUrl: () => string
  installation: { demonstration: boolean }
}

type Wire = z.input<typeof paymentConnection>

/** Every provider of each company of an organisation, connected or not. Nothing of a key is in it. */
export async function listConnections(
  needs: PresentNeeds,
  organisationId: number,
): Promise<z.input<(typeof listPaymentConnections)['reply']>> {
  const companies = await companiesOf(needs.db, organisationId)
  const rows = await connectionsInForce(needs.db, organisationId)
  const nextId = await nextPublicIds(needs, organisationId)
  return companies.map((company) => ({
    company: { id: company.id, identifier: formatRut(rut(company.rut)), name: company.name },
    providers: paymentProvider.options.map((provider) => {
      const own = rows.filter((row) => row.company_id === company.id && row.provider === provider)
      const urlOf = (mode: Mode) => {
        // Of Fintoc other keys are always another connection, with an address of its own.
        const kept = provider === 'fintoc' ? undefined : own.find((row) => row.mode === mode)
        const publicId = kept?.public_id ?? nextId({ companyId: company.id, provider, mode })
        return notifyUrl(needs.publicUrl(), provider, publicId)
      }
      return {
        provider,
        method: needs.providers[provider].capabilities.method,
        connections: own.map((row) => connectionToWire(needs, row, company.rut)),
        notify_urls: ASK_FOR_ADDRESS.includes(provider)
          ? { live: urlOf('live'), test: urlOf('test') }
          : null,
      }
    }),
  }))
}

export function connectionToWire(
  { installation }: Pick<PresentNeeds, 'installation'>,
  row: ConnectionRow,
  companyRut: string,
): Wire {
  const account = storedAccount(row)
  const holder = typedHolderOf(account) ?? row.told_holder_rut
  return {
    id: row.id,
    mode: row.mode,
    account: accountToWire(account),
    holder_differs: holder !== null && holder !== parseRut(companyRut),
    created_at: row.created_at,
    tested_at: row.tested_at,
    test_outcome: row.test_outcome,
    is_offered: row.is_offered,
    can_be_offered: mayBeOffered(installation, row),
  }
}

/** Payments in test mode move no money, so that only a demonstration offers them. */
export function mayBeOffered(
  { demonstration }: PresentNeeds['installation'],
  { mode, test_outcome }: Pick<ConnectionRow, 'mode' | 'test_outcome'>,
): boolean {
  return test_outcome === 'ok' && (demonstration || mode === 'live')
}

function accountToWire(account: Account): Wire['account'] {
  switch (account.provider) {
    case 'transbank':
      return {
        provider: account.provider,
        commerce_code: account.commerceCode,
        store_code: account.storeCode,
      }
    case 'khipu':
      return { provider: account.provider, receiver_id: account.receiverId }
    case 'fintoc':
      return { provider: account.provider, recipient: recipientToWire(account) }
    case 'mercadoPago':
      return { provider: account.provider, collector_id: account.collectorId }
  }
}

function recipientToWire({ recipient }: Extract<Account, { provider: 'fintoc' }>) {
  return (
    recipient && {
      holder_rut: formatRut(recipient.holderRut),
      number: recipient.number,
      type: recipient.type,
      institution_id: recipient.institutionId,
    }
  )
}

/** As people know them; the same in every language. */
export const PROVIDER_NAMES: Readonly<Record<ProviderName, string>> = {
  transbank: 'Webpay Plus',
  khipu: 'Khipu',
  fintoc: 'Fintoc',
  mercadoPago: 'Mercado Pago',
}
