import { describe, expect, it } from 'vitest'
import type { AttentionItem } from '#web/api/agenda.ts'
import { actorOf, mendOf } from './mend.ts'

function item(change: Partial<AttentionItem>): AttentionItem {
  return {
    key: 'key',
    code: 'recipientCityMissing',
    urgency: 'now',
    due: null,
    subject: { kind: 'client', id: 7, name: 'Cliente' },
    rules: [{ id: 3, name: 'Asesoría' }],
    rule_count: 1,
    documents: [{ id: 9, name: 'Cliente' }],
    document_count: 1,
    detail: null,
    amounts: null,
    ...change,
  }
}

describe('the button of a problem', () => {
  it.each([
    ['a client, in the rule that bills it', item({}), '/rules/edit/3?step=clients'],
    [
      'a refused clave, in the connections',
      item({ subject: { kind: 'facturator', id: 1, name: 'Ana' } }),
      '/facturators',
    ],
    [
      "a month's quantities, where they are filled in",
      item({ code: 'linesToComplete', subject: { kind: 'rule', id: 4, name: 'Horas' } }),
      '/rules/4/values',
    ],
    [
      'an issuer without address, in the rule',
      item({ code: 'issuerAddressMissing', subject: { kind: 'rule', id: 4, name: 'Horas' } }),
      '/rules/edit/4',
    ],
    [
      'a company that may not issue, by its document',
      item({ subject: { kind: 'company', id: 2, name: 'Empresa' } }),
      '/documents/9',
    ],
  ])('mends %s', (_what, asked, to) => {
    expect(mendOf(asked)).toMatchObject({ kind: 'go', to })
  })

  it('decides about a document where it stands', () => {
    const asked = item({ subject: { kind: 'document', id: 9, name: 'Cliente' } })
    expect(mendOf(asked)).toEqual({ kind: 'decide', document: 9 })
  })

  it('is none while only time helps', () => {
    const late = item({
      code: 'ufMissing',
      subject: { kind: 'uf', id: '2026-11-30', name: '2026-11-30' },
    })
    expect(mendOf(late)).toBeNull()
    expect(actorOf(late)).toBe('time')
  })
})
