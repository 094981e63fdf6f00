import { compare, daysBetween, type Day } from '#domain/day.ts'
import type { DocumentState } from '#domain/document.ts'
import type { StandingFacts } from '#domain/standing.ts'

/** Where a problem is mended. */
export type Subject =
  | {
      /** `mail`: of a document, whose id it has; its name is where it went. */
      kind:
        | 'client'
        | 'company'
        | 'facturator'
        | 'rule'
        | 'document'
        | 'emailAccount'
        | 'mail'
        /** Of a document, whose id and name it has. */
        | 'payment'
        /** Of a claimed factura, whose id and name it has. */
        | 'claim'
        /** Of a company, whose id and name it has: mails that no mailbox is left to send. */
        | 'heldMails'
        /** Of a company's bank, whose id and name it has. */
        | 'movements'
      id: number
      name: string
    }
  | { kind: 'uf'; id: Day; name: string }
  /** A company's day; `usual` documents were the most so far, `waiting` of these wait for nothing but its approval. */
  | {
      kind: 'run'
      id: number
      company: number
      name: string
      day: Day
      documents: number
      usual: number
      waiting: number
      total: number
    }

export type Urgency = 'now' | 'tomorrow' | 'threeDays' | 'week' | 'later'

/** One place where a problem shows. The same problem may show in many rules and documents. */
export interface Finding {
  code: string
  subject: Subject
  urgency: Urgency
  due: Day | null
  rule: Named | null
  document: Named | null
  /** Whose documents it concerns. */
  company?: Named | null
  detail?: string | null
  /** Places with the same one are one problem, whatever they are about. */
  group?: string
  amounts?: { before: number; now: number }
  /** That the mailbox it is about holds back. */
  mails?: number
  /** Of the document that it is about. */
  standing?: ShownStanding
}

export type ShownStanding = Pick<
  StandingFacts,
  'reason' | 'told' | 'canDecide' | 'annulment' | 'stop' | 'day'
> & { state: DocumentState }

export interface Named {
  id: number
  name: string
}

export interface AttentionItem {
  key: string
  code: string
  subject: Subject
  urgency: Urgency
  due: Day | null
  /** Null also where it concerns several. */
  company: Named | null
  rules: Named[]
  documents: Named[]
  detail: string | null
  amounts: { before: number; now: number } | null
  mails: number
  standing: ShownStanding | null
}

const ORDER: readonly Urgency[] = ['now', 'tomorrow', 'threeDays', 'week', 'later']

/** Seven, three and one days before an emission, and before that as soon as the rule is saved. */
export function urgencyOf(today: Day, due: Day | null): Urgency {
  if (due === null) return 'later'
  const days = daysBetween(today, due)
  if (days <= 0) return 'now'
  if (days <= 1) return 'tomorrow'
  if (days <= 3) return 'threeDays'
  return days <= 7 ? 'week' : 'later'
}

/** One item a problem, whatever it holds up; the most urgent first, then the nearest. */
export function gather(findings: readonly Finding[]): AttentionItem[] {
  const items = new Map<string, AttentionItem>()
  for (const finding of findings) {
    const key = keyOf(finding)
    const known = items.get(key)
    items.set(key, known === undefined ? itemOf(key, finding) : joined(known, finding))
  }
  return [...items.values()].toSorted(
    (a, b) =>
      ORDER.indexOf(a.urgency) - ORDER.indexOf(b.urgency) ||
      (a.due === null || b.due === null ? 0 : compare(a.due, b.due)) ||
      (a.key < b.key ? -1 : 1),
  )
}

function keyOf({ code, subject, group }: Finding): string {
  return group === undefined ? `${code}:${subject.kind}:${subject.id}` : `${code}:${group}`
}

function itemOf(key: string, finding: Finding): AttentionItem {
  const { code, subject, urgency, due, rule, document } = finding
  return {
    key,
    code,
    subject,
    urgency,
    due,
    company: companyOf(finding),
    rules: rule === null ? [] : [rule],
    documents: document === null ? [] : [document],
    detail: finding.detail ?? null,
    amounts: finding.amounts ?? null,
    mails: finding.mails ?? 0,
    standing: finding.standing ?? null,
  }
}

function companyOf({ company }: Finding): Named | null {
  return company == null ? null : { id: company.id, name: company.name }
}

function joined(item: AttentionItem, finding: Finding): AttentionItem {
  const isNearer = ORDER.indexOf(finding.urgency) < ORDER.indexOf(item.urgency)
  return {
    ...item,
    urgency: isNearer ? finding.urgency : item.urgency,
    due: earlier(item.due, finding.due),
    company: item.company?.id === finding.company?.id ? item.company : null,
    rules: withOne(item.rules, finding.rule),
    documents: withOne(item.documents, finding.document),
    detail: item.detail ?? finding.detail ?? null,
    amounts: item.amounts ?? finding.amounts ?? null,
    mails: item.mails + (finding.mails ?? 0),
  }
}

function earlier(a: Day | null, b: Day | null): Day | null {
  if (a === null || b === null) return a ?? b
  return compare(a, b) <= 0 ? a : b
}

function withOne(all: Named[], one: Named | null): Named[] {
  return one === null || all.some(({ id }) => id === one.id) ? all : [...all, one]
}
