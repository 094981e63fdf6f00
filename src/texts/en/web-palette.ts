import type { palette as spanish } from '../es/web-palette.ts'
import type { Translation } from '../translation.ts'

export const palette: Translation<typeof spanish> = {
  palette: {
    title: 'Search or go to…',
    placeholder: 'Client, rule, document or place',
    list: 'Results',
    groups: {
      create: 'Create',
      go: 'Go to',
      rules: 'Rules',
      clients: 'Clients',
      documents: 'Documents',
    },
    issueOne: 'Issue a document',
    upload: 'Upload an Excel file of documents',
    newRule: 'Create a rule',
    newConnection: 'Add a connection to the SII',
    newMailbox: 'Connect a mailbox',
    clientPage: 'client',
    searching: 'Looking for documents…',
    failed: 'We could not look for documents. All the rest is here.',
    nothing: 'Nothing matches “{{text}}”.',
    found_one: '{{count}} result',
    found_many: '{{count}} results',
    found_other: '{{count}} results',
  },
}
