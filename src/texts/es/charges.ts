/** The workbook of what Folio charges, and the operator's statement of a month. */
export const chargesReport = {
  file: 'consumo-{{month}}.xlsx',
  sheet: 'Consumo',
  columns: {
    day: 'Día',
    kind: 'Qué',
    documents: 'Documentos',
    recipient: 'Receptor',
    price: 'Precio (UF)',
    ufDay: 'UF del día',
    rate: 'Valor de la UF',
    base: 'Sobre (CLP)',
    way: 'Medio',
    net: 'Neto (CLP)',
    iva: 'IVA (CLP)',
    total: 'Total (CLP)',
  },
  kinds: {
    document: 'Documento emitido',
    mail: 'Primer correo del documento',
    payment: 'Pago por enlace',
    refund: 'Comisión devuelta',
  },
  types: {
    factura: 'Factura',
    boletaHonorarios: 'Boleta de honorarios',
    notaCredito: 'Nota de crédito',
  },
  ways: { transfer: 'Transferencia', card: 'Tarjeta' },
} as const
