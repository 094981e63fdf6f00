import { decodeEntities, plain, tokens, visibleText } from './html.ts'

const MAX_ROWS = 2000

/** Every row of every table, cells as a person reads them. A cell ends at its tag's end or at the next cell. */
export function tableRows(html: string): string[][] {
  const rows: string[][] = []
  let cells: string[] = []
  let isInCell = false
  const endRow = () => {
    if (cells.length > 0 && rows.length < MAX_ROWS) rows.push(cells.map(tidied))
    cells = []
    isInCell = false
  }
  for (const token of tokens(html)) {
    if (token.kind === 'raw') continue
    if (token.kind === 'text') {
      if (isInCell) cells.push(`${cells.pop() ?? ''}${token.text}`)
    } else if (token.name === 'td' || token.name === 'th') {
      isInCell = token.kind === 'open'
      if (isInCell) cells.push('')
    } else if (token.name === 'tr' || token.name === 'table') endRow()
  }
  endRow()
  return rows
}

/** What stands behind a label on its line, or on the next one; empty when the label isn't there. */
export function labelled(html: string, label: RegExp): string {
  const lines = visibleText(html).split('\n')
  const at = lines.findIndex((line) => label.test(plain(line)))
  const line = lines[at] ?? ''
  const behind = line.includes(':') ? line.slice(line.indexOf(':') + 1).trim() : ''
  if (at < 0 || behind !== '') return behind
  return (lines.slice(at + 1).find((each) => each !== ':') ?? '').replace(/^:\s?/, '')
}

function tidied(cell: string): string {
  return decodeEntities(cell)
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
}
