export const legal = {
  updated: 'Versión de noviembre de 2026',
  contents: 'En esta página',
  terms: {
    title: 'Términos',
    description: 'Las condiciones con que Folio emite documentos en el SII por ti.',
    lead: 'Las condiciones con que Folio emite documentos en el SII por ti.',
    parts: [
      {
        title: 'Qué hace Folio',
        body: [
          'Folio entra al portal del SII con las credenciales que tú entregas y emite los documentos que tú programaste. Tú sigues siendo quien emite: respondes por el contenido de cada documento.',
        ],
      },
      {
        title: 'Consultas',
        body: [
          'Respondemos dentro de 30 días hábiles, de lunes a viernes de 9:00 a 18:00 (GMT-3).',
        ],
      },
    ],
  },
  privacy: {
    title: 'Privacidad',
    description: 'Qué datos guarda Folio, para qué y qué puedes pedirnos.',
    lead: 'Qué datos guardamos, para qué y qué puedes pedirnos.',
    parts: [
      {
        title: 'Qué guardamos',
        body: [
          'Tu e-mail, las empresas, clientes y productos que usas, y los documentos emitidos. Tu clave y la de tu certificado, cifradas.',
        ],
      },
    ],
  },
} as const
