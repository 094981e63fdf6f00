import type { Kysely } from 'kysely'
import { answerForm } from '#domain/answer-form.ts'
import { oddAmount } from '#domain/brakes.ts'
import { pricedLines } from '#domain/priced-lines.ts'
import { addDays, dayInChile, knownDay, type Day } from '#domain/day.ts'
import { freezeLines } from '#domain/freeze.ts'
import { isDocumentReason, whoActs } from '#domain/reason.ts'
import { needsUf, ufDayOf } from '#domain/rule.ts'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { frozenContent } from '../documents/content/content.ts'
import { readAccounts, type ListedAccount } from '../mailer/accounts/account-store.ts'
import { readStops, type StopReason, type Stops } from '../documents/stops/stops.ts'
import { comingDays } from '../rules/coming-days.ts'
import { isComplete, openMonths, type OpenMonth } from '../rules/open-lines.ts'
import { domainRule, readinessOf } from '../rules/readiness.ts'
import { viewRules, type RuleView } from '../rules/view.ts'
import {
  gather,
  urgencyOf,
  type AttentionItem,
  type Finding,
  type Named,
  type Subject,
} from './attention-items.ts'
import { documentSubject, isOfPerson, type Around } from './document-subject.ts'
import {
  documentsThatAsk,
  facturatorName,
  lastContents,
  openRuns,
  type AgendaDocument,
  type FacturatorAt,
} from './store.ts'
import { ufAhead, type UfAhead } from './uf-ahead.ts'

/** How far ahead amounts and the UF are looked at. */
const DAYS_AHEAD = 7
/** The UF is published a month ahead: one that isn't there this close is late. */
const UF_DAYS_AHEAD = 3

/**
 * Everything that stops, or will stop, an emission and that somebody must mend. Made anew from the rows each
 * time it is asked, so that a mended problem is gone with nobody closing it.
 */
export async function attention(
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  at: FacturatorAt,
): Promise<AttentionItem[]> {
  const today = dayInChile(clock.now())
  const person = {
    kind: 'facturator',
    id: at.facturatorId,
    name: await facturatorName(db, at),
  } as const
  const views = await viewRules(db, at.organisationId, {
    facturatorId: at.facturatorId,
    isPaused: false,
  })
  const uf = await ufAhead(db, today)
  const documents = await documentsThatAsk(db, at)
  const mailboxes = await readAccounts(db, at.organisationId)
  const last = await lastContents(
    db,
    at.organisationId,
    views.map(({ id }) => id),
  )
  const until = addDays(today, DAYS_AHEAD)
  const months = await openMonths(db, { organisationId: at.organisationId, until })
  const isOurs = new Set(views.map(({ id }) => id))
  const stops = await readStops(db, at)
  const runs = await openRuns(db, at.organisationId)
  return gather([
    ...stopFindings(stops, person),
    ...months
      .filter((month) => isOurs.has(month.rule.id) && !isComplete(month))
      .map((month) => monthFinding(month, today)),
    ...documents.flatMap((document) => documentFindings(document, { person, stops, runs })),
    ...behindFindings(documents, { person, stops, runs }),
    ...views.flatMap((view) => ruleFindings(view, person, today)),
    ...views.flatMap((view) => mailFindings(view, mailboxes, today)),
    ...views.flatMap((view) => ufFindings(view, uf, today)),
    ...views.flatMap((view) => amountFindings(view, uf, today, last)),
  ])
}

/** Told while it lasts, with nothing waiting too: whoever stopped issuing may have forgotten. */
function stopFindings({ everything, companies, byOperator }: Stops, person: Subject): Finding[] {
  const stopped = (code: StopReason, subject: Subject): Finding => ({
    code,
    subject,
    urgency: 'now',
    due: null,
    rule: null,
    document: null,
  })
  return [
    ...(byOperator ? [stopped('stoppedByUs', person)] : []),
    ...(everything !== null ? [stopped('issuingStopped', person)] : []),
    ...companies.map(({ company: { id, name } }) =>
      stopped('issuingStopped', { kind: 'company', id, name }),
    ),
  ]
}

function documentFindings(document: AgendaDocument, around: Around): Finding[] {
  const code = document.reason ?? 'portalRefused'
  if (!asks(document)) return []
  return [
    {
      code,
      subject: documentSubject(code, document, around),
      urgency: 'now',
      due: knownDay(document.issue_day ?? document.emission_day),
      rule:
        document.rule_id === null ? null : { id: document.rule_id, name: document.rule_name ?? '' },
      document: { id: document.id, name: document.recipient_name },
      detail: document.reason_text,
      ...saidAlike(code, document.reason_text),
    },
  ]
}

