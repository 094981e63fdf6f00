import type { trail as es } from '../es/web-trail.ts'
import type { Translation } from '../translation.ts'

export const trail: Translation<typeof es> = {
  trail: {
    title: 'Proof of issue',
    hint: 'This history is sealed: every change to it is detected.',
    whole_one: 'Checked: nobody has changed the only fact.',
    whole_many: 'Checked: nobody has changed any of the {{count}} facts.',
    whole_other: 'Checked: nobody has changed any of the {{count}} facts.',
    broken:
      'Fact {{seq}} does not match what was recorded: from there on this history cannot be trusted. Write to us.',
    tooLong: 'These are {{count}} facts, too many to check all of them here.',
    more: 'See more',
  },
}
