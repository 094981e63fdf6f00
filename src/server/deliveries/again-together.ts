import type { Kysely } from 'kysely'
import type { ReplyOf } from '#contract/call.ts'
import type { previewMailsAgain, sendMailsAgain } from '#contract/documents-at-once.ts'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { InvalidInput, NotFound, Refused } from '../http/errors.ts'
import type { Handlers, Session } from '../http/handler.ts'
import { isWithin, type Limits } from '../http/limits.ts'
import { isSentAgain, readAgain, sendAgain } from './again.ts'
import { requireOwnDeliveries, type DeliveryRow } from './store.ts'

type Db = Kysely<Schema>

interface Needs {
  db: Db
  clock: Clock
  limits: Limits
}

/** The mails of many documents, each sent again by the code of its own call. */
export function mailsAgainRoutes(
  needs: Needs,
): Pick<Handlers, 'previewMailsAgain' | 'sendMailsAgain'> {
  return {
    async previewMailsAgain({ session, body }) {
      const documents = await documentsOf(needs.db, session, body.documents)
      const mails = await lastMails(needs.db, session, body.documents)
      return Promise.all(
        documents.map(async (document) => ({
          document: document.id,
          recipient: document.recipient_name,
          folio: document.folio,
          ...(await shownOf(needs, mails.get(document.id))),
        })),
      )
    },

    async sendMailsAgain({ session, body }) {
      await requireOwnDeliveries(needs.db, session, body.mails)
      const outcomes: ReplyOf<typeof sendMailsAgain> = []
      for (const { delivery, ...wish } of body.mails) {
        const reason = await sendOne(needs, session, delivery, wish)
        outcomes.push({ delivery, outcome: reason === null ? 'queued' : 'refused', reason })
      }
      return outcomes
    },
  }
}

type Reason = ReplyOf<typeof sendMailsAgain>[number]['reason']

/**
 * Null once it is queued. A refusal comes before anything is written, and the limit of the day refuses this one alone,
 * because those before it are on their way. One that was sent already counts no second time.
 */
async function sendOne(
  needs: Needs,
  session: Session,
  delivery: number,
  wish: { to: string[]; cc: string[] },
): Promise<Reason> {
  try {
    if (await isSentAgain(needs.db, session, delivery, wish)) return null
    const key = `organisation:${session.organisationId}`
    if (!(await isWithin(needs.limits, 'mailAgainAccount', key))) return 'dayLimit'
    await sendAgain(needs, session, delivery, wish)
    return null
  } catch (error) {
    if (error instanceof InvalidInput) return 'invalidAddress'
    if (error instanceof Refused) return reasonOf(error)
    throw error
  }
}

/** By the problem that `sendAgain` names. */
function reasonOf({ detail }: Refused): Exclude<Reason, null> {
  const code = typeof detail === 'object' && 'code' in detail ? detail.code : detail
  switch (code) {
    case 'mailboxMissing':
      return 'mailboxMissing'
    case 'mailboxStillDisconnected':
      return 'mailboxDisconnected'
    case 'mailAgainTooMany':
      return 'tooMany'
    default:
      return 'changed'
  }
}

type Shown = Pick<ReplyOf<typeof previewMailsAgain>[number], 'delivery' | 'to' | 'cc' | 'obstacle'>

async function shownOf(needs: Needs, mail: DeliveryRow | undefined): Promise<Shown> {
  const again = mail === undefined ? null : await readAgain(needs, mail)
  if (mail === undefined || again === null) {
    return { delivery: null, to: [], cc: [], obstacle: 'notSent' }
  }
  const of = (copy: 'to' | 'cc') =>
    again.people.filter((one) => one.copy === copy).map(({ address }) => address)
  const to = of('to')
  const obstacle = again.obstacle ?? (to.length === 0 ? 'noRecipient' : null)
  return { delivery: mail.id, to, cc: of('cc'), obstacle }
}

/** All of them or NotFound, in the order of their ids. */
async function documentsOf(db: Db, { organisationId }: Session, documents: readonly number[]) {
  const ids = [...new Set(documents)]
  const rows = await db
    .selectFrom('document')
    .select(['id', 'folio', 'recipient_name'])
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  if (rows.length !== ids.length) throw new NotFound()
  return rows
}

async function lastMails(
  db: Db,
  { organisationId }: Session,
  documents: readonly number[],
): Promise<Map<number, DeliveryRow>> {
  const rows = await db
    .selectFrom('delivery')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('document_id', 'in', [...documents])
    .where('purpose', '=', 'document')
    .where('is_last', '=', true)
    .execute()
  return new Map(rows.map((row) => [row.document_id, row]))
}
