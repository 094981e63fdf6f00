import type { Mutant } from '../mutant.ts'

/** Faults in what a document says, its UF, and what keeps it from being issued unasked. */
export const OPEN_FREEZE_MUTANTS: readonly Mutant[] = [
  {
    name: 'of two alike frozen at once neither sees the other',
    file: 'server/documents/freeze/approval-reason.ts',
    from: `  await lockAlikes(trx, document, content)
`,
    to: ``,
  },
  {
    name: 'an amount is compared with that of another client',
    file: 'server/documents/freeze/approval-reason.ts',
    from: `    .where('client_id', '=', client_id)
`,
    to: ``,
  },
  {
    name: 'an amount is compared with that of another rule',
    file: 'server/documents/freeze/approval-reason.ts',
    from: `    .where('rule_id', '=', rule_id)
    .where('client_id'`,
    to: `    .where('client_id'`,
  },
  {
    name: 'an amount is compared with one that was never issued',
    file: 'server/documents/freeze/approval-reason.ts',
    from: `    .where('state', '=', 'issued')
`,
    to: `    .where('content', 'is not', null)
`,
  },
  {
    name: 'an amount is compared with the oldest',
    file: 'server/documents/freeze/approval-reason.ts',
    from: `    .orderBy('emission_day', 'desc')
    .orderBy('id', 'desc')`,
    to: `    .orderBy('emission_day', 'asc')
    .orderBy('id', 'asc')`,
  },
  {
    name: 'an order for another day is asked about as if nobody had given it',
    file: 'server/documents/freeze/approval-reason.ts',
    from: `(!isApprovalNeeded && !isUnusual) || (await wasAskedFor(trx, document))`,
    to: `!isApprovalNeeded && !isUnusual`,
  },
  {
    name: 'what is not due yet is frozen today',
    file: 'server/documents/freeze/freeze.ts',
    from: `if (issueDate !== null && toDay > 0) {`,
    to: `if (issueDate !== null && toDay > 366) {`,
  },
  {
    name: 'what cannot leave today with its undo window is frozen for today',
    file: 'server/documents/freeze/freeze.ts',
    from: `if (issueDate === null || toDay < 0) {`,
    to: `if (issueDate === null) {`,
  },
  {
    name: 'what is stopped while it waits to be frozen is frozen all the same',
    file: 'server/documents/freeze/freeze.ts',
    from: `return document.state === 'planned' || document.state === 'needs_data'`,
    to: `return document.state !== 'issued'`,
  },
  {
    name: 'the undo window ends before the hours begin',
    file: 'server/documents/freeze/freeze.ts',
    from: `Math.max(clock.now() + undoWindowMs, opensMs)`,
    to: `clock.now() + undoWindowMs`,
  },
  {
    name: 'a retention accepted for one gross holds for another',
    file: 'domain/freeze-boleta.ts',
    from: `    accepted?.grossClp === grossClp
`,
    to: `    accepted !== null
`,
  },
  {
    name: 'a retention that was accepted is asked about again',
    file: 'server/documents/freeze/freeze.ts',
    from: `if (accepted === null || gross === null) return null`,
    to: `if (accepted !== null || gross === null) return null`,
  },
]
