/** As dte/compare.ts writes them, one a line: 'lineAmount 2: 40000 ≠ 50000'. */
const LINE = /^([a-zA-Z]{1,20})(?: (\d{1,3}))?: (.*) ≠ (.*)$/

const FIELDS = [
  'tipoDte',
  'issueDate',
  'paymentForm',
  'issuerRut',
  'recipientRut',
  'recipientName',
  'lineCount',
  'lineName',
  'lineQuantity',
  'linePrice',
  'lineAmount',
  'neto',
  'exento',
  'iva',
  'total',
  'otherAmounts',
  'reference',
] as const
type Field = (typeof FIELDS)[number]

export interface ShownDifference {
  field: Field
  line: string
  expected: string
  seen: string
}

/** A line that isn't understood is left out: the document's history keeps the whole. */
export function differencesOf(detail: string): ShownDifference[] {
  return detail.split('\n').flatMap((text) => {
    const [, name, line = '', expected = '', seen = ''] = LINE.exec(text) ?? []
    const field = FIELDS.find((one) => one === name)
    return field === undefined ? [] : [{ field, line, expected, seen }]
  })
}

const AMOUNTS: ReadonlySet<Field> = new Set([
  'linePrice',
  'lineAmount',
  'neto',
  'exento',
  'iva',
  'total',
])

export function isAmount(field: Field): boolean {
  return AMOUNTS.has(field)
}
