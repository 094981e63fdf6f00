import type { TestedMutant } from '../mutant.ts'

const ROOM = 'server/payments/trials'
const caughtBy = (name: string): TestedMutant['caughtBy'] => {
  return { test: 'test/payments/trials.test.ts', name }
}

/** What a trial that counted as money would write once it is paid. */
const recordedAs = (
  source: 'person' | 'provider',
) => `    await changeTrial(db, trial, { state, claimed_until })
    if (state === 'succeeded') {
      await db.insertInto('payment').values({ organisation_id: at.organisationId, way: 'transfer', source: '${source}',
        company_id: (await openConnection(needs, at))?.companyId ?? 0, day: '2026-11-05',
        amount_clp: trial.amount_clp, recorded_at: claimed_until }).execute()
    }`

/** Faults in the payment of nothing by which an owner tries a connection. */
export const TRIAL_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a production account is tried with real money',
    file: `${ROOM}/start.ts`,
    from: `  if (mode !== 'test') throw`,
    to: `  if (mode === undefined) throw`,
    caughtBy: caughtBy('a production account is never tried'),
  },
  {
    name: 'a paid trial counts as money',
    file: `${ROOM}/read.ts`,
    from: `    await changeTrial(db, trial, { state, claimed_until })`,
    to: recordedAs('person'),
    caughtBy: caughtBy('a paid trial by khipu is no money'),
  },
  {
    name: 'a paid trial is charged',
    file: `${ROOM}/read.ts`,
    from: `    await changeTrial(db, trial, { state, claimed_until })`,
    to: recordedAs('provider'),
    caughtBy: caughtBy('a paid trial by khipu is no money'),
  },
  {
    name: 'a connection is offered to payers by its trial',
    file: `${ROOM}/start.ts`,
    from: `    await audit(trx, clock, by, {`,
    to: `    await trx.updateTable('payment_connection').set({ is_offered: true }).execute()
    await audit(trx, clock, by, {`,
    caughtBy: caughtBy('that was tried is offered to no payer'),
  },
  {
    name: 'a trial is paid by the word of a browser',
    file: `${ROOM}/read.ts`,
    from: `  normal: null,`,
    to: `  normal: 'succeeded',`,
    caughtBy: caughtBy('not paid by the word of a browser'),
  },
  {
    name: 'the amount of a trial is not looked at',
    file: `${ROOM}/read.ts`,
    from: `mismatchesOf(expected, reading).length === 0`,
    to: `mismatchesOf(expected, reading).length >= 0`,
    caughtBy: caughtBy('paid by another amount'),
  },
  {
    name: 'an authorised trial is never settled',
    file: `${ROOM}/read.ts`,
    from: `trial.returned === 'normal' && trial.state === 'pending'`,
    to: `trial.returned === 'formError' && trial.state === 'pending'`,
    caughtBy: caughtBy('a trial by transbank leads its owner back'),
  },
  {
    name: 'every open screen asks the provider of a trial',
    file: `${ROOM}/read.ts`,
    from: `const PAUSE_MS = 2_000`,
    to: `const PAUSE_MS = -1`,
    caughtBy: caughtBy('many open screens'),
  },
  {
    name: 'keys of production that were saved as those of a test are tried',
    file: `${ROOM}/start.ts`,
    from: `  if (test.kind !== 'works') throw new Refused(409, 'trialRefused')
`,
    to: ``,
    caughtBy: caughtBy('a trial by keys of production'),
  },
  {
    name: 'an account of Khipu without its demonstration bank is a test’s',
    file: 'server/payments/providers/khipu/khipu.ts',
    from: `if (isTest !== (connection.mode === 'test')) return`,
    to: `if (isTest && connection.mode !== 'test') return`,
    caughtBy: { test: 'src/server/payments/providers/khipu/khipu.test.ts' },
  },
]
