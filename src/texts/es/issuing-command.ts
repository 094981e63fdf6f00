/** What the operator reads who stops issuing from the command line. */
export const issuingCommand = {
  usage:
    'npm run issuing -- stop [RUT] | go [RUT] | status | answers\nDetiene o reanuda toda la emisión de esta instalación, o la de una persona; answers muestra lo que el SII respondió y Folio no conoce. Necesita DATABASE_URL.',
  noDatabase: 'Falta DATABASE_URL: la base de datos que comparten los procesos.',
  badRut: '{{rut}} no es un RUT.',
  everybody: {
    stopped: 'Toda la emisión está detenida desde {{since}}.',
    going: 'La emisión no está detenida.',
  },
  person: '{{rut}} está detenido desde {{since}}.',
  waiting: 'Documentos que esperan: {{count}}.',
  clocks: {
    ahead:
      'El reloj de {{worker}} está adelantado {{seconds}} s respecto de la base de datos (visto el {{seen}}): no emite nada hasta que se corrija.',
    behind:
      'El reloj de {{worker}} está atrasado {{seconds}} s respecto de la base de datos (visto el {{seen}}): no emite nada hasta que se corrija.',
  },
  files: 'Archivos de documentos emitidos que hay que revisar: {{count}}. Los primeros:',
  file: 'organización {{organisation}}, documento {{document}}, {{kind}} N° {{folio}}, del {{issuedAt}}',
  documents: {
    factura: 'factura',
    boletaHonorarios: 'boleta de honorarios',
    notaCredito: 'nota de crédito',
  },
  unproved: 'el XML no se pudo probar ({{detail}})',
  late: 'faltan hace más de {{hours}} horas ({{reason}})',
  noReason: 'sin motivo',
  noAnswers: 'El SII no ha respondido nada que Folio no conozca.',
  answer: 'Desde {{first}}, la última vez {{last}}, veces: {{count}}. {{where}}:',
  noWords: '(una página sin palabras)',
  places: { login: 'Al entrar', portal: 'En el portal', send: 'Al emitir' },
  kinds: {
    unknownPage: 'una página que no conocemos',
    portalChanged: 'una página que cambió',
    refused: 'un rechazo con estas palabras',
  },
} as const
