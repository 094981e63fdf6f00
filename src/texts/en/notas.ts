import type { notas as spanish } from '../es/notas.ts'
import type { Translation } from '../translation.ts'

export const notas: Translation<typeof spanish> = {
  steps: [
    'Sign in at sii.cl with the RUT and clave of {{person}}, and open Factura electrónica, Sistema de facturación gratuito del SII.',
    'Among the issued documents choose the company {{company}} ({{companyRut}}) and open factura N° {{folio}} of {{date}}.',
    'Choose to create a nota de crédito about that document.',
    'Check that it says exactly what is below, and correct what is missing.',
    'Sign it with the password of your certificate and send it.',
    'Note the number the SII gives it and write it here. We look for it on your list at the SII before we take it as done.',
  ],
  labels: {
    type: 'Tipo de documento (type)',
    reference: 'Documento de referencia (about)',
    referenceDate: 'Fecha de referencia (its date)',
    code: 'Código de referencia (what it does)',
    reason: 'Razón de referencia (why)',
    recipientRut: 'RUT del receptor (recipient)',
    recipient: 'Razón social del receptor (its name)',
    detail: 'Detalle (its one line)',
    neto: 'Monto neto (net)',
    iva: 'IVA 19 %',
    total: 'Total',
  },
  values: {
    type: 'Nota de crédito electrónica',
    reference: 'Factura electrónica N° {{folio}}',
    codes: {
      1: 'Anula documento de referencia',
      2: 'Corrige texto',
      3: 'Corrige montos',
    },
  },
}
