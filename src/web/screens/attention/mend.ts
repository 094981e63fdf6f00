import { isOfCertificatePassword, SHOWN_WITHOUT_ACTION } from '#domain/reason.ts'
import type { AttentionItem } from '#web/api/agenda.ts'
import {
  connectionPath,
  documentPath,
  editRulePath,
  monthlyValuesPath,
  PATHS,
  STOPS,
} from '#web/paths.ts'

/** The one button of an item: a place to go, or a decision taken right here. */
export type Mend =
  | {
      kind: 'go'
      to: string
      label:
        | 'client'
        | 'rule'
        | 'values'
        | 'facturator'
        | 'document'
        | 'stops'
        | 'mailbox'
        | 'payment'
        | 'movements'
    }
  | { kind: 'decide'; document: number }
  | { kind: 'certificate'; facturator: number }
  /** A document's mail: corrected, sent or left right here. */
  | { kind: 'mail'; document: number }
  | {
      kind: 'approveRun'
      run: number
      company: number
      documents: number
      total: number
      name: string
      day: string
    }

/** Where the problem is mended; null where there is nothing to do but wait. */
export function mendOf({ code, subject, rules, documents }: AttentionItem): Mend | null {
  const [rule] = rules
  const [document] = documents
  if (code === 'issuingStopped') return { kind: 'go', to: STOPS, label: 'stops' }
  if (code === 'filesLate' && document !== undefined) {
    return { kind: 'go', to: documentPath(document.id), label: 'document' }
  }
  // One document can be tried again.
  if (SHOWN_WITHOUT_ACTION.has(code) && subject.kind !== 'document') return null
  switch (subject.kind) {
    case 'document':
      return { kind: 'decide', document: subject.id }
    case 'mail':
      return { kind: 'mail', document: subject.id }
    case 'payment':
      return { kind: 'go', to: documentPath(subject.id), label: 'payment' }
    case 'claim':
      return { kind: 'go', to: documentPath(subject.id), label: 'document' }
    case 'emailAccount':
    case 'heldMails':
      return { kind: 'go', to: PATHS.emailAccounts, label: 'mailbox' }
    case 'movements':
      return { kind: 'go', to: PATHS.statements, label: 'movements' }
    case 'facturator':
      if (isOfCertificatePassword(code)) return { kind: 'certificate', facturator: subject.id }
      return { kind: 'go', to: connectionPath(subject.id), label: 'facturator' }
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
        company: subject.company,
        documents: subject.waiting,
        total: subject.total,
        name: subject.name,
        day: subject.day,
      }
    case 'uf':
      return null
  }
}

const CONCERNING: ReadonlySet<string> = new Set([
  'mail',
  'heldMails',
  'payment',
  'claim',
  'movements',
])
const OF_MAIL: ReadonlySet<string> = new Set(['mailboxDisconnected', 'mailboxMissing'])
/** One document in doubt keeps others from their turn; any other document holds up nothing but itself. */
const OF_DOUBT: ReadonlySet<string> = new Set(['lookAlikes', 'notFoundTwice', 'lookFailing'])

/** How what is named beneath an item is concerned: without its mailbox a rule issues all the same. */
export function concernOf({
  code,
  subject,
}: Pick<AttentionItem, 'code' | 'subject'>): 'holdsUp' | 'mailsOf' | 'concerns' {
  if (CONCERNING.has(subject.kind)) return 'concerns'
  if (OF_MAIL.has(code)) return 'mailsOf'
  const isOwn = subject.kind === 'document' || subject.kind === 'run'
  return isOwn && !OF_DOUBT.has(code) ? 'concerns' : 'holdsUp'
}
