import type { Month } from '#domain/day.ts'
import { month } from '#domain/day.ts'
import type { Clp } from '#domain/money.ts'
import { clpIn } from '../pages/amounts.ts'
import { plain } from '../pages/html.ts'
import type { SiiOrigins } from '../http/origins.ts'
import { siiOrigins, toAsked } from '../http/origins.ts'
import type { Answer } from '../interface/portal.ts'
import { tableRows } from '../pages/tables.ts'
import type { Wire, WireOptions } from '../http/wire.ts'
import { undiciWire } from '../http/wire.ts'
import { answerFrom, askPublic } from './public-page.ts'

/** Pesos of one UTM by month, whole. Months not published yet are missing. */
export type UtmByMonth = ReadonlyMap<Month, Clp>

/** From the SII's public table, asked without any session. `notFound`: the year isn't published. */
export async function readUtm(
  year: number,
  options: WireOptions & { wire?: Wire; origins?: SiiOrigins; timeoutMs?: number } = {},
): Promise<Answer<UtmByMonth>> {
  const address = `https://www.sii.cl/valores_y_fechas/utm/utm${year}.htm`
  const url = toAsked(options.origins ?? siiOrigins(), address) ?? address
  const visit = await askPublic(
    options.wire ?? undiciWire(options),
    url,
    options.timeoutMs ?? 30_000,
  )
  return answerFrom(visit, 'UTM', (text) => readUtmYear(text, year))
}

/**
 * One row a month under its name, whatever the order; the first amount in it is the UTM, the rest are its
 * relatives (UTA, variations). Null when a value isn't one of a UTM or a month comes twice.
 */
export function readUtmYear(html: string, year: number): UtmByMonth | null {
  const values = new Map<Month, Clp>()
  for (const cells of tableRows(html)) {
    const number = MONTHS.indexOf(plain(cells[0] ?? '').trim()) + 1
    const text = cells.slice(1).find((cell) => cell !== '') ?? ''
    if (number === 0 || text === '') continue
    const value = clpIn(text)
    const of = month(year, number)
    if (value === null || !isPlausible(value) || values.has(of)) return null
    values.set(of, value)
  }
  return values.size === 0 ? null : values
}

const MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(
    ' ',
  )

/** It was 50.372 in September 2020 and 69.542 in 2025: anything else is a misread page. */
function isPlausible(value: Clp): boolean {
  return value >= 40_000 && value <= 200_000
}
