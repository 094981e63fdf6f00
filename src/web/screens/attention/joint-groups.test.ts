import { expect, test } from 'vitest'
import type { AttentionItem } from '#web/api/agenda.ts'
import { jointGroups, returnedMails } from './joint-groups.ts'

const STANDING: NonNullable<AttentionItem['standing']> = {
  state: 'waiting',
  reason: 'approvalNeeded',
  told: null,
  can_decide: false,
  annulment: null,
  stop: null,
  emission_date: '2026-11-20',
}

const ITEM: AttentionItem = {
  key: '',
  code: 'approvalNeeded',
  urgency: 'now',
  due: null,
  subject: { kind: 'document', id: 1, name: 'Uno' },
  company: null,
  rules: [],
  rule_count: 0,
  documents: [],
  document_count: 0,
  detail: null,
  amounts: null,
  mails: 0,
  standing: STANDING,
}

const item = (id: number, part: Partial<AttentionItem> = {}): AttentionItem => ({
  ...ITEM,
  subject: { kind: 'document', id, name: `Documento ${id}` },
  ...part,
})

test('documents of one reason are a group, and one alone is none', () => {
  const items = [item(1), item(2), item(3, { code: 'portalRefused' })]
  expect(jointGroups(items)).toEqual([
    {
      code: 'approvalNeeded',
      decisions: ['issue', 'skip'],
      documents: [
        { id: 1, name: 'Documento 1' },
        { id: 2, name: 'Documento 2' },
      ],
    },
  ])
})

test('documents that must be looked at one by one are in no group', () => {
  const doubt = { standing: { ...STANDING, state: 'uncertain' as const } }
  expect(jointGroups([item(1, doubt), item(2, doubt)])).toEqual([])
  const odd = { code: 'amountDiffers' }
  expect(jointGroups([item(1, odd), item(2, odd)])).toEqual([])
})

test('documents that look like others are a group that is only left, also one that waits in the queue', () => {
  const alike = { code: 'looksRepeated' }
  const queued = { ...alike, standing: { ...STANDING, state: 'queued' as const } }
  expect(jointGroups([item(1, alike), item(2, queued)])).toMatchObject([
    { decisions: ['skip'], documents: [{ id: 1 }, { id: 2 }] },
  ])
})

test('mails that came back are counted over all addresses, and one alone is not offered', () => {
  const mail = (count: number, code = 'mailBounced') =>
    item(1, { code, subject: { kind: 'mail', id: 1, name: 'a@x.cl' }, document_count: count })
  expect(returnedMails([mail(1), mail(3), mail(5, 'mailInDoubt')])).toBe(4)
  expect(returnedMails([mail(1)])).toBe(0)
})
