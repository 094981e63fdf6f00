import type { documentMails as es } from '../es/document-mails.ts'
import type { Translation } from '../translation.ts'

export const documentMails: Translation<typeof es> = {
  /** When the rule says nothing of its own. */
  defaultBody:
    '<p>Dear all,</p><p>Attached is document no. {{numero_documento}} of {{mes}} {{año}}.</p><p>Kind regards.</p>',
  nota: {
    subject: 'Nota de crédito {{folio}}',
    bodies: {
      1: '<p>Dear all,</p><p>Attached is nota de crédito no. {{folio}}, which annuls factura no. {{factura}} of {{date}} for {{total}} with IVA. That factura is no longer valid and need not be paid.</p><p>Kind regards.</p>',
      2: '<p>Dear all,</p><p>Attached is nota de crédito no. {{folio}}, which corrects the text of factura no. {{factura}} of {{date}}. The amount of the factura stays as it is.</p><p>Kind regards.</p>',
      3: '<p>Dear all,</p><p>Attached is nota de crédito no. {{folio}}, which lowers factura no. {{factura}} of {{date}} by {{total}} with IVA. Reason: {{reason}}.</p><p>Kind regards.</p>',
    },
  },
  annulled: {
    subject: 'Annulled: {{subject}}',
    title: '{{title}} · Annulled',
    body: '{{title}} is annulled: it need not be paid.',
    bodyByNota: '{{title}} is annulled by nota de crédito no. {{nota}}: it need not be paid.',
  },
  whatsapp: 'Hello: here is {{document}} of {{company}} for {{amount}}. {{url}}',
  whatsappToPay: 'Hello: here is {{document}} of {{company}}. To pay: {{amount}}. {{url}}',
  whatsappPlain: 'Hello: here is {{document}} of {{company}}. {{url}}',
  view: 'See the document',
  pay: 'Pay {{amount}}',
  due: 'Due on {{day}}',
  overdue: 'It was due on {{day}}',
  andMore: '{{first}} and {{count}} more',
  trial: 'Trial payment',
  together: 'One transfer of {{total}} for {{count}} documents: {{folios}}',
  fileNames: {
    factura: 'Factura',
    boletaHonorarios: 'Boleta de honorarios',
    notaCredito: 'Nota de crédito',
  },
}
