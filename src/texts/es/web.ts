import { account } from './web-account.ts'
import { agenda } from './web-agenda.ts'
import { documents } from './web-documents.ts'
import { email } from './web-email.ts'
import { frame } from './web-frame.ts'
import { reasons } from './web-reasons.ts'
import { rules } from './web-rules.ts'
import { wizard } from './web-wizard.ts'

/** Everything the browser shows, in Spanish. */
export const webEs = {
  ...frame,
  ...account,
  ...agenda,
  ...documents,
  ...email,
  reasons,
  ...rules,
  wizard,
}

export type WebTexts = typeof webEs
