import type { DocumentState } from './document.ts'

/** What a person may say once about many documents. */
export type JointDecision = 'issue' | 'retry' | 'skip'

/**
 * By the reason for which they wait (docs/decisions/0032). Where the answer lies in each document itself, nobody says
 * it for many: an amount that differs, figures the SII showed, a signature that spends a number, and every document in
 * doubt.
 */
const ALLOWED: Readonly<Record<string, readonly JointDecision[]>> = {
  // Its rule asks before each issue, and its content is what the rule says.
  approvalNeeded: ['issue', 'skip'],
  // One missed month at a time is issued (docs/decisions/0017): together they are only left.
  missed: ['skip'],
  // Whether one is another service is said of each by itself; that none of them is to be issued, of all.
  looksRepeated: ['skip'],
  // Refused by the SII, or for what was missing, and corrected since: one cause, one correction.
  portalRefused: ['retry', 'skip'],
  companyNotAuthorized: ['retry', 'skip'],
  boletasNotEnabled: ['retry', 'skip'],
}

const STATES: Readonly<Record<JointDecision, readonly DocumentState[]>> = {
  issue: ['waiting'],
  retry: ['failed'],
  skip: ['planned', 'needs_data', 'waiting', 'queued', 'failed'],
}

/** What may be said about it together with others that wait for the same reason. */
export function jointDecisions({
  state,
  reason,
}: {
  state: DocumentState
  reason: string | null
}): readonly JointDecision[] {
  const allowed = ALLOWED[reason ?? ''] ?? []
  return allowed.filter((decision) => STATES[decision].includes(state))
}
