import type { Day } from '#domain/day.ts'
import { dayOfParts } from '../../../sheets/read-day.ts'
import type { Cell } from '../../../sheets/table.ts'

/** Two dates in one row of the lines above the movements, as 'Desde 30/12/2025 hasta 01/04/2026'; null without them. */
export function readPeriod(rows: readonly (readonly Cell[])[]): { from: Day; to: Day } | null {
  for (const cells of rows) {
    const text = cells
      .filter((cell) => typeof cell === 'string')
      .join(' ')
      .slice(0, 500)
    if (!/\b(?:desde|periodo|hasta)\b/i.test(text.normalize('NFD').replaceAll(/\p{M}/gu, ''))) {
      continue
    }
    const days = [...text.matchAll(/\b(\d{1,2})[-/.](\d{1,2})[-/.](20\d{2})\b/g)].flatMap(
      ([, day, month, year]) => dayOfParts(year, month, day) ?? [],
    )
    const [from, to] = days
    if (days.length === 2 && from !== undefined && to !== undefined && from <= to) {
      return { from, to }
    }
  }
  return null
}
