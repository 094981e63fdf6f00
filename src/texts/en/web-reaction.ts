import type { Translation } from '../translation.ts'
import type { reaction as es } from '../es/web-reaction.ts'

export const reaction: Translation<typeof es> = {
  reaction: {
    title: "Receiver's response",
    says: {
      none: 'No response yet. It can be claimed until {{day}}; if it is not, it counts as accepted.',
      accepted: 'Accepted what the factura says.',
      receipt: 'Acknowledged receipt of what was invoiced.',
      claimed: 'Claimed it at the SII.',
      tacit: 'Did not claim it within its 8 days: it counts as accepted and received.',
      paid: 'It stands as paid in cash: such a factura is neither accepted nor claimed.',
      other: 'The SII shows a response that we do not know. See it at sii.cl.',
    },
    claims: {
      content: 'Claimed what the factura says.',
      partial: 'Claimed that part of what was invoiced is missing.',
      total: 'Claimed that nothing of what was invoiced was received.',
    },
    means:
      'It did so within the 8 days that the law gives. While it is claimed, your client cannot use its IVA as credit, and you declare it all the same.',
    todo: 'Talk to your client. If they are right, annul or lower it with a credit note. If it is settled already, mark it so.',
    nota: 'Make a credit note',
    settle: 'It is settled',
    settled: 'You marked the claim as settled on {{day}}.',
    changed: 'The response changed at the SII while you were looking. Read it again.',
    failed: 'It could not be saved. Try again.',
    read: 'Read from the SII: {{when}}',
    history: 'What they did',
    events: {
      accepted: 'Accepted the content',
      receipt: 'Acknowledged receipt',
      claimed: 'Claimed',
      paid: 'Paid in cash',
      other: 'Another response',
    },
    eventClaims: {
      content: 'Claimed the content',
      partial: 'Claimed that part is missing',
      total: 'Claimed that all is missing',
    },
    seen: 'seen on {{day}}',
  },
}
