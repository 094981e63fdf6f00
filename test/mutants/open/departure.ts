import type { Mutant } from '../mutant.ts'

/** Faults in whether a document may leave now, and in what stops it. */
export const OPEN_DEPARTURE_MUTANTS: readonly Mutant[] = [
  {
    name: 'an undo window ends early',
    file: 'server/documents/departure/enqueue.ts',
    from: `row.wait_until !== null && row.wait_until <= now`,
    to: `row.wait_until !== null`,
  },
  {
    name: 'a deleted rule issues what is in hand',
    file: 'server/documents/departure/judge.ts',
    from: `  if (facts.ruleStop !== null) {`,
    to: `  if (facts.ruleStop === 'rulePaused') {`,
  },
  {
    name: 'what a person ordered after the pause is skipped for it',
    file: 'server/documents/departure/judge.ts',
    from: `
            and not exists (select \${personsWord()}
              and e.at >= coalesce(r.deleted_at, r.paused_at)))\``,
    to: `)\``,
  },
  {
    name: 'a word from before the pause lets it leave',
    file: 'server/documents/departure/judge.ts',
    from: `
              and e.at >= coalesce(r.deleted_at, r.paused_at)))\``,
    to: `))\``,
  },
  {
    name: 'what a person ordered after the end of the rule asks again',
    file: 'server/documents/departure/judge.ts',
    from: `r.end_day is not null
          and not exists (select \${personsWord()}))\``,
    to: `r.end_day is not null)\``,
  },
  {
    name: 'the order of a person who has no account is not counted',
    file: 'server/documents/departure/judge.ts',
    from: `(e.worker like 'user:%' or e.worker = 'system')`,
    to: `e.worker like 'user:%'`,
  },
  {
    name: 'a number told by a person is late',
    file: 'server/documents/departure/judge.ts',
    from: `  if (row.told_folio !== null) return true
`,
    to: ``,
  },
  {
    name: 'what comes too early is tried at every look',
    file: 'server/documents/departure/judge.ts',
    from: `else await waitUntil(trx, row, instantText(verdict.atMs))`,
    to: `else await waitUntil(trx, row, instantText(needs.clock.now()))`,
  },
  {
    name: 'what waits for its hour loses its undo window',
    file: 'server/documents/departure/judge.ts',
    from: `...(row.state === 'waiting' ? { wait_until: nextTryAt } : {}),`,
    to: ``,
  },
  {
    name: 'a stop covers up the alarm about a second number',
    file: 'server/documents/departure/hold-stopped.ts',
    from: `  if (row.reason === 'twinFound') return
`,
    to: ``,
  },
  {
    name: 'what was being looked at is held by a stop',
    file: 'server/documents/departure/hold-stopped.ts',
    from: `return state === 'queued' || state === 'waiting' ||`,
    to: `return state === 'queued' || state === 'uncertain' || state === 'waiting' ||`,
  },
  {
    name: 'what is queued leaves after the end of a stop on a date that is over',
    file: 'server/documents/departure/hold-stopped.ts',
    from: `  if (verdict.kind === 'late') return null
`,
    to: `  if (verdict.kind === 'late') return now
`,
  },
  {
    name: 'what a stop held goes on before its hour',
    file: 'server/documents/departure/hold-stopped.ts',
    from: `return verdict.kind === 'early' ? verdict.atMs : now`,
    to: `return now`,
  },
  {
    name: 'a held annulment is late like a document',
    file: 'server/documents/departure/hold-stopped.ts',
    from: `const fromMs = row.state === 'issued' ? needs.clock.now() : startOf(needs, row)`,
    to: `const fromMs = startOf(needs, row)`,
  },
  {
    name: 'a held adoption is late like a document',
    file: 'server/documents/departure/hold-stopped.ts',
    from: `  if (row.told_folio !== null) return now
`,
    to: ``,
  },
  {
    name: 'a stop of one company stops the others',
    file: 'server/standing/stop-case.ts',
    from: `(s.company_id is null or s.company_id = \${company})`,
    to: `(s.company_id is null or s.company_id is not null)`,
  },
  {
    name: 'a stop of one organisation stops the others',
    file: 'server/documents/stops/stops.ts',
    from: `s.organisation_id = \${organisation}
      and (s`,
    to: `s.organisation_id > 0
      and (s`,
  },
  {
    name: 'an owner who suspended their data issues on',
    file: 'server/documents/stops/stops.ts',
    from: `    if (companyId === null && (await isBlocked(trx, organisationId))) return 'blocked'
`,
    to: ``,
  },
  {
    name: 'the end of a stop of one company ends that of all',
    file: 'server/documents/stops/stops.ts',
    from: `companyId === null ? 'is' : '='`,
    to: `companyId === null ? 'is' : 'is distinct from'`,
  },
]
