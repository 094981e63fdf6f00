import { describe, expect, it } from 'vitest'
import { whoMends } from '#domain/reason.ts'
import type { AttentionItem } from '#web/api/agenda.ts'
import { concernOf, mendOf } from './mend.ts'

function item(change: Partial<AttentionItem>): AttentionItem {
  return {
    key: 'key',
    code: 'recipientCityMissing',
    urgency: 'now',
    due: null,
    company: null,
    subject: { kind: 'client', id: 7, name: 'Cliente' },
    rules: [{ id: 3, name: 'Asesoría' }],
    rule_count: 1,
    documents: [{ id: 9, name: 'Cliente' }],
    document_count: 1,
    detail: null,
    amounts: null,
    mails: 0,
    standing: null,
    ...change,
  }
}

describe('the button of a problem', () => {
  it.each([
    ['a client, in the rule that bills it', item({}), '/rules/edit/3?step=clients'],
    [
      'a claimed factura, on its own page',
      item({ code: 'facturaClaimed', subject: { kind: 'claim', id: 9, name: 'Cliente' } }),
      '/documents/9',
    ],
    [
      'a refused clave, in the connections',
      item({ subject: { kind: 'facturator', id: 1, name: 'Ana' } }),
      '/facturators#connection-1',
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

  it('leads to the mailbox that holds mails back, whose user they wait for', () => {
    const subject = { kind: 'emailAccount', id: 5, name: 'ana@correo.example' } as const
    const asked = item({ code: 'mailsWaiting', subject, rules: [], documents: [], mails: 3 })
    expect(mendOf(asked)).toEqual({ kind: 'go', to: '/email-accounts', label: 'mailbox' })
    expect(whoMends(asked.code)).toBe('user')
  })

  it('corrects a refused certificate password where it stands', () => {
    const subject = { kind: 'facturator', id: 4, name: 'Ana' } as const
    const asked = item({ code: 'certificatePasswordRejected', subject })
    expect(mendOf(asked)).toEqual({ kind: 'certificate', facturator: 4 })
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
    expect(whoMends(late.code)).toBe('time')
    const subject = { kind: 'facturator', id: 1, name: 'Ana' } as const
    const unused = item({ code: 'numberUnused', subject })
    expect([mendOf(unused), whoMends(unused.code)]).toEqual([null, 'time'])
    expect(mendOf(item({ code: 'numbersUnused', subject }))).toMatchObject({
      to: '/facturators#connection-1',
    })
  })
})

describe('what is named beneath a problem', () => {
  const document = { kind: 'document', id: 9, name: 'Cliente' } as const
  it.each([
    [
      'a mailbox holds up no rule, only its mails',
      'mailboxDisconnected',
      'emailAccount',
      'mailsOf',
    ],
    ['a document in doubt holds up those behind it', 'notFoundTwice', 'document', 'holdsUp'],
    ['one that could not be looked for holds up its like', 'lookFailing', 'document', 'holdsUp'],
    ['a refused document holds up nothing', 'portalRefused', 'document', 'concerns'],
    ['a refused clave holds up its rules', 'claveRejected', 'facturator', 'holdsUp'],
  ] as const)('%s', (_, code, kind, concern) => {
    expect(concernOf(item({ code, subject: { ...document, kind } }))).toBe(concern)
  })
})
