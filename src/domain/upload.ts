// An uploaded file of documents: its columns, and what may be wrong with a cell of it.

/** Of the document and not of a line: its rows must agree on it. */
export const DOCUMENT_ROLES = [
  'kind',
  'rut',
  'name',
  'giro',
  'street',
  'commune',
  'city',
  'withholder',
  'ufDate',
  'dueDay',
  'serviceMonth',
  'sendEmail',
  'to',
  'cc',
  'ownId',
] as const

export const LINE_ROLES = ['code', 'description', 'quantity', 'price', 'currency'] as const

/** In the order of the template. `group`: rows with the same value are lines of one document. */
export const UPLOAD_ROLES = ['group', ...DOCUMENT_ROLES, ...LINE_ROLES] as const

export type DocumentRole = (typeof DOCUMENT_ROLES)[number]
export type UploadRole = (typeof UPLOAD_ROLES)[number]

/** Decision: 500 documents of ten lines, in a file of 5 MB. */
export const MAX_UPLOAD_DOCUMENTS = 500
export const MAX_UPLOAD_ROWS = 5_000
export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024
export const MAX_UPLOAD_COLUMNS = 60
export const MAX_UPLOAD_ADDRESSES = 20
/** Others that one document may be confirmed to be beside. */
export const MAX_UPLOAD_CONFIRMED = 1_000
/** Documents of uploads that may be on their way at once in an organisation: ten whole files. */
export const MAX_OPEN_OF_UPLOADS = 5_000
/** A row's number: files of more written rows are refused, and rows are added below the last one. */
export const MAX_UPLOAD_ROW = 110_000
/** Of one request, and of one typed cell. */
export const MAX_UPLOAD_EDITS = 10_000
export const MAX_UPLOAD_TEXT = 2_000
/** Typed cells that are kept of one file, and their characters together. */
export const MAX_KEPT_EDITS = 50_000
export const MAX_KEPT_EDIT_CHARACTERS = 2_000_000
/** Files of one organisation that are kept at once. */
export const MAX_KEPT_UPLOAD_BYTES = 250 * 1024 * 1024

/** Characters that a document takes, by the SII's formato DTE and its form of boletas. */
export const UPLOAD_LENGTHS = {
  group: 60,
  name: 100,
  giro: 40,
  street: 70,
  commune: 20,
  city: 20,
  code: 35,
  description: 80,
  ownId: 60,
} as const

/** Every reason why a cell can't be issued as it stands; each has its sentence and what to write instead. */
export const UPLOAD_FAULTS = [
  // Of any cell.
  'formula',
  'errorValue',
  'mergedCell',
  'surplusField',
  'missing',
  'tooLong',
  'characters',
  'valueIsDay',
  // Kind.
  'kindUnknown',
  'kindIsNota',
  'kindIsRetailBoleta',
  'kindAmbiguous',
  'kindIsOther',
  'kindNotIssued',
  // Recipient.
  'rutMalformed',
  'rutWrongCheckDigit',
  'rutWithoutCheckDigit',
  'rutAmbiguous',
  'rutIsIssuer',
  'nameOfAnother',
  'communeUnknown',
  'communeMisspelt',
  // Numbers.
  'notANumber',
  'numberAmbiguous',
  'numberForeign',
  'negative',
  'zero',
  'tooManyDecimals',
  'pesosWithDecimals',
  'tooLarge',
  'currencyUnknown',
  'currencyForeign',
  'currencyContradicts',
  'ufDateUnknown',
  'lineTooLarge',
  'lineTooSmall',
  'totalTooSmall',
  // Lines.
  'emptyLine',
  'productUnknown',
  'productRepeated',
  'productCurrency',
  'tooManyLines',
  // Of a boleta alone.
  'withholderUnknown',
  'withholderOfFactura',
  // Dates.
  'dateUnreadable',
  'dateAmbiguous',
  'dateOtherOrder',
  'dateWithoutYear',
  'dateIsNumber',
  'dueDayPast',
  'dueDayTooFar',
  'monthUnreadable',
  'monthIsDay',
  'monthTooFar',
  // Mail.
  'yesNoUnknown',
  'mailboxInvalid',
  'tooManyAddresses',
  'sendWithoutAddress',
  'copyWithoutAddress',
  'copyUnsent',
  // Rows together.
  'differsInGroup',
  'groupAlike',
  'groupShort',
  'ownIdRepeated',
  'idOfAnother',
  'differsFromClient',
] as const

export type UploadFaultCause = (typeof UPLOAD_FAULTS)[number]

/** The values that a fault's sentences name. */
export type FaultValues = Readonly<Record<string, string | number>>
