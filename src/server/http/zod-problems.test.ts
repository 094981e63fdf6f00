import { expect, test } from 'vitest'
import * as contract from '#contract/index.ts'
import type { z } from 'zod'
import { errorReply } from './error-reply.ts'
import { invalidInput } from './zod-problems.ts'

function refusal(schema: z.ZodType, input: unknown): unknown {
  const parsed = schema.safeParse(input)
  if (parsed.success) throw new Error('It was accepted')
  return errorReply(invalidInput(parsed.error.issues, input), 'en', 'id').body
}

const rule = {
  name: 'Factura',
  facturator_comp: 1,
  document_type: '33',
  clients: [],
  business_day_rule: 'EXACT',
  start_date: '2026-11-05',
  invoice_lines: [],
}

test('a nested object nests its problems', () => {
  const input = { client: 1, contact: { email: 'x', gender: 'F' } }
  expect(refusal(contract.createContact.body, input)).toEqual({
    contact: { first_name: ['This field is required.'], email: ['Enter a valid email address.'] },
  })
})

test('a list answers an entry per item, empty for the good ones', () => {
  const good = { product_id: 1, quantity: '1', price: '1000', order: 1 }
  const input = { ...rule, invoice_lines: [good, { ...good, quantity: 'x', order: 2 }, good] }
  expect(refusal(contract.createRule.body, input)).toEqual({
    invoice_lines: [{}, { quantity: ['A valid number is required.'] }, {}],
  })
})

test.each([
  ['a choice that is none', { business_day_rule: 'ZZ' }, '"ZZ" is not a valid choice.'],
  ['another document type', { document_type: '34' }, '"34" is not a valid choice.'],
  ['a month offset out of three', { month_offset: 5 }, '"5" is not a valid choice.'],
  [
    'a date in Chilean spelling',
    { start_date: '05-11-2026' },
    'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.',
  ],
  ['a boolean as text', { send_email_automatic: 'yes' }, 'Must be a valid boolean.'],
  ['half a day', { day_of_month: 1.5 }, 'A valid integer is required.'],
  ['day 29', { day_of_month: 29 }, 'Ensure this value is less than or equal to 28.'],
  ['day 0', { day_of_month: 0 }, 'Ensure this value is greater than or equal to 1.'],
  ['a bad e-mail where none is fine too', { issuer_email: 'x' }, 'Enter a valid email address.'],
  ['no list', { clients: 'x' }, 'Expected a list of items but got type "str".'],
  ['a blank name', { name: '  ' }, 'This field may not be blank.'],
  [
    'a name too long',
    { name: 'x'.repeat(81) },
    'Ensure this field has no more than 80 characters.',
  ],
  ['no name', { name: undefined }, 'This field is required.'],
])('%s is told in the known words', (_case, change, expected) => {
  const [field = ''] = Object.keys(change)
  expect(refusal(contract.createRule.body, { ...rule, ...change })).toEqual({ [field]: [expected] })
})

test('a field called __proto__ harms nobody', () => {
  const input: unknown = JSON.parse('{"__proto__": {"polluted": 1}, "name": 1}')
  expect(refusal(contract.createRule.body, input)).toMatchObject({ name: ['Not a valid string.'] })
  expect('polluted' in {}).toBe(false)
})
