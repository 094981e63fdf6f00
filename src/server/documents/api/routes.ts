import { z } from 'zod'
import type { BodyOf } from '#contract/call.ts'
import type { decideDocument } from '#contract/document-orders.ts'
import { DOCUMENT_KINDS, FILE_PATH } from '#contract/documents.ts'
import { idInPath } from '#contract/fields.ts'
import { dayInChile, knownMonth, parseDay, type Day } from '#domain/day.ts'
import { nextDeparture } from '#domain/departure.ts'
import { instantText } from '../../clock.ts'
import type { Kysely } from 'kysely'
import { finds } from '../../db/finds.ts'
import type { Schema } from '../../db/schema.ts'
import type { Bytes, BytesRoute } from '../../http/bytes.ts'
import { InvalidInput, NotFound, Refused } from '../../http/errors.ts'
import type { Handlers, Session } from '../../http/handler.ts'
import { documentActions } from '../actions/actions.ts'
import type { Decision } from '../actions/decide.ts'
import { restoreDocument, type RestoreNeeds } from '../actions/restore.ts'
import type { Ordered } from '../actions/order-issue.ts'
import { approveRun } from '../plan/unusual-runs.ts'
import { readDocument, readEarlierEvents } from './detail.ts'
import { presentRow } from './presenter.ts'
import { storedFile } from './issued-view.ts'
import { settleClaim } from './receiver.ts'
import { readDocuments } from './store.ts'

type Needs = RestoreNeeds

type DocumentHandlers = Pick<
  Handlers,
  | 'listDocuments'
  | 'readDocument'
  | 'readDeparture'
  | 'listEarlierEvents'
  | 'skipDocument'
  | 'issueDocumentNow'
  | 'retryDocument'
  | 'decideDocument'
  | 'restoreDocument'
  | 'annulDocument'
  | 'adoptDocument'
  | 'acceptDocumentFile'
  | 'acceptDocumentTwins'
  | 'settleClaim'
  | 'keepDocumentValid'
  | 'approveRun'
>

export function documentRoutes(needs: Needs): DocumentHandlers {
  const { db } = needs
  const actions = documentActions(needs)
  return {
    listDocuments: async ({ query, session }) => {
      const rows = await readDocuments(needs, {
        organisationId: session.organisationId,
        state: query.state,
        delivery: query.delivery,
        payment: query.payment,
        reaction: query.reaction,
        kind: query.document_type && DOCUMENT_KINDS[query.document_type],
        month: query.month === undefined ? undefined : knownMonth(query.month),
        ruleId: query.rule,
        search: query.search,
        before: cursorOf(query.before),
        limit: query.limit + 1,
      })
      const page = rows.slice(0, query.limit)
      const last = rows.length > query.limit ? page.at(-1) : undefined
      return {
        documents: page.map(presentRow),
        next: last === undefined ? null : `${last.emission_day}_${last.id}`,
      }
    },
    readDocument: ({ params, session }) => readDocument(needs, session, params.id),
    listEarlierEvents: ({ params, query, session }) =>
      readEarlierEvents(needs, session, params.id, query.before),
    readDeparture: async ({ query, session }) => {
      const { organisationId } = session
      if (!(await isCompanyOf(db, organisationId, query.company))) throw new NotFound()
      const now = needs.clock.now()
      const { day, atMs } = nextDeparture(needs, now, query.company)
      return { today: dayInChile(now), date: day, at: instantText(atMs) }
    },
    skipDocument: ({ params, session }) => act(needs, session, params.id, actions.skip),
    issueDocumentNow: ({ params, body, session }) =>
      act(needs, session, params.id, (at, user) => actions.issueNow(at, user, dayOf(body.date))),
    retryDocument: ({ params, body, session }) =>
      act(needs, session, params.id, (at, user) => actions.retry(at, user, dayOf(body.date))),
    restoreDocument: ({ params, body, session }) =>
      act(needs, session, params.id, (at) => restoreDocument(needs, session, at, dayOf(body.date))),
    annulDocument: ({ params, body, session }) =>
      act(needs, session, params.id, (at, user) => actions.annul(at, user, CAUSES[body.cause])),
    adoptDocument: ({ params, body, session }) =>
      act(needs, session, params.id, (at, user) => actions.adopt(at, user, body.folio)),
    acceptDocumentFile: ({ params, session }) => act(needs, session, params.id, actions.acceptFile),
    acceptDocumentTwins: ({ params, body, session }) =>
      act(needs, session, params.id, (at, user) => actions.acceptTwins(at, user, body.folios)),
    settleClaim: ({ params, body, session }) =>
      act(needs, session, params.id, (at) => settleClaim(needs, at, session.userId, body.events)),
    keepDocumentValid: ({ params, session }) => act(needs, session, params.id, actions.keepValid),
    decideDocument: ({ params, body, session }) =>
      act(needs, session, params.id, (at, user) => actions.decide(at, user, decisionOf(body))),
    approveRun: async ({ params, body, session }) => {
      const documents = await approveRun(needs, session, params.id, dayOf(body.date))
      if (documents === null) throw new NotFound()
      if (documents === 'otherDate') throw otherDate()
      return { documents }
    },
  }
}

