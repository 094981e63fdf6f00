import { dayInChile, type Month } from '#domain/day.ts'
import type { Rut } from '#domain/rut.ts'
import type { Answer, PortalSession, RegisterRoute } from '#sii/sii.ts'
import type { Clock } from '../clock.ts'
import {
  entriesOf,
  entriesOfIssued,
  entriesOfReceived,
  type Entry,
  type SideEntries,
} from './month-entries.ts'

export interface Routes {
  sales: RegisterRoute | null
  purchases: RegisterRoute | null
}

export interface MonthRead {
  sales: Entry[]
  purchases: Entry[]
  isWhole: boolean
  uncounted: number[]
  routes: Routes
}

/** Both sides of one month, or neither: half a month would show a flow that never was. */
export async function readMonth(
  session: PortalSession,
  { company, month, routes }: { company: Rut; month: Month; routes: Routes },
  clock: Clock,
): Promise<Answer<MonthRead>> {
  const of = { month, today: dayInChile(clock.now()) }
  const { registers } = session
  const sold = await registers.documents({ company, month, side: 'sales' }, routes.sales)
  if (sold.kind !== 'ok') return sold
  const bought = await registers.documents({ company, month, side: 'purchases' }, routes.purchases)
  if (bought.kind !== 'ok') return bought
  const boletas = company === session.person ? await boletasOf(session, month) : NO_BOLETAS
  if (boletas.kind !== 'ok') return boletas
  const sales = entriesOf(sold.value, of)
  const purchases = entriesOf(bought.value, of)
  return {
    kind: 'ok',
    value: {
      sales: [...sales.entries, ...boletas.value.issued],
      purchases: [...purchases.entries, ...boletas.value.received],
      isWhole: sales.isWhole && purchases.isWhole,
      uncounted: uncountedOf(sales, purchases),
      routes: { sales: sold.value.route, purchases: bought.value.route },
    },
  }
}

function uncountedOf(sales: SideEntries, purchases: SideEntries): number[] {
  return [...new Set([...sales.uncounted, ...purchases.uncounted])]
}

interface Boletas {
  issued: Entry[]
  received: Entry[]
}

const NO_BOLETAS: Answer<Boletas> = { kind: 'ok', value: { issued: [], received: [] } }

/** Of the session's person alone: the SII shows nobody else's. Whoever may issue none may well receive some. */
async function boletasOf(session: PortalSession, month: Month): Promise<Answer<Boletas>> {
  const issued = noneWhereNotEnabled(await session.boletas.issued(month))
  if (issued.kind !== 'ok') return issued
  const received = noneWhereNotEnabled(await session.boletas.received(month))
  if (received.kind !== 'ok') return received
  return {
    kind: 'ok',
    value: { issued: entriesOfIssued(issued.value), received: entriesOfReceived(received.value) },
  }
}

function noneWhereNotEnabled<T>(answer: Answer<T[]>): Answer<T[]> {
  return answer.kind === 'boletasNotEnabled' ? { kind: 'ok', value: [] } : answer
}
