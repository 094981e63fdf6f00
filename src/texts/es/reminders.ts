export const reminders = {
  subject: 'Recordatorio: {{document}} {{due}}',
  subjectOfSeveral: 'Recordatorio: {{count}} documentos por pagar',
  greeting: '<p>Estimados:</p>',
  lead: '<p>Les recordamos que {{document}} de {{company}}, con {{amount}} por pagar, {{due}}.</p>',
  leadOfSeveral: '<p>Les recordamos estos {{count}} documentos de {{company}} por pagar:</p>',
  line: '<li>{{document}}: {{amount}}, {{due}}</li>',
  ifPaid:
    '<p>Si ya pagaron, avísennos en la página del documento y no les escribiremos más por él.</p>',
  ifPaidElsewhere: '<p>Si ya pagaron, avísennos respondiendo este correo.</p>',
  ending: '<p>Saludos cordiales.</p>',
  due: 'vence el {{day}}',
  dueToday: 'vence hoy',
  overdue: 'venció el {{day}}',
  several: '{{count}} documentos',
  pay: 'Pagar {{amount}}',
  view: 'Ver el documento',
  actionOf: '{{document}} · {{label}}',
}
