import type { TestedMutant } from './mutant.ts'

const PACE = 'server/uploads/issue/pace.ts'
const DOMAIN = 'domain/pace.ts'
const PACE_TEST = 'test/engine/uploads/pace.test.ts'
const DOMAIN_TEST = 'src/domain/pace.test.ts'
const API = 'test/contract/api/upload-orders.test.ts'

/** Faults in how many documents of a file can be issued on a day, more than which are not ordered. */
export const UPLOAD_PACE_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a document that ends after the closing hour fits',
    file: DOMAIN,
    from: `Math.floor((closesMs - fromMs)`,
    to: `Math.ceil((closesMs - fromMs)`,
    caughtBy: { test: DOMAIN_TEST, name: 'ends after the closing hour' },
  },
  {
    name: 'less than no document fits after the closing hour',
    file: DOMAIN,
    from: `Math.max(0, Math.floor(`,
    to: `Math.max(-99, Math.floor(`,
    caughtBy: { test: DOMAIN_TEST, name: 'none fits after the closing hour' },
  },
  {
    name: 'a pause of a person’s documents makes the portal slow',
    file: PACE,
    from: `where queued_at <= before`,
    to: `where queued_at <= issued_at`,
    caughtBy: { test: PACE_TEST, name: 'queued after the one before' },
  },
  {
    name: 'a document that was queued again was waiting since the first time',
    file: PACE,
    from: `select max(at) from document_event`,
    to: `select min(at) from document_event`,
    caughtBy: { test: PACE_TEST, name: 'queued twice' },
  },
  {
    name: 'a long pause between two documents counts',
    file: PACE,
    from: `where gap <= \${LONGEST_GAP_SECONDS}`,
    to: `where gap <= 9 * \${LONGEST_GAP_SECONDS}`,
    caughtBy: { test: PACE_TEST, name: 'more than five minutes' },
  },
  {
    name: 'the slowest document is the pace',
    file: PACE,
    from: `percentile_cont(0.5)`,
    to: `percentile_cont(1)`,
    caughtBy: { test: PACE_TEST, name: 'the pace is the median' },
  },
  {
    name: 'the pace is that of a person’s first documents',
    file: PACE,
    from: `order by issued_at desc limit`,
    to: `order by issued_at limit`,
    caughtBy: { test: PACE_TEST, name: 'only the last thirty' },
  },
  {
    name: 'the pace is that of everybody in the organisation',
    file: PACE,
    from: `
          and person_rut = \${personOf(of)} and issued_at is not null`,
    to: `
          and issued_at is not null`,
    caughtBy: { test: PACE_TEST, name: 'of another person say nothing' },
  },
  {
    name: 'documents of another day take the time of this one',
    file: PACE,
    from: `
          and issue_day = \${day} and next_try_at`,
    to: `
          and next_try_at`,
    caughtBy: { test: PACE_TEST, name: 'of another day or person' },
  },
  {
    name: 'what waits for its person takes the time of the day',
    file: PACE,
    from: ` and next_try_at is not null
`,
    to: `
`,
    caughtBy: { test: PACE_TEST, name: 'of another day or person' },
  },
  {
    name: 'orders without a document take no time of their day',
    file: PACE,
    from: `and o.state = 'ordering' and`,
    to: `and o.state = 'made' and`,
    caughtBy: { test: PACE_TEST, name: 'has no document yet comes before' },
  },
  {
    name: 'the queue stands still while undo windows are open',
    file: PACE,
    from: `Math.max(readyMs, nowMs + queued * documentMs)`,
    to: `readyMs + queued * documentMs`,
    caughtBy: { test: PACE_TEST, name: 'the queue goes on' },
  },
  {
    name: 'the pace is said without what was ordered before',
    file: 'server/uploads/issue/routes.ts',
    from: `ahead: pace.ahead,`,
    to: `ahead: 0,`,
    caughtBy: { test: API, name: 'how many more fit on a day' },
  },
  {
    name: 'what fits is said as what is before',
    file: 'server/uploads/issue/routes.ts',
    from: `fits: pace.fits,`,
    to: `fits: pace.fits + pace.ahead,`,
    caughtBy: { test: API, name: 'how many more fit on a day' },
  },
]
