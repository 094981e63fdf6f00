import type { Kysely } from 'kysely'
import type { Day } from '#domain/day.ts'
import { clp, sumClp, type Clp } from '#domain/money.ts'
import { standingOf } from '#domain/standing.ts'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { viewRules } from '../rules/view.ts'
import { upcomingRows, type UpcomingRow } from './upcoming-rows.ts'

/** What an organisation will issue in some days. */
export interface WeekAhead {
  documents: number
  totalClp: Clp
  /** Some of it with a UF that isn't published yet. */
  isEstimated: boolean
  /** Documents that lack something to have an amount: the total is without them. */
  withoutAmount: number
  /** Documents that stand still until somebody does something: what they wait for isn't time. */
  keptBack: number
  /** Of boletas alone the total is gross, and no IVA is in it. */
  hasIva: boolean
}

const STILL_OPEN: ReadonlySet<string> = new Set([
  'forecast',
  'planned',
  'needs_data',
  'waiting',
  'queued',
  'issuing',
  'uncertain',
])

/** Both days included; `today` is the day of the projection. */
export async function weekAhead(
  needs: { db: Kysely<Schema>; clock: Clock },
  organisationId: number,
  days: { today: Day; first: Day; last: Day },
): Promise<WeekAhead> {
  const views = await viewRules(needs, organisationId, {})
  const rows = await upcomingRows(needs, { organisationId }, { views, ...days })
  const open = rows.filter(({ state }) => STILL_OPEN.has(state))
  const amounts = open.flatMap((row) => row.amounts ?? [])
  return {
    documents: open.length,
    totalClp: sumClp(amounts.map(({ totalClp }) => clp(totalClp))),
    isEstimated: amounts.some(({ isEstimated }) => isEstimated),
    withoutAmount: open.length - amounts.length,
    keptBack: open.filter((row) => isKeptBack(row, days.today)).length,
    hasIva: open.some(({ kind }) => kind !== 'boletaHonorarios'),
  }
}

function isKeptBack(row: UpcomingRow, today: Day): boolean {
  const { actor } = standingOf({ ...row, day: row.emissionDay, today, hasFiles: true })
  return actor === 'user' || actor === 'us'
}
