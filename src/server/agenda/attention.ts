import type { Kysely } from 'kysely'
import { answerForm } from '#domain/answer-form.ts'
import { oddAmount } from '#domain/brakes.ts'
import { pricedLines } from '#domain/priced-lines.ts'
import { addDays, dayInChile, knownDay, type Day } from '#domain/day.ts'
import { freezeLines } from '#domain/freeze.ts'
import type { DocumentReason } from '#domain/reason.ts'
import { needsUf, ufDayOf } from '#domain/rule.ts'
import { standingOf, type Standing, type CompanyStop } from '#domain/standing.ts'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { frozenContent } from '../documents/content/content.ts'
import { readAccounts, type ListedAccount } from '../mailer/accounts/account-store.ts'
import { readStops, type Stops } from '../documents/stops/stops.ts'
import { isComplete, openMonths, type OpenMonth } from '../rules/open-lines.ts'
import { domainRule, readinessOf } from '../rules/readiness.ts'
import { factsOf } from '../standing/standing-facts.ts'
import { comingDays, viewRules, type RuleView } from '../rules/view.ts'
import {
  gather,
  urgencyOf,
  type AttentionItem,
  type Finding,
  type Named,
  type ShownStanding,
  type Subject,
} from './attention-items.ts'
import {
  documentSubject,
  isOfPerson,
  placeOf,
  wholeOrganisation,
  type Around,
} from './document-subject.ts'
import {
  claimsThatAsk,
  documentsThatAsk,
  lastContents,
  openRuns,
  personNames,
  type AgendaDocument,
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

type StandingDocument = AgendaDocument & { facts: ShownStanding; standing: Standing }

/** As its own page says it. */
function standingDocument(row: AgendaDocument, today: Day): StandingDocument {
  const day = knownDay(row.issue_day ?? row.emission_day)
  const facts = { ...factsOf(row), state: row.state, day }
  const hasFiles = row.files_state === 'stored'
  return { ...row, facts, standing: standingOf({ ...facts, today, hasFiles }) }
}

/** It stands still, and time or we ourselves get it going again. */
function isHeld({ state, standing: { actor, reason } }: StandingDocument): boolean {
  if (actor === 'us') return true
  return actor === 'time' && (state === 'uncertain' || reason !== null)
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

function documentFindings(document: StandingDocument, around: Around): Finding[] {
  if (!asks(document)) return []
  const code = codeOf(document)
  const finding = (found: string, subject: Subject): Finding => ({
    code: found,
    subject,
    urgency: 'now',
    due: knownDay(document.issue_day ?? document.emission_day),
    rule: isHeldWithRule(found) ? ruleOf(document) : null,
    document: { id: document.id, name: document.recipient_name },
    company: { id: document.company_id, name: document.company_name },
    detail: found === document.reason ? document.reason_text : null,
    ...saidAlike(found, document.reason_text),
    ...(subject.kind === 'document' ? { standing: document.facts } : {}),
  })
  const own = finding(code, documentSubject(code, document, around))
  if (document.state !== 'uncertain' || own.subject.kind === 'document') return [own]
  // What keeps its list from being looked at is mended elsewhere; what became of it may be said here meanwhile.
  const itself = { kind: 'document', id: document.id, name: document.recipient_name } as const
  return document.can_decide ? [own, finding('lookFailing', itself)] : [own]
}

/** Why it asks, as its own page says; of one whose files wait it is what keeps them away. */
function codeOf({ state, reason, standing }: StandingDocument): string {
  if (state === 'issued' && standing.reason === null) return reason ?? 'xmlUnproved'
  return standing.reason ?? 'portalRefused'
}

/** What one document waits for alone keeps its rule from nothing. */
function isHeldWithRule(code: string): boolean {
  const place = placeOf(code)
  return place !== 'document' && place !== 'run'
}

function ruleOf({ own_rule_id: id, rule_name: name }: AgendaDocument): Named | null {
  return id === null ? null : { id, name: name ?? '' }
}

/** What a person's uncertain document holds up, where it waits for a word: mended with that one. */
function behindFindings(documents: readonly StandingDocument[], around: Around): Finding[] {
  const open = documents.filter((document) => document.state === 'uncertain' && asks(document))
  return documents
    .filter(({ reason }) => reason === 'behindUncertain')
    .flatMap((waiting) => {
      const { id, recipient_name: name } = waiting
      const ahead = open.find(({ facturator_id }) => facturator_id === waiting.facturator_id)
      const [found] = ahead === undefined ? [] : documentFindings(ahead, around)
      return found === undefined ? [] : [{ ...found, document: { id, name } }]
    })
}

/** What the SII said of many documents in the same words is asked about once. */
function saidAlike(code: string, text: string | null): { group: string } | null {
  const isAnswer = code === 'portalRefused' || code === 'answerUnknown'
  const form = isAnswer && text !== null ? answerForm(text) : ''
  return form === '' ? null : { group: form }
}

/** Time and we ourselves heal the rest, of which some is told all the same. */
function asks({ standing: { actor, reason } }: StandingDocument): boolean {
  // Mended with the one it waits for (`behindFindings`).
  if (reason === 'behindUndecided') return false
  return actor === 'user' || (reason !== null && IS_TOLD_TOO.has(reason))
}

/** A gap in the company's numbers is news to its bookkeeper; a portal away for hours, to whoever has an urgent one. */
const IS_TOLD_TOO: ReadonlySet<string> = new Set([
  'stoppedByUs',
  'numberUnused',
  'portalAway',
] satisfies DocumentReason[])

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
