import type { Mutant } from '../mutant.ts'

/** Faults in planning: which rules are due, what they make, and what makes a day unusual. */
export const OPEN_PLAN_MUTANTS: readonly Mutant[] = [
  {
    name: 'a rule that failed is never tried again',
    file: 'server/rules/due.ts',
    from: `, eb('rule.plan_again_at', '<=', now)]`,
    to: `]`,
  },
  {
    name: 'the emissions made do not count against its times',
    file: 'server/rules/due.ts',
    from: `row.most_emissions - (row.made ?? 0)`,
    to: `row.most_emissions`,
  },
  {
    name: 'one broken rule takes the others of its organisation with it',
    file: 'server/rules/due.ts',
    from: `        .where('rule.id', '=', only?.ruleId ?? 0),`,
    to: `        .where('rule.id', '>', 0),`,
  },
  {
    name: 'a rule takes a missed day for a day after its end',
    file: 'server/documents/plan/plan.ts',
    from: `const isOver = rule.endDay !== null && compare(day, rule.endDay) > 0`,
    to: `const isOver = false`,
  },
  {
    name: 'a rule does not take its missed day for its last day',
    file: 'server/documents/plan/plan.ts',
    from: `compare(day, rule.endDay) > 0`,
    to: `compare(day, rule.endDay) >= 0`,
  },
  {
    name: 'the first batch of rules alone is planned',
    file: 'server/documents/plan/plan.ts',
    from: `if (planned.rules === 0) break`,
    to: `break`,
  },
  {
    name: 'a month of another rule takes the place of this one',
    file: 'server/documents/plan/plan-store.ts',
    from: `return \`\${organisationId} \${ruleId} \${period}\``,
    to: `return \`\${organisationId} \${period}\``,
  },
  {
    name: 'two who plan for one company at once do not count each other',
    file: 'server/documents/plan/unusual-runs.ts',
    from: `  await takeTurns(trx, asked)
`,
    to: ``,
  },
  {
    name: 'an approved day is asked about at every planning',
    file: 'server/documents/plan/unusual-runs.ts',
    from: `          .where('unusual_run.documents', '<', documents),`,
    to: `          .where('unusual_run.documents', '<=', documents),`,
  },
  {
    name: 'a full day of another company makes this one usual',
    file: 'server/documents/plan/unusual-runs.ts',
    from: `where d.organisation_id = due.organisation_id and d.company_id = due.company_id
`,
    to: `where d.organisation_id = due.organisation_id
`,
  },
  {
    name: 'a document frozen while its day is approved waits for ever',
    file: 'server/documents/plan/unusual-runs.ts',
    from: `    .where('day', '=', issue_day)
    .forShare()
`,
    to: `    .where('day', '=', issue_day)
`,
  },
  {
    name: 'a day approved in the evening is not remembered as seen',
    file: 'server/documents/plan/unusual-runs.ts',
    from: `      confirmed_day: row.issue_day,
`,
    to: ``,
  },
  {
    name: 'a holiday taken away moves a day back to one that is over',
    file: 'server/documents/plan/recompute-days.ts',
    from: `  if (compare(day, knownDay(emission_day)) <= 0) return false
`,
    to: ``,
  },
  {
    name: 'an order carries another date than the person saw',
    file: 'server/documents/plan/emit-ordered.ts',
    from: `return nextDeparture(needs, needs.clock.now(), companyId).day !== shown`,
    to: `return false`,
  },
]
