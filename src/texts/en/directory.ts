import type { directory as es } from '../es/directory.ts'
import type { Translation } from '../translation.ts'

export const directory: Translation<typeof es> = {
  files: { clients: 'folio-clients.xlsx', products: 'folio-products.xlsx' },
  sheets: {
    clients: 'Clients',
    contacts: 'Contacts',
    products: 'Products',
    help: 'Help',
    lists: 'Lists',
  },
  columns: {
    clients: {
      rut: 'RUT',
      name: 'Name',
      giro: 'Activity',
      street: 'Address',
      commune: 'Commune',
      city: 'City',
      dueDays: 'Days to pay',
    },
    contacts: {
      rut: 'Client RUT',
      firstName: 'First name',
      lastName: 'Last name',
      email: 'E-mail',
      gender: 'Gender',
      role: 'Role',
    },
    products: { code: 'Code', name: 'Name', price: 'Price', currency: 'Currency' },
  },
  notes: {
    clients: {
      rut: 'Identifies the client. Another row with the same RUT adds another address or activity.',
      name: 'Required for a new client. The one that the SII gives is not changed.',
      giro: 'Up to 40 characters.',
      street: 'Up to 70 characters, with its commune.',
      commune: 'Choose it from the list.',
      city: 'Up to 20 characters.',
      dueDays: 'Days from issue to the due day, from 0 to 365. Empty: no change.',
    },
    contacts: {
      rut: 'That of a client of the other sheet, or of one that you have.',
      firstName: 'Required for a new contact.',
      lastName: 'Optional.',
      email: 'Identifies the contact of the client. Another address is another contact.',
      gender: 'Female or Male.',
      role: 'Optional.',
    },
    products: {
      code: 'Identifies the product. Without a code its name does.',
      name: 'Up to 80 characters.',
      price: 'Per unit, net. In pesos, without decimals.',
      currency: 'CLP or UF. That of a product in use is not changed.',
    },
  },
  help: {
    sheet: 'Sheet',
    column: 'Column',
    note: 'What to write',
    never: 'An import never deletes: what is not in the file stays as it is.',
  },
  genders: { female: 'Female', male: 'Male' },
  refusals: {
    tooManyRows:
      'The file has more than 40,000 rows with data, or formats far below them. Split it or copy the data to a new workbook.',
    clients: {
      noColumns: 'We found no sheet of clients. Its headings are RUT, Name, Activity…',
      severalColumns: 'Two columns have the same heading. Keep one.',
    },
    products: {
      noColumns: 'We did not find the columns Code, Name and Price.',
      severalColumns: 'Two columns have the same heading. Keep one.',
    },
  },
  faults: {
    communeUnknown: {
      cause: 'It is no commune.',
      instead: "Choose it from the column's list.",
    },
    negative: { cause: 'It is negative.', instead: 'Write a value above zero.' },
    tooManyAddresses: { cause: 'There are {{count}} addresses.', instead: 'Keep one per row.' },
    rowRepeated: { cause: 'It is in row {{row}} already.', instead: 'Keep one of the two.' },
    rowAmbiguous: {
      cause: 'You have {{count}} alike, and which one changes is not known.',
      instead: 'Change it on its page.',
    },
    differsBelow: {
      cause: 'Row {{row}} of the same RUT says “{{first}}”.',
      instead: 'Write the same, or leave it empty.',
    },
    nameOfTheSii: {
      cause: 'The SII gives the name.',
      instead: 'Write {{name}}, or leave it empty.',
    },
    daysWrong: { cause: 'These are no days.', instead: 'Write a number from 0 to {{max}}.' },
    partsFull: {
      cause: 'A client may have {{limit}} addresses and {{limit}} activities.',
      instead: 'Delete the row.',
    },
    rowsOfClient: {
      cause: 'There are {{count}} rows with this RUT and {{limit}} fit.',
      instead: 'Delete the repeated rows.',
    },
    clientsFull: { cause: 'A company may have {{limit}} clients.', instead: 'Delete the row.' },
    clientUnknown: {
      cause: 'You have no client with this RUT.',
      instead: 'Add it in the sheet of clients.',
    },
    genderUnknown: { cause: 'It is no gender.', instead: 'Write Female or Male.' },
    contactsFull: { cause: 'A client may have {{limit}} contacts.', instead: 'Delete the row.' },
    priceZero: { cause: 'The price is zero.', instead: 'Write a price above zero.' },
    currencyInUse: {
      cause: 'Rules or documents charge it in {{currency}}.',
      instead: 'Write {{currency}}. For another currency, create another product.',
    },
    productsFull: { cause: 'A company may have {{limit}} products.', instead: 'Delete the row.' },
  },
}
