import type { Kysely } from 'kysely'
import { compare, knownDay, monthOf, type Day } from '#domain/day.ts'
import { nextDeparture, openingOf, type EmissionHours } from '#domain/departure.ts'
import { contentTotal, type DocumentContent } from '#domain/document.ts'
import { freezeBoleta, type FrozenBoleta } from '#domain/freeze-boleta.ts'
import { freezeFactura, type Frozen } from '#domain/freeze.ts'
import { clp } from '#domain/money.ts'
import type { DocumentReason } from '#domain/reason.ts'
import { ufDayOf } from '#domain/rule.ts'
import { windowStart } from '#domain/window.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { loadRule } from '../../rules/load.ts'
import { catchUp } from '../queue/past-date.ts'
import { frozenContent } from '../content/content.ts'
import { printable } from '../content/printable.ts'
import { ufOn } from '../content/uf.ts'
import {
  contentDigest,
  lockDocument,
  record,
  type Actor,
  type DocumentRow,
} from '../trail/trail.ts'
import { brakeOf } from './approval-reason.ts'

export interface FreezeNeeds extends EmissionHours {
  db: Kysely<Schema>
  clock: Clock
}

/** How soon a document that lacks something is looked at again. */
const LOOK_AGAIN_MS = 60_000

/**
 * The document became due: fixes its content from the rule as it stands now and opens the undo window;
 * or says what is missing and looks again later. Afterwards no edit of the rule reaches it.
 */
export async function freezeDocument(
  needs: FreezeNeeds,
  actor: Actor,
  at: { organisationId: number; id: number },
): Promise<void> {
  const { db, clock } = needs
  await db.transaction().execute(async (trx) => {
    const document = await lockDocument(trx, at)
    if (document === null || !isFreezable(document)) return
    const issueDate = document.issue_day === null ? null : knownDay(document.issue_day)
    const { day } = nextDeparture(needs, clock.now(), document.company_id)
    // What a person told the number of is only looked for, at any hour.
    const isTold = document.told_folio !== null
    const toDay = issueDate === null ? -1 : isTold ? 0 : compare(issueDate, day)
    // With its undo window it would leave on another day than its date, or after the closing hour.
    if (issueDate !== null && toDay < 0 && (await catchUp(trx, needs, actor, document))) return
    if (issueDate !== null && toDay > 0) {
      const opensMs = windowStart(needs.window, issueDate, document.company_id)
      await look(trx, document, instantText(opensMs))
      return
    }
    if (issueDate === null || toDay < 0) {
      await hold(trx, clock, actor, document, 'missed', { issue_day: null, next_try_at: null })
      return
    }
    const frozen =
      document.kind === 'notaCredito'
        ? againOn(document, issueDate)
        : await freezeFromRule(trx, document, issueDate)
    const later = instantText(clock.now() + LOOK_AGAIN_MS)
    switch (frozen.kind) {
      case 'gone':
        await leave(trx, clock, actor, document, frozen.reason)
        return
      case 'ufMissing':
        await hold(trx, clock, actor, document, 'ufMissing', { next_try_at: later })
        return
      case 'missing':
        await askFor(trx, clock, actor, document, frozen.reason, later)
        return
      case 'frozen': {
        const content = printable(frozen.content)
        await (content === null
          ? askFor(trx, clock, actor, document, 'textUnprintable', later)
          : startWaiting(trx, needs, actor, document, content))
      }
    }
  })
}

/** A nota says what its person asked for: tried again, only its day is another. */
function againOn(
  document: DocumentRow,
  issueDate: Day,
): { kind: 'frozen'; content: DocumentContent } {
  return { kind: 'frozen', content: { ...frozenContent(document), issueDate } }
}