/** The numbers of the SII's form (portal 4.3). */
const CAUSES = { not_paid: 1, not_provided: 2, mistyped: 3 } as const

/** The official PDF and the signed XML, exactly as the SII gave them. */
export function documentFileRoute({ db }: Pick<Needs, 'db'>): BytesRoute {
  return {
    path: FILE_PATH,
    handle: async ({ params, session }): Promise<Bytes> => {
      const parsed = fileParams.safeParse(params)
      if (!parsed.success) throw new NotFound()
      const { id, kind } = parsed.data
      const file = await storedFile(db, { organisationId: session.organisationId, id, kind })
      if (file === null) throw new NotFound()
      return file
    },
  }
}

const fileParams = z.object({ id: idInPath, kind: z.enum(['pdf', 'xml']) })

async function act(
  needs: Needs,
  session: Session,
  id: number,
  action: (
    at: { organisationId: number; id: number },
    user: { worker: string; epoch: null },
  ) => Promise<Ordered>,
) {
  const before = await readDocument(needs, session, id)
  const at = { organisationId: session.organisationId, id: before.id }
  const done = await action(at, { worker: `user:${session.userId}`, epoch: null }).catch(
    (error: unknown) => {
      const constraint = brokenUnique(error)
      if (constraint === 'document_annulling_nota') throw new Refused(409, 'notaUnderWay')
      if (constraint !== null) throw new Refused(409, 'folioTaken')
      throw error
    },
  )
  if (done === 'otherDate') throw otherDate()
  if (!done) throw new Refused(409, 'notInThisState')
  return readDocument(needs, session, id)
}

function decisionOf(body: BodyOf<typeof decideDocument>): Decision {
  if (body.decision !== 'notIssued') return body
  return { decision: 'notIssued', shown: dayOf(body.date) }
}

function otherDate(): InvalidInput {
  return new InvalidInput({ date: ['otherDate'] })
}

/** The date a person was shown. */
export function dayOf(date: string | undefined): Day | undefined {
  if (date === undefined) return undefined
  const shown = parseDay(date)
  if (shown === null) throw new InvalidInput({ date: ['invalid'] })
  return shown
}

async function isCompanyOf(
  db: Kysely<Schema>,
  organisationId: number,
  companyId: number,
): Promise<boolean> {
  return finds(
    db
      .selectFrom('company')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', companyId),
  )
}

function cursorOf(text: string | undefined): { emissionDay: string; id: number } | undefined {
  if (text === undefined) return undefined
  const found = /^(\d{4}-\d{2}-\d{2})_(\d{1,15})$/.exec(text)
  const emissionDay = parseDay(found?.[1] ?? '')
  if (emissionDay === null) throw new InvalidInput({ before: ['invalid'] })
  return { emissionDay, id: Number(found?.[2]) }
}

/** The name of the unique key that a change would break; null for any other mistake. */
function brokenUnique(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return null
  return 'constraint' in error ? String(error.constraint) : ''
}
