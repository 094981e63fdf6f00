import type { Translation } from '../translation.ts'
import type { documentList as spanish } from '../es/document-list.ts'

export const documentList: Translation<typeof spanish> = {
  file: 'documents-{{day}}.xlsx',
  archive: 'documents-{{day}}.zip',
  sheet: 'Documents',
  columns: {
    type: 'Type',
    folio: 'Number',
    date: 'Date',
    month: 'Service month',
    company: 'Issuer',
    companyRut: 'Issuer RUT',
    recipient: 'Client',
    recipientRut: 'Client RUT',
    neto: 'Net',
    iva: 'IVA',
    total: 'Total',
    state: 'State',
    delivery: 'Mail',
    payment: 'Payment',
    rule: 'Rule',
  },
  kinds: {
    factura: 'Factura',
    boletaHonorarios: 'Boleta de honorarios',
    notaCredito: 'Nota de crédito',
  },
}
