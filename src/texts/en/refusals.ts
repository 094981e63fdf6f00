import type { Translation } from '../translation.ts'
import type { documentTypes as esTypes, refusals as es } from '../es/refusals.ts'

export const refusals: Translation<typeof es> = {
  unknownId: 'Item {{id}} does not exist.',
  wholePesos: 'A price in pesos has no decimals.',
  aboveZero: 'It must be greater than zero.',
  notDecimal: 'Enter a number with at most 12 digits and 6 decimals.',
  addressTaken: 'The client already has that address.',
  rutOfAnother: 'This connection is of another RUT: connect the new one on its own.',
  clientTaken: 'You already have a client with this RUT.',
  nameOfTheSii: "This client's name is given by the SII: it can't be changed here.",
  tooManyClients: 'A company can have {{limit}} clients.',
  tooManyParts: 'A client can have {{limit}} addresses and {{limit}} activities.',
  tooManyContacts: 'A client can have {{limit}} contacts.',
  tooManyProducts: 'A company can have {{limit}} products.',
  tooManyRules: 'You can have {{limit}} rules.',
  documentTypeFixed: 'The document type cannot be changed.',
  companyWithoutFacturas:
    'This person issues fee receipts only: they have no company on the SII portal.',
  clientsRequired: 'Choose at least one client.',
  linesRequired: 'Add at least one line.',
  tooManyBoletaLines: 'A boleta has at most {{limit}} lines.',
  repeatedClient: 'This client is repeated.',
  repeatedOrder: 'Two lines have this order.',
  dayRequired: 'Choose a day from 1 to 28.',
  endBeforeStart: 'The rule ends before it begins.',
  tooLateToBegin:
    'It is too late to issue today, and the rule ends before tomorrow. Choose another end or another day.',
  startInPast: 'The start date cannot be before today.',
  issueTooFar: 'The date cannot be more than {{days}} days away.',
  tooManyOneOffs:
    'You can have {{limit}} one-off documents waiting for their day. Wait until some have left.',
  startTooFar: 'The start date cannot be more than {{years}} years away.',
  ufRateTypeRequired: 'Choose which value of the UF is used.',
  quantityRequired: 'Enter the quantity, or mark it as variable.',
  priceRequired: 'Enter the price, or mark it as variable.',
  nothingToFillIn: 'This line has nothing to be filled in for this client and this month.',
  fixedByRule: 'The rule already fixes this value.',
  emailAccountRequired: 'Connect a mail account to send automatically.',
  monthOutOfReach: 'Choose a month from {{first}} to {{last}}.',
  noPercent: 'Write a percentage other than zero.',
  percentOutOfReach: 'It must be between {{first}} % and {{last}} %.',
  priceBecomesZero: '{{name}}: the new price would be zero.',
  priceTooLarge: '{{name}}: the new price is above the limit.',
  ipcMonths: 'The IPC goes from one month to a later one, up to this month.',
  emailRecipientRequired: 'Choose at least one recipient for the automatic mail.',
}

export const documentTypes: Translation<typeof esTypes> = {
  factura: 'Electronic invoice',
  boletaHonorarios: 'Fee receipt',
}
