import type { Kysely } from 'kysely'
import { signedPesos } from '#domain/counted.ts'
import { compare, knownDay, knownMonth, type Day, type Month } from '#domain/day.ts'
import type { DocumentContent, DocumentKind, DocumentState } from '#domain/document.ts'
import { clp, type Clp } from '#domain/money.ts'
import type { Receivable } from '#domain/receivable.ts'
import { serviceMonth } from '#domain/schedule.ts'
import type { CompanyStop } from '#domain/standing.ts'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { frozenContent } from '../documents/content/content.ts'
import { originOf, type DocumentOrigin } from '../documents/trail/origin.ts'
import { concerns, readinessOf } from '../rules/readiness.ts'
import { comingDays, viewRules, type RuleView } from '../rules/view.ts'
import { receivableOf } from '../standing/receivable-facts.ts'
import { companyStops, factsOf, NO_FACTS } from '../standing/standing-facts.ts'
import { emissionAmounts, type Amounts } from './amounts.ts'
import { filledIn, type FilledIn } from './filled-in.ts'
import { documentsBetween, type DatedDocument, type OrganisationAt } from './store.ts'
import { ufAhead, type UfAhead } from './uf-ahead.ts'

export interface UpcomingRow extends ReturnType<typeof factsOf> {
  document: number | null
  rule: { id: number; name: string } | null
  origin: DocumentOrigin
  kind: DocumentKind
  company: Party
  recipient: { rut: string; name: string }
  clientId: number | null
  emissionDay: Day
  serviceMonth: Month
  state: DocumentState | 'forecast'
  waitUntil: string | null
  folio: number | null
  amounts: Amounts | null
  /** Null: its payment is not followed. */
  receivable: Receivable | null
}

export interface Party {
  id: number
  rut: string
  name: string
}

/**
 * What carries, or would carry, a date between the two days: documents as they are, what the rules will still make
 * by the code that issues. In no order.
 */
export async function upcomingRows(
  needs: { db: Kysely<Schema>; clock: Clock },
  at: OrganisationAt,
  asked: { views: readonly RuleView[]; today: Day; first: Day; last: Day },
): Promise<UpcomingRow[]> {
  const { db } = needs
  const { views, today, first, last } = asked
  const uf = await ufAhead(db, today)
  const filled = await filledIn(db, { organisationId: at.organisationId, until: last })
  const stops = await companyStops(db, at.organisationId)
  const ahead = { views, uf, filled, today, stops }
  const documents = await documentsBetween(needs, at, first, last)
  const oneOffs = await viewRules(needs, at.organisationId, { behind: unfrozenOneOffs(documents) })
  const coming = views.flatMap((view) => forecastRows(view, last, ahead))
  return [
    ...documents.map((document) =>
      documentRow(document, { ...ahead, views: [...views, ...oneOffs] }),
    ),
    ...coming.filter(({ emissionDay }) => compare(emissionDay, first) >= 0),
  ]
}

function unfrozenOneOffs(documents: readonly DatedDocument[]): number[] {
  return documents.flatMap(({ content, own_rule_id, rule_id }) =>
    content === null && own_rule_id === null && rule_id !== null ? [rule_id] : [],
  )
}

interface Ahead {
  views: readonly RuleView[]
  uf: UfAhead
  filled: FilledIn
  today: Day
  stops: (companyId: number) => CompanyStop | null
}

function documentRow(document: DatedDocument, ahead: Ahead): UpcomingRow {
  const emissionDay = knownDay(document.emission_day)
  const issueDate = document.issue_day === null ? emissionDay : knownDay(document.issue_day)
  return {
    document: document.id,
    rule:
      document.own_rule_id === null
        ? null
        : { id: document.own_rule_id, name: document.rule_name ?? '' },
    origin: originOf(document),
    kind: document.kind,
    company: { id: document.company_id, rut: document.company_rut, name: document.company_name },
    recipient: { rut: document.recipient_rut, name: document.recipient_name },
    clientId: document.client_id,
    emissionDay: issueDate,
    serviceMonth: knownMonth(document.service_month),
    state: document.state,
    ...factsOf(document),
    waitUntil: document.state === 'waiting' ? document.wait_until : null,
    folio: document.folio,
    receivable: receivableOf(document),
    amounts: documentAmounts(document, ahead, {
      emissionDay,
      issueDate: compare(issueDate, ahead.today) < 0 ? ahead.today : issueDate,
    }),
  }
}

/** What was frozen; before that, what freezing would make of it today. */
function documentAmounts(
  document: DatedDocument,
  { views, uf, filled }: Ahead,
  when: { emissionDay: Day; issueDate: Day },
): Amounts | null {
  if (document.content === null) {
    const view = views.find(({ id }) => id === document.rule_id)
    if (view === undefined) return null
    return emissionAmounts(filled(view, document.client_id, when.emissionDay), when, uf)
  }
  return frozenAmounts(frozenContent(document))
}

function frozenAmounts(content: DocumentContent): Amounts {
  if (content.kind !== 'boletaHonorarios') {
    // In the month it is issued, as the SII's register has it.
    const signed = (amountClp: Clp) => clp(signedPesos(content.kind, amountClp))
    return {
      netoClp: signed(content.netoClp),
      ivaClp: signed(content.ivaClp),
      retentionClp: null,
      totalClp: signed(content.totalClp),
      isEstimated: false,
    }
  }
  const { grossClp, retentionClp } = content
  return { netoClp: grossClp, ivaClp: null, retentionClp, totalClp: grossClp, isEstimated: false }
}

function forecastRows(view: RuleView, last: Day, { uf, filled, stops }: Ahead): UpcomingRow[] {
  const lacks = readinessOf(view)
  return comingDays(view, last).flatMap((emissionDay) => {
    const when = { emissionDay, issueDate: emissionDay }
    return view.clients.map(({ client }) => ({
      document: null,
      rule: { id: view.id, name: view.name },
      origin: 'rule' as const,
      kind: view.kind,
      company: view.company,
      recipient: { rut: client.rut, name: client.name },
      clientId: client.id,
      emissionDay,
      serviceMonth: serviceMonth(emissionDay, view.monthOffset),
      ...NO_FACTS,
      stop: stops(view.company.id),
      state: 'forecast' as const,
      reason: lacks.find((lack) => concerns(lack, client.id))?.code ?? null,
      waitUntil: null,
      folio: null,
      receivable: null,
      amounts: emissionAmounts(filled(view, client.id, emissionDay), when, uf),
    }))
  })
}
