import { sql, type Kysely } from 'kysely'
import type { ReplyOf } from '#contract/call.ts'
import { MAX_RETURNED_MAILS, type decideReturnedMails } from '#contract/deliveries.ts'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { Refused } from '../http/errors.ts'
import type { Handlers, Session } from '../http/handler.ts'
import { people } from './compose.ts'
import { decide, peopleNow, possibleDecisions, readOfDocument } from './decide.ts'
import { requireOwnDeliveries, type DeliveryRow } from './store.ts'

type Db = Kysely<Schema>
type Decision = 'resend' | 'leave'

/** Mails that came back, many decided with one word, each by the code of its own call. */
export function returnedMailRoutes(needs: {
  db: Db
  clock: Clock
}): Pick<Handlers, 'listReturnedMails' | 'decideReturnedMails'> {
  return {
    async listReturnedMails({ session }) {
      const rows = await returnedMails(needs.db, session)
      return Promise.all(
        rows.map(async ({ recipient_name: recipient, folio, ...row }) => ({
          delivery: row.id,
          document: row.document_id,
          recipient,
          folio,
          sent_to: people.parse(row.recipients).map(({ address }) => address),
          resend_to: await resendTo(needs.db, row),
        })),
      )
    },

    async decideReturnedMails({ session, body }) {
      await requireOwnDeliveries(needs.db, session, body.mails)
      const outcomes: ReplyOf<typeof decideReturnedMails> = []
      for (const { delivery, resend_to: shownTo } of body.mails) {
        const isDone = await decideOne(needs, session, delivery, {
          decision: body.decision,
          shownTo,
        })
        outcomes.push({ delivery, outcome: isDone ? 'done' : 'changed' })
      }
      return outcomes
    },
  }
}

/** As Atención asks about them (agenda/mails-that-ask.ts), newest first. */
function returnedMails(db: Db, { organisationId }: Session) {
  return db
    .selectFrom('delivery')
    .innerJoin('document', (join) =>
      join
        .onRef('document.organisation_id', '=', 'delivery.organisation_id')
        .onRef('document.id', '=', 'delivery.document_id'),
    )
    .selectAll('delivery')
    .select(['document.recipient_name', 'document.folio'])
    .where('delivery.organisation_id', '=', organisationId)
    .where('document.state', '=', 'issued')
    .where('delivery.state', '=', 'bounced')
    .where('delivery.is_last', '=', true)
    .where('delivery.next_try_at', 'is', null)
    .where('delivery.left_at', 'is', null)
    .where(sql<boolean>`delivery.reason is distinct from 'annulled'`)
    .orderBy('delivery.id', 'desc')
    .limit(MAX_RETURNED_MAILS)
    .execute()
}

async function resendTo(db: Db, row: DeliveryRow): Promise<string[]> {
  const may = possibleDecisions(row, await readOfDocument(db, row)).includes('resend')
  return may ? (await peopleNow(db, row)).map(({ address }) => address) : []
}

/** A refusal comes before anything is written. */
async function decideOne(
  needs: { db: Db; clock: Clock },
  session: Session,
  delivery: number,
  { decision, shownTo }: { decision: Decision; shownTo: readonly string[] },
): Promise<boolean> {
  if (!(await hasComeBack(needs.db, session, delivery))) return false
  try {
    await decide(needs, session, delivery, decision, shownTo)
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}

/** One in doubt or refused by the provider is looked at by itself. */
async function hasComeBack(db: Db, { organisationId }: Session, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('delivery')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('state', '=', 'bounced')
    .executeTakeFirst()
  return row !== undefined
}
