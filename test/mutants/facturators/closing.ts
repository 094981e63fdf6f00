import type { TestedMutant } from '../mutant.ts'

const CLOSE = { test: 'test/engine/facturators/close-session.test.ts' }
const UNCLOSED_FILE = 'server/facturators/close-unclosed.ts'
const UNCLOSED = { test: 'test/engine/facturators/unclosed-sessions.test.ts' }
const ANNULMENT = { test: 'test/engine/issued/annulment.test.ts' }

/** Faults in how a session is closed, and in what becomes of one that can't be. */
export const CLOSING_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a session that cannot be closed is tried for ever',
    file: 'server/facturators/session/close-session.ts',
    from: `>= MAX_CLOSING_MS`,
    to: `< 0`,
    caughtBy: UNCLOSED,
  },
  {
    name: 'a session is given up at its first failure',
    file: 'server/facturators/session/close-session.ts',
    from: `>= MAX_CLOSING_MS`,
    to: `>= 0`,
    caughtBy: { ...CLOSE, name: 'an hour after the first failure' },
  },
  {
    name: 'a session is given up a try late',
    file: 'server/facturators/session/close-session.ts',
    from: `>= MAX_CLOSING_MS`,
    to: `> MAX_CLOSING_MS`,
    caughtBy: { ...CLOSE, name: 'an hour after the first failure' },
  },
  {
    name: 'the hour of a session begins at each failure',
    file: 'server/facturators/session/close-session.ts',
    from: `await failingSinceMs(db, person, now)`,
    to: `(await failingSinceMs(db, person, now)) * 0 + now`,
    caughtBy: { ...CLOSE, name: 'an hour after the first failure' },
  },
  {
    name: 'two failures far apart give a session up',
    file: 'server/facturators/session/close-session.ts',
    from: `now - lastMs > MAX_BETWEEN_FAILURES_MS`,
    to: `now - lastMs < 0`,
    caughtBy: { ...CLOSE, name: 'two failures far apart' },
  },
  {
    name: 'two failures an hour and a quarter apart give a session up',
    file: 'server/facturators/session/close-session.ts',
    from: `MAX_BETWEEN_FAILURES_MS = 29 * 60_000`,
    to: `MAX_BETWEEN_FAILURES_MS = 90 * 60_000`,
    caughtBy: { ...CLOSE, name: 'two failures far apart' },
  },
  {
    name: 'two failures an hour apart give a session up',
    file: 'server/facturators/session/close-session.ts',
    from: `MAX_BETWEEN_FAILURES_MS = 29 * 60_000`,
    to: `MAX_BETWEEN_FAILURES_MS = 60 * 60_000`,
    caughtBy: { ...CLOSE, name: 'two failures far apart' },
  },
  {
    name: 'a session is given up with a single failure in between',
    file: 'server/facturators/session/close-session.ts',
    from: `MAX_BETWEEN_FAILURES_MS = 29 * 60_000`,
    to: `MAX_BETWEEN_FAILURES_MS = 30 * 60_000`,
    caughtBy: { ...CLOSE, name: 'two failures far apart' },
  },
  {
    name: 'the longest time between two failures is too long',
    file: 'server/facturators/session/close-session.ts',
    from: `now - lastMs > MAX_BETWEEN_FAILURES_MS`,
    to: `now - lastMs >= MAX_BETWEEN_FAILURES_MS`,
    caughtBy: { ...CLOSE, name: 'as far apart as is allowed' },
  },
  {
    name: 'the last failure is not noted',
    file: 'server/facturators/session/close-session.ts',
    from: `    session_closing_failed_at: instantText(now),
`,
    to: ``,
    caughtBy: { ...CLOSE, name: 'an hour after the first failure' },
  },
  {
    name: 'a session whose last failure is not noted is tried for ever',
    file: 'server/facturators/session/close-session.ts',
    from: `row?.session_closing_failed_at ?? since)`,
    to: `row?.session_closing_failed_at ?? instantText(0))`,
    caughtBy: { ...CLOSE, name: 'notes no last failure' },
  },
  {
    name: 'a session that nobody comes back for is not tried again',
    file: UNCLOSED_FILE,
    from: `lastFailure, '<=', instantText(`,
    to: `lastFailure, '>', instantText(`,
    caughtBy: { ...CLOSE, name: 'nobody comes back for' },
  },
  {
    name: 'a session is tried again beside those who tried it lately',
    file: UNCLOSED_FILE,
    from: `clock.now() - AGAIN_AFTER_MS`,
    to: `clock.now() - AGAIN_AFTER_MS * 0`,
    caughtBy: { ...CLOSE, name: 'tried lately' },
  },
  {
    name: 'sessions that nobody wanted closed are closed',
    file: UNCLOSED_FILE,
    from: `    .where('session_closing_since', 'is not', null)
`,
    to: ``,
    also: {
      from: `coalesce(session_closing_failed_at, session_closing_since)`,
      to: `coalesce(session_closing_failed_at, session_closing_since, '-infinity')`,
    },
    caughtBy: { ...CLOSE, name: 'nobody comes back for' },
  },
  {
    name: 'sessions are tried while their person is to wait',
    file: UNCLOSED_FILE,
    from: `greatest(paused_until, `,
    to: `greatest(`,
    caughtBy: { ...CLOSE, name: 'asked a person to wait' },
  },
  {
    name: 'sessions are tried while the portal is left alone',
    file: UNCLOSED_FILE,
    from: `portal_paused_until, '-infinity'`,
    to: `'-infinity'`,
    caughtBy: { ...CLOSE, name: 'asked everybody to wait' },
  },
  {
    name: 'a session is tried beside those who use it',
    file: UNCLOSED_FILE,
    from: `const done = await withPatientLease(needs, claim, () => closeStoredSession(needs, { person }))`,
    to: `const done = claim && withPatientLease && (await closeStoredSession(needs, { person }))`,
    caughtBy: { ...CLOSE, name: 'in use has its turn later' },
  },
  {
    name: 'the failures of a closed session count against the next',
    file: 'server/facturators/session/close-session.ts',
    from: `    await setPerson(db, person, { session_closing_since: null })
`,
    to: ``,
    caughtBy: { ...CLOSE, name: 'say nothing of the next' },
  },
  {
    name: 'the failures of a session that was given up count against the next',
    file: 'server/facturators/session/close-session.ts',
    from: `      session_closing_since: null,
    })`,
    to: `      session_closing_since: instantText(0),
    })`,
    caughtBy: { ...CLOSE, name: 'is tried for an hour again' },
  },
  {
    name: 'a session that was given up counts as dead at once',
    file: 'server/facturators/session/close-session.ts',
    from: `return untilMs > now ? { kind: 'dying', untilMs } : { kind: 'ok', value: null }`,
    to: `return { kind: 'ok', value: null }`,
    caughtBy: UNCLOSED,
  },
  {
    name: 'a session that was given up is never dead',
    file: 'server/facturators/session/close-session.ts',
    from: `return untilMs > now ?`,
    to: `return untilMs > 0 ?`,
    caughtBy: { ...CLOSE, name: 'is dead' },
  },
  {
    name: 'a document in doubt waits for the newest session that was given up',
    file: 'server/facturators/session/close-session.ts',
    from: `select min(given_up.dies_at)`,
    to: `select max(given_up.dies_at)`,
    caughtBy: { ...CLOSE, name: 'each request waits for its own' },
  },
  {
    name: 'a session that is given up makes those before it forgotten',
    file: 'server/facturators/session/close-session.ts',
    from: `      earlier_sessions_die_at: withThePresent,
`,
    to: ``,
    caughtBy: { ...CLOSE, name: 'each request waits for its own' },
  },
  {
    name: 'a session given up before the attempt proves that its own is dead',
    file: 'server/facturators/session/close-session.ts',
    from: `      and given_up.dies_at >= \${instantText(fromMs + IDLE_SESSION_MS)}::timestamptz`,
    to: `      and given_up.dies_at >= \${instantText(fromMs * 0)}::timestamptz`,
    caughtBy: { ...CLOSE, name: 'given up before a request left' },
  },
  {
    name: 'a session dies before its last request',
    file: 'server/facturators/session/close-session.ts',
    from: `Math.max(msOf(diesAt), limitMs + IDLE_SESSION_MS)`,
    to: `msOf(diesAt) + limitMs * 0`,
    caughtBy: { ...CLOSE, name: 'after the last request' },
  },
  {
    name: 'a session given up at the last try dies before its request',
    file: 'server/facturators/session/close-session.ts',
    from: `Math.max(now, sent.limitMs) + IDLE`,
    to: `now + IDLE`,
    caughtBy: { ...CLOSE, name: 'at the last try' },
  },
  {
    name: 'a session that was given up stays in use',
    file: 'server/facturators/session/close-session.ts',
    from: `    await eraseSession(trx, vault, person, secretId)
`,
    to: `    void [eraseSession, vault, secretId]
`,
    caughtBy: UNCLOSED,
  },
  {
    name: 'another session that is closed ends a request',
    file: 'server/facturators/session/close-session.ts',
    from: `  if (known === null) {
    const closed`,
    to: `  if (known === null || sent.fromMs > 0) {
    const closed`,
    caughtBy: { ...CLOSE, name: 'another session that closes' },
  },
  {
    name: 'an annulment is looked for before its session is dead',
    file: 'server/documents/issued/annul.ts',
    from: `if (ended.kind !== 'ok') {`,
    to: `if (ended.kind !== 'ok' && ended.kind !== 'dying') {`,
    caughtBy: { ...ANNULMENT, name: 'whose session cannot be closed' },
  },
]
