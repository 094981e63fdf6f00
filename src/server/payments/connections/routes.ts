import { NotFound } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import type { Limits } from '../../http/limits.ts'
import type { Connection, ProviderName } from '../providers/connection.ts'
import { connectionOfBody } from './from-body.ts'
import { endConnection, offerConnection } from './offer.ts'
import { connectionToWire, listConnections, type PresentNeeds } from './present.ts'
import { saveConnection } from './save.ts'
import { companyOf, connectionsInForce, type ConnectionRow } from './store.ts'
import { testConnection } from './try-keys.ts'

/** What a demonstration connects by one click. */
export interface StandInAccounts {
  accounts: Readonly<Record<ProviderName, Connection>>
  /** Somebody connected one: where it asks to be notified is registered there. */
  onConnected(): Promise<void>
}

export type ConnectionRouteNeeds = PresentNeeds & {
  limits: Limits
  /** Null where providers are the real ones. */
  standInAccounts: StandInAccounts | null
}

type ConnectionCalls =
  | 'listPaymentConnections'
  | 'savePaymentConnection'
  | 'connectTestAccount'
  | 'testPaymentConnection'
  | 'offerPaymentConnection'
  | 'endPaymentConnection'

export function connectionRoutes(needs: ConnectionRouteNeeds): Pick<Handlers, ConnectionCalls> {
  const { db, limits } = needs
  const shown = async (row: ConnectionRow) => {
    const at = { organisationId: row.organisation_id, companyId: row.company_id }
    return connectionToWire(needs, row, (await companyOf(db, at)).rut)
  }
  return {
    listPaymentConnections: ({ session }) => listConnections(needs, session.organisationId),
    savePaymentConnection: async ({ session, params, body }) => {
      await limits.consume('connectionAccount', `organisation:${session.organisationId}`)
      const wanted = { connection: connectionOfBody(body), seen: body.seen, isOffered: false }
      return shown(await saveConnection(needs, session, params.id, wanted))
    },
    connectTestAccount: async ({ session, params, body }) => {
      if (needs.standInAccounts === null) throw new NotFound()
      const connection = needs.standInAccounts.accounts[body.provider]
      const rows = await connectionsInForce(db, session.organisationId, params.id)
      const known = rows.find((row) => row.provider === body.provider && row.mode === 'test')
      const wanted = { connection, seen: known?.id ?? null, isOffered: true }
      const row = await saveConnection(needs, session, params.id, wanted)
      await needs.standInAccounts.onConnected()
      return shown(row)
    },
    testPaymentConnection: async ({ session, params }) => {
      await limits.consume('connectionAccount', `organisation:${session.organisationId}`)
      return shown(await testConnection(needs, session, params.id))
    },
    offerPaymentConnection: async ({ session, params, body }) =>
      shown(await offerConnection(needs, session, params.id, body.is_offered)),
    endPaymentConnection: async ({ session, params }) => {
      await endConnection(needs, session, params.id)
    },
  }
}
