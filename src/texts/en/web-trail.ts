import type { trail as es } from '../es/web-trail.ts'
import type { Translation } from '../translation.ts'

export const trail: Translation<typeof es> = {
  trail: {
    title: 'Proof of issue',
    hint: 'Each fact carries the fingerprint of the one before: if somebody changed one, those after it would no longer match.',
    whole_one: 'We checked the only fact: it is intact.',
    whole_many: 'We checked all {{count}} facts: every fingerprint matches.',
    whole_other: 'We checked all {{count}} facts: every fingerprint matches.',
    broken:
      'Something does not match at fact {{seq}}: from there on this history proves nothing. Write to us.',
    tooLong: 'These are {{count}} facts, too many to check all of them here.',
    more: 'See more',
  },
}
