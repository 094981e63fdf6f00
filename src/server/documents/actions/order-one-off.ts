import type { Kysely } from 'kysely'
import { KEY_REUSED } from '#contract/call.ts'
import type { Day, Month } from '#domain/day.ts'
import type { Besides } from '#domain/document.ts'
import { departureOf, type EmissionHours } from '#domain/departure.ts'
import { serviceMonth } from '#domain/schedule.ts'
import { audit } from '../../audit.ts'
import { atOneMoment, instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { InvalidInput, Refused } from '../../http/errors.ts'
import type { Say } from '../../rules/check.ts'
import { insertOneOff, type OneOffDraft, type OneOffNeeds } from '../../rules/one-off.ts'
import { isOneOff } from '../trail/origin.ts'
import { append, lockDocument, type Actor } from '../trail/trail.ts'
import { skip } from './actions.ts'

type Needs = OneOffNeeds & EmissionHours & { db: Kysely<Schema>; clock: Clock }
type Author = { organisationId: number; userId: number }

export interface OneOffOrder {
  /** The identity of the document: whatever is ordered under it a second time is the first. */
  requestKey: string
  /** Of the request's body: under the same key another body is another request. */
  digest?: Uint8Array | null
  draft: OneOffDraft
  /** The date its person saw. */
  issueDay: Day
  /** Another one-off that it takes the place of. */
  replaces: number | null
}

/** As many one-offs as may wait for their day at the same time. */
export const MAX_OPEN_ONE_OFFS = 1_000

/**
 * Orders one document for a day: planned at once, frozen on that day, and from there on as every other. Answers its id,
 * also where the request was done before; 409 where another one was done under that key. What it replaces is stopped in
 * the same transaction; where that one is on its way already, 409, and neither changes.
 */
export async function orderOneOff(
  needs: Needs,
  author: Author,
  order: OneOffOrder,
  say: Say,
): Promise<number> {
  const { organisationId, userId } = author
  const once = atOneMoment(needs)
  return needs.db.transaction().execute(async (trx) => {
    const before = await documentOfRequest(trx, organisationId, order)
    if (before !== null) return before
    const ruleId = await insertOneOff(once, trx, author, order, say)
    if (ruleId === null) return made(await documentOfRequest(trx, organisationId, order))
    const actor = { worker: `user:${userId}`, epoch: null }
    if (order.replaces !== null) {
      await replace(trx, once, actor, { organisationId, id: order.replaces })
    }
    await refuseTooMany(trx, organisationId, say)
    refuseOtherDate(once, order)
    const id = await planOneOff(trx, once, actor, {
      organisationId,
      ruleId,
      draft: order.draft,
      issueDay: order.issueDay,
      serviceMonth: serviceMonth(order.issueDay, order.draft.monthOffset),
      key: order.requestKey,
    })
    await audit(trx, once.clock, author, {
      kind: 'documentOrdered',
      subject: `document:${id}`,
      ...(order.replaces !== null && { data: { replaces: order.replaces } }),
    })
    return id
  })
}

async function documentOfRequest(
  trx: Kysely<Schema>,
  organisationId: number,
  { requestKey, digest = null }: Pick<OneOffOrder, 'requestKey' | 'digest'>,
): Promise<number | null> {
  const row = await trx
    .selectFrom('document')
    .innerJoin('invoice_rule as of', (join) =>
      join
        .onRef('of.organisation_id', '=', 'document.organisation_id')
        .onRef('of.id', '=', 'document.rule_id'),
    )
    .select(['document.id', 'of.request_digest'])
    .where('document.organisation_id', '=', organisationId)
    .where('document.key', '=', requestKey)
    .executeTakeFirst()
  if (row === undefined) return null
  const isSame = digest === null || row.request_digest?.equals(digest) === true
  if (!isSame) throw new Refused(409, 'idempotencyKeyReused', { code: KEY_REUSED })
  return row.id
}

function made(id: number | null): number {
  if (id === null) throw new Error('A request has its row and no document')
  return id
}

/** The row of the document that is replaced is locked: a worker that has it in hand comes first, and it is too late. */
async function replace(
  trx: Kysely<Schema>,
  { clock }: Needs,
  actor: Actor,
  at: { organisationId: number; id: number },
): Promise<void> {
  const row = await lockDocument(trx, at)
  if (row === null) throw new InvalidInput({ replaces: ['invalid'] })
  // A number that its person told may be this document's: another one beside it would be a second.
  const isOpen = isOneOff(row) && row.told_folio === null
  const isStopped = isOpen && (await skip(trx, clock, actor, row, 'replaced'))
  if (!isStopped) throw new Refused(409, 'notInThisState')
}

async function refuseTooMany(trx: Kysely<Schema>, organisationId: number, say: Say): Promise<void> {
  const { count } = await trx
    .selectFrom('document')
    .innerJoin('invoice_rule as of', (join) =>
      join
        .onRef('of.organisation_id', '=', 'document.organisation_id')
        .onRef('of.id', '=', 'document.rule_id'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('document.organisation_id', '=', organisationId)
    .where('document.state', 'in', ['planned', 'needs_data', 'waiting', 'queued'])
    .where('of.request_key', 'like', 'request:%')
    .executeTakeFirstOrThrow()
  if (count < MAX_OPEN_ONE_OFFS) return
  throw new InvalidInput({}, [say('tooManyOneOffs', { limit: MAX_OPEN_ONE_OFFS })])
}

/** Its date must be the one its person saw: after hours today's is tomorrow's (docs/decisions/0017). */
export function refuseOtherDate(
  needs: EmissionHours & { clock: Clock },
  { issueDay, draft }: { issueDay: Day; draft: Pick<OneOffDraft, 'companyId'> },
): void {
  const departure = departureOf(needs, issueDay, needs.clock.now(), draft.companyId)
  if (departure.day !== issueDay) throw new InvalidInput({ issue_date: ['otherDate'] })
}

export interface OneOffPlan {
  organisationId: number
  /** The row that says what it says. */
  ruleId: number
  draft: OneOffDraft
  issueDay: Day
  serviceMonth: Month
  key: string
  revision?: number
  uploadId?: number
  besides?: Besides
}

/** Its document, planned for its day; one whose day has gone by meanwhile is asked about as every other. */
export async function planOneOff(
  trx: Kysely<Schema>,
  needs: EmissionHours & { clock: Clock },
  actor: Actor,
  { organisationId, ruleId, draft, issueDay, ...plan }: OneOffPlan,
): Promise<number> {
  const { atMs } = departureOf(needs, issueDay, needs.clock.now(), draft.companyId)
  const parties = await partiesOf(trx, organisationId, draft)
  const now = instantText(needs.clock.now())
  const row = await trx
    .insertInto('document')
    .values({
      organisation_id: organisationId,
      key: plan.key,
      revision: plan.revision ?? 1,
      kind: draft.kind,
      company_id: draft.companyId,
      rule_id: ruleId,
      upload_id: plan.uploadId ?? null,
      ...parties,
      emission_day: issueDay,
      issue_day: issueDay,
      service_month: plan.serviceMonth,
      state: 'planned',
      next_try_at: instantText(atMs),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const { besides } = plan
  const event = {
    kind: 'planned',
    emissionDay: issueDay,
    why: 'ordered',
    ...(besides !== undefined && { besides }),
  } as const
  await append(trx, needs.clock, actor, row, event)
  return row.id
}

async function partiesOf(trx: Kysely<Schema>, organisationId: number, draft: OneOffDraft) {
  const [chosen] = draft.clients
  return trx
    .selectFrom('client')
    .innerJoin('company', (join) =>
      join
        .onRef('company.organisation_id', '=', 'client.organisation_id')
        .onRef('company.id', '=', 'client.company_id'),
    )
    .innerJoin('facturator', (join) =>
      join
        .onRef('facturator.organisation_id', '=', 'company.organisation_id')
        .onRef('facturator.id', '=', 'company.facturator_id'),
    )
    .select([
      'client.id as client_id',
      'client.rut as recipient_rut',
      'client.name as recipient_name',
      'facturator.person_rut',
    ])
    .where('client.organisation_id', '=', organisationId)
    .where('client.id', '=', chosen?.clientId ?? 0)
    .executeTakeFirstOrThrow()
}
