import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { PAYMENT_CANCELLED_PATH, PAYMENT_RETURN_PATH } from '#contract/payment-attempts.ts'
import { API_BASE } from '../../http/calls.ts'
import { NotFound } from '../../http/errors.ts'
import type { Limits } from '../../http/limits.ts'
import { networkOf } from '../../http/network.ts'
import type { AttemptNeeds } from './needs.ts'
import { ORDER_ID } from './order-id.ts'
import { createReturns } from './return.ts'
import type { Arrived } from './returned-as.ts'

const params = z.object({ order: z.string().regex(ORDER_ID) })
const fields = z.record(z.string(), z.unknown())

/** Where providers lead a payer back to. The answer leads on to the document's page, which says what is on record. */
export function servePaymentReturns(
  server: FastifyInstance,
  needs: AttemptNeeds & { limits: Limits },
): void {
  const returns = createReturns(needs)
  const paths = { returned: PAYMENT_RETURN_PATH, cancelled: PAYMENT_CANCELLED_PATH }
  serveReturns(server, needs, paths, (orderId, arrived) => returns.arrive(orderId, arrived))
}

/** By GET or with a form: a page of the provider sends it, so no session comes along. */
export function serveReturns(
  server: FastifyInstance,
  { limits }: { limits: Limits },
  paths: { returned: string; cancelled: string },
  /** Where the browser goes next. */
  arrive: (orderId: string, arrived: Arrived) => Promise<string>,
): void {
  const serve = (path: string, isCancelled: boolean): void => {
    server.route({
      method: ['GET', 'POST'],
      url: API_BASE + path,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const { order } = params.safeParse(request.params).data ?? {}
        const arrived = { ...fieldsOf(request), isCancelled }
        const page = await limitMisses(limits, networkOf(request.ip), () => {
          if (order === undefined) throw new NotFound()
          return arrive(order, arrived)
        })
        return reply.header('referrer-policy', 'no-referrer').redirect(page, 303)
      },
    })
  }
  serve(paths.returned, false)
  serve(paths.cancelled, true)
}

/** Counts only orders that are none of ours: a payer whose return is refused loses the payment that it settles. */
async function limitMisses<Found>(
  limits: Limits,
  network: string,
  find: () => Promise<Found>,
): Promise<Found> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof NotFound) await limits.consume('sharedMissNetwork', network)
    throw error
  }
}

function fieldsOf({ query, body }: FastifyRequest) {
  return {
    query: fields.safeParse(query).data ?? {},
    form: fields.safeParse(body).data ?? {},
  }
}
