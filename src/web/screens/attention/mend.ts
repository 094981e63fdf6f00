import { isDocumentReason, whoActs } from '#domain/reason.ts'
import type { AttentionItem } from '#web/api/agenda.ts'
import { documentPath, editRulePath, monthlyValuesPath, PATHS, STOPS } from '#web/paths.ts'

/** The one button of an item: a place to go, or a decision taken right here. */
export type Mend =
  | {
      kind: 'go'
      to: string
      label: 'client' | 'rule' | 'values' | 'facturator' | 'document' | 'stops' | 'mailbox'
    }
  | { kind: 'decide'; document: number }
  | { kind: 'approveRun'; run: number; documents: number; total: number; name: string }

/** Where the problem is mended; null where there is nothing to do but wait. */
export function mendOf({ code, subject, rules, documents }: AttentionItem): Mend | null {
  const [rule] = rules
  const [document] = documents
  if (code === 'issuingStopped') return { kind: 'go', to: STOPS, label: 'stops' }
  if (code === 'stoppedByUs') return null
  switch (subject.kind) {
    case 'document':
      return { kind: 'decide', document: subject.id }
    case 'emailAccount':
      return { kind: 'go', to: PATHS.emailAccounts, label: 'mailbox' }
    case 'facturator':
      return { kind: 'go', to: PATHS.facturators, label: 'facturator' }
    case 'rule':
      return code === 'linesToComplete'
        ? { kind: 'go', to: monthlyValuesPath(subject.id), label: 'values' }
        : { kind: 'go', to: editRulePath(subject.id), label: 'rule' }
    case 'client':
      return rule === undefined
        ? null
        : { kind: 'go', to: editRulePath(rule.id, 'clients'), label: 'client' }
    case 'company':
      return document === undefined
        ? null
        : { kind: 'go', to: documentPath(document.id), label: 'document' }
    case 'run':
      return {
        kind: 'approveRun',
        run: subject.id,
        documents: subject.waiting,
        total: subject.total,
        name: subject.name,
      }
    case 'uf':
      return null
  }
}

/** What isn't a document's reason is a rule's own lack: its user's. */
export function actorOf({ code }: Pick<AttentionItem, 'code'>): 'user' | 'time' | 'us' {
  return isDocumentReason(code) ? whoActs(code) : 'user'
}
