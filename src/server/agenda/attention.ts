import type { Kysely } from 'kysely'
import { oddAmount } from '#domain/brakes.ts'
import { pricedLines } from '#domain/priced-lines.ts'
import { addDays, dayInChile, type Day } from '#domain/day.ts'
import { freezeLines } from '#domain/freeze.ts'
import { needsUf, ufDayOf } from '#domain/rule.ts'
import type { CompanyStop } from '#domain/standing.ts'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { frozenContent } from '../documents/content/content.ts'
import { readAccounts, type ListedAccount } from '../mailer/accounts/account-store.ts'
import { readStops, type Stops } from '../documents/stops/stops.ts'
import { isComplete, openMonths, type OpenMonth } from '../rules/open-lines.ts'
import { domainRule, readinessOf } from '../rules/readiness.ts'
import { comingDays, viewRules, type RuleView } from '../rules/view.ts'
import {
  gather,
  urgencyOf,
  type AttentionItem,
  type Finding,
  type Named,
  type Subject,
} from './attention-items.ts'
import {
  behindFindings,
  documentFindings,
  isHeld,
  isOfPerson,
  lateFilesFindings,
  standingDocument,
  wholeOrganisation,
} from './document-findings.ts'
import {
  claimsThatAsk,
  documentsThatAsk,
  lastContents,
  openRuns,
  personNames,
  type OrganisationAt,
} from './store.ts'
import { mailsHeldBack, mailsThatAsk, type AskingMail } from './mails-that-ask.ts'
import {
  companiesWithRecordedTakenBack,
  paymentsThatAsk,
  type AskingPayment,
} from './payments-that-ask.ts'
import { ufAhead, type UfAhead } from './uf-ahead.ts'

/** How far ahead amounts and the UF are looked at. */
const DAYS_AHEAD = 7
/** The UF is published a month ahead: one that isn't there this close is late. */
const UF_DAYS_AHEAD = 3

/**
 * Everything that stops, or will stop, an emission of the organisation and that somebody must mend. Made anew from the
 * rows each time it is asked, so that a mended problem is gone with nobody closing it.
 */
export async function attention(
  needs: { db: Kysely<Schema>; clock: Clock },
  at: OrganisationAt,
): Promise<{ items: AttentionItem[]; held: number }> {
  const { db, clock } = needs
  const today = dayInChile(clock.now())
  const names = await personNames(db, at)
  const views = await viewRules(needs, at.organisationId, { isPaused: false })
  const uf = await ufAhead(db, today)
  const documents = (await documentsThatAsk(needs, at)).map((row) => standingDocument(row, today))
  const mailboxes = await readAccounts(db, at.organisationId)
  const mails = await mailsThatAsk(db, at)
  const heldBack = await mailsHeldBack(db, at)
  const payments = await paymentsThatAsk(db, at)
  const claims = await claimsThatAsk(db, at)
  const takenBack = await companiesWithRecordedTakenBack(db, at)
  const last = await lastContents(
    db,
    at.organisationId,
    views.map(({ id }) => id),
  )
  const until = addDays(today, DAYS_AHEAD)
  const months = await openMonths(db, { organisationId: at.organisationId, until })
  const issuers = new Map(views.map(({ id, company }) => [id, company]))
  const stops = await readStops(db, at)
  const runs = await openRuns(db, at.organisationId)
  const around = { names, stops, runs }
  const items = gather([
    ...stopFindings(stops, names),
    ...months
      .filter((month) => issuers.has(month.rule.id) && !isComplete(month))
      .map((month) => ({
        ...monthFinding(month, today),
        company: issuers.get(month.rule.id) ?? null,
      })),
    ...documents.flatMap((document) => documentFindings(document, around)),
    ...behindFindings(documents, around),
    ...lateFilesFindings(documents, clock),
    ...mails.map((mail) => sentFinding(mail)),
    ...payments.map((payment) => paymentFinding(payment)),
    ...claims.map((claim) => claimFinding(claim)),
    ...takenBack.map((company) => movementsFinding(company)),
    ...mailboxes.flatMap((mailbox) => heldFindings(mailbox, heldBack.get(mailbox.id) ?? 0)),
    ...views.flatMap((view) =>
      [
        ...ruleFindings(view, today),
        ...mailFindings(view, mailboxes, today),
        ...ufFindings(view, uf, today),
        ...amountFindings(view, uf, today, last),
      ].map((finding) => ({ ...finding, company: view.company })),
    ),
  ])
  return { items, held: documents.filter(isHeld).length }
}

