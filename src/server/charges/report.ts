import { CHARGES_REPORT_PATH } from '#contract/charges.ts'
import { month as monthText } from '#contract/fields.ts'
import { knownDay, knownMonth, timeInChile, type Month } from '#domain/day.ts'
import { chargesReportTexts } from '#texts/charges.ts'
import type { Language } from '#texts/language.ts'
import { fill } from '#texts/translation.ts'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { withinOrganisation } from '../db/reach.ts'
import type { BytesRoute } from '../http/bytes.ts'
import { NotFound } from '../http/errors.ts'
import { workbook, type Cell, type Sheet } from '../sheets/workbook.ts'
import { linesOf, wayOf, type ChargeLine, type Db } from './store.ts'

interface Needs {
  db: Db
  clock: Clock
}

const Params = z.object({ month: monthText })
const LINES_AT_ONCE = 1_000

/** A month's lines as a workbook: the same as the page's, whole. */
export function chargesReportRoute({ db, clock }: Needs): BytesRoute {
  return {
    path: CHARGES_REPORT_PATH,
    async handle({ session, params, language }) {
      const asked = Params.safeParse(params)
      if (!asked.success) throw new NotFound()
      const month = knownMonth(asked.data.month)
      const at = { organisationId: session.organisationId, month }
      return {
        bytes: chargesWorkbook(sheetOf(db, at, language), clock),
        mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        fileName: fill(chargesReportTexts(language).file, { month }),
        download: true,
      }
    },
  }
}

export function chargesWorkbook(sheets: AsyncIterable<Sheet>, clock: Clock) {
  const { day, hour, minute } = timeInChile(clock.now())
  const [year = 0, month = 0, ofMonth = 0] = day.split('-').map(Number)
  return workbook(sheets, { year, month, day: ofMonth, hour, minute })
}

async function* sheetOf(
  db: Db,
  at: { organisationId: number; month: Month },
  language: Language,
): AsyncGenerator<Sheet> {
  const { sheet, columns } = chargesReportTexts(language)
  yield { name: sheet, headings: Object.values(columns), rows: rowsOf(db, at, language) }
}

/** The newest first, a thousand at a time in memory. */
export async function* rowsOf(
  db: Db,
  { organisationId, month }: { organisationId: number; month: Month },
  language: Language,
): AsyncGenerator<Cell[]> {
  for (let before: number | null = null; ;) {
    const at = { organisationId, month, before, limit: LINES_AT_ONCE }
    // The call has answered by now: its reach is taken up again.
    const lines: ChargeLine[] = await withinOrganisation(organisationId, () => linesOf(db, at))
    for (const line of lines) yield cellsOf(line, language)
    const last = lines.at(-1)
    if (last === undefined || lines.length < LINES_AT_ONCE) return
    before = last.id
  }
}

function cellsOf(line: ChargeLine, language: Language): Cell[] {
  const { kinds, types, ways } = chargesReportTexts(language)
  const way = line.basis_points === null ? null : ways[wayOf(line.basis_points)]
  return [
    { day: knownDay(line.day) },
    kinds[line.kind],
    line.documents.map(({ kind, folio }) => `${types[kind]} ${folio ?? ''}`.trim()).join(', '),
    line.documents.map(({ recipient }) => recipient).join(', '),
    numberOf(line.price_uf),
    line.uf_day === null ? null : { day: knownDay(line.uf_day) },
    numberOf(line.rate_clp),
    line.base_clp,
    way,
    line.net_clp,
    line.iva_clp,
    line.total_clp,
  ]
}

function numberOf(text: string | null): number | null {
  return text === null ? null : Number(text)
}
