import type { FastifyInstance } from 'fastify'
import { TRIAL_CANCELLED_PATH, TRIAL_RETURN_PATH } from '#contract/payment-trials.ts'
import { withinOrganisation } from '../../db/reach.ts'
import { NotFound } from '../../http/errors.ts'
import type { Limits } from '../../http/limits.ts'
import { serveReturns } from '../attempts/browser-routes.ts'
import type { AttemptNeeds } from '../attempts/needs.ts'
import { returnedAs, type Arrived } from '../attempts/returned-as.ts'
import { readConnection, type ConnectionAt } from '../connections/store.ts'
import { readTrial } from './read.ts'
import { changeTrial, findTrial, trialOfOrder } from './store.ts'

/** Where providers lead an owner back to who tried a payment: on to the screen, which says what came of it. */
export function serveTrialReturns(
  server: FastifyInstance,
  needs: AttemptNeeds & { limits: Limits },
): void {
  const paths = { returned: TRIAL_RETURN_PATH, cancelled: TRIAL_CANCELLED_PATH }
  serveReturns(server, needs, paths, async (orderId, arrived) => {
    const at = await trialOfOrder(needs.db, orderId)
    if (at === null) throw new NotFound()
    await withinOrganisation(at.organisationId, () => arrive(needs, at, arrived))
    return `${needs.publicUrl()}/payments/providers?trial=${at.connectionId}`
  })
}

/** What the browser says is how its owner left; what came of the payment is read. */
async function arrive(needs: AttemptNeeds, at: ConnectionAt, arrived: Arrived): Promise<void> {
  const { db, providers } = needs
  const trial = await findTrial(db, at)
  const connection = await readConnection(db, at)
  if (trial === null || connection === null) throw new NotFound()
  const returned = returnedAs(providers[connection.provider], trial, arrived)
  if (returned === null) return
  if (trial.returned !== 'normal') await changeTrial(db, trial, { returned })
  await readTrial(needs, at)
}
