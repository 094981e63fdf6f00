import type { Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import type { Handlers } from '../http/handler.ts'
import { resendPending } from './resend.ts'

export function deliveryRoutes(needs: {
  db: Kysely<Schema>
  clock: Clock
}): Pick<Handlers, 'resendPending'> {
  return {
    async resendPending({ session, params }) {
      return { queued: await resendPending(needs, session, params.id) }
    },
  }
}
