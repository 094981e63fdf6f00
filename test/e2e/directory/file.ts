import type { Page } from 'playwright-core'
import { readSheets } from '#server/sheets/read-sheets.ts'
import { DIRECTORY_LIMITS } from '#server/directory/files/read-file.ts'
import type { Cell } from '#server/sheets/workbook.ts'
import { button, contentOf } from '../fixtures/hands.ts'

type Sheets = Record<string, Cell[][]>

/** What "Exportar" saves, as the rows of its sheets. */
export async function exportedFrom(page: Page): Promise<{ bytes: Buffer; sheets: Sheets }> {
  const coming = page.waitForEvent('download')
  await button(page, 'Exportar').click()
  const bytes = await contentOf(await coming)
  const read = await readSheets(bytes, 'x.xlsx', DIRECTORY_LIMITS)
  if (read.kind !== 'sheets') throw new Error(read.reason)
  const sheets = read.tables.map(({ name, rows }) => [
    name,
    rows.map(({ cells }) => cells.map(plain)),
  ])
  return { bytes, sheets: Object.fromEntries(sheets) }
}

function plain(cell: unknown): Cell {
  return typeof cell === 'string' || typeof cell === 'number' ? cell : null
}

export async function choose(page: Page, buffer: Buffer): Promise<void> {
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await page.locator('input[type=file]').setInputFiles({ name: 'lista.xlsx', mimeType, buffer })
}
