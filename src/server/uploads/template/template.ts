import { allCommunes } from '#domain/communes.ts'
import { addDays, monthOf, type Day } from '#domain/day.ts'
import { formatRut, type Rut } from '#domain/rut.ts'
import type { UploadRole } from '#domain/upload.ts'
import type { Language } from '#texts/language.ts'
import { uploadTexts, type UploadTexts } from '#texts/uploads.ts'
import { columnName } from '../../sheets/table.ts'
import { workbook, type Cell, type Sheet } from '../../sheets/workbook.ts'
import type { WallTime } from '../../sheets/zip.ts'
import { listed } from '../cells/listed.ts'

/** What the user's own lists hold. */
export interface TemplateLists {
  clients: { rut: Rut; name: string }[]
  products: { code: string; name: string }[]
}

/** In the order in which a person fills them in; the reader takes any. */
const ORDER: readonly UploadRole[] = [
  'group',
  'kind',
  'rut',
  'code',
  'description',
  'quantity',
  'price',
  'currency',
  'ufDate',
  'withholder',
  'dueDay',
  'serviceMonth',
  'sendEmail',
  'to',
  'cc',
  'ownId',
  'name',
  'giro',
  'street',
  'commune',
  'city',
]

const WIDTHS: Partial<Record<UploadRole, number>> = {
  description: 40,
  name: 32,
  street: 32,
  to: 32,
  quantity: 10,
  currency: 10,
  code: 14,
}
const USUAL_WIDTH = 18
const NUMBERS: readonly UploadRole[] = ['quantity', 'price']

/**
 * The workbook that a person fills in: an empty sheet of documents, one of help with examples to be copied, and a hidden
 * one with the lists that its cells are chosen from.
 */
export function templateWorkbook(
  lists: TemplateLists,
  { today, at, language }: { today: Day; at: WallTime; language: Language },
): AsyncIterable<Uint8Array> {
  const texts = uploadTexts(language)
  const columns = listColumns(lists, texts)
  async function* sheets(): AsyncGenerator<Sheet> {
    yield documentsSheet(columns, texts)
    yield helpSheet(today, texts)
    yield listsSheet(columns, texts)
  }
  return workbook(sheets(), at)
}

interface ListColumn {
  role: UploadRole
  values: string[]
  isStrict: boolean
}

/** Only what is no list of the user's own must be in it: a client may be new. */
function listColumns(
  { clients, products }: TemplateLists,
  { template }: UploadTexts,
): ListColumn[] {
  const strict = (role: UploadRole, values: Iterable<string>) => ({
    role,
    values: [...values],
    isStrict: true,
  })
  const own = (role: UploadRole, values: string[]) => ({ role, values, isStrict: false })
  return [
    strict('kind', Object.values(template.kinds)),
    strict('currency', Object.values(template.currencies)),
    strict('ufDate', Object.values(template.ufDates)),
    strict('withholder', Object.values(template.withholders)),
    strict('sendEmail', Object.values(template.yesNo)),
    strict(
      'commune',
      allCommunes()
        .map(({ name }) => name)
        .toSorted(),
    ),
    own(
      'rut',
      clients.map(({ name, rut }) => listed(name, formatRut(rut))),
    ),
    own(
      'code',
      products.map(({ name, code }) => listed(name, code)),
    ),
  ]
}

function documentsSheet(columns: readonly ListColumn[], { template }: UploadTexts): Sheet {
  return {
    name: template.documents,
    headings: ORDER.map((role) => template.columns[role]),
    rows: [],
    layout: {
      columns: ORDER.map((role) => ({ width: WIDTHS[role] ?? USUAL_WIDTH, holds: holds(role) })),
      choices: columns.flatMap(({ role, values, isStrict }, index) => {
        if (values.length === 0) return []
        const list = columnName(index)
        const range = `${template.lists}!$${list}$2:$${list}$${values.length + 1}`
        return [{ column: ORDER.indexOf(role), range, isStrict }]
      }),
    },
  }
}

function holds(role: UploadRole): 'text' | 'day' | 'anything' {
  if (role === 'dueDay') return 'day'
  return NUMBERS.includes(role) ? 'anything' : 'text'
}

function listsSheet(columns: readonly ListColumn[], { template }: UploadTexts): Sheet {
  const longest = Math.max(...columns.map(({ values }) => values.length))
  return {
    name: template.lists,
    headings: columns.map(({ role }) => template.columns[role]),
    rows: Array.from({ length: longest }, (_, row) =>
      columns.map(({ values }) => values[row] ?? null),
    ),
    layout: { isHidden: true },
  }
}

const HELP_WIDTH = 80

function helpSheet(today: Day, { template }: UploadTexts): Sheet {
  const { helpHeadings, columns, notes } = template
  const rows: Cell[][] = ORDER.map((role) => [columns[role], notes[role]])
  const examples = examplesOf(today, template)
  return {
    name: template.help,
    headings: [helpHeadings.column, helpHeadings.note],
    rows: [
      ...rows,
      [],
      [template.limits],
      [],
      [helpHeadings.examples],
      ORDER.map((role) => columns[role]),
      ...examples.map((example) => ORDER.map((role) => example[role] ?? null)),
    ],
    layout: {
      columns: ORDER.map((_role, index) => ({
        width: index === 1 ? HELP_WIDTH : USUAL_WIDTH,
        holds: 'text',
      })),
    },
  }
}

type Example = Partial<Record<UploadRole, Cell>>

/** How long a client usually has to pay. */
const EXAMPLE_DAYS = 30

/** A factura of two lines, one in UF to a new client, and a boleta; the RUTs are the SII's and a made-up person's. */
export function examplesOf(today: Day, template: UploadTexts['template']): Example[] {
  const { kinds, currencies, ufDates, withholders, yesNo, examples } = template
  const [year = '', month = ''] = monthOf(today).split('-')
  const first: Example = { group: '1', kind: kinds.factura, rut: '60803000-K' }
  return [
    {
      ...first,
      description: examples.service,
      quantity: 1,
      price: 150_000,
      currency: currencies.CLP,
      dueDay: { day: addDays(today, EXAMPLE_DAYS) },
      serviceMonth: `${month}-${year}`,
    },
    { ...first, description: examples.support, quantity: 2.5, price: 30_000 },
    {
      group: '2',
      kind: kinds.factura,
      rut: '76192083-9',
      description: examples.rent,
      quantity: 1,
      price: 12.5,
      currency: currencies.UF,
      ufDate: ufDates.PREV_MONTH_CLOSE,
      sendEmail: yesNo.yes,
      to: 'pagos@example.com',
      name: examples.client,
      giro: examples.giro,
      street: examples.street,
      commune: 'SANTIAGO',
      city: 'Santiago',
    },
    {
      group: '3',
      kind: kinds.boletaHonorarios,
      rut: '12345678-5',
      description: examples.fee,
      quantity: 1,
      price: 400_000,
      withholder: withholders.issuer,
      name: examples.person,
      street: examples.street,
      commune: 'PROVIDENCIA',
    },
  ]
}
