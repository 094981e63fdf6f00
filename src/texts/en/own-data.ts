import type { ownData as spanish } from '../es/own-data.ts'
import type { Translation } from '../translation.ts'

export const ownData: Translation<typeof spanish> = {
  archive: 'folio-my-data-{{day}}.zip',
  readmeName: 'README.txt',
  readme: `All that Folio keeps of {{email}}, as of {{when}} (time of Chile).

data/       one JSON file for each kind of data: rules, clients, documents, mails, records of use and the rest.
documents/  the PDF and the XML of each issued document, by the issuer's RUT, just as the SII gave them.

It holds no claves, passwords or permissions of mailboxes: they are kept sealed and never leave Folio.
Nor does it hold what other people keep in Folio.
`,
  data: 'data',
  documents: 'documents',
  unnumbered: 'unnumbered',
}
