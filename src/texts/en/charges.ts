import type { chargesReport as es } from '../es/charges.ts'
import type { Translation } from '../translation.ts'

export const chargesReport: Translation<typeof es> = {
  file: 'usage-{{month}}.xlsx',
  sheet: 'Usage',
  columns: {
    day: 'Day',
    kind: 'What',
    documents: 'Documents',
    recipient: 'Recipient',
    price: 'Price (UF)',
    ufDay: 'UF of',
    rate: 'Value of the UF',
    base: 'On (CLP)',
    way: 'Way',
    net: 'Net (CLP)',
    iva: 'VAT (CLP)',
    total: 'Total (CLP)',
  },
  kinds: {
    document: 'Issued document',
    mail: 'First e-mail of the document',
    payment: 'Payment by link',
    refund: 'Fee given back',
  },
  types: { factura: 'Invoice', boletaHonorarios: 'Honorarios receipt', notaCredito: 'Credit note' },
  ways: { transfer: 'Transfer', card: 'Card' },
}
