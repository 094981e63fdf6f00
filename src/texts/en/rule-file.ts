import type { Translation } from '../translation.ts'
import type { ruleFile as spanish } from '../es/rule-file.ts'

export const ruleFile: Translation<typeof spanish> = {
  file: 'folio-rules-{{day}}.xlsx',
  sheet: 'Rules',
  help: 'Help',
  helpColumns: { column: 'Column', about: 'What can be done' },
  columns: {
    rule: 'Rule No.',
    line: 'Line',
    name: 'Name',
    company: 'Issuer',
    clients: 'Clients',
    detail: 'Detail',
    currency: 'Currency',
    quantity: 'Quantity',
    price: 'Price',
    day: 'Day',
    active: 'Active',
  },
  about: {
    rule: 'Leave it: it says which rule the row is of.',
    line: 'Leave it: it says which line of the rule it is.',
    name: 'To be read only.',
    company: 'To be read only.',
    clients: 'To be read only.',
    detail: 'To be read only.',
    currency: 'To be read only.',
    quantity: 'May be changed. Empty: it is filled in each month.',
    price: 'May be changed. It holds from the month that you choose when you upload the file.',
    day: 'From 1 to 31, or: first business day, last day, last business day.',
    active: 'Yes or No. With No the rule is paused.',
  },
  days: {
    FIRST_BUSINESS: 'first business day',
    LAST_DAY: 'last day',
    LAST_BUSINESS: 'last business day',
  },
  yes: 'Yes',
  no: 'No',
  noHeadings:
    'We did not find the headings Rule No., Line and Price. Upload the file you exported.',
  severalColumns: 'Two columns have the same heading. Keep one.',
  tooManyRows: 'The file has too many rows. Upload the one you exported.',
  faults: {
    negative: { cause: 'It is negative.', instead: 'Write a number above zero.' },
    ruleUnknown: {
      cause: 'There is no rule with that number.',
      instead: 'Delete the row or export the rules again.',
    },
    lineUnknown: {
      cause: 'The rule has no such line.',
      instead: 'Delete the row or export the rules again.',
    },
    lineRepeated: {
      cause: 'That line is in row {{row}} already.',
      instead: 'Leave one of the two rows.',
    },
    otherText: {
      cause: 'It is not what the rule says: «{{expected}}».',
      instead: 'This column is not changed here. Check that the rows were not mixed up.',
    },
    lineIsOpen: {
      cause: 'In the rule this value is filled in each month.',
      instead: 'Leave the cell empty.',
    },
    valueMissing: { cause: 'The value is missing.', instead: 'Write the number.' },
    dayUnknown: {
      cause: 'It is not a day.',
      instead: 'Write 1 to 31, first business day, last day or last business day.',
    },
    activeUnknown: { cause: 'It does not say whether it is active.', instead: 'Write Yes or No.' },
    contradicts: {
      cause: 'Row {{row}} says something else of the same rule.',
      instead: 'Write the same in all rows of the rule.',
    },
  },
}
