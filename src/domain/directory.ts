// The files of a company's clients and products: what may be wrong with a cell beyond what uploads.ts names.

export const DIRECTORY_FAULTS = [
  // Of a row, beside another.
  'rowRepeated',
  'rowAmbiguous',
  'differsBelow',
  // Of a client.
  'nameOfTheSii',
  'daysWrong',
  'partsFull',
  'rowsOfClient',
  'clientsFull',
  // Of a contact.
  'clientUnknown',
  'genderUnknown',
  'contactsFull',
  // Of a product.
  'priceZero',
  'currencyInUse',
  'productsFull',
] as const

export type DirectoryFault = (typeof DIRECTORY_FAULTS)[number]

/** Characters of a contact's names and role. */
export const MAX_CONTACT_TEXT = 60
export const MAX_DIRECTORY_BYTES = 5 * 1024 * 1024
