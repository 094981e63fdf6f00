import { ageingOf, expectedDay, expectedIn, usualDays, type Ageing } from '#domain/ageing.ts'
import { addDays, dayInChile, knownDay, type Day } from '#domain/day.ts'
import { sumClp } from '#domain/money.ts'
import { openClp } from '#domain/receivable.ts'
import { formatRut, rut } from '#domain/rut.ts'
import { receivableOf } from '../standing/receivable-facts.ts'
import type { Needs } from './record.ts'
import { openReceivables, paidSince, type OpenReceivable } from './store.ts'

/** What is older says little about how long a client takes now. */
const USUAL_SINCE_DAYS = 730

/** Who owes how much and since when, the largest debt first, and what is expected of it. */
export async function readAgeing({ db, clock }: Needs, organisationId: number) {
  const today = dayInChile(clock.now())
  const rows = await openReceivables(db, organisationId)
  const usual = await usualByClient(db, organisationId, addDays(today, -USUAL_SINCE_DAYS))
  const open = rows.map((row) => openOf(row, usual, today))
  const clients = [...Map.groupBy(open, ({ key }) => key).values()].flatMap((of) => {
    // The newest, because its client's name is the latest.
    const last = of.at(-1)
    return last === undefined ? [] : [clientToWire(last, of, today)]
  })
  const { thisMonthClp, nextMonthClp } = expectedIn(open, today)
  return {
    total: { ...ageingToWire(ageingOf(open, today)), open: sumClp(open.map((one) => one.openClp)) },
    clients: clients.toSorted((one, other) => other.open - one.open),
    expected: { this_month: thisMonthClp, next_month: nextMonthClp },
  }
}

type Open = ReturnType<typeof openOf>

function clientToWire({ row, usual }: Open, of: Open[], today: Day) {
  return {
    company: {
      id: row.company_id,
      identifier: formatRut(rut(row.company_rut)),
      name: row.company_name,
    },
    client: { identifier: formatRut(rut(row.client_rut)), name: row.recipient_name },
    ...ageingToWire(ageingOf(of, today)),
    open: sumClp(of.map(({ openClp: pesos }) => pesos)),
    documents: of.length,
    usual_days: usual,
  }
}

function openOf(row: OpenReceivable, usual: Map<string, number | null>, today: Day) {
  const receivable = receivableOf(row)
  if (receivable === null) throw new Error('An open receivable without its columns')
  const key = keyOf(row)
  const { dueDay } = receivable
  const issueDay = row.issue_day === null ? dueDay : knownDay(row.issue_day)
  const days = usual.get(key) ?? null
  return {
    row,
    key,
    usual: days,
    openClp: openClp(receivable),
    dueDay,
    day: expectedDay({ issueDay, dueDay }, days, today),
  }
}

async function usualByClient(db: Needs['db'], organisationId: number, since: Day) {
  const paid = await paidSince(db, organisationId, since)
  const byClient = Map.groupBy(paid, keyOf)
  return new Map(
    [...byClient].map(([key, rows]) => [
      key,
      usualDays(
        rows.flatMap(({ issue_day, paid_day }) =>
          issue_day === null
            ? []
            : [{ issueDay: knownDay(issue_day), paidDay: knownDay(paid_day) }],
        ),
      ),
    ]),
  )
}

function keyOf({ company_id, client_rut }: { company_id: number; client_rut: string }): string {
  return `${company_id} ${client_rut}`
}

function ageingToWire({
  notDueClp,
  days1To30Clp,
  days31To60Clp,
  days61To90Clp,
  days91Clp,
}: Ageing) {
  return {
    not_due: notDueClp,
    days_1_30: days1To30Clp,
    days_31_60: days31To60Clp,
    days_61_90: days61To90Clp,
    days_91: days91Clp,
  }
}
