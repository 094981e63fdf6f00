export const landing = {
  landing: {
    title: 'Tus facturas salen solas.',
    titleAccent: 'El día correcto, una sola vez.',
    lead: 'Programa a quién, cuánto y cuándo. Folio emite cada factura en el SII con tu clave, con la UF que corresponde, y te muestra cada paso.',
    start: 'Comenzar sin suscripción',
    login: 'Iniciar sesión',
    facts: 'Sin costos fijos · Sin contrato · Lista en 5 minutos',
    howTitle: 'Cómo funciona',
    how: {
      connect: {
        title: 'Conecta el SII',
        body: 'Con tu RUT y tu clave de sii.cl leemos tus empresas y clientes. Nada que instalar.',
      },
      rule: {
        title: 'Crea una regla',
        body: 'Clientes, líneas en pesos o UF, y un día: fijo, primer o último día hábil del mes.',
      },
      issue: {
        title: 'Se emite sola',
        body: 'Antes tienes un plazo para detenerla. Después la verás aquí con su número, PDF y XML.',
      },
    },
    promiseTitle: 'Exactamente una vez',
    promise:
      'Una factura no se puede borrar. Por eso, si el SII no alcanza a responder, Folio no la reenvía: primero la busca en tu lista de documentos emitidos. Y cada paso queda anotado en un comprobante que nadie puede cambiar.',
    sampleIssuer: 'Comercial Arrayán SpA',
    sampleIssuerGiro: 'Servicios de asesoría contable',
    sampleStreet: 'Av. Providencia 1208, of. 42',
    sampleRecipient: 'Viña Los Quillayes Ltda.',
    sampleRecipientGiro: 'Elaboración de vinos',
    sampleRecipientStreet: 'Camino El Peral 350',
    sampleLine: 'Asesoría mensual, noviembre 2026',
    sampleLine2: 'Cierre de libros',
    sampleState: 'Emitida sola, a las 09:14',
  },
  legal: {
    termsTitle: 'Términos',
    privacyTitle: 'Privacidad',
    updated: 'Versión de noviembre de 2026',
    terms: {
      service: {
        title: 'Qué hace Folio',
        body: 'Folio entra al portal del SII con las credenciales que tú entregas y emite los documentos que tú programaste. Tú sigues siendo quien emite: respondes por el contenido de cada documento.',
      },
      once: {
        title: 'Una sola vez',
        body: 'Folio nunca envía dos veces el mismo documento. Cuando no se sabe si el SII lo emitió, lo busca antes de actuar, y si no puede aclararlo te pide que decidas tú.',
      },
      demo: {
        title: 'Demostración',
        body: 'Los documentos hechos en un ambiente de demostración no existen en el SII y no tienen validez tributaria.',
      },
      contact: {
        title: 'Consultas',
        body: 'Respondemos dentro de 30 días hábiles, de lunes a viernes de 9:00 a 18:00 (GMT-3).',
      },
    },
    privacy: {
      what: {
        title: 'Qué guardamos',
        body: 'Tu e-mail, las empresas, clientes y productos que usas, y los documentos emitidos. Tu clave y la de tu certificado, cifradas.',
      },
      why: {
        title: 'Para qué',
        body: 'Solo para emitir lo que programaste y mostrarte lo que pasó. No vendemos datos ni los usamos para publicidad.',
      },
      rights: {
        title: 'Tus derechos',
        body: 'Puedes pedir una copia de tus datos, corregirlos o borrarlos. Los documentos tributarios se conservan los 6 años que exige la ley.',
      },
      contact: {
        title: 'Consultas',
        body: 'Respondemos dentro de 30 días hábiles, de lunes a viernes de 9:00 a 18:00 (GMT-3).',
      },
    },
  },
} as const
