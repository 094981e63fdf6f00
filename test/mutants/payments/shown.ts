import type { TestedMutant } from '../mutant.ts'

const FACTS = 'server/standing/receivable-facts.ts'
const STORE = 'server/agenda/store.ts'
const OVERVIEW = 'server/payments/overview.ts'
const OF_MONTH = {
  test: 'test/contract/api/month-payments.test.ts',
  name: 'each document says how its payment stands',
}
const OF_OVERVIEW = { test: 'test/contract/api/receivables.test.ts', name: 'the overview says' }
const MISSED = {
  test: 'src/server/agenda/agenda.test.ts',
  name: 'a client of a RUT that many share',
}

const OF_GROUP = { test: 'src/web/screens/this-month/group-payments.test.ts' }

/** Faults in what a month and the first screen say of payments, and in who is the same client. */
export const SHOWN_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'the text that is sent with a link asks for what was paid already',
    file: 'server/deliveries/share-routes.ts',
    from: `undeclaredClp(receivable)`,
    to: `receivable.baseClp`,
    caughtBy: {
      test: 'test/contract/api/shared-documents.test.ts',
      name: 'names what is still to be paid',
    },
  },
  {
    name: 'a client who paid twice takes until the second time',
    file: 'server/payments/ageing-store.ts',
    from: `received_clp >= owed_clp and received_clp - amount_clp < owed_clp`,
    to: `received_clp >= owed_clp`,
    caughtBy: {
      test: 'test/contract/api/receivables.test.ts',
      name: 'until the payment that made the rest nothing',
    },
  },
  {
    name: 'what came too much of does not count as paid beside others',
    file: 'web/screens/this-month/group-payments.ts',
    from: `state === 'paid' || state === 'overpaid'`,
    to: `state === 'paid'`,
    caughtBy: OF_GROUP,
  },
  {
    name: 'documents that are not followed are left out of how many are paid',
    file: 'web/screens/this-month/group-payments.ts',
    from: `states.length === rows.length && states.every`,
    to: `states.every`,
    caughtBy: OF_GROUP,
  },
  {
    name: 'what is due today is overdue in a sum',
    file: FACTS,
    from: `overdue: sql\`case when \${today}::date > receivable.due_day`,
    to: `overdue: sql\`case when \${today}::date >= receivable.due_day`,
    caughtBy: OF_MONTH,
  },
  {
    name: 'what was paid in part is on no list of what is overdue',
    file: FACTS,
    from: `  if (state === 'overdue') return sql<boolean>\`(\${paymentAmounts(today).overdue} > 0)\`
`,
    to: ``,
    caughtBy: { test: 'test/contract/api/payments.test.ts', name: 'the list filters' },
  },
  {
    name: 'what is overdue is expected this month',
    file: 'server/payments/ageing-store.ts',
    from: `when open.due_day >= \${query.today}::date then open.due_day end`,
    to: `else greatest(\${query.today}::date, open.due_day) end`,
    caughtBy: { test: 'test/contract/api/receivables.test.ts', name: 'expected on no day' },
  },
  {
    name: 'what came too much of one document lowers what is open of others',
    file: FACTS,
    from: `greatest(0, \${owed} - greatest(0, \${received}))`,
    to: `(\${owed} - greatest(0, \${received}))`,
    caughtBy: OF_MONTH,
  },
  {
    name: 'what was given back counts as received in a month',
    file: STORE,
    from: `sum(\${received})`,
    to: `sum(receivable.paid_clp)`,
    caughtBy: OF_MONTH,
  },
  {
    name: 'a month counts what is owed of the documents that are due in it',
    file: STORE,
    from: `to_char(document.issue_day, 'YYYY-MM')`,
    to: `to_char(receivable.due_day, 'YYYY-MM')`,
    caughtBy: OF_MONTH,
  },
  {
    name: 'a row of a month forgets its payment',
    file: 'server/agenda/routes.ts',
    from: `row.receivable && axisToWire(row.receivable, today)`,
    to: `null`,
    caughtBy: OF_MONTH,
  },
  {
    name: 'a payment that was undone is told of on the first screen',
    file: OVERVIEW,
    from: ` and payment.undone_at is null`,
    to: ``,
    caughtBy: OF_OVERVIEW,
  },
  {
    name: 'a refund that was undone is told of on the first screen',
    file: OVERVIEW,
    from: `
          and refund.undone_at is null`,
    to: ``,
    caughtBy: OF_OVERVIEW,
  },
  {
    name: 'all that is owed is overdue on the first screen',
    file: OVERVIEW,
    from: `owed.open - owed.not_due`,
    to: `owed.open`,
    caughtBy: OF_OVERVIEW,
  },
  {
    name: 'the oldest payments are told of as the latest',
    file: OVERVIEW,
    from: `order by payment.id desc`,
    to: `order by payment.id`,
    caughtBy: OF_OVERVIEW,
  },
  {
    name: 'a document of this month hides every client of its shared RUT',
    file: STORE,
    from: ` and \${theirs} = \${ours}`,
    to: ``,
    caughtBy: MISSED,
  },
  {
    name: 'two clients of a shared RUT are counted as one',
    file: STORE,
    from: `group by d.company_id, c.rut, c.name, d.recipient_rut, \${ours}`,
    to: `group by d.company_id, c.rut, c.name, d.recipient_rut`,
    also: {
      from: `order by last_total desc, d.recipient_rut, \${ours}`,
      to: `order by last_total desc, d.recipient_rut`,
    },
    caughtBy: MISSED,
  },
  {
    name: 'a row of this month is every client of its shared RUT',
    file: 'server/agenda/this-month.ts',
    from: `plain(a.name) === plain(b.name)`,
    to: `a.name !== ''`,
    caughtBy: MISSED,
  },
]
