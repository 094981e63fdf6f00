import type { WebTexts } from '../es/web.ts'
import type { Translation } from '../translation.ts'
import { account } from './web-account.ts'
import { agenda } from './web-agenda.ts'
import { documents } from './web-documents.ts'
import { email } from './web-email.ts'
import { frame } from './web-frame.ts'
import { reasons } from './web-reasons.ts'
import { rules } from './web-rules.ts'
import { wizard } from './web-wizard.ts'

/** The whole of the browser's texts in English: a missing one doesn't compile. */
export const webEn: Translation<WebTexts> = {
  ...frame,
  ...account,
  ...agenda,
  ...documents,
  ...email,
  reasons,
  ...rules,
  wizard,
}
