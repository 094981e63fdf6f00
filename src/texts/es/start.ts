/**
 * What the terminal says when Folio starts, to the person who runs it. Spanish only: there is no
 * request whose language could be followed.
 */
export const start = {
  /** Plainly invented: the demonstration is no service of anyone. */
  demonstrationOperator: {
    name: 'Folio Demostración SpA',
    rut: '76.000.000-0',
    address: 'Calle de Ejemplo 123, Santiago',
  },
  config: {
    heading: 'Folio no puede partir: hay que corregir la configuración.',
    wrong: '  {{name}}: {{expected}}',
    environment: 'debe ser "demonstration" o "real".',
    role: 'debe ser "both", "api" o "worker".',
    port: 'debe ser un número de puerto, de 1 a 65535.',
    databaseUrl: 'debe ser una dirección postgres://usuario:clave@servidor/base.',
    key: 'deben ser 32 bytes en base64; por ejemplo, lo que escribe: openssl rand -base64 32',
    previousKeys: 'deben ser claves de 32 bytes en base64, separadas por comas.',
    keysEqual: 'debe ser distinta de las otras claves.',
    sealingKeys: 'debe ser lo que escribe, con la FOLIO_KEY del worker: npm run keys',
    foreignKey: 'este proceso no la usa y no debe tenerla: quita la variable.',
    missingForReal: 'falta, y el ambiente real la necesita.',
    /** Why each of these is needed, and what to do. */
    missing: {
      DATABASE_URL:
        'falta: el PostgreSQL incluido es solo para la demostración. El ambiente real usa el tuyo.',
      DATABASE_URL_API:
        "falta: es la misma base con el usuario folio_api, que ve los datos de una sola organización a la vez. Un administrador le da su contraseña con: ALTER ROLE folio_api LOGIN PASSWORD '…';",
      TRUSTED_PROXIES:
        'falta: es la dirección de tu proxy o balanceador. Sin ella todas las visitas parecen venir de un solo lugar y se bloquean entre ellas.',
      FOLIO_SECOND_FACTOR_KEY:
        'falta: abre los códigos del segundo paso y nada más. Se crea con: openssl rand -base64 32',
      FOLIO_PAYMENT_KEY:
        'falta: abre las llaves de los medios de pago y nada más; la misma en todos los procesos. Se crea con: openssl rand -base64 32',
      FOLIO_SEALING_KEYS:
        'falta: con ellas este proceso guarda claves que solo el worker puede abrir. Las escribe, con la FOLIO_KEY del worker: npm run keys',
    },
    siiBaseUrl: 'debe ser una dirección http:// o https://.',
    siiHostUrls:
      'deben ser máquinas del SII y su dirección, como: www1=http://127.0.0.1:4010/www1,loa=http://127.0.0.1:4011',
    siiBaseUrlReal: 'solo existe para el SII simulado; en el ambiente real no se define.',
    siiBaseUrlDemonstration:
      'la demostración nunca habla con el SII de verdad: quita esta variable o apunta a este computador.',
    paymentUrlReal:
      'solo existe para los medios de pago simulados; en el ambiente real no se define.',
    paymentUrlDemonstration:
      'la demostración nunca cobra de verdad: quita esta variable o apunta a este computador.',
    smtpUrl: 'debe ser una dirección smtp:// o smtps://.',
    smtpUrlReal:
      'debe cifrar el envío: smtps://… (puerto 465), o smtp://…:587?requireTLS=true. Sin eso, los enlaces para cambiar la contraseña viajan a la vista.',
    smtpUrlDemonstration:
      'la demostración no envía correos de verdad: quita esta variable o apunta a este computador.',
    mailFrom: 'debe ser un remitente, como: Folio <hola@ejemplo.cl>',
    supportWhatsapp: 'debe ser un número con su país, como: +56 9 1234 5678',
    supportEmail: 'debe ser una dirección de correo, como: ayuda@ejemplo.cl',
    legalRut: 'debe ser un RUT con su dígito verificador, como: 76.543.210-3',
    together: 'falta: {{names}} van juntas.',
    publicUrl: 'debe ser la dirección pública del servicio, sin ruta: https://folio.ejemplo.cl',
    publicUrlReal: 'debe empezar con https:// en el ambiente real.',
    undoWindow: 'deben ser segundos, de 0 a 86400.',
    emissionWindow: 'debe ser un horario de Chile en horas enteras, como 09-18 o 09:00-18:00.',
    trustedProxies:
      'deben ser direcciones IP o rangos de tu propia red, separados por comas, como 10.0.0.0/8. Un rango más amplio dejaría que cualquiera dijera venir de otra parte.',
    roleOfDemonstration:
      'la demostración corre en un solo proceso si no compartes DATABASE_URL y SII_BASE_URL: usa "both" o quita la variable.',
  },
  fault: {
    environmentDiffers:
      'Esta base de datos es del ambiente "{{made}}" y Folio está configurado para "{{asked}}". Los dos nunca se mezclan: usa otra base u otra carpeta de datos.',
    unexpected: 'Folio no pudo partir por un error suyo:',
  },
  ready: {
    titleDemonstration: 'Folio está listo · demostración',
    titleReal: 'Folio está listo · ambiente real',
    app: 'Abrir',
    login: 'Entrar',
    loginValue: '{{email}}  ·  contraseña {{password}}',
    sii: 'SII simulado',
    siiValue: 'RUT {{rut}}  ·  clave {{clave}}  ·  certificado {{certificate}}',
    unknownPeople:
      'SII_BASE_URL lleva a un portal que no conoce a las personas de la demostración: partimos sin sus datos. Crea una cuenta y conéctala con una persona de ese portal.',
    mailbox: 'Correos',
    log: 'Registro',
    data: 'Datos',
    notice: 'Nada de lo que hagas aquí llega al SII ni sale por correo.',
    stop: 'Para terminar: Ctrl-C.',
    worker: 'Trabajando, sin página web (FOLIO_ROLE=worker).',
  },
  parts: {
    requests: 'consultas al SII',
    answers: 'respuestas del worker',
    database: 'base de datos',
    connections: 'conexiones',
    changes: 'avisos',
    server: 'servidor web',
    jobs: 'tareas',
    mailer: 'correo',
    deliveries: 'envíos',
    registers: 'lectura de registros',
    lookUps: 'búsqueda de clientes',
    pipeline: 'emisión',
    simulatedSii: 'SII simulado',
    simulatedIndicators: 'indicadores simulados',
    simulatedMail: 'correo simulado',
    simulatedPayments: 'medios de pago simulados',
    simulatedPayer: 'cliente simulado',
    payments: 'lectura de pagos',
  },
  stopping: 'Cerrando…',
  stopped: 'Folio se cerró.',
  stoppedLate: 'Folio se cerró; no terminó a tiempo: {{names}}. Al volver a partir se retoma.',
  crashed: 'Folio se cerró por un error suyo; el detalle está en {{log}}.',
} as const
