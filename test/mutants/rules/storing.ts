import type { TestedMutant } from '../mutant.ts'

const STORE = 'server/rules/store.ts'

const SAVING_TEST = 'src/server/rules/saving.test.ts'
const STORING_TEST = 'src/server/rules/storing.test.ts'
const CHANGE_TEST = 'src/server/rules/change.test.ts'
const REFERENCES_TEST = 'src/server/rules/references.test.ts'

/** Faults in what of a rule is stored and read back, and in what it may point at. */
export const STORING_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'deleted rules count',
    file: STORE,
    from: `    .where('organisation_id', '=', organisationId)
    .where('deleted_at', 'is', null)
    .where('request_key', 'is', null)
    .executeTakeFirstOrThrow()`,
    to: `    .where('organisation_id', '=', organisationId)
    .where('request_key', 'is', null)
    .executeTakeFirstOrThrow()`,
    caughtBy: { test: SAVING_TEST },
  },
  {
    name: 'the rules of others count',
    file: STORE,
    from: `    .where('organisation_id', '=', organisationId)
    .where('deleted_at', 'is', null)
    .where('request_key', 'is', null)
    .executeTakeFirstOrThrow()`,
    to: `    .where('deleted_at', 'is', null)
    .where('request_key', 'is', null)
    .executeTakeFirstOrThrow()`,
    caughtBy: { test: REFERENCES_TEST },
  },
  {
    name: 'any company may issue facturas',
    file: STORE,
    from: `issuesFacturas: company?.issues_facturas === true`,
    to: `issuesFacturas: company !== undefined`,
    caughtBy: { test: REFERENCES_TEST },
  },
  {
    name: 'a rule is issued from another company’s address',
    file: STORE,
    from: `    .selectFrom('issuer_address')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', draft.companyId)`,
    to: `    .selectFrom('issuer_address')
    .select('id')
    .where('organisation_id', '=', organisationId)`,
    caughtBy: { test: REFERENCES_TEST },
  },
  {
    name: 'a rule has another company’s activity',
    file: STORE,
    from: `    .selectFrom('issuer_activity')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', draft.companyId)`,
    to: `    .selectFrom('issuer_activity')
    .select('id')
    .where('organisation_id', '=', organisationId)`,
    caughtBy: { test: REFERENCES_TEST },
  },
  {
    name: 'a rule bills another company’s client',
    file: STORE,
    from: `    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', draft.companyId)
    .where('id', 'in', asked)
    .execute()
  const found`,
    to: `    .where('organisation_id', '=', organisationId)
    .where('id', 'in', asked)
    .execute()
  const found`,
    caughtBy: { test: REFERENCES_TEST },
  },
  {
    name: 'a rule sells another company’s product',
    file: STORE,
    from: `    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', draft.companyId)
    .where('id', 'in', asked)
    .execute()
  return`,
    to: `    .where('organisation_id', '=', organisationId)
    .where('id', 'in', asked)
    .execute()
  return`,
    caughtBy: { test: REFERENCES_TEST },
  },
  {
    name: 'the parts of one client are those of all',
    file: STORE,
    from: `for (const row of rows) found.get(row.client_id)?.[key].add(row.id)`,
    to: `for (const row of rows) for (const parts of found.values()) parts[key].add(row.id)`,
    caughtBy: { test: STORING_TEST },
  },
  {
    name: 'a deleted rule can be changed',
    file: STORE,
    from: `    .where('deleted_at', 'is', null)
    .where('request_key', 'is', null)
    .forUpdate()`,
    to: `    .where('request_key', 'is', null)
    .forUpdate()`,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'two edits of a rule meet',
    file: STORE,
    from: `    .where('request_key', 'is', null)
    .forUpdate()
`,
    to: `    .where('request_key', 'is', null)
`,
    caughtBy: { test: 'test/engine/actions/rule-locks.test.ts' },
  },
  {
    name: 'one edit changes all rules',
    file: STORE,
    from: `      ...(change.isPaused === undefined ? {} : { paused_at: change.isPaused ? now : null }),
    })
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.ruleId)`,
    to: `      ...(change.isPaused === undefined ? {} : { paused_at: change.isPaused ? now : null }),
    })
    .where('organisation_id', '=', at.organisationId)`,
    caughtBy: { test: STORING_TEST },
  },
  {
    name: 'nobody knows since when a rule is paused',
    file: STORE,
    from: `paused_at: change.isPaused ? now : null`,
    to: `paused_at: null`,
    caughtBy: { test: STORING_TEST },
  },
  {
    name: 'a resumed rule is paused since its pause',
    file: STORE,
    from: `paused_at: change.isPaused ? now : null`,
    to: `paused_at: now`,
    caughtBy: { test: STORING_TEST },
  },
  {
    name: 'the withholder of a factura is stored',
    file: STORE,
    from: `rule.kind === 'factura' ? null : rule.withholder`,
    to: `rule.withholder`,
    caughtBy: { test: STORING_TEST },
  },
  {
    name: 'one rule’s day is set for all',
    file: STORE,
    from: `    .set({ next_emission_day: next })
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.ruleId)`,
    to: `    .set({ next_emission_day: next })
    .where('organisation_id', '=', at.organisationId)`,
    caughtBy: { test: STORING_TEST },
  },
  {
    name: 'a deleted rule keeps its day',
    file: STORE,
    from: `deleted_at: now, updated_at: now, next_emission_day: null`,
    to: `deleted_at: now, updated_at: now`,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'all rules are deleted with one',
    file: STORE,
    from: `    .set({ deleted_at: now, updated_at: now, next_emission_day: null })
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.ruleId)`,
    to: `    .set({ deleted_at: now, updated_at: now, next_emission_day: null })
    .where('organisation_id', '=', at.organisationId)`,
    caughtBy: { test: STORING_TEST },
  },
  {
    name: 'the clients of all rules are replaced with those of one',
    file: STORE,
    from: `    .deleteFrom('rule_client')
    .where('organisation_id', '=', at.organisationId)
    .where('rule_id', '=', at.ruleId)`,
    to: `    .deleteFrom('rule_client')
    .where('organisation_id', '=', at.organisationId)`,
    caughtBy: { test: STORING_TEST },
  },
  {
    name: 'the lines of all rules are replaced with those of one',
    file: 'server/rules/prices/rule-lines.ts',
    from: `    .deleteFrom('rule_line')
    .where('organisation_id', '=', at.organisationId)
    .where('rule_id', '=', at.ruleId)`,
    to: `    .deleteFrom('rule_line')
    .where('organisation_id', '=', at.organisationId)`,
    caughtBy: { test: STORING_TEST },
  },
  {
    name: 'who gets a copy gets it as the recipient',
    file: STORE,
    from: `...contactRows(client.clientId, client.emailCc, 'cc'),`,
    to: `...contactRows(client.clientId, client.emailCc, 'to'),`,
    caughtBy: { test: STORING_TEST },
  },
  {
    name: 'a contact chosen twice is stored twice',
    file: STORE,
    from: `[...new Set(contactIds)].map(`,
    to: `contactIds.map(`,
    caughtBy: { test: STORING_TEST },
  },
  {
    name: 'who gets a copy is not read',
    file: STORE,
    from: `row.client_id === clientId && row.copy === copy`,
    to: `row.client_id === clientId && copy === 'to'`,
    caughtBy: { test: STORING_TEST },
  },
  {
    name: 'the contacts of one client are those of all',
    file: STORE,
    from: `row.client_id === clientId && row.copy === copy`,
    to: `row.copy === copy`,
    caughtBy: { test: SAVING_TEST },
  },
  {
    name: 'an edit gives a rule the clients of all',
    file: STORE,
    from: `    .select(['client_id', 'address_id', 'activity_id', 'contact_name', 'contact_rut'])
    .where('organisation_id', '=', at.organisationId)
    .where('rule_id', '=', at.ruleId)`,
    to: `    .select(['client_id', 'address_id', 'activity_id', 'contact_name', 'contact_rut'])
    .where('organisation_id', '=', at.organisationId)`,
    caughtBy: { test: SAVING_TEST },
  },
  {
    name: 'an edit gives a rule the lines of all',
    file: 'server/rules/prices/rule-lines.ts',
    from: `    .select(['product_id', 'quantity', 'price', 'quantity_is_fixed', 'price_is_fixed', 'position'])
    .where('organisation_id', '=', at.organisationId)
    .where('rule_id', '=', at.ruleId)`,
    to: `    .select(['product_id', 'quantity', 'price', 'quantity_is_fixed', 'price_is_fixed', 'position'])
    .where('organisation_id', '=', at.organisationId)`,
    caughtBy: { test: STORING_TEST },
  },
  {
    name: 'a service of next month is this month’s',
    file: STORE,
    from: `value === 0 ? 0 : value < 0 ? -1 : 1`,
    to: `value === 0 ? 0 : value < 0 ? -1 : 0`,
    caughtBy: { test: STORING_TEST },
  },
]