async function freezeFromRule(
  trx: Kysely<Schema>,
  document: DocumentRow,
  issueDate: Day,
): Promise<Frozen | FrozenBoleta | Gone> {
  if (document.rule_id === null) return RULE_GONE
  const at = { organisationId: document.organisation_id, ruleId: document.rule_id }
  const emissionDay = knownDay(document.emission_day)
  const month = { period: monthOf(emissionDay), clientId: document.client_id }
  const rule = await loadRule(trx, at, month)
  const client = rule?.clients.find(({ clientId }) => clientId === document.client_id)
  if (rule === null) return RULE_GONE
  if (client === undefined) return { kind: 'gone', reason: 'clientLeftRule' }
  const rateDay = ufDayOf(rule.ufRateType, issueDate)
  const rate = await ufOn(trx, rateDay)
  const when = { emissionDay, issueDate }
  const ufOf = (day: Day) => (day === rateDay ? rate : null)
  return rule.kind === 'factura'
    ? freezeFactura(rule, client, when, ufOf)
    : freezeBoleta(rule, client, when, ufOf, acceptedRetention(document))
}

type Gone = { kind: 'gone'; reason: 'ruleDeleted' | 'clientLeftRule' }
const RULE_GONE: Gone = { kind: 'gone', reason: 'ruleDeleted' }

/** The figure the SII showed for what this document said before, accepted by trying it again. */
function acceptedRetention({ sii_retention_clp: accepted, total_clp: gross }: DocumentRow) {
  if (accepted === null || gross === null) return null
  return { grossClp: clp(gross), retentionClp: clp(accepted) }
}

async function startWaiting(
  trx: Kysely<Schema>,
  { clock, window, undoWindowMs }: FreezeNeeds,
  actor: Actor,
  document: DocumentRow,
  content: DocumentContent,
): Promise<void> {
  const digest = contentDigest(content)
  const opensMs = openingOf(window, content.issueDate)
  const until = instantText(Math.max(clock.now() + undoWindowMs, opensMs))
  const totalClp = contentTotal(content)
  const event = { kind: 'waiting', until, totalClp, digest: digest.toString('hex') } as const
  const brake = await brakeOf(trx, document, content)
  const waiting = await record(trx, clock, actor, document, event, {
    content: JSON.stringify(content),
    content_digest: digest,
    total_clp: totalClp,
    recipient_name: content.recipient.name,
    reason: null,
    reason_text: null,
    wait_until: until,
    next_try_at: until,
    tries: 0,
  })
  if (brake !== null) {
    const stop = { wait_until: null, next_try_at: null }
    await hold(trx, clock, actor, waiting, brake, stop)
  }
}

/** The rule, or this client of it, is gone: nothing says any more what to issue. */
async function leave(
  trx: Kysely<Schema>,
  clock: Clock,
  actor: Actor,
  document: DocumentRow,
  reason: Gone['reason'],
): Promise<void> {
  const change = { reason, next_try_at: null } as const
  await record(trx, clock, actor, document, { kind: 'skipped', reason }, change)
}

async function askFor(
  trx: Kysely<Schema>,
  clock: Clock,
  actor: Actor,
  document: DocumentRow,
  reason: DocumentReason,
  later: string,
): Promise<void> {
  if (document.state === 'needs_data' && document.reason === reason) {
    await look(trx, document, later)
    return
  }
  const change = { reason, next_try_at: later }
  await record(trx, clock, actor, document, { kind: 'needsData', reason }, change)
}

function isFreezable(document: DocumentRow): boolean {
  return document.state === 'planned' || document.state === 'needs_data'
}

/** Records the reason once; looking again for the same reason leaves no further event. */
async function hold(
  trx: Kysely<Schema>,
  clock: Clock,
  actor: Actor,
  document: DocumentRow,
  reason: DocumentReason,
  change: { next_try_at: string | null; issue_day?: null; wait_until?: null },
): Promise<void> {
  if (document.reason === reason) {
    await look(trx, document, change.next_try_at)
    return
  }
  const event = { kind: 'held', reason, tries: document.tries } as const
  await record(trx, clock, actor, document, event, { ...change, reason })
}

async function look(
  trx: Kysely<Schema>,
  document: DocumentRow,
  nextTryAt: string | null,
): Promise<void> {
  await trx
    .updateTable('document')
    .set({ next_try_at: nextTryAt })
    .where('organisation_id', '=', document.organisation_id)
    .where('id', '=', document.id)
    .execute()
}
