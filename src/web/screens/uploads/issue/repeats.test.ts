import { expect, test } from 'vitest'
import type { OtherDocument, UploadDocument } from '#web/api/uploads.ts'
import { issueDateOf } from './issue-date.ts'
import { confirmedOf, repeatsOn } from './repeats.ts'
import { otherDocument, uploadDocument } from './test-documents.ts'

const DATE = issueDateOf({ uf_values: [] }, '2026-11-25')

function repeatsOf(documents: UploadDocument[], others: OtherDocument[] = [], date = DATE) {
  const repeats = repeatsOn({ documents, others }, date)
  return documents.map(({ key }) => {
    const { ofFile = [], others: alike = [], beside = [] } = repeats.get(key) ?? {}
    return [...ofFile.map((one) => one.key), ...alike.map(({ ref }) => ref), beside.length]
  })
}

test('a document repeats those before it in the file that go to its client for the same amount', () => {
  const of = (key: string, part: Partial<UploadDocument> = {}) => uploadDocument({ key, ...part })
  const documents = [
    of('a'),
    of('other client', { rut: '76086428-5' }),
    of('other amount', { totals: { net: 200, tax: 38, total: 238 } }),
    of('boleta', { document_type: 39 }),
    of('b'),
    of('ordered', { state: 'ordered' }),
    of('c'),
  ]
  expect(repeatsOf(documents)).toEqual([[0], [0], [0], [0], ['a', 0], [0], ['a', 'b', 0]])
})

test('a document in the same words repeats one while no amount is known', () => {
  const priced = { totals: null, lines: [] }
  const documents = [
    uploadDocument({ key: 'a', ...priced }),
    uploadDocument({ key: 'b', ...priced, same_as: ['a'] }),
    uploadDocument({ key: 'c', ...priced }),
  ]
  expect(repeatsOf(documents)).toEqual([[0], ['a', 0], [0]])
})

test('the documents that one repeats depend on its date, and those of another amount are listed apart', () => {
  const others = [
    otherDocument({ ref: 'november' }),
    otherDocument({ ref: 'folio:9', service_month: null, day: '2026-12-02', folio: 9 }),
    otherDocument({ ref: 'more', total: 500 }),
    otherDocument({ ref: 'unknown', total: null }),
    otherDocument({ ref: 'boleta', document_type: 39 }),
  ]
  expect(repeatsOf([uploadDocument()], others)).toEqual([['november', 'unknown', 1]])
  const december = issueDateOf({ uf_values: [] }, '2026-12-10')
  expect(repeatsOf([uploadDocument()], others, december)).toEqual([['folio:9', 0]])
})

test('the month that a row names is compared, not that of its date', () => {
  const document = uploadDocument({ service_month: '2026-08' })
  const august = otherDocument({ ref: 'august', service_month: '2026-08', day: '2026-08-31' })
  expect(repeatsOf([document], [otherDocument(), august])).toEqual([['august', 0]])
})

test('an order names for each repeated document what its person saw beside it', () => {
  const documents = [uploadDocument({ key: 'a' }), uploadDocument({ key: 'b' })]
  const others = [otherDocument({ ref: 'x#1', rut: '76086428-5' })]
  const alone = uploadDocument({ key: 'c', rut: '76086428-5' })
  const repeats = repeatsOn({ documents: [...documents, alone], others }, DATE)
  expect(confirmedOf([...documents, alone], repeats)).toEqual([
    { key: 'b', others: [] },
    { key: 'c', others: ['x#1'] },
  ])
})
