import type { legalChanges as spanish } from '../es/legal-changes.ts'
import type { Translation } from '../translation.ts'

export const legalChanges: Translation<typeof spanish> = {
  1: [
    'It is the first version: it says what we do for you, by which mandate, what it costs and how it ends.',
    'The privacy policy says which data we keep, what for and for how long.',
  ],
  2: [
    'If you switch payments on, your clients can pay from the link of each document: the terms say who processes that payment, what Folio charges and that we withhold nothing.',
    'The privacy policy says what we keep of the files of documents that you upload to issue them, and for how long.',
    'The privacy policy says what we keep of payments, of whoever pays, of the bank statements that you upload and of what payment providers notify, and for how long.',
  ],
}
