/** Cells as spreadsheets put them on the clipboard: tabs between columns, line ends between rows, quotes where either is inside. */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let place = 0
  const endCell = () => {
    rows.at(-1)?.push(oneLine(cell))
    cell = ''
  }
  while (place < text.length) {
    const character = text[place] ?? ''
    const quoted = character === '"' && cell === '' ? quotedCell(text, place) : null
    if (quoted !== null) {
      cell = quoted.text
      place = quoted.end
      continue
    }
    place += 1
    if (character === '\t') endCell()
    else if (character === '\n') {
      endCell()
      rows.push([])
    } else if (character !== '\r') cell += character
  }
  endCell()
  // Excel ends the last row, too.
  if (rows.length > 1 && rows.at(-1)?.join('') === '') rows.pop()
  return rows
}

/** Null where the quote is a character like others, because none ends the cell. */
function quotedCell(text: string, start: number): { text: string; end: number } | null {
  let found = ''
  let place = start + 1
  while (place < text.length) {
    const end = text.indexOf('"', place)
    if (end === -1) return null
    found += text.slice(place, end)
    if (text[end + 1] === '"') {
      found += '"'
      place = end + 2
      continue
    }
    return /^(\t|\r?\n|\r|$)/.test(text.slice(end + 1, end + 3))
      ? { text: found, end: end + 1 }
      : null
  }
  return null
}

/**
 * A cell is one line: what it said over several stays readable in one. Two spaces between digits, because numbers below
 * each other with one between them would read as one with its thousands apart.
 */
function oneLine(text: string): string {
  const lines = text.split(/[\r\n\t]/).map((line) => line.trim())
  if (lines.length === 1) return text
  return lines
    .filter((line) => line !== '')
    .join('  ')
    .replaceAll(/(?<!\d) {2}| {2}(?!\d)/g, ' ')
}

export function writeTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(quoted).join('\t')).join('\r\n')
}

function quoted(cell: string): string {
  return /["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
