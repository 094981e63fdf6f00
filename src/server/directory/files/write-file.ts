import type { DirectoryList } from '#contract/directory.ts'
import { allCommunes } from '#domain/communes.ts'
import { formatQuantity, type Uf } from '#domain/uf.ts'
import { directoryTexts, type DirectoryTexts } from '#texts/directory.ts'
import type { Language } from '#texts/language.ts'
import type { SheetLayout } from '../../sheets/layout.ts'
import { workbook, type Cell, type Sheet } from '../../sheets/workbook.ts'
import type { WallTime } from '../../sheets/zip.ts'
import { SHEET_ROLES, type Role, type SheetKind } from './columns.ts'
import type { StoredClient, StoredProduct } from './stored.ts'

export type Stored =
  | { list: 'clients'; clients: StoredClient[] }
  | { list: 'products'; products: StoredProduct[] }

const WIDTHS: Partial<Record<Role, number>> = {
  name: 44,
  giro: 36,
  street: 36,
  email: 32,
  dueDays: 14,
  price: 14,
  currency: 10,
}
const USUAL_WIDTH = 20
const NUMBERS: readonly Role[] = ['price', 'dueDays']

/** A company's clients or products as a workbook that comes back without a difference. */
export function directoryWorkbook(
  stored: Stored,
  { at, language }: { at: WallTime; language: Language },
): AsyncIterable<Uint8Array> {
  const texts = directoryTexts(language)
  async function* sheets(): AsyncGenerator<Sheet> {
    if (stored.list === 'products') {
      yield sheetOf('products', productRows(stored.products), texts)
    } else {
      yield sheetOf('clients', clientRows(stored.clients), texts)
      yield sheetOf('contacts', contactRows(stored.clients, texts), texts)
    }
    yield helpSheet(stored.list, texts)
    yield listsSheet(texts)
  }
  return workbook(sheets(), at)
}

function sheetOf(kind: SheetKind, rows: Iterable<Cell[]>, texts: DirectoryTexts): Sheet {
  const roles = SHEET_ROLES[kind]
  return {
    name: texts.sheets[kind],
    headings: roles.map((role) => headingOf(kind, role, texts)),
    rows,
    layout: {
      columns: roles.map((role) => ({
        width: WIDTHS[role] ?? USUAL_WIDTH,
        holds: NUMBERS.includes(role) ? 'anything' : 'text',
      })),
      choices: choicesOf(kind, texts),
    },
  }
}

export function headingOf(kind: SheetKind, role: Role, texts: DirectoryTexts): string {
  const headings: Partial<Record<Role, string>> = texts.columns[kind]
  return headings[role] ?? role
}

/** A row for each address and activity of a client: the first has its first ones, and those after have no name. */
function* clientRows(clients: readonly StoredClient[]): Generator<Cell[]> {
  for (const { rut, name, addresses, activities, dueDays } of clients) {
    const count = Math.max(1, addresses.length, activities.length)
    for (let row = 0; row < count; row += 1) {
      const address = addresses[row]
      yield [
        rut,
        row === 0 ? name : null,
        activities[row] ?? null,
        address?.street ?? null,
        address?.commune ?? null,
        address?.city ?? null,
        row === 0 ? dueDays : null,
      ]
    }
  }
}

function* contactRows(
  clients: readonly StoredClient[],
  { genders }: DirectoryTexts,
): Generator<Cell[]> {
  for (const { rut, contacts } of clients) {
    for (const { firstName, lastName, email, gender, role } of contacts) {
      yield [rut, firstName, lastName, email, genders[gender], role]
    }
  }
}

function* productRows(products: readonly StoredProduct[]): Generator<Cell[]> {
  for (const { code, name, unitPrice, currency } of products) {
    yield [code, name, priceCell(unitPrice), currency]
  }
}

/** Excel keeps fifteen digits: a price with more is written as a text, as a person would. */
const EXCEL_DIGITS = 15

function priceCell(price: Uf): Cell {
  const digits = price.replace('.', '').length
  return digits <= EXCEL_DIGITS ? Number(price) : formatQuantity(price).replaceAll('.', '')
}

function helpSheet(list: DirectoryList, texts: DirectoryTexts): Sheet {
  const kinds: readonly SheetKind[] = list === 'products' ? ['products'] : ['clients', 'contacts']
  const rows = kinds.flatMap((kind) =>
    SHEET_ROLES[kind].map((role) => [
      texts.sheets[kind],
      headingOf(kind, role, texts),
      noteOf(kind, role, texts),
    ]),
  )
  return {
    name: texts.sheets.help,
    headings: [texts.help.sheet, texts.help.column, texts.help.note],
    rows: [...rows, [], [texts.help.never]],
    layout: {
      columns: [
        { width: 14, holds: 'text' },
        { width: 20, holds: 'text' },
        { width: 90, holds: 'text' },
      ],
    },
  }
}

function noteOf(kind: SheetKind, role: Role, texts: DirectoryTexts): string {
  const notes: Partial<Record<Role, string>> = texts.notes[kind]
  return notes[role] ?? ''
}

/** Column of the hidden sheet and its values. */
const LISTS = ['commune', 'gender', 'currency'] as const

function valuesOf(list: (typeof LISTS)[number], { genders }: DirectoryTexts): string[] {
  if (list === 'gender') return [genders.female, genders.male]
  if (list === 'currency') return ['CLP', 'UF']
  return allCommunes()
    .map(({ name }) => name)
    .toSorted()
}

function choicesOf(kind: SheetKind, texts: DirectoryTexts): SheetLayout['choices'] {
  return LISTS.flatMap((list, index) => {
    const column = SHEET_ROLES[kind].findIndex((role) => role === list)
    if (column === -1) return []
    const letter = 'ABC'.charAt(index)
    const last = valuesOf(list, texts).length + 1
    // The SII writes communes in its own way, and what it wrote stays.
    const isStrict = list !== 'commune'
    return [{ column, range: `${texts.sheets.lists}!$${letter}$2:$${letter}$${last}`, isStrict }]
  })
}

function listsSheet(texts: DirectoryTexts): Sheet {
  const columns = LISTS.map((list) => valuesOf(list, texts))
  const height = Math.max(...columns.map(({ length }) => length))
  const rows = Array.from({ length: height }, (_, row) =>
    columns.map((values) => values[row] ?? null),
  )
  return { name: texts.sheets.lists, headings: [...LISTS], rows, layout: { isHidden: true } }
}
