import { createHash } from 'node:crypto'
import type { Day } from '#domain/day.ts'
import type { DocumentReason } from '#domain/reason.ts'
import { standingOf } from '#domain/standing.ts'
import type { Matter } from '#texts/attention.ts'
import type { AttentionItem } from './attention-items.ts'

/** Their own user did it, and knows. */
const OWN_ACTS: ReadonlySet<string> = new Set([
  'issuingStopped',
  'uploadPaused',
  'skippedByUser',
  'rulePaused',
  'ruleDeleted',
  'clientLeftRule',
  'replaced',
] satisfies DocumentReason[])

/** The SII said no to what Folio keeps: news before any document waits for it. */
const REFUSALS: ReadonlySet<string> = new Set([
  'claveRejected',
  'certificatePasswordRejected',
] satisfies DocumentReason[])

/**
 * Whether a mail is written about it: it holds up or concerns documents that are there, or the SII refused something, or
 * the bank took back money that is matched with no document.
 * What a rule lacks before its day is told by mails of their own (check-ahead.ts, rules/ask-monthly.ts), and so is a
 * mailbox that lost its permission (mailer/accounts/disconnect.ts).
 */
export function isMailed({ code, subject, documents }: AttentionItem): boolean {
  if (subject.kind === 'movements') return true
  return REFUSALS.has(code) || (documents.length > 0 && !OWN_ACTS.has(code))
}

/** The same for the same matter; says nothing of whom it is about. */
export function keyOfMatter({ key }: Pick<AttentionItem, 'key'>): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, KEY_LENGTH)
}

const KEY_LENGTH = 27

/** A document of which only a person can say whether the SII issued it. */
export function isInDoubt({ standing }: AttentionItem): boolean {
  return standing?.state === 'uncertain'
}

/** As the inbox tells it. */
export function matterOf(item: AttentionItem, today: Day): Matter {
  const { code, amounts } = item
  return { code, amounts, about: aboutOf(item), standing: ownStanding(item, today) }
}

function aboutOf(item: AttentionItem): Matter['about'] {
  const { subject, documents } = item
  if (subject.kind === 'run') {
    const { kind, name, day, documents: count, usual } = subject
    return { kind, name, day, documents: count, usual }
  }
  return {
    kind: subject.kind,
    name: subject.name,
    more: isOfSeveral(item) ? documents.length - 1 : 0,
  }
}

/** Documents or mails with one cause are one matter; behind one in doubt there are those that wait for it. */
function isOfSeveral(item: AttentionItem): boolean {
  const { kind } = item.subject
  return (kind === 'document' || kind === 'mail') && item.documents.length > 1 && !isInDoubt(item)
}

function ownStanding({ standing }: AttentionItem, today: Day): Matter['standing'] {
  if (standing === null) return null
  const { reason, todo } = standingOf({ ...standing, today, hasFiles: true })
  return reason === null ? null : { reason, todo }
}
