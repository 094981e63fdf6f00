import { expect, test } from 'vitest'
import { contentOf } from './content.ts'
import type { Issuing } from './issuing.ts'
import { csvOf, GOOD_ROW, judged, type Row } from './test-uploads.ts'

const RECIPIENT = { name: 'Cliente', giro: 'Comercio', street: 'A 1', commune: 'B', city: 'C' }
const ISSUING: Issuing = {
  issuer: { addressId: 1, activityId: 1, email: '' },
  shown: {
    address: { street: 'D 2', commune: 'E', city: 'F' },
    giro: 'Asesoría',
    person: { rut: '11111111-1', name: 'Ana' },
  },
  lacks: null,
  account: { id: 1, address: 'ana@ejemplo.cl' },
}

async function documentOf(row: Row) {
  const { documents } = await judged(csvOf([{ ...GOOD_ROW, ...row }]))
  const [document] = documents
  if (document === undefined) throw new Error('No document')
  return document
}

test('the content of a document changes with all that decides what would be issued of it', async () => {
  const document = await documentOf({})
  const { shown } = ISSUING
  const contents = [
    contentOf(document, RECIPIENT, ISSUING),
    ...Object.keys(RECIPIENT).map((part) =>
      contentOf(document, { ...RECIPIENT, [part]: 'otro' }, ISSUING),
    ),
    contentOf(document, RECIPIENT, { ...ISSUING, shown: { ...shown, giro: 'otro' } }),
    contentOf(document, RECIPIENT, { ...ISSUING, account: null }),
  ]
  for (const row of [
    { price: '2' },
    { to: 'a@ejemplo.cl' },
    { to: 'b@ejemplo.cl' },
    { dueDay: '30-11-2026' },
    { ownId: 'P-2' },
    { description: 'Otro' },
    { rut: '76192083-9' },
  ] satisfies Row[]) {
    contents.push(contentOf(await documentOf(row), RECIPIENT, ISSUING))
  }
  expect(new Set(contents).size).toBe(15)
})

test('the content of a document is the same when nothing of what would be issued changed', async () => {
  const document = await documentOf({})
  const again = await documentOf({ giro: 'Otro giro, que no sale' })
  expect(contentOf(again, RECIPIENT, ISSUING)).toBe(contentOf(document, RECIPIENT, ISSUING))
})
