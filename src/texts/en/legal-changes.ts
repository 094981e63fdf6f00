import type { legalChanges as spanish } from '../es/legal-changes.ts'
import type { Translation } from '../translation.ts'

export const legalChanges: Translation<typeof spanish> = {
  1: [
    'It is the first version: it says what we do for you, by which mandate, what it costs and how it ends.',
    'The privacy policy says which data we keep, what for and for how long.',
  ],
}
