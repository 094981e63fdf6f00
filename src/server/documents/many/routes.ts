import type { Kysely } from 'kysely'
import type { ReplyOf } from '#contract/call.ts'
import type { decideTogether } from '#contract/documents-at-once.ts'
import { jointDecisions, type JointDecision } from '#domain/decided-together.ts'
import type { Schema } from '../../db/schema.ts'
import { NotFound } from '../../http/errors.ts'
import type { Handlers, Session } from '../../http/handler.ts'
import { documentActions, type DocumentActions } from '../actions/actions.ts'
import { dateByOrder, dateByRetry, type Ordered } from '../actions/order-issue.ts'
import type { PastDateNeeds } from '../queue/past-date.ts'
import { dayOf } from '../api/routes.ts'
import { readDocumentsById, type ListedDocument } from '../api/store.ts'

export type DocumentsAtOnceRoutes = Pick<Handlers, 'previewDecision' | 'decideTogether'>

type Needs = PastDateNeeds & { db: Kysely<Schema> }

/** One decision about many documents, each by the code of its own call. */
export function documentsAtOnceRoutes(needs: Needs): DocumentsAtOnceRoutes {
  const actions = documentActions(needs)
  return {
    async previewDecision({ session, body }) {
      const rows = await readAll(needs, session, body.documents)
      return rows.map((row) => {
        const may = jointDecisions(row).includes(body.decision)
        return {
          document: row.id,
          recipient: row.recipient_name,
          total: row.total_clp,
          date: may ? dateOf(needs, row, body.decision) : null,
          may,
        }
      })
    },

    async decideTogether({ session, body }) {
      const shown = new Map(body.documents.map(({ document, date }) => [document, date]))
      // In the order of their ids, so that two requests about the same never wait for each other.
      const rows = await readAll(needs, session, [...shown.keys()])
      const outcomes: ReplyOf<typeof decideTogether> = []
      for (const row of rows) {
        const done = await decideOne(actions, session, row, {
          decision: body.decision,
          shown: dayOf(shown.get(row.id) ?? undefined),
        })
        outcomes.push({ document: row.id, outcome: OUTCOMES[String(done)] ?? 'changed' })
      }
      return outcomes
    },
  }
}

const OUTCOMES: Readonly<Record<string, 'done' | 'changed' | 'otherDate'>> = {
  true: 'done',
  false: 'changed',
  otherDate: 'otherDate',
}

async function decideOne(
  actions: DocumentActions,
  { organisationId, userId }: Session,
  row: ListedDocument,
  { decision, shown }: { decision: JointDecision; shown: ReturnType<typeof dayOf> },
): Promise<Ordered> {
  if (!jointDecisions(row).includes(decision)) return false
  const at = { organisationId, id: row.id }
  const user = { worker: `user:${userId}`, epoch: null }
  switch (decision) {
    case 'issue':
      return actions.issueNow(at, user, shown)
    case 'retry':
      return actions.retry(at, user, shown)
    case 'skip':
      return actions.skip(at, user)
  }
}

function dateOf(needs: Needs, row: ListedDocument, decision: JointDecision): string | null {
  if (decision === 'issue') return dateByOrder(needs, row)
  return decision === 'retry' ? dateByRetry(needs, row) : null
}

/** All of them or NotFound: another's answers as an absent one. By their ids. */
async function readAll(
  needs: Needs,
  { organisationId }: Session,
  documents: readonly number[],
): Promise<ListedDocument[]> {
  const ids = new Set(documents)
  const rows = await readDocumentsById(needs, organisationId, [...ids])
  if (rows.length !== ids.size) throw new NotFound()
  return rows
}
