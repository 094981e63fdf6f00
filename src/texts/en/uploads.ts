import { uploadColumns } from './upload-columns.ts'
import type { uploads as spanish } from '../es/uploads.ts'
import type { Translation } from '../translation.ts'

export const uploads: Translation<typeof spanish> = {
  template: {
    file: 'folio-template.xlsx',
    documents: 'Documents',
    help: 'Help',
    lists: 'Lists',
    columns: uploadColumns,
    notes: {
      group: 'Rows with the same value are lines of one document. Empty: the row is a document.',
      kind: 'Factura or Boleta de honorarios.',
      rut: "The client's RUT, as text and with its hyphen: 76192083-9. Or choose it from the list, by name.",
      name: 'For a new client. Empty: in facturas, it is looked up at the SII.',
      giro: 'Only for a new client. Up to 40 characters.',
      street: 'Only for a new client. Up to 70 characters.',
      commune: 'Only for a new client. Choose it from the list.',
      city: 'Only for a new client, for a factura.',
      withholder: 'Only for boletas: Recipient or Issuer. Empty: the usual one for the RUT.',
      ufDate:
        'Only for prices in UF: Previous month close or Issue day. Empty: previous month close.',
      dueDay: "A date such as 30-11-2026. Empty: the client's or your company's term.",
      serviceMonth: 'Month and year, such as 11-2026. Empty: the month of issue.',
      sendEmail: 'Yes or No. Empty: it is sent when To has an address.',
      to: "Addresses separated by semicolons. Empty, with Send email at Yes: the client's contacts.",
      cc: 'Addresses separated by semicolons. It needs an address in To, or Yes in Send email.',
      ownId: 'Optional: your own number or name for the document. Not repeated.',
      code: 'The code of one of your products: it fills in description, price and currency. The list has them by name.',
      description: 'What the line will say. Up to 80 characters; 60 in boletas.',
      quantity: 'Empty: 1. Decimals take a comma.',
      price: 'Per unit. Net in facturas, gross in boletas. Pesos without decimals.',
      currency: "CLP or UF. Empty: CLP, or the product's currency.",
    },
    helpHeadings: { column: 'Column', note: 'What to write', examples: 'Examples' },
    kinds: { factura: 'Factura', boletaHonorarios: 'Boleta de honorarios' },
    currencies: { CLP: 'CLP', UF: 'UF' },
    ufDates: { PREV_MONTH_CLOSE: 'Previous month close', DAY_OF: 'Issue day' },
    withholders: { recipient: 'Recipient', issuer: 'Issuer' },
    yesNo: { yes: 'Yes', no: 'No' },
    limits:
      'Up to 500 documents, 5,000 rows and 5 MB per file. A factura has up to 10 lines; a boleta, 4.',
    examples: {
      service: 'Monthly consulting',
      support: 'Support hours',
      rent: 'Office rent',
      fee: 'Design fees',
      client: 'Comercial Ejemplo SpA',
      giro: 'Commerce',
      street: 'Av. Ejemplo 123',
      person: 'Ana Ejemplo',
    },
  },
  refusals: {
    empty: 'The file is empty.',
    tooLarge: 'The file is larger than 5 MB. Split it in two.',
    unpackedTooLarge:
      'The file inflates to more than 32 MB. Copy only the data into a new workbook and upload that.',
    tooManyParts: 'The file has too many parts. Copy the data into a new workbook and upload that.',
    tooManyRows:
      'The file has more than 5,000 rows with data, or formats very far down. Split it, or copy the data into a new workbook.',
    tooManyColumns: 'The file has more than 60 columns. Delete those not needed.',
    tooManyCells:
      'The file has more than 600,000 cells, empty ones included. Copy the data into a new workbook.',
    tooManyTexts: 'The file has too much text: up to 200,000 texts and 8 million characters.',
    tooManyDocuments: 'The file has {{count}} documents. Upload up to 500 per file.',
    noDocuments: 'There are no rows with data below the headings.',
    tooManyMerges:
      'The file has more than 1,000 merged cells. Unmerge them and repeat the value in each row.',
    tooMuchText:
      'The columns that are read have more than 4 million characters. Shorten the texts or split the file.',
    tooManyKept:
      'Your uploaded files come to {{count}} MB already. Delete one that you do not need.',
    encrypted: 'The file has a password. Remove it in Excel and upload it again.',
    oldExcel: 'It is an Excel file from before 2007 (.xls). Save it as .xlsx and upload that.',
    pdf: 'It is a PDF. Upload an Excel file (.xlsx) or a CSV.',
    notASheet: 'It is no spreadsheet. Upload an Excel file (.xlsx) or a CSV.',
    damaged: 'The file is damaged. Open it in Excel, save it again and upload it.',
    macros: 'The file has macros. Save it as .xlsx, without macros, and upload it.',
    externalLinks:
      'The file has links to other files. Paste the data as values into a new workbook.',
    entities: 'The file defines XML entities, which no Excel does. It is not read.',
    wrongExtension: "The content does not match the file's name. Save it again as .xlsx.",
  },
  lookUps: {
    unknown: "The SII does not know this RUT. Check it, or write the client's data in the row.",
    clave:
      'We could not enter the SII with your clave. Correct it in Connections and look it up again.',
    asks: 'The SII asks something of you before it lets us in. Settle it on its site and look it up again.',
    paused: 'The SII asked for a pause. Look it up again in half an hour.',
    portal: 'The SII did not answer. Look it up again.',
    limit:
      '2,000 clients were looked up today. Try again tomorrow, or write their data in the row.',
  },
  faults: {
    formula: {
      cause: 'It is a formula: its result may be out of date.',
      instead: 'Paste the value (Paste special, Values).',
    },
    errorValue: { cause: 'It is an Excel error, no data.', instead: 'Write the data.' },
    mergedCell: {
      cause: 'The cell is merged with another and stands empty.',
      instead: 'Unmerge the cells and repeat the data in each row.',
    },
    surplusField: {
      cause: 'The row has more values than headings: a comma may have split a number in two.',
      instead: 'Quote decimals in the file, or remove the row and add it here.',
    },
    missing: { cause: 'The data is missing.', instead: 'Write {{column}}.' },
    tooLong: {
      cause: 'It has {{length}} characters and {{max}} fit.',
      instead: 'Shorten it to {{max}} characters.',
    },
    characters: {
      cause: 'The SII does not take the character “{{character}}”.',
      instead: 'Delete or replace it.',
    },
    valueIsDay: {
      cause: 'Excel turned it into a date.',
      instead: 'Format the cell as text and write it again.',
    },
    kindUnknown: {
      cause: 'It is no type of document.',
      instead: 'Write Factura or Boleta de honorarios.',
    },
    kindIsNota: {
      cause: 'Notes are not issued from a file.',
      instead: 'Issue the note from its factura and delete the row.',
    },
    kindIsRetailBoleta: {
      cause: 'Folio does not issue retail boletas.',
      instead: 'Write Boleta de honorarios or Factura.',
    },
    kindAmbiguous: {
      cause: 'A boleta de honorarios or one of sales? Folio does not issue boletas of sales.',
      instead: 'Write Boleta de honorarios.',
    },
    kindIsOther: {
      cause: 'Folio does not issue this type of document.',
      instead: 'Write Factura or Boleta de honorarios.',
    },
    kindNotIssued: {
      cause: 'This connection issues no facturas.',
      instead: 'Write Boleta de honorarios, or choose another company.',
    },
    rutMalformed: { cause: 'It is no RUT.', instead: 'Write it with its hyphen: 76192083-9.' },
    rutWrongCheckDigit: {
      cause: 'The check digit does not match.',
      instead: 'Check the whole RUT.',
    },
    rutWithoutCheckDigit: {
      cause: 'Its check digit is missing.',
      instead: 'If it is {{rut}}, write it like that.',
    },
    rutAmbiguous: {
      cause: 'Is {{value}} {{first}}, or {{second}} without its check digit?',
      instead: 'Write it with its hyphen.',
    },
    rutIsIssuer: {
      cause: 'It is your own RUT: nobody issues a boleta de honorarios to themselves.',
      instead: "Write the client's RUT.",
    },
    nameOfAnother: {
      cause: 'This RUT is that of {{name}}.',
      instead: 'Check the RUT, or leave the name empty.',
    },
    communeUnknown: {
      cause: 'It is no commune.',
      instead: "Choose it from the template's list.",
    },
    communeMisspelt: {
      cause: 'It is no commune.',
      instead: 'If it is {{commune}}, write it like that.',
    },
    notANumber: { cause: 'It is no number.', instead: 'Write the number alone.' },
    numberAmbiguous: {
      cause: 'Is {{value}} {{first}} or {{second}}?',
      instead: 'Write {{first}} or {{second}}, without dots.',
    },
    numberForeign: {
      cause: 'Its comma and point are the other way round.',
      instead: 'If it is {{number}}, write it like that.',
    },
    negative: {
      cause: 'It is negative.',
      instead: 'Write a positive value. To give money back, issue a nota de crédito.',
    },
    zero: { cause: 'It is zero.', instead: 'Write a number above zero.' },
    tooManyDecimals: { cause: 'It has more than 6 decimals.', instead: 'Round it.' },
    pesosWithDecimals: { cause: 'Pesos have no decimals.', instead: 'Write whole pesos.' },
    tooLarge: { cause: 'It has more than 12 digits.', instead: 'Check the number.' },
    currencyUnknown: { cause: 'It is no currency.', instead: 'Write CLP or UF.' },
    currencyForeign: {
      cause: 'Folio issues in pesos and in UF.',
      instead: 'Convert the price and write CLP or UF.',
    },
    currencyContradicts: {
      cause: 'The price says another currency than its column.',
      instead: 'Write the number alone, in {{currency}}.',
    },
    ufDateUnknown: {
      cause: 'It is no UF date.',
      instead: 'Write Previous month close or Issue day.',
    },
    lineTooLarge: {
      cause: 'Quantity times price has more than 12 digits.',
      instead: 'Check quantity and price.',
    },
    lineTooSmall: { cause: 'The line comes to zero pesos.', instead: 'Write a price above zero.' },
    totalTooSmall: {
      cause: "The document's net is below {{min}} pesos and the SII does not take it.",
      instead: 'Check the prices.',
    },
    emptyLine: {
      cause: 'The row does not say what is charged.',
      instead: 'Write description and price, or a code.',
    },
    productUnknown: {
      cause: 'You have no product with that code.',
      instead: 'Correct the code, or write description and price.',
    },
    productRepeated: {
      cause: 'Two or more of your products have that code.',
      instead: "Change one's code in Products, or write description and price.",
    },
    productCurrency: {
      cause: 'The product {{code}} has its price in {{currency}}.',
      instead: 'Write {{currency}}, or the price in the other currency.',
    },
    tooManyLines: {
      cause: 'The document has {{count}} lines and {{max}} fit.',
      instead: 'Split them into two documents.',
    },
    withholderUnknown: {
      cause: 'It does not say who withholds.',
      instead: 'Write Recipient or Issuer.',
    },
    withholderOfFactura: {
      cause: 'Nobody withholds from a factura.',
      instead: 'Leave the cell empty.',
    },
    dateUnreadable: { cause: 'It is no date.', instead: 'Write it like this: 30-11-2026.' },
    dateAmbiguous: {
      cause: 'Another date of the file has its month first. Is this one {{first}} or {{second}}?',
      instead: 'Write all of them with the day first: 30-11-2026.',
    },
    dateOtherOrder: {
      cause: 'It has the month first.',
      instead: 'Write it with the day first: 30-11-2026.',
    },
    dateWithoutYear: { cause: 'Its year is missing.', instead: 'Write it like this: 30-11-2026.' },
    dateIsNumber: {
      cause: 'It is a number without the format of a date.',
      instead: 'If it is {{day}}, write it like that.',
    },
    dueDayPast: {
      cause: 'It is due before it is issued.',
      instead: 'Write {{today}} or a later date.',
    },
    dueDayTooFar: {
      cause: 'It is due in more than a year.',
      instead: 'Write a date up to {{last}}.',
    },
    monthUnreadable: { cause: 'It is no month.', instead: 'Write it like this: 11-2026.' },
    monthIsDay: {
      cause: 'Excel turned it into a day.',
      instead: 'Format the cell as text and write 11-2026.',
    },
    monthTooFar: {
      cause: 'It is more than a year away.',
      instead: 'Write a month less than a year from today.',
    },
    yesNoUnknown: { cause: 'It says neither yes nor no.', instead: 'Write Yes or No.' },
    mailboxInvalid: {
      cause: '“{{address}}” is no email address.',
      instead: 'Write addresses alone, separated by semicolons.',
    },
    tooManyAddresses: {
      cause: 'There are {{count}} addresses and {{max}} fit.',
      instead: 'Leave {{max}} or fewer.',
    },
    sendWithoutAddress: {
      cause: 'It is to be sent and does not say to whom: the client has no contacts.',
      instead: 'Write an address in To, or No.',
    },
    copyWithoutAddress: {
      cause: 'There is a copy and no recipient.',
      instead: 'Write an address in To.',
    },
    copyUnsent: {
      cause: 'There is a copy and the email is not sent.',
      instead: 'Write Yes in Send email, or an address in To.',
    },
    differsInGroup: {
      cause: "The document's rows do not say the same: row {{row}} says “{{first}}”.",
      instead: 'Write the same in all of them, or leave it empty.',
    },
    groupAlike: {
      cause: 'It looks like “{{other}}”. Is it the same document?',
      instead: 'Write the same, or something clearly different.',
    },
    groupShort: {
      cause: 'Row {{row}} does not say which document it belongs to: it may be this one.',
      instead: 'Correct or remove row {{row}}.',
    },
    ownIdRepeated: {
      cause: 'It is in row {{row}} already, in another document.',
      instead: 'Write another ID.',
    },
    idOfAnother: {
      cause: 'This Id is of another document.',
      instead: 'Clear the Id to issue this row as a new one.',
    },
    differsFromClient: {
      cause: 'Row {{row}} has the same RUT and says “{{first}}”.',
      instead: 'Write the same in both, or correct the RUT.',
    },
  },
}
