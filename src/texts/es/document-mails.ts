/** The mails of documents, which leave from their user's own mailbox. */
export const documentMails = {
  /** When the rule says nothing of its own. */
  defaultBody:
    '<p>Estimados:</p><p>Adjuntamos el documento N° {{numero_documento}} de {{mes}} de {{año}}.</p><p>Saludos cordiales.</p>',
  /** When it takes back a factura that was mailed. */
  nota: {
    subject: 'Nota de crédito {{folio}}',
    bodies: {
      1: '<p>Estimados:</p><p>Adjuntamos la nota de crédito N° {{folio}}, que anula la factura N° {{factura}} del {{date}} por {{total}} con IVA. Esa factura ya no vale: no hay que pagarla.</p><p>Saludos cordiales.</p>',
      2: '<p>Estimados:</p><p>Adjuntamos la nota de crédito N° {{folio}}, que corrige el texto de la factura N° {{factura}} del {{date}}. El monto de la factura no cambia.</p><p>Saludos cordiales.</p>',
      3: '<p>Estimados:</p><p>Adjuntamos la nota de crédito N° {{folio}}, que rebaja en {{total}} con IVA la factura N° {{factura}} del {{date}}. Motivo: {{reason}}.</p><p>Saludos cordiales.</p>',
    },
  },
  /** Sent although it is annulled: above the rule's own words. */
  annulled: {
    subject: 'Anulada: {{subject}}',
    title: '{{title}} · Anulada',
    body: '{{title}} está anulada: no hay que pagarla.',
    bodyByNota: '{{title}} está anulada por la nota de crédito N° {{nota}}: no hay que pagarla.',
  },
  whatsapp: 'Hola: aquí está la {{document}} de {{company}} por {{amount}}. {{url}}',
  whatsappToPay: 'Hola: aquí está la {{document}} de {{company}}. Por pagar: {{amount}}. {{url}}',
  whatsappPlain: 'Hola: aquí está la {{document}} de {{company}}. {{url}}',
  view: 'Ver el documento',
  pay: 'Pagar {{amount}}',
  due: 'Vence el {{day}}',
  overdue: 'Venció el {{day}}',
  andMore: '{{first}} y {{count}} más',
  trial: 'Pago de prueba',
  together: 'Una transferencia de {{total}} por {{count}} documentos: {{folios}}',
  fileNames: {
    factura: 'Factura',
    boletaHonorarios: 'Boleta de honorarios',
    notaCredito: 'Nota de crédito',
  },
} as const
