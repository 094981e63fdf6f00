import { NotFound } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import type { Limits } from '../../http/limits.ts'
import type { AttemptNeeds } from '../attempts/needs.ts'
import { readConnection } from '../connections/store.ts'
import { readTrial } from './read.ts'
import { startTrial } from './start.ts'
import { wasNotified } from './store.ts'

export function trialRoutes(
  needs: AttemptNeeds & { limits: Limits },
): Pick<Handlers, 'startPaymentTrial' | 'readPaymentTrial'> {
  const { db, limits, providers } = needs
  return {
    startPaymentTrial: async ({ session, params }) => {
      await limits.consume('connectionAccount', `organisation:${session.organisationId}`)
      return startTrial(needs, session, params.id)
    },
    readPaymentTrial: async ({ session, params }) => {
      const at = { organisationId: session.organisationId, connectionId: params.id }
      const connection = await readConnection(db, at)
      if (connection === null || connection.ended_at !== null) throw new NotFound()
      const trial = await readTrial(needs, at)
      if (trial === null) return { trial: null }
      const { notifies } = providers[connection.provider].capabilities
      return {
        trial: {
          state: trial.state,
          amount: trial.amount_clp,
          at: trial.started_at,
          is_notified: notifies ? await wasNotified(db, trial) : null,
        },
      }
    },
  }
}
