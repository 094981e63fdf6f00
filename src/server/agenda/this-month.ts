import type { Kysely } from 'kysely'
import {
  addMonths,
  compare,
  dayInChile,
  firstDayOf,
  lastDayOf,
  monthOf,
  type Day,
  type Month,
} from '#domain/day.ts'
import { isGenericRut } from '#domain/rut.ts'
import { emissionDay } from '#domain/schedule.ts'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { readStops, type Stops } from '../documents/stops/stops.ts'
import { readinessOf, type Readiness } from '../rules/readiness.ts'
import { viewRules, type RuleView } from '../rules/view.ts'
import { monthPayments, regularClients, type MonthPayments, type OrganisationAt } from './store.ts'
import { upcomingRows, type UpcomingRow } from './upcoming-rows.ts'

export interface MonthAhead {
  month: Month
  rows: UpcomingRow[]
  payments: MonthPayments | null
  leftOut: { rule: { id: number; name: string }; company: RuleView['company']; ownDay: Day }[]
}

export interface ThisMonth {
  today: Day
  months: MonthAhead[]
  stops: Stops
  notReady: { view: RuleView; reasons: Readiness[] }[]
  missingClients: MissingClient[]
}

type RegularClient = Awaited<ReturnType<typeof regularClients>>[number]
type MissingClient = RegularClient & { pausedRule: { id: number; name: string } | null }

/** How far back a client counts as one that is usually invoiced. */
const MONTHS_BACK = 3

/** What this month and the next issued and will issue: documents as they are, the rest by the code that issues. */
export async function thisMonth(
  needs: { db: Kysely<Schema>; clock: Clock },
  at: OrganisationAt,
): Promise<ThisMonth> {
  const { db, clock } = needs
  const today = dayInChile(clock.now())
  const month = monthOf(today)
  const [first, last] = [firstDayOf(month), lastDayOf(addMonths(month, 1))]
  const views = await viewRules(needs, at.organisationId, {})
  const stops = await readStops(db, at)
  const coming = await upcomingRows(needs, at, { views, today, first, last })
  const rows = coming.toSorted(byDay)
  const paymentsOf = await monthPayments(db, at, { first, last, today })
  const regulars = await regularClients(db, at, {
    first: firstDayOf(addMonths(month, -MONTHS_BACK)),
    until: first,
  })
  const months = [month, addMonths(month, 1)].map((each) => ({
    month: each,
    rows: rows.filter(({ emissionDay }) => monthOf(emissionDay) === each),
    payments: paymentsOf(each),
    leftOut: leftOut(views, each),
  }))
  return {
    today,
    months,
    stops,
    notReady: views.flatMap((view) => notReady(view)),
    missingClients: regulars
      .filter((client) => !isExpected(client, months[0]) && !isLeftOut(client, views, months[0]))
      .flatMap((client) => missing(client, views)),
  }
}

/** Skipped before anything was planned: of what was planned, the stopped documents tell. */
function leftOut(views: readonly RuleView[], month: Month): MonthAhead['leftOut'] {
  return views
    .filter(({ isPaused, months }) => !isPaused && months.get(month)?.kind === 'skipped')
    .map(({ id, name, company, schedule }) => ({
      rule: { id, name },
      company,
      ownDay: emissionDay(schedule, month),
    }))
}

function notReady(view: RuleView): ThisMonth['notReady'] {
  const reasons = view.isPaused ? [] : readinessOf(view)
  return reasons.length === 0 ? [] : [{ view, reasons }]
}

/** Who has a rule that will issue isn't missing; whose rule is paused is, and needs no other one. */
function missing(client: RegularClient, views: readonly RuleView[]): MissingClient[] {
  const own = views.filter(
    ({ company, clients }) =>
      company.id === client.company_id &&
      clients.some((one) => isSameClient(one.client, recipientOf(client))),
  )
  if (own.some(({ isPaused, nextEmissionDay }) => !isPaused && nextEmissionDay !== null)) return []
  const paused = own.find(({ isPaused }) => isPaused)
  return [{ ...client, pausedRule: paused ? { id: paused.id, name: paused.name } : null }]
}

/** Whatever became of it: what stands still or was refused waits for a word of its own. */
function isExpected(client: RegularClient, month: MonthAhead | undefined): boolean {
  return (month?.rows ?? []).some(
    ({ company, recipient, kind }) =>
      company.id === client.company_id &&
      isSameClient(recipient, recipientOf(client)) &&
      kind !== 'notaCredito',
  )
}

/** Its rule was left out of this month by somebody, and is listed as that. */
function isLeftOut(
  client: RegularClient,
  views: readonly RuleView[],
  month: MonthAhead | undefined,
): boolean {
  return views.some(
    ({ id, company, clients }) =>
      company.id === client.company_id &&
      (month?.leftOut ?? []).some(({ rule }) => rule.id === id) &&
      clients.some((one) => isSameClient(one.client, recipientOf(client))),
  )
}

/** Of a company: the RUT says who a client is but where many share it; then the name does, too. */
function isSameClient(a: { rut: string; name: string }, b: { rut: string; name: string }): boolean {
  return a.rut === b.rut && (!isGenericRut(a.rut) || plain(a.name) === plain(b.name))
}

function plain(name: string): string {
  return name.trim().toLowerCase()
}

function recipientOf({ recipient_rut: rut, recipient_name: name }: RegularClient) {
  return { rut, name }
}

function byDay(a: UpcomingRow, b: UpcomingRow): number {
  return compare(a.emissionDay, b.emissionDay) || a.recipient.name.localeCompare(b.recipient.name)
}
