import type { ReplyOf } from '#contract/call.ts'
import type {
  confirmPreview as confirmCall,
  listAttention,
  previewRule as previewCall,
  readThisMonth,
} from '#contract/agenda.ts'
import { lineArithmetic } from '#domain/arithmetic.ts'
import { isCounted, wasIssued } from '#domain/counted.ts'
import { pricedLines } from '#domain/priced-lines.ts'
import { knownDay, type Day } from '#domain/day.ts'
import type { BoletaContent, FrozenLine } from '#domain/document.ts'
import { formatRut, rut } from '#domain/rut.ts'
import type { Language } from '#texts/language.ts'
import { reasonText } from '#texts/reasons.ts'
import type { Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import type { Workers } from '../worker-calls/worker-call.ts'
import type { ConfirmedBoleta } from '../documents/portal/preview-boleta.ts'
import { DOCUMENT_TYPES, presentContent } from '../documents/api/presenter.ts'
import { portalRefused } from '../facturators/portal-refusal.ts'
import { axisToWire } from '../standing/receivable-facts.ts'
import { factsToWire } from '../standing/standing-facts.ts'
import { NotFound, Refused } from '../http/errors.ts'
import type { Handlers } from '../http/handler.ts'
import type { Limits } from '../http/limits.ts'
import type { Amounts } from './amounts.ts'
import { attention } from './attention.ts'
import { CONFIRM_PREVIEW } from './confirm-preview.ts'
import type { AttentionItem } from './attention-items.ts'
import { previewRule, type PreviewedDocument } from './preview.ts'
import { thisMonth, type MonthAhead, type ThisMonth } from './this-month.ts'
import type { Party, UpcomingRow } from './upcoming-rows.ts'

type Needs = { db: Kysely<Schema>; clock: Clock; workers: Workers; limits: Limits }

type AgendaHandlers = Pick<
  Handlers,
  'readThisMonth' | 'previewRule' | 'confirmPreview' | 'listAttention'
>

export function agendaRoutes(needs: Needs): AgendaHandlers {
  const { clock } = needs
  return {
    async readThisMonth({ session }) {
      const { organisationId } = session
      return thisMonthToWire(await thisMonth(needs, { organisationId }))
    },

    async previewRule({ session, params, query }) {
      const at = { organisationId: session.organisationId, ruleId: params.id }
      const { emissions, client } = query
      const preview = await previewRule(needs, at, { emissions, client })
      if (preview === null) throw new NotFound()
      return {
        emissions: preview.emissions.map((emission) => ({
          emission_date: emission.emissionDay,
          service_month: emission.serviceMonth,
          documents: emission.documents.map(previewedToWire),
        })),
        more_clients: preview.moreClients,
      }
    },

    async confirmPreview({ session, params, body, language, requestId }) {
      const at = { organisationId: session.organisationId, ruleId: params.id }
      await needs.limits.consume('lookUpAccount', `organisation:${session.organisationId}`)
      const emissionDay = knownDay(body.emission_date)
      const asked = { client: body.client, emissionDay, worker: `web:${requestId}` }
      const answer = await needs.workers.ask(CONFIRM_PREVIEW, session.organisationId, { at, asked })
      switch (answer.kind) {
        case 'ok':
          return confirmationToWire(answer.value)
        case 'absent':
          throw new NotFound()
        case 'notBoleta':
          throw new Refused(409, 'onlyBoletasConfirmed')
        case 'incomplete':
          throw new Refused(409, { text: sentenceOf(answer.reason, language) })
        default:
          throw portalRefused(answer, language, clock)
      }
    },

    async listAttention({ session }) {
      const { organisationId } = session
      const { items, held } = await attention(needs, { organisationId })
      const shown = items.slice(0, MOST_ITEMS)
      return { items: shown.map(itemToWire), more: items.length - shown.length, held }
    },
  }
}

const RULE_TYPES = { factura: 33, boletaHonorarios: 39 } as const
const MOST_ITEMS = 200
const MOST_ROWS = 1_000
const MOST_NAMED = 5

function thisMonthToWire(ahead: ThisMonth): ReplyOf<typeof readThisMonth> {
  return {
    today: ahead.today,
    months: ahead.months.map((month) => monthToWire(month, ahead.today)),
    stops: stopsToWire(ahead.stops),
    not_ready: ahead.notReady.map(({ view, reasons }) => ({
      rule: { id: view.id, name: view.name },
      company: partyToWire(view.company),
      document_type: RULE_TYPES[view.kind],
      next_emission_date: view.nextEmissionDay,
      reasons,
    })),
    missing_clients: ahead.missingClients.map((client) => ({
      company: partyToWire({
        id: client.company_id,
        rut: client.company_rut,
        name: client.company_name,
      }),
      recipient: { identifier: formatRut(rut(client.recipient_rut)), name: client.recipient_name },
      months: client.months,
      last_date: client.last_date,
      last_total: client.last_total,
      paused_rule: client.pausedRule,
    })),
  }
}

function monthToWire(
  { month, rows, payments, leftOut }: MonthAhead,
  today: Day,
): ReplyOf<typeof readThisMonth>['months'][number] {
  const counted = rows.filter(isCounted)
  const known = counted.flatMap(({ amounts }) => (amounts === null ? [] : [amounts]))
  const sum = (of: (amounts: Amounts) => number | null) =>
    known.reduce((total, amounts) => total + (of(amounts) ?? 0), 0)
  return {
    month,
    rows: rows.slice(0, MOST_ROWS).map((row) => rowToWire(row, today)),
    more: Math.max(0, rows.length - MOST_ROWS),
    left_out: leftOut.map(({ rule, company, ownDay }) => ({
      rule,
      company: partyToWire(company),
      own_date: ownDay,
    })),
    totals: {
      documents: counted.length,
      left_out: rows.length - counted.length,
      issued: counted.filter(({ state }) => wasIssued(state)).length,
      neto: sum(({ netoClp }) => netoClp),
      iva: sum(({ ivaClp }) => ivaClp),
      retencion: sum(({ retentionClp }) => retentionClp),
      total: sum(({ totalClp }) => totalClp),
      is_estimated: known.some(({ isEstimated }) => isEstimated),
      unknown: counted.length - known.length,
    },
    payments: payments && {
      received: payments.receivedClp,
      open: payments.openClp,
      overdue: payments.overdueClp,
    },
  }
}

function stopsToWire({ everything, companies, byOperator }: ThisMonth['stops']) {
  const all = { company: null }
  return [
    ...(byOperator.length > 0 ? [{ ...all, code: 'stoppedByUs' as const }] : []),
    ...(everything === null ? [] : [{ ...all, code: 'issuingStopped' as const }]),
    ...companies.map(({ company: { id, name } }) => ({
      code: 'issuingStopped' as const,
      company: { id, name },
    })),
  ]
}

function rowToWire(row: UpcomingRow, today: Day) {
  return {
    document: row.document,
    rule: row.rule,
    origin: row.origin,
    document_type: DOCUMENT_TYPES[row.kind],
    company: partyToWire(row.company),
    recipient: { identifier: formatRut(rut(row.recipient.rut)), name: row.recipient.name },
    client: row.clientId,
    emission_date: row.emissionDay,
    service_month: row.serviceMonth,
    state: row.state,
    ...factsToWire(row),
    wait_until: row.waitUntil,
    folio: row.folio,
    payment: row.receivable && axisToWire(row.receivable, today),
    ...amountsToWire(row.amounts),
  }
}

function amountsToWire(amounts: Amounts | null) {
  return {
    neto: amounts?.netoClp ?? null,
    iva: amounts?.ivaClp ?? null,
    retencion: amounts?.retentionClp ?? null,
    total: amounts?.totalClp ?? null,
    is_estimated: amounts?.isEstimated ?? false,
  }
}

function partyToWire(party: Party) {
  return { id: party.id, identifier: formatRut(rut(party.rut)), name: party.name }
}

type PreviewReply = ReplyOf<typeof previewCall>['emissions'][number]['documents'][number]

function previewedToWire(document: PreviewedDocument): PreviewReply {
  const { client, reason, content, amounts, isEstimated } = document
  return {
    client: partyToWire(client),
    reason,
    content: content === null ? null : presentContent(content),
    lines: (content === null ? [] : pricedLines(content)).map((line) =>
      lineToWire(line, isEstimated),
    ),
    ...amountsToWire(amounts),
  }
}

function confirmationToWire({
  seen,
  content,
  difference,
}: ConfirmedBoleta & { content: BoletaContent }): ReplyOf<typeof confirmCall> {
  const figures = ({ grossClp, retentionClp, liquidoClp }: typeof seen | BoletaContent) => ({
    gross: grossClp,
    retention: retentionClp,
    liquido: liquidoClp,
  })
  return { ours: figures(content), siis: figures(seen), difference }
}

function sentenceOf(reason: string, language: Language): string {
  const { what, todo } = reasonText(reason, language) ?? { what: '', todo: '' }
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}. ${todo}`
}

function lineToWire(line: FrozenLine, isEstimated: boolean) {
  const { name, price } = line
  return {
    name,
    arithmetic: lineArithmetic(line),
    uf:
      price.currency === 'UF'
        ? { day: price.rateDay, value: price.rateClp, is_estimated: isEstimated }
        : null,
  }
}

function standingToWire(standing: NonNullable<AttentionItem['standing']>) {
  const { state, day } = standing
  return { state, ...factsToWire(standing), emission_date: day }
}

function itemToWire(item: AttentionItem): ReplyOf<typeof listAttention>['items'][number] {
  return {
    key: item.key,
    code: item.code,
    urgency: item.urgency,
    due: item.due,
    subject: item.subject,
    company: item.company,
    rules: item.rules.slice(0, MOST_NAMED),
    rule_count: item.rules.length,
    documents: item.documents.slice(0, MOST_NAMED),
    document_count: item.documents.length,
    detail: item.detail,
    amounts: item.amounts,
    mails: item.mails,
    standing: item.standing && standingToWire(item.standing),
  }
}
