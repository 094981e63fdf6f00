import { describe, expect, it } from 'vitest'
import type { Rule } from '#web/api/queries.ts'
import { filterRules, NO_FILTER, readRuleFilter, writeRuleFilter } from './filter-rules.ts'

function rule(change: Partial<Rule> & { client?: string; issuer?: string }): Rule {
  const { client = 'Viña Los Robles Ltda.', issuer = 'Comercial Arrayán SpA', ...rest } = change
  return {
    id: 1,
    name: 'Factura 11-2026',
    document_type: 33,
    document_type_name: 'Factura',
    period: 'MONTHLY',
    day_of_month: 5,
    business_day_rule: 'EXACT',
    month_offset: 0,
    start_date: '2026-11-01',
    is_paused: false,
    next_emission_date: '2026-12-05',
    last_emission: null,
    facturator_comp: 1,
    facturator_comp_detail: {
      id: 1,
      company_info: { id: 1, identifier: '76192083-9', name: issuer },
    },
    issuer_address_id: 1,
    issuer_activity_id: 1,
    issuer_email: '',
    clients_detail: [
      {
        client: {
          id: 1,
          client_info: { id: 1, identifier: '12345678-5', name: client },
          addresses: [],
          activities: [],
          due_days: null,
        },
        client_address: null,
        client_activity: null,
        contact_name: '',
        contact_rut: '',
        email_contacts_to: [],
        email_contacts_cc: [],
      },
    ],
    invoice_lines_detail: [],
    send_email_automatic: false,
    email_account: null,
    email_subject_template: '',
    email_body_template: '',
    uf_rate_type: 'PREV_MONTH_CLOSE',
    withholder: null,
    catch_up: 'notify',
    end_date: null,
    max_emissions: null,
    needs_approval: false,
    due_days: null,
    readiness: [],
    ...rest,
  }
}

describe('the list of rules', () => {
  const vina = rule({ id: 1 })
  const paused = rule({ id: 2, client: 'Panadería Ñuñoa', is_paused: true })
  const boleta = rule({ id: 3, client: 'Ana Pérez', document_type: 39 })
  const all = [vina, paused, boleta]

  it.each([
    ['vina', [1]],
    ['VIÑA los', [1]],
    ['nunoa', [2]],
    ['arrayan', [1, 2, 3]],
    ['123456785', [1, 2, 3]],
    ['76.192.083-9', [1, 2, 3]],
    ['nadie', []],
    ['', [1, 2, 3]],
  ])('is searched without accents, dots or hyphens: %s', (search, ids) => {
    expect(filterRules(all, { ...NO_FILTER, search }).map(({ id }) => id)).toEqual(ids)
  })

  it('takes both filters together with the search', () => {
    expect(filterRules(all, { search: 'perez', type: '39', status: 'active' })).toEqual([boleta])
    expect(filterRules(all, { search: '', type: '33', status: 'paused' })).toEqual([paused])
    expect(filterRules(all, { search: '', type: '39', status: 'paused' })).toEqual([])
  })
})

describe('the filter in the address', () => {
  it('comes back as it went', () => {
    const filter = { search: 'viña & cía', type: '33', status: 'paused' } as const
    expect(readRuleFilter(writeRuleFilter(filter))).toEqual(filter)
    expect(String(writeRuleFilter(NO_FILTER))).toBe('')
  })

  it('is empty for what nobody could have chosen', () => {
    expect(readRuleFilter(new URLSearchParams('type=34&status=dead'))).toEqual(NO_FILTER)
  })
})
