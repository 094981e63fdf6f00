import type { Mutant } from '../mutant.ts'

/** Faults in what is due, who waits for whom, and what came too late. */
export const OPEN_QUEUE_MUTANTS: readonly Mutant[] = [
  {
    name: 'the next step of a document is taken before its time',
    file: 'server/documents/queue/due.ts',
    from: `and next_try_at <= \${now}::timestamptz
          order by next_try_at, id
          limit (`,
    to: `order by next_try_at, id
          limit (`,
    also: { from: `where locked.next_try_at <= \${now}::timestamptz`, to: `where true` },
  },
  {
    name: 'a document that may have been sent is late instead of looked for',
    file: 'server/documents/queue/past-date.ts',
    from: `            .where('attempt.outcome', 'is distinct from', 'notSent'),
`,
    to: `            .where('attempt.outcome', '=', 'issued'),
`,
  },
  {
    name: 'what was stopped while the late were listed is late all the same',
    file: 'server/documents/queue/past-date.ts',
    from: `if (row?.state === 'queued') await leaveLate`,
    to: `if (row !== null) await leaveLate`,
  },
  {
    name: 'a document issued meanwhile says that it waits',
    file: 'server/documents/queue/waiting-behind-uncertain.ts',
    from: `      if (row?.state !== 'queued') return
`,
    to: `      if (row === null) return
`,
  },
  {
    name: 'who asks about one of another organisation is asked to settle it',
    file: 'server/documents/queue/waiting-behind-uncertain.ts',
    from: `alikeOfOthers: 'alikeInDoubt'`,
    to: `alikeOfOthers: 'behindUncertain'`,
  },
]
