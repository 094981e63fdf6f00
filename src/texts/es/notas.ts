/** What a nota de crédito says of itself: in Spanish, whatever the language of its issuer. */
export const printedNota = {
  annulReason: 'Anula factura N° {{folio}}',
  loweringLine: 'Rebaja factura {{folio}}',
  correctingLine: 'Corrige factura {{folio}}',
  correction: 'Donde dice: {{said}}. Debe decir: {{mustSay}}',
  correctReason: 'Corrige texto de factura N° {{folio}}',
} as const

/** How it is made by hand at the SII. */
export const notas = {
  steps: [
    'Entra a sii.cl con el RUT y la clave de {{person}}, y abre Factura electrónica, Sistema de facturación gratuito del SII.',
    'En los documentos emitidos elige la empresa {{company}} ({{companyRut}}) y abre la factura N° {{folio}}, del {{date}}.',
    'Elige crear una nota de crédito sobre ese documento.',
    'Revisa que diga exactamente los datos de abajo y corrige lo que falte.',
    'Firma con la clave de tu certificado y envíala.',
    'Anota el número que te da el SII y escríbelo aquí. Lo buscamos en tu lista del SII antes de darlo por hecho.',
  ],
  labels: {
    type: 'Tipo de documento',
    reference: 'Documento de referencia',
    referenceDate: 'Fecha de referencia',
    code: 'Código de referencia',
    reason: 'Razón de referencia',
    recipientRut: 'RUT del receptor',
    recipient: 'Razón social del receptor',
    detail: 'Detalle',
    neto: 'Monto neto',
    iva: 'IVA 19 %',
    total: 'Total',
  },
  values: {
    type: 'Nota de crédito electrónica',
    reference: 'Factura electrónica N° {{folio}}',
    codes: { 1: 'Anula documento de referencia', 2: 'Corrige texto', 3: 'Corrige montos' },
  },
} as const