/** What the person's uncertain document holds up, where it waits for a word: mended with that one. */
function behindFindings(documents: readonly AgendaDocument[], around: Around): Finding[] {
  const open = documents.find((document) => document.state === 'uncertain' && asks(document))
  if (open === undefined) return []
  const [found] = documentFindings(open, around)
  if (found === undefined) return []
  return documents
    .filter(({ reason }) => reason === 'behindUncertain')
    .map(({ id, recipient_name: name }) => ({ ...found, document: { id, name } }))
}

/** What the SII said of many documents in the same words is asked about once. */
function saidAlike(code: string, text: string | null): { group: string } | null {
  const form = code === 'portalRefused' && text !== null ? answerForm(text) : ''
  return form === '' ? null : { group: form }
}

/** Time and we ourselves heal the rest (domain/reason.ts). */
function asks({ state, reason }: AgendaDocument): boolean {
  if (reason === null || !isDocumentReason(reason)) return state === 'failed'
  return whoActs(reason) === 'user' || reason === 'stoppedByUs'
}

function ruleFindings(view: RuleView, person: Subject, today: Day): Finding[] {
  const [due = null] = comingDays(view)
  const rule: Named = { id: view.id, name: view.name }
  return readinessOf(view).map(({ code, client }) => ({
    code,
    subject: isOfPerson(code)
      ? person
      : client === undefined
        ? { kind: 'rule', ...rule }
        : { kind: 'client', ...client },
    urgency: urgencyOf(today, due),
    due,
    rule,
    document: null,
  }))
}

/** It issues all the same; what waits is its mail. Told before its next run, not after. */
function mailFindings(view: RuleView, mailboxes: readonly Mailbox[], today: Day): Finding[] {
  if (!view.sendEmailAutomatic) return []
  const mailbox = mailboxes.find(({ id }) => id === view.emailAccountId)
  if (mailbox?.state === 'connected') return []
  const [due = null] = comingDays(view)
  const rule: Named = { id: view.id, name: view.name }
  const urgency = urgencyOf(today, due)
  const found = { urgency, due, rule, document: null }
  return mailbox === undefined
    ? [{ ...found, code: 'mailboxMissing', subject: { kind: 'rule', ...rule } }]
    : [
        {
          ...found,
          code: 'mailboxDisconnected',
          subject: { kind: 'emailAccount', id: mailbox.id, name: mailbox.address },
        },
      ]
}

type Mailbox = Pick<ListedAccount, 'id' | 'address' | 'state'>

function ufFindings(view: RuleView, uf: UfAhead, today: Day): Finding[] {
  const [due] = comingDays(view, addDays(today, UF_DAYS_AHEAD))
  if (due === undefined || !needsUf(view)) return []
  const day = ufDayOf(view.ufRateType, due)
  if (uf(day)?.isEstimated === false) return []
  return [
    {
      code: 'ufMissing',
      subject: { kind: 'uf', id: day, name: day },
      urgency: urgencyOf(today, due),
      due,
      rule: { id: view.id, name: view.name },
      document: null,
    },
  ]
}

/** Quantities or prices to fill in: asked a week ahead, so that the day finds them there (D-22). */
function monthFinding({ rule, emissionDay: due }: OpenMonth, today: Day): Finding {
  const subject = { kind: 'rule', ...rule } as const
  const urgency = urgencyOf(today, due)
  return { code: 'linesToComplete', subject, urgency, due, rule, document: null }
}

type LastContents = Awaited<ReturnType<typeof lastContents>>

/** What the brake would stop on its day, told before it (documents/freeze/approval-reason.ts is the brake itself). */
function amountFindings(
  view: RuleView,
  uf: UfAhead,
  today: Day,
  contents: LastContents,
): Finding[] {
  const [due] = comingDays(view, addDays(today, DAYS_AHEAD))
  if (due === undefined) return []
  const when = { emissionDay: due, issueDate: due }
  const next = freezeLines(domainRule(view), when, (day) => uf(day)?.value ?? null)
  if (next.kind !== 'lines') return []
  const rule = { id: view.id, name: view.name }
  for (const before of contents) {
    if (before.rule_id !== view.id || before.content === null) continue
    if (!view.clients.some(({ client }) => client.id === before.client_id)) continue
    const odd = oddAmount(pricedLines(frozenContent(before)), next.lines)
    if (odd === null) continue
    const amounts = { before: odd.beforeClp, now: odd.nowClp }
    const subject = { kind: 'rule', ...rule } as const
    const urgency = urgencyOf(today, due)
    return [{ code: 'amountDiffers', subject, urgency, due, rule, document: null, amounts }]
  }
  return []
}
