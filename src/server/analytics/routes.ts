import type { ReplyOf } from '#contract/call.ts'
import { MOST_ANALYSED_DOCUMENTS, type readAnalytics } from '#contract/analytics.ts'
import { dayInChile, monthOf } from '#domain/day.ts'
import { showMonth } from '#texts/formats.ts'
import type { Language } from '#texts/language.ts'
import { refusalText } from '#texts/refusals.ts'
import type { Clock } from '../clock.ts'
import { InvalidInput, NotFound } from '../http/errors.ts'
import type { Handlers, Session } from '../http/handler.ts'
import type { Limits } from '../http/limits.ts'
import { analyse, askAgain, type Analysis } from './analysis.ts'
import { periodOf } from './period.ts'
import { findCompany, type AnalysedCompany, type Db } from './store.ts'

interface Needs {
  db: Db
  clock: Clock
  limits: Limits
}

export function analyticsRoutes(
  needs: Needs,
): Pick<Handlers, 'readAnalytics' | 'readRegistersAgain'> {
  const { db, clock } = needs
  return {
    async readAnalytics({ session, params, query, language }) {
      const account = `organisation:${session.organisationId}`
      const mostDocuments = query.documents === '0' ? 0 : MOST_ANALYSED_DOCUMENTS
      await needs.limits.consume('analysisAccount', account)
      if (mostDocuments > 0) await needs.limits.consume('registerDocumentsAccount', account)
      const company = await companyOf(db, session, params.company_id)
      const period = periodOf(query, monthOf(dayInChile(clock.now())))
      switch (period.kind) {
        case 'alone':
          throw new InvalidInput({ [period.missing]: ['required'] })
        case 'outOfReach': {
          const reach = { first: period.first, last: period.last }
          throw new InvalidInput({
            month: [{ text: refusalText('monthOutOfReach', language, reach) }],
          })
        }
        case 'ok':
          return toWire(
            await analyse(needs, company, { months: period.months, mostDocuments }),
            language,
          )
      }
    },

    async readRegistersAgain({ session, params }) {
      const company = await companyOf(db, session, params.company_id)
      await needs.limits.consume('readAgainAccount', `organisation:${session.organisationId}`)
      await askAgain(needs, company)
    },
  }
}

async function companyOf(
  db: Db,
  { organisationId }: Session,
  companyId: number,
): Promise<AnalysedCompany> {
  const company = await findCompany(db, { organisationId, companyId })
  if (company === null) throw new NotFound()
  return company
}

function toWire(analysis: Analysis, language: Language): ReplyOf<typeof readAnalytics> {
  const { sales, purchases } = analysis.sides
  return {
    general: { summary: summaryOf(analysis) },
    temporal: analysis.read.map(({ month, salesClp, clients, purchasesClp }) => ({
      month_name: showMonth(month, language),
      sales: { amount: salesClp, unique_clients: clients },
      purchases: { amount: purchasesClp },
    })),
    sales: {
      top_clients: sales.top.map(({ rut, name, documents, totalClp }) => ({
        recipient__name: name,
        recipient__identifier: rut,
        count: documents,
        total: totalClp,
      })),
      documents: sales.entries.map(({ rut, name, ...entry }) => ({
        ...listedToWire(entry),
        recipient__name: name,
        recipient__identifier: rut,
      })),
    },
    purchases: {
      top_suppliers: purchases.top.map(({ rut, name, documents, totalClp }) => ({
        issuer__name: name,
        issuer__identifier: rut,
        count: documents,
        total: totalClp,
      })),
      documents: purchases.entries.map(({ rut, name, ...entry }) => ({
        ...listedToWire(entry),
        issuer__name: name,
        issuer__identifier: rut,
      })),
    },
    ours: oursToWire(analysis),
  }
}

/** A month that is still under way would make every average too small. */
function summaryOf({ read, inCourse }: Analysis) {
  const ended = read.filter(({ month }) => month !== inCourse)
  const averaged = ended.length > 0 ? ended : read
  const average = (amounts: number[]) =>
    amounts.length === 0 ? 0 : Math.round(sumOf(amounts) / amounts.length)
  return {
    avg_monthly_sales: average(averaged.map(({ salesClp }) => salesClp)),
    avg_monthly_purchases: average(averaged.map(({ purchasesClp }) => purchasesClp)),
    total_months: averaged.length,
    net_flow: sumOf(read.map(({ salesClp, purchasesClp }) => salesClp - purchasesClp)),
  }
}

function sumOf(amounts: number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

function listedToWire(entry: {
  day: string
  tipoDte: number | null
  totalClp: number
  folio: number | null
}) {
  const { day, tipoDte, totalClp, folio } = entry
  return { issue_date: day, tipo_dte: tipoDte, total_amount: totalClp, folio }
}

function oursToWire({ months, inCourse, reading, sides, uncounted }: Analysis) {
  const instants = months.flatMap(({ readAt }) => (readAt === null ? [] : [readAt])).toSorted()
  return {
    reading: { state: reading.state, reason: reading.reason, next_try_at: reading.nextTryAt },
    read_from: instants.at(0) ?? null,
    read_until: instants.at(-1) ?? null,
    months: months.map(({ month, readAt, isWhole }) => ({
      month,
      read_at: readAt,
      is_whole: isWhole,
    })),
    month_in_course: inCourse,
    missing_months: months.filter(({ readAt }) => readAt === null).map(({ month }) => month),
    distinct_clients: sides.sales.parties,
    distinct_suppliers: sides.purchases.parties,
    uncounted_types: uncounted,
    more_documents: { sales: sides.sales.more, purchases: sides.purchases.more },
  }
}
