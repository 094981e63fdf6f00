import type { TestedMutant } from '../mutant.ts'

const ROOM = 'server/payments/attempts'
const caughtBy = (test: string, name: string): TestedMutant['caughtBy'] => {
  return { test: `test/payments/${test}.test.ts`, name }
}

/** Faults in who reads what is due, how many at a time, and when it is read next. */
export const POLLING_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'the notices of one connection take every reader',
    file: `${ROOM}/poll.ts`,
    from: `valuesAtLimit(readings, MAX_OF_ONE,`,
    to: `valuesAtLimit(readings, 100,`,
    caughtBy: caughtBy('at-once', 'notices of one connection that wake'),
  },
  {
    name: 'refunds under way take every reader',
    file: `${ROOM}/poll.ts`,
    from: `  if (busy.length === MAX_REFUNDS) return null
`,
    to: ``,
    caughtBy: caughtBy('refunds', 'refunds at providers that never answer'),
  },
  {
    name: 'a poller waits for all its readers before it looks again',
    file: `${ROOM}/poll.ts`,
    from: `      await needs.clock.wait(LOOK_MS,`,
    to: `      await readers.finish()
      await needs.clock.wait(LOOK_MS,`,
    caughtBy: caughtBy('at-once', 'a notice that comes while another provider'),
  },
  {
    name: 'a poller looks only when it is woken',
    file: `${ROOM}/poll.ts`,
    from: `const LOOK_MS = 1_000`,
    to: `const LOOK_MS = 10_000_000`,
    caughtBy: caughtBy('at-once', 'a poller that is never woken'),
  },
  {
    name: 'readers claim at the same time by what was in hand before',
    file: `${ROOM}/poll.ts`,
    from: `    claiming = claimed.catch(() => null)
`,
    to: ``,
    caughtBy: caughtBy('at-once', 'notices of one connection that wake'),
  },
  {
    name: 'the notices of one provider take every reader',
    file: `${ROOM}/notices/notices.ts`,
    from: `          and own.provider <> all(\${[...providers]}::text[])
`,
    to: ``,
    caughtBy: caughtBy('at-once', 'a provider of many companies'),
  },
  {
    name: 'a reading of Fintoc goes on after its claim has run out',
    file: 'server/payments/providers/fintoc/aftermath.ts',
    from: `page <= MAX_PAGES && !calls.isLate();`,
    to: `page <= MAX_PAGES;`,
    caughtBy: {
      test: 'src/server/payments/providers/fintoc/fintoc.test.ts',
      name: 'taken forty seconds',
    },
  },
  {
    name: 'a reading that began before its payer was back puts off the settling',
    file: `${ROOM}/store.ts`,
    from: `returned === 'normal' && pollAt !== null`,
    to: `returned === 'annulled' && pollAt !== null`,
    caughtBy: caughtBy('at-once', 'a slow reading that began before'),
  },
  {
    name: 'a reading that its provider does not answer is planned by what was on record before',
    file: `${ROOM}/read.ts`,
    from: `      : {}),
    ...pollOf(needs, now),
  }))
}

function isUnchanged`,
    to: `      : {}),
    ...pollOf(needs, claimed),
  }))
}

function isUnchanged`,
    caughtBy: caughtBy('at-once', 'a lost reading that began before'),
  },
  {
    name: 'what a return has planned is put off',
    file: `${ROOM}/progress.ts`,
    from: `  return Math.min(nextMs, plannedMs, stepMs)`,
    to: `  return Math.min(nextMs, Math.max(plannedMs, nextMs), stepMs)`,
    caughtBy: { test: `src/${ROOM}/progress.test.ts` },
  },
  {
    name: 'a card payment whose payer is back is settled as seldom as others are read',
    file: `${ROOM}/progress.ts`,
    from: `{ transbank: 20 * MINUTE_MS }`,
    to: `{}`,
    caughtBy: { test: `src/${ROOM}/progress.test.ts` },
  },
  {
    name: 'an annulled return in another process takes back a usual one',
    file: `${ROOM}/store.ts`,
    from: `    .where('returned', 'is distinct from', 'normal')
`,
    to: ``,
    caughtBy: caughtBy('at-once', 'a usual return stands'),
  },
]
