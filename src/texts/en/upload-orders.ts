import type { uploadOrders as spanish } from '../es/upload-orders.ts'
import type { Translation } from '../translation.ts'
import { uploadStates } from './upload-states.ts'

export const uploadOrders: Translation<typeof spanish> = {
  refusals: {
    contentChanged:
      'The file or the data of your clients changed. Look at the preview and confirm again.',
    alreadyOrdered: 'Some of these documents were ordered before. Look at the preview.',
    notValid: 'Some of these documents have errors or wait for the data of their client.',
    looksRepeated:
      'The document of row {{row}} seems to repeat another one of the same client and amount. Look at the preview and tick it if it goes all the same.',
    tooFar: 'The date can be {{last}} at the latest.',
    dueBefore:
      'These rows are due before the date of issue: {{list}}. Choose another day or correct their due date.',
    dayTooShort:
      'Documents that can still leave on {{day}} before {{hour}}:00: about {{fits}}. Choose another day or tick fewer.',
    dayFull: 'None can leave on {{day}} before {{hour}}:00 any more. Choose another day.',
    tooManyOpen:
      '{{open}} documents of files are still to be issued, and {{limit}} fit. Wait for them to go on.',
    tooManyClients: 'With the new clients of the file you would have more than {{limit}}.',
    busy: 'The file could not be prepared in time. Try again in a moment.',
    issuerCityMissing:
      'To issue facturas, your company lacks its city. Write it in "Issue document", at the Issuer step.',
    issuerIncomplete:
      'To issue facturas, your company lacks its address or its activity. Connect it again in Connections.',
    mailboxMissing: 'To mail the documents connect a mailbox first, or write "No" in "Send email".',
  },
  faults: {
    mailboxGone: 'The mailbox that sends is not connected any more. Connect it and issue it again.',
    clientIncomplete:
      'Its client is gone and the row lacks their data. Complete it and issue it again.',
    tooManyClients: 'The company can have no more clients. Delete one and issue it again.',
    invalid: 'It could not be prepared. Check the row and issue it again.',
  },
  cancelled: 'It was cancelled before it was issued.',
  changedRows: {
    issued: 'It was issued with other data already; the changes of these rows are not issued.',
    ordered: 'It was ordered with other data already; the changes of these rows are not issued.',
  },
  columns: { state: 'Status', folio: 'Folio', error: 'Error', id: 'Folio Id' },
  states: { ...uploadStates, faulty: 'Has errors', removed: 'Removed' },
  annotatedFile: '{{name}} with results',
}
