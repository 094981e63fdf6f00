import { ANALYTICS_REPORT_PATH, MOST_MONTHS_BACK } from '#contract/analytics.ts'
import { idInPath } from '#contract/fields.ts'
import { dayInChile, knownDay, monthOf, timeInChile, type Month } from '#domain/day.ts'
import { reportTexts, registerTypeName } from '#texts/analytics.ts'
import type { Language } from '#texts/language.ts'
import { fill } from '#texts/translation.ts'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { BytesRoute } from '../http/bytes.ts'
import { NotFound } from '../http/errors.ts'
import { workbook, type Cell, type Sheet } from '../own-data/workbook.ts'
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
}

const Params = z.object({
  company_id: idInPath,
  months_back: z.coerce.number().int().min(1).max(MOST_MONTHS_BACK),
})

/** More than 24 months ever keep of one side: nothing is left out. */
const MOST_ROWS = 150_000

/** The workbook of spec sections 3 and 9: every document of the last months, of what was read so far. */
export function analyticsReportRoute({ db, clock }: Needs): BytesRoute {
  return {
    path: ANALYTICS_REPORT_PATH,
    async handle({ session, params, language }) {
      const asked = Params.safeParse(params)
      if (!asked.success) throw new NotFound()
      const { company_id: companyId, months_back: count } = asked.data
      const company = await findCompany(db, { organisationId: session.organisationId, companyId })
      if (company === null) throw new NotFound()
      const now = clock.now()
      const day = dayInChile(now)
      const period = periodOf({ months_back: count }, monthOf(day))
      if (period.kind !== 'ok') throw new NotFound()
      const { hour, minute } = timeInChile(now)
      const [year = 0, month = 0, ofMonth = 0] = day.split('-').map(Number)
      // Read whole before the first byte leaves: rows read within a call's reach, and no half workbook.
      const sheets = await sheetsOf(db, company, period.months, language)
      return {
        bytes: workbook(inTurn(sheets), { year, month, day: ofMonth, hour, minute }),
        mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        fileName: fill(reportTexts(language).file, { company: company.name, months: count, day }),
        download: true,
      }
    },
  }
}

async function sheetsOf(
  db: Db,
  company: CompanyAt,
  months: readonly Month[],
  language: Language,
): Promise<Sheet[]> {
  const texts = reportTexts(language)
  const sheetOf = async (side: Side): Promise<Sheet> => {
    const entries = await listEntries(db, company, { months, side, limit: MOST_ROWS })
    const { sheet, name, rut } = texts[side]
    const { date, type, total, folio } = texts
    return {
      name: sheet,
      headings: [date, type, name, rut, total, folio],
      rows: entries.map((entry) => cellsOf(entry, language)),
    }
  }
  return [await sheetOf('sales'), await sheetOf('purchases')]
}

function cellsOf(entry: ListedEntry, language: Language): Cell[] {
  const { day, tipoDte, name, rut, totalClp, folio } = entry
  return [{ day: knownDay(day) }, registerTypeName(tipoDte, language), name, rut, totalClp, folio]
}

async function* inTurn(sheets: Sheet[]): AsyncGenerator<Sheet> {
  yield* sheets
}
