/** What the operator reads who stops issuing from the command line. */
export const issuingCommand = {
  usage:
    'npm run issuing -- stop [RUT] | go [RUT] | status\nDetiene o reanuda toda la emisión de esta instalación, o la de una persona. Necesita DATABASE_URL.',
  noDatabase: 'Falta DATABASE_URL: la base de datos que comparten los procesos.',
  badRut: '{{rut}} no es un RUT.',
  everybody: {
    stopped: 'Toda la emisión está detenida desde {{since}}.',
    going: 'La emisión no está detenida.',
  },
  person: '{{rut}} está detenido desde {{since}}.',
  waiting: 'Documentos que esperan: {{count}}.',
} as const