/** Told while it lasts, with nothing waiting too: whoever stopped issuing may have forgotten. */
function stopFindings(
  { everything, companies, byOperator }: Stops,
  names: ReadonlyMap<number, string>,
): Finding[] {
  const stopped = (code: CompanyStop, subject: Subject): Finding => ({
    code,
    subject,
    urgency: 'now',
    due: null,
    rule: null,
    document: null,
  })
  return [
    ...byOperator.map(({ facturatorId: id, name }) =>
      stopped('stoppedByUs', { kind: 'facturator', id, name }),
    ),
    ...(everything !== null ? [stopped('issuingStopped', wholeOrganisation(names))] : []),
    ...companies.map(({ company: { id, name } }) =>
      stopped('issuingStopped', { kind: 'company', id, name }),
    ),
  ]
}

function ruleFindings(view: RuleView, today: Day): Finding[] {
  const [due = null] = comingDays(view)
  const rule: Named = { id: view.id, name: view.name }
  return readinessOf(view).map(({ code, client }) => ({
    code,
    subject: isOfPerson(code)
      ? { kind: 'facturator', id: view.person.id, name: view.person.name }
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
    : [{ ...found, code: 'mailboxDisconnected', subject: subjectOf(mailbox) }]
}

/** Its owner says what becomes of them, once it can send again. */
function heldFindings(mailbox: Mailbox, mails: number): Finding[] {
  if (mails === 0) return []
  const code = mailbox.state === 'connected' ? 'mailsWaiting' : 'mailboxDisconnected'
  const shown = { urgency: 'now', due: null, rule: null, document: null } as const
  return [{ ...shown, code, subject: subjectOf(mailbox), mails }]
}

function subjectOf({ id, address: name }: Mailbox): Subject {
  return { kind: 'emailAccount', id, name }
}

const MAIL_CODES = { bounced: 'mailBounced', failed: 'mailFailed', unknown: 'mailInDoubt' } as const

/** A mail that nothing sends any more unless its user says so. What has one cause is asked about once. */
function sentFinding({ id, name, company, state, addresses, reason }: AskingMail): Finding {
  const shown = { urgency: 'now', due: null, rule: null, document: { id, name }, company } as const
  if (state === 'queued') {
    return { ...shown, code: 'mailsHeld', subject: { kind: 'heldMails', ...company } }
  }
  return {
    code: MAIL_CODES[state],
    subject: { kind: 'mail', id, name: addresses.join(', ') },
    ...shown,
    group: `mail:${state === 'failed' ? reason : addresses.toSorted().join()}`,
  }
}

/** Its own payments are undone on their documents: which of them it was is for a person to say. */
function movementsFinding(company: Named): Finding {
  return {
    code: 'recordedTakenBack',
    subject: { kind: 'movements', ...company },
    urgency: 'now',
    due: null,
    rule: null,
    document: null,
    company,
  }
}

const PAYMENT_CODES = {
  declared: 'transferDeclared',
  maybeTwice: 'paymentMaybeTwice',
  takenBack: 'paymentTakenBack',
  maybeTakenBack: 'paymentMaybeTakenBack',
  overpaid: 'overpaid',
  mismatch: 'paymentMismatch',
  paidTwice: 'paymentTwice',
  disputed: 'paymentDisputed',
  chargedBack: 'paymentChargedBack',
  unread: 'paymentUnread',
  refundUnseen: 'refundUnseen',
  markedPaid: 'paymentMarkedPaid',
} as const

/** Each is answered on its own: no two transfers are one matter. */
function paymentFinding({ id, name, company, state }: AskingPayment): Finding {
  return {
    code: PAYMENT_CODES[state],
    subject: { kind: 'payment', id, name },
    urgency: 'now',
    due: null,
    rule: null,
    document: { id, name },
    company,
  }
}

/** Each is talked about on its own: no two claims are one matter. */
function claimFinding(claim: Awaited<ReturnType<typeof claimsThatAsk>>[number]): Finding {
  const { id, recipient_name, folio, company_id, company_name } = claim
  const name = `${recipient_name}, N° ${folio ?? ''}`
  return {
    code: 'facturaClaimed',
    subject: { kind: 'claim', id, name },
    urgency: 'now',
    due: null,
    rule: null,
    document: { id, name },
    company: { id: company_id, name: company_name },
  }
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

/** Quantities or prices to fill in: asked a week ahead, so that the day finds them there. */
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
