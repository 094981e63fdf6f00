import type { terms as spanish } from '../es/web-terms.ts'
import type { Translation } from '../translation.ts'

export const terms: Translation<typeof spanish> = {
  newTerms: {
    title: 'We have updated the terms',
    whatChanges: 'This changes in the terms and the privacy policy from {{date}}:',
    meanwhile:
      'Until you accept them the version you accepted holds for you, and what you scheduled goes on being issued.',
    meanwhileNone: 'Meanwhile what you scheduled goes on being issued.',
    accept: 'I accept',
    read: 'Read the terms',
    later: 'Later',
    done: 'You have accepted the terms',
    failed: 'That could not be saved. Please try again.',
  },
}
