import { expect, test } from 'vitest'
import { readUploadedFile, uploadReply } from '#contract/uploads.ts'
import { ApiFault } from './fault.ts'
import { parseUploadedFile, parseUploadReply } from './parse-upload.ts'

const CELLS = ['', 'a "b"', '\\', '}]},{"rows":[{', '"documents":[{', 'ñandú\t\u2028', '{"']

function file(rows: number, documents: number): unknown {
  const line = { row: 1, code: '', description: '}]', quantity: '1', price: '1', currency: 'CLP' }
  return {
    upload: {
      id: 1,
      company: 1,
      file_name: '"rows":[{"row":7}].xlsx',
      uploaded_by: null,
      uploaded_at: '2026-11-05T15:00:05.954Z',
      documents,
      valid: documents,
      faults: 0,
      ordered: 0,
      issued: 0,
      asking: 0,
      failed: 0,
      is_gone: false,
    },
    earlier: [],
    content: {
      kind: 'judged',
      sheet: '"documents":[{',
      header_row: 1,
      columns: {},
      unread: [],
      other_sheets: [],
      sheets: ['facturas'],
      document_type: null,
      preview: [{ row: 1, cells: ['RUT'] }],
      hidden_rows: [],
      edited: [],
      removed: [],
      lacks: [],
      look_ups: { done: 0, total: 0 },
      roles: [],
      rows: Array.from({ length: rows }, (_, row) => ({ row, cells: CELLS })),
      documents: Array.from({ length: documents }, (_, index) => ({
        key: `r:${index}`,
        content: '0'.repeat(64),
        group: '"',
        rows: [index],
        is_valid: true,
        waits: null,
        state: 'new',
        document: null,
        ordered: null,
        document_type: 33,
        rut: null,
        client: { kind: 'from_row', name: '{"rows":[{' },
        recipient: null,
        written: { name: '', giro: '', street: '', commune: '', city: '' },
        withholder: null,
        uf_rate_type: 'DAY_OF',
        due_day: null,
        service_month: null,
        sends_email: false,
        to: [],
        cc: [],
        own_id: '',
        lines: [{ ...line, amount: null }],
        totals: null,
        same_as: [],
      })),
      issuing: { address: null, giro: null, person: { rut: '', name: '' }, mailbox: null },
      uf_values: [],
      others: [],
      faults: [],
      fault_count: 0,
      totals: { documents, total: 0, charge: null },
    },
  }
}

test.each([
  [0, 0],
  [1, 1],
  [250, 25],
  [251, 26],
  [1_000, 130],
])(
  'a reply of %i rows and %i documents is what it is when it is read at once',
  async (rows, documents) => {
    const text = JSON.stringify(file(rows, documents))
    const whole = readUploadedFile.reply.parse(JSON.parse(text))
    expect(await parseUploadedFile(text)).toEqual(whole)
  },
)

test('a stored file’s reply keeps its kind, and a refusal its reason', async () => {
  const stored = JSON.stringify({ kind: 'stored', ...Object(file(300, 2)) })
  expect(await parseUploadReply(stored)).toEqual(uploadReply.parse(JSON.parse(stored)))
  const refused = { kind: 'refused', reason: 'pdf', message: 'Es un PDF.' }
  expect(await parseUploadReply(JSON.stringify(refused))).toEqual(refused)
})

test.each([
  ['a row without a number', (text: string) => text.replace('"row":260', '"raw":260')],
  ['a document without a key', (text: string) => text.replace('"key":"r:27"', '"key":3')],
  ['an end that never came', (text: string) => text.slice(0, text.length / 2)],
  ['no JSON', () => '<html>'],
])('a reply with %s is no reply', async (_what, spoil) => {
  const text = spoil(JSON.stringify(file(300, 30)))
  await expect(parseUploadedFile(text)).rejects.toThrow(ApiFault)
})
