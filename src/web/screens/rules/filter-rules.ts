import { matches } from '#domain/search-text.ts'
import type { Rule } from '#web/api/queries.ts'

export interface RuleFilter {
  search: string
  type: '' | '33' | '39'
  status: '' | 'active' | 'paused'
}

export const NO_FILTER: RuleFilter = { search: '', type: '', status: '' }

/** Searches the issuer and every client, by name or RUT; ours also by the rule's own name. */
export function filterRules(rules: readonly Rule[], filter: RuleFilter): Rule[] {
  return rules.filter((rule) => {
    if (filter.type !== '' && String(rule.document_type) !== filter.type) return false
    if (filter.status !== '' && rule.is_paused !== (filter.status === 'paused')) return false
    const clients = rule.clients_detail.map(({ client }) => client.client_info)
    const parties = [rule.facturator_comp_detail.company_info, ...clients]
    const texts = [rule.name, ...parties.flatMap(({ name, identifier }) => [name, identifier])]
    return texts.some((text) => matches(text, filter.search))
  })
}

/** From the address, where anybody may have written anything. */
export function readRuleFilter(query: URLSearchParams): RuleFilter {
  const type = query.get('type')
  const status = query.get('status')
  return {
    search: (query.get('search') ?? '').slice(0, 100),
    type: type === '33' || type === '39' ? type : '',
    status: status === 'active' || status === 'paused' ? status : '',
  }
}

export function writeRuleFilter(filter: RuleFilter): URLSearchParams {
  return new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''))
}
