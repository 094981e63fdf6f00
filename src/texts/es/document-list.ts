/** The exported list of documents, and the archive of their files. */
export const documentList = {
  file: 'documentos-{{day}}.xlsx',
  archive: 'documentos-{{day}}.zip',
  sheet: 'Documentos',
  columns: {
    type: 'Tipo',
    folio: 'Número',
    date: 'Fecha',
    month: 'Mes de servicio',
    company: 'Emisor',
    companyRut: 'RUT emisor',
    recipient: 'Cliente',
    recipientRut: 'RUT cliente',
    neto: 'Neto',
    iva: 'IVA',
    total: 'Total',
    state: 'Estado',
    delivery: 'Correo',
    payment: 'Pago',
    rule: 'Regla',
  },
  kinds: {
    factura: 'Factura',
    boletaHonorarios: 'Boleta de honorarios',
    notaCredito: 'Nota de crédito',
  },
} as const
