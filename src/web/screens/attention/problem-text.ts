import type { TFunction } from 'i18next'
import { z } from 'zod'
import { isDocumentReason } from '#domain/reason.ts'
import { showDay } from '#texts/formats.ts'
import { readinessReason } from '#contract/rules.ts'
import type { AttentionItem } from '#web/api/agenda.ts'
import { standingText, type StandingOf } from '#web/documents/standing.ts'

const ofIssued = z.enum([
  'mailboxDisconnected',
  'mailboxMissing',
  'mailBounced',
  'mailFailed',
  'mailInDoubt',
  'mailsHeld',
  'mailsWaiting',
  'transferDeclared',
  'overpaid',
  'paymentMaybeTwice',
  'paymentTakenBack',
  'paymentMaybeTakenBack',
  'recordedTakenBack',
  'paymentMismatch',
  'paymentTwice',
  'paymentDisputed',
  'paymentChargedBack',
  'paymentUnread',
  'refundUnseen',
  'paymentMarkedPaid',
  'facturaClaimed',
])
const ofRules = readinessReason.shape.code

/** Who or what it is about, what is the matter, and what to do. */
export function problemText(
  t: TFunction,
  standingOf: StandingOf,
  { code, subject, standing }: Pick<AttentionItem, 'code' | 'subject' | 'standing'>,
): { what: string; todo: string } {
  const known = knownCode(code)
  const name = subject.kind === 'uf' ? showDay(subject.name) : subject.name
  if (subject.kind === 'run') {
    const { documents: count, usual, day } = subject
    return {
      what: t('attention.run', { name, count, date: showDay(day), usual }),
      todo: t(`reasons.${known}.todo`),
    }
  }
  const about = t(`attention.subject.${subject.kind}`, { name })
  // Of a document, what its own page says.
  const own = standing === null ? null : standingText(t, standingOf(standing))
  const { what, todo } = own ?? {
    what: t(`reasons.${known}.what`),
    todo: t(`reasons.${known}.todo`),
  }
  return { what: `${about}: ${what}`, todo }
}

function knownCode(code: string) {
  if (isDocumentReason(code)) return code
  return ofRules.safeParse(code).data ?? ofIssued.safeParse(code).data ?? ('unknown' as const)
}
