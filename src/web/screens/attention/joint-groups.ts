import { jointDecisions, type JointDecision } from '#domain/decided-together.ts'
import type { AttentionItem } from '#web/api/agenda.ts'

/** Documents that wait for the same reason, about which one word may be said. */
export interface JointGroup {
  code: string
  decisions: readonly JointDecision[]
  documents: { id: number; name: string }[]
}

const LEAST = 2

/** How many mails came back, where so many may be decided together; else 0. */
export function returnedMails(items: readonly AttentionItem[]): number {
  const count = items
    .filter(({ code }) => code === 'mailBounced')
    .reduce((sum, { document_count }) => sum + document_count, 0)
  return count < LEAST ? 0 : count
}

/** By their reason, in the order in which they are listed. */
export function jointGroups(items: readonly AttentionItem[]): JointGroup[] {
  const groups = new Map<string, JointGroup>()
  for (const { code, subject, standing } of items) {
    if (subject.kind !== 'document' || standing === null) continue
    const decisions = jointDecisions({ state: standing.state, reason: code })
    if (decisions.length === 0) continue
    const group = groups.get(code) ?? { code, decisions, documents: [] }
    groups.set(code, {
      ...group,
      decisions: group.decisions.filter((one) => decisions.includes(one)),
      documents: [...group.documents, { id: subject.id, name: subject.name }],
    })
  }
  return [...groups.values()].filter(
    ({ documents, decisions }) => documents.length >= LEAST && decisions.length > 0,
  )
}
