import type { TestedMutant } from '../../mutant.ts'

const NOT_FOLLOWED = 'server/payments/reconcile/not-followed.ts'
const SETTLED = 'server/payments/reconcile/settled-clients.ts'
const LIST = 'server/payments/reconcile/list.ts'
const CASES = { test: 'test/payments/statement/settled-clients.test.ts' }
const PAID = { ...CASES, name: 'a client whose earlier documents are paid' }
const TAKEN_BACK = { ...CASES, name: 'answer that is taken back' }
const KNOWN_AFTER = { ...CASES, name: 'no document that became known after it' }

/** Faults in what a person's answer about a client's earlier documents covers. */
export const SETTLED_CLIENT_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a person’s answer about a client’s documents is worth nothing',
    file: NOT_FOLLOWED,
    from: `and not \${isSettled('document', DOCUMENT_KNOWN_AT)}`,
    to: ``,
    caughtBy: PAID,
  },
  {
    name: 'a person’s answer is not about what was issued outside',
    file: NOT_FOLLOWED,
    from: ` and not \${isSettled('listed', sql\`listed.first_seen_at\`)}`,
    to: ``,
    caughtBy: { ...CASES, name: 'about what was issued outside, too' },
  },
  {
    name: 'a person’s answer is about documents of any day',
    file: NOT_FOLLOWED,
    from: `settled.through_day >= \${sql.ref(\`\${table}.issue_day\`)} and`,
    to: ``,
    caughtBy: { ...CASES, name: 'issued after the newest of them' },
  },
  {
    name: 'a person’s answer is about what became known later',
    file: NOT_FOLLOWED,
    from: ` and settled.said_at >= \${knownAt}`,
    to: ` and \${knownAt} is not null`,
    caughtBy: KNOWN_AFTER,
  },
  {
    name: 'a person’s answer is about every client',
    file: NOT_FOLLOWED,
    from: `settled.client_rut = \${sql.ref(\`\${table}.recipient_rut\`)}`,
    to: `settled.client_rut is not null`,
    caughtBy: { ...CASES, name: 'about no other client' },
  },
  {
    name: 'a person’s answer reaches to today',
    file: SETTLED,
    from: `through_day: through,
      said_by`,
    to: `through_day: dayInChile(clock.now()),
      said_by`,
    caughtBy: { ...CASES, name: 'issued after the newest of them' },
  },
  {
    name: 'what was issued outside is not among the newest',
    file: NOT_FOLLOWED,
    from: `where \${isOutside(at)} and listed.recipient_rut = \${clientRut}`,
    to: `where false and \${isOutside(at)} and listed.recipient_rut = \${clientRut}`,
    caughtBy: { ...CASES, name: 'about what was issued outside, too' },
  },
  {
    name: 'the newest document is any client’s',
    file: NOT_FOLLOWED,
    from: ` and document.recipient_rut = \${clientRut}`,
    to: ``,
    caughtBy: { ...CASES, name: 'a client without such documents' },
  },
  {
    name: 'a person’s answer said again is the first one',
    file: SETTLED,
    from: `.doUpdateSet(said),`,
    to: `.doUpdateSet({ said_by: by.userId }),`,
    caughtBy: { ...CASES, name: 'issued after the newest of them' },
  },
  {
    name: 'a person’s answer matches nothing of what waits',
    file: SETTLED,
    from: `const matched = await matchNow({ db: trx, clock }, at, by.userId)`,
    to: `const matched = by.organisationId * 0`,
    caughtBy: PAID,
  },
  {
    name: 'a person’s answer is not on record',
    file: SETTLED,
    from: `    await audit(trx, clock, by, { ...event, data: { settled: id, through } })
    const matched`,
    to: `    const matched`,
    caughtBy: PAID,
  },
  {
    name: 'a person’s answer can not be taken back',
    file: SETTLED,
    from: `.deleteFrom('settled_client')`,
    to: `.updateTable('settled_client')
      .set({ said_by: by.userId })`,
    caughtBy: TAKEN_BACK,
  },
  {
    name: 'a person is not offered to answer',
    file: LIST,
    from: `reason === 'otherNotFollowed') === true`,
    to: `reason === 'exact') === true`,
    caughtBy: PAID,
  },
]
