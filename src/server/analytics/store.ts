import { sql, type Kysely } from 'kysely'
import { knownMonth, type Month } from '#domain/day.ts'
import type { Schema } from '../db/schema.ts'

export type Db = Kysely<Schema>
export type Side = 'sales' | 'purchases'

export interface CompanyAt {
  organisationId: number
  companyId: number
}

export interface AnalysedCompany extends CompanyAt {
  name: string
}

export async function findCompany(db: Db, at: CompanyAt): Promise<AnalysedCompany | null> {
  const row = await db
    .selectFrom('company')
    .select('name')
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.companyId)
    .executeTakeFirst()
  return row === undefined ? null : { ...at, name: row.name }
}

export interface KeptMonth {
  month: string
  readAt: string | null
  isWanted: boolean
  isWhole: boolean
  isRough: boolean
  uncounted: number[]
}

export async function listMonths(
  db: Db,
  at: CompanyAt,
  months: readonly Month[],
): Promise<KeptMonth[]> {
  const rows = await db
    .selectFrom('register_month')
    .select(['month', 'read_at', 'wanted_at', 'is_whole', 'is_rough', 'uncounted'])
    .where('organisation_id', '=', at.organisationId)
    .where('company_id', '=', at.companyId)
    .where('month', 'in', months)
    .orderBy('month')
    .execute()
  return rows.map((row) => ({
    month: row.month,
    readAt: row.read_at,
    isWanted: row.wanted_at !== null,
    isWhole: row.is_whole,
    isRough: row.is_rough,
    uncounted: row.uncounted,
  }))
}

/** Months whose documents could not be had when they were read. */
export async function roughMonths(db: Db, at: CompanyAt): Promise<Month[]> {
  const rows = await db
    .selectFrom('register_month')
    .select('month')
    .where('organisation_id', '=', at.organisationId)
    .where('company_id', '=', at.companyId)
    .where('is_rough', '=', true)
    .execute()
  return rows.map(({ month }) => knownMonth(month))
}

export interface Reading {
  nextTryAt: string | null
  trouble: Trouble | null
  takenAt: string | null
  isClaveValid: boolean
}

/** 'asks': the SII wants something of the person before it lets them in. */
export type Trouble = 'clave' | 'portal' | 'asks'

export async function findReading(db: Db, at: CompanyAt): Promise<Reading | null> {
  const row = await db
    .selectFrom('register_reading')
    .innerJoin('company', (join) =>
      join
        .onRef('company.organisation_id', '=', 'register_reading.organisation_id')
        .onRef('company.id', '=', 'register_reading.company_id'),
    )
    .innerJoin('facturator', (join) =>
      join
        .onRef('facturator.organisation_id', '=', 'company.organisation_id')
        .onRef('facturator.id', '=', 'company.facturator_id'),
    )
    .select(['next_try_at', 'trouble', 'taken_at', 'clave_state'])
    .where('register_reading.organisation_id', '=', at.organisationId)
    .where('register_reading.company_id', '=', at.companyId)
    .executeTakeFirst()
  if (row === undefined) return null
  const { next_try_at: nextTryAt, trouble, taken_at: takenAt } = row
  return { nextTryAt, trouble, takenAt, isClaveValid: row.clave_state === 'valid' }
}

function entriesOf(db: Db, at: CompanyAt, months: readonly Month[]) {
  return db
    .selectFrom('register_entry')
    .where('organisation_id', '=', at.organisationId)
    .where('company_id', '=', at.companyId)
    .where('month', 'in', months)
}

export interface MonthSum {
  month: string
  side: Side
  totalClp: number
  /** Parties to whom something was sold or from whom something was bought: a nota alone is neither. */
  parties: number
}

export async function sumMonths(
  db: Db,
  at: CompanyAt,
  months: readonly Month[],
): Promise<MonthSum[]> {
  return entriesOf(db, at, months)
    .select([
      'month',
      'side',
      sql<number>`sum(total_clp)::bigint`.as('totalClp'),
      sql<number>`(count(distinct counterpart_rut) filter (where total_clp > 0))::int`.as(
        'parties',
      ),
    ])
    .groupBy(['month', 'side'])
    .execute()
}

export interface SideCount {
  side: Side
  rows: number
  parties: number
}

export function countSides(db: Db, at: CompanyAt, months: readonly Month[]): Promise<SideCount[]> {
  return entriesOf(db, at, months)
    .select([
      'side',
      sql<number>`count(*)::int`.as('rows'),
      sql<number>`(count(distinct counterpart_rut) filter (where total_clp > 0))::int`.as(
        'parties',
      ),
    ])
    .groupBy('side')
    .execute()
}

export interface Party {
  rut: string
  name: string
  documents: number
  totalClp: number
}

/**
 * Those with the largest sums, of the parties that are counted beside them: a nota alone is no sale. Whoever isn't
 * named can't be told apart and is in none.
 */
export async function topParties(
  db: Db,
  at: CompanyAt,
  of: { months: readonly Month[]; side: Side; limit: number },
): Promise<Party[]> {
  const rows = await entriesOf(db, at, of.months)
    .select([
      'counterpart_rut as rut',
      sql<string>`(array_agg(counterpart_name order by issue_day desc))[1]`.as('name'),
      sql<number>`sum(documents)::int`.as('documents'),
      sql<number>`sum(total_clp)::bigint`.as('totalClp'),
    ])
    .where('side', '=', of.side)
    .where('counterpart_rut', 'is not', null)
    .groupBy('counterpart_rut')
    .having(sql<boolean>`bool_or(total_clp > 0)`)
    .orderBy('totalClp', 'desc')
    .orderBy('rut')
    .limit(of.limit)
    .execute()
  return rows.map(({ rut, ...row }) => ({ ...row, rut: rut ?? '' }))
}

export interface ListedEntry {
  day: string
  tipoDte: number | null
  totalClp: number
  folio: number | null
  rut: string
  name: string
}

/** The newest first. */
export async function listEntries(
  db: Db,
  at: CompanyAt,
  of: { months: readonly Month[]; side: Side; limit: number },
): Promise<ListedEntry[]> {
  const rows = await entriesOf(db, at, of.months)
    .select(['issue_day', 'tipo_dte', 'total_clp', 'folio', 'counterpart_rut', 'counterpart_name'])
    .where('side', '=', of.side)
    .orderBy('issue_day', 'desc')
    .orderBy('month', 'desc')
    .orderBy('position')
    .limit(of.limit)
    .execute()
  return rows.map((row) => ({
    day: row.issue_day,
    tipoDte: row.tipo_dte,
    totalClp: row.total_clp,
    folio: row.folio,
    rut: row.counterpart_rut ?? '',
    name: row.counterpart_name,
  }))
}
