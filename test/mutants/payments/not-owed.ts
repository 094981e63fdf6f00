import type { TestedMutant } from '../mutant.ts'

const ROOM = 'server/payments/attempts'
const caughtBy = (name: string): TestedMutant['caughtBy'] => {
  return { test: 'test/payments/not-owed.test.ts', name }
}

/** Faults in what is not settled because it is not owed any more. */
export const NOT_OWED_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'an authorised card payment is settled whatever is owed by then',
    file: `${ROOM}/read.ts`,
    from: `mustSettle && provider.capabilities.needsSettling && !(await`,
    to: `mustSettle && !provider.capabilities.needsSettling && !(await`,
    caughtBy: caughtBy('paid by a transfer meanwhile'),
  },
  {
    name: 'a card payment is settled while anything is open',
    file: `${ROOM}/money.ts`,
    from: `openClp(receivable) < amountClp`,
    to: `openClp(receivable) === 0`,
    caughtBy: caughtBy('more than is still open'),
  },
  {
    name: 'what is owed is read without waiting for who changes it',
    file: `${ROOM}/money.ts`,
    from: `    await lockDocuments(trx, at)
    for (const`,
    to: `    for (const`,
    caughtBy: caughtBy('waits for an annulment'),
  },
  {
    name: 'a card payment that was not settled is settled when it is owed again',
    file: `${ROOM}/progress.ts`,
    from: `['succeeded', 'failed', 'mismatch', 'notOwed'].includes(state)`,
    to: `['succeeded', 'failed', 'mismatch'].includes(state)`,
    also: { from: `if (isWithheld || state === 'notOwed')`, to: `if (isWithheld)` },
    caughtBy: caughtBy('when it is owed again'),
  },
  {
    name: 'a payment that came is called not owed',
    file: `${ROOM}/progress.ts`,
    from: `  if (state === 'succeeded' || came.kind === 'proved') return 'succeeded'
`,
    to: `  if (isWithheld) return 'notOwed'
  if (state === 'succeeded' || came.kind === 'proved') return 'succeeded'
`,
    caughtBy: caughtBy('whose commit had its effect'),
  },
  {
    name: 'a payer who is back hears of what paid it and not of the card that was not charged',
    file: `${ROOM}/present.ts`,
    from: `  case when attempt.state = 'notOwed' then attempt.ended_at end, attempt.started_at)`,
    to: `  attempt.started_at)`,
    caughtBy: caughtBy('paid by a transfer meanwhile'),
  },
  {
    name: 'a provider that was away is said to have refused the payment',
    file: `${ROOM}/present.ts`,
    from: `  if (row.state === 'failed' && row.provider_ref === null) return 'notStarted'
`,
    to: ``,
    caughtBy: caughtBy('its provider never took'),
  },
  {
    name: 'a payer pays another sum than they saw',
    file: `${ROOM}/start.ts`,
    from: `amountClp <= toPay : amountClp === toPay) return amountClp`,
    to: `amountClp <= toPay : amountClp > 0) return toPay`,
    caughtBy: {
      test: 'test/payments/attempts.test.ts',
      name: 'refused for another amount, a closed page',
    },
  },
]
