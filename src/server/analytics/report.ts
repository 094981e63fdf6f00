import { ANALYTICS_REPORT_PATH, MOST_MONTHS_BACK } from '#contract/analytics.ts'
import { idInPath } from '#contract/fields.ts'
import { dayInChile, knownDay, monthOf, timeInChile, type Month } from '#domain/day.ts'
import { reportTexts, registerTypeName } from '#texts/analytics.ts'
import type { Language } from '#texts/language.ts'
import { fill } from '#texts/translation.ts'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { withinOrganisation } from '../db/reach.ts'
import type { BytesRoute } from '../http/bytes.ts'
import { NotFound } from '../http/errors.ts'
import type { Limits } from '../http/limits.ts'
import { workbook, type Cell, type Sheet } from '../sheets/workbook.ts'
import { periodOf } from './period.ts'
import {
  findCompany,
  listEntries,
  type CompanyAt,
  type Db,
  type ListedEntry,
  type Side,
} from './store.ts'

interface Needs {
  db: Db
  clock: Clock
  limits: Limits
}

const Params = z.object({
  company_id: idInPath,
  months_back: z.coerce.number().int().min(1).max(MOST_MONTHS_BACK),
})

/** More than is ever kept of one side of a month (month-entries.ts): what would be more is refused instead of cut. */
const MOST_ROWS_OF_A_MONTH = 200_000

/** The workbook: every document of the last months, of what was read so far. */
export function analyticsReportRoute({ db, clock, limits }: Needs): BytesRoute {
  return {
    path: ANALYTICS_REPORT_PATH,
    async handle({ session, params, language }) {
      const asked = Params.safeParse(params)
      if (!asked.success) throw new NotFound()
      const { company_id: companyId, months_back: count } = asked.data
      await limits.consume('registerDocumentsAccount', `organisation:${session.organisationId}`)
      const company = await findCompany(db, { organisationId: session.organisationId, companyId })
      if (company === null) throw new NotFound()
      const now = clock.now()
      const day = dayInChile(now)
      const period = periodOf({ months_back: count }, monthOf(day))
      if (period.kind !== 'ok') throw new NotFound()
      const { hour, minute } = timeInChile(now)
      const [year = 0, month = 0, ofMonth = 0] = day.split('-').map(Number)
      const sheets = sheetsOf(db, company, period.months, language)
      return {
        bytes: workbook(sheets, { year, month, day: ofMonth, hour, minute }),
        mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        fileName: fill(reportTexts(language).file, { company: company.name, months: count, day }),
        download: true,
      }
    },
  }
}

async function* sheetsOf(
  db: Db,
  company: CompanyAt,
  months: readonly Month[],
  language: Language,
): AsyncGenerator<Sheet> {
  const texts = reportTexts(language)
  const { date, type, total, folio } = texts
  for (const side of ['sales', 'purchases'] as const) {
    const { sheet, name, rut } = texts[side]
    yield {
      name: sheet,
      headings: [date, type, name, rut, total, folio],
      rows: rowsOf(db, company, { months, side }, language),
    }
  }
}

/**
 * The newest month first, and in it the newest day. Only a month at a time is in memory, and it is had at once:
 * whoever reads it again at the SII meanwhile replaces all of it together.
 */
export async function* rowsOf(
  db: Db,
  company: CompanyAt,
  { months, side }: { months: readonly Month[]; side: Side },
  language: Language,
): AsyncGenerator<Cell[]> {
  for (const month of months.toReversed()) {
    const of = { months: [month], side, limit: MOST_ROWS_OF_A_MONTH }
    // The call has answered by now: its reach is taken up again.
    const entries = await withinOrganisation(company.organisationId, () =>
      listEntries(db, company, of),
    )
    if (entries.length === MOST_ROWS_OF_A_MONTH) throw new Error('Too many documents of one month')
    for (const entry of entries) yield cellsOf(entry, language)
  }
}

function cellsOf(entry: ListedEntry, language: Language): Cell[] {
  const { day, tipoDte, name, rut, totalClp, folio } = entry
  return [{ day: knownDay(day) }, registerTypeName(tipoDte, language), name, rut, totalClp, folio]
}
