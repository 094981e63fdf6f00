import type { reminders as es } from '../es/reminders.ts'
import type { Translation } from '../translation.ts'

export const reminders: Translation<typeof es> = {
  subject: 'Reminder: {{document}} {{due}}',
  subjectOfSeveral: 'Reminder: {{count}} documents to be paid',
  greeting: '<p>Hello,</p>',
  lead: '<p>This is a reminder that {{document}} of {{company}}, with {{amount}} to be paid, {{due}}.</p>',
  leadOfSeveral:
    '<p>This is a reminder of these {{count}} documents of {{company}} to be paid:</p>',
  line: '<li>{{document}}: {{amount}}, {{due}}</li>',
  ifPaid:
    '<p>If you paid already, tell us on the page of the document and we will write no more about it.</p>',
  ifPaidElsewhere: '<p>If you paid already, tell us by replying to this mail.</p>',
  ending: '<p>Kind regards.</p>',
  due: 'is due on {{day}}',
  dueToday: 'is due today',
  overdue: 'was due on {{day}}',
  several: '{{count}} documents',
  pay: 'Pay {{amount}}',
  view: 'See the document',
  actionOf: '{{document}} · {{label}}',
}
