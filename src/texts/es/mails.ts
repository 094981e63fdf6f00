/** The product's own mails. `{{name}}` is filled in; every text is shown escaped. */
export const mails = {
  frame: {
    tagline: 'Tus documentos tributarios, emitidos solos y a tiempo.',
    automatic: 'Este correo se envía solo; nadie lee las respuestas.',
    demonstration:
      'Demostración: este correo no salió de tu computador y nada de lo que hagas llega al SII.',
    paste: '¿El botón no funciona? Copia esta dirección en tu navegador:',
    unsubscribe: 'Dejar de recibir este resumen',
    preferences: 'Elegir qué correos recibo',
  },
  activation: {
    subject: 'Activa tu cuenta en Folio',
    preview: 'Falta un paso: confirma que este correo es tuyo.',
    title: 'Activa tu cuenta',
    lead: 'Alguien creó una cuenta en Folio con {{email}}. Si fuiste tú, confirma que este correo es tuyo y ya puedes entrar.',
    details: [],
    button: 'Activar mi cuenta',
    notes: [
      'El enlace sirve una sola vez y vence en 24 horas.',
      'Si no fuiste tú, no hagas nada: sin este paso la cuenta no se puede usar.',
    ],
  },
  recovery: {
    subject: 'Recupera tu contraseña de Folio',
    preview: 'Un enlace para elegir una contraseña nueva.',
    title: 'Elige una contraseña nueva',
    lead: 'Alguien pidió recuperar la contraseña de {{email}}. Si fuiste tú, elige una nueva con este botón.',
    details: [],
    button: 'Elegir contraseña',
    notes: [
      'El enlace sirve una sola vez y vence en 24 horas.',
      'Si no fuiste tú, no hagas nada: tu contraseña sigue igual.',
    ],
  },
  passwordChanged: {
    subject: 'Tu contraseña de Folio cambió',
    preview: 'Si no fuiste tú, recupera tu cuenta ahora.',
    title: 'Tu contraseña cambió',
    lead: 'La contraseña de {{email}} se cambió recién y todas las sesiones abiertas se cerraron.',
    details: [],
    button: 'No fui yo: recuperar mi cuenta',
    notes: [
      'Si fuiste tú, no tienes que hacer nada.',
      'Si no fuiste tú, alguien puede leer tu correo: cambia también la contraseña de tu correo.',
    ],
  },
  accountClosed: {
    subject: 'Tu cuenta de Folio quedó eliminada',
    preview: 'Ya no emitimos nada por ti y borramos tus claves.',
    title: 'Tu cuenta quedó eliminada',
    lead: 'La cuenta de {{email}} se eliminó recién. Folio ya no emite nada por ti y borramos tus claves del SII y los permisos de tu correo.',
    details: [],
    button: '',
    notes: [
      'Los documentos que emitiste siguen en el SII. Si emitiste alguno, guardamos su copia por seis años, como pide la ley tributaria, y nadie la usa.',
      'Si no fuiste tú, escríbenos enseguida y cambia tu clave en sii.cl.',
    ],
  },
  newSignIn: {
    subject: 'Nuevo inicio de sesión en Folio',
    preview: 'Si fuiste tú, no tienes que hacer nada.',
    title: 'Alguien entró a tu cuenta',
    lead: 'Se inició sesión con {{email}} desde un navegador o una red que no conocíamos.',
    details: [
      { of: 'when', label: 'Cuándo' },
      { of: 'device', label: 'Dónde' },
      { of: 'network', label: 'Dirección IP' },
    ],
    button: 'No fui yo: cambiar mi contraseña',
    notes: [
      'Si fuiste tú, no tienes que hacer nada.',
      'Al cambiar la contraseña se cierran todas las sesiones abiertas.',
    ],
  },
  devices: {
    both: '{{browser}} en {{system}}',
    unknown: 'Un programa que no reconocemos',
  },
  contactReceived: {
    subject: 'Recibimos tu mensaje',
    preview: 'Te respondemos dentro de 24 horas.',
    title: 'Recibimos tu mensaje',
    lead: 'Gracias por escribirnos. Te respondemos dentro de 24 horas, de lunes a viernes de 9:00 a 18:00.',
    details: [],
    button: 'Ir a Folio',
    notes: ['Si no nos escribiste tú, alguien puso tu dirección por error: no hagas nada.'],
  },
  contactMessage: {
    subject: 'Mensaje de {{name}}',
    preview: '{{email}}',
    title: 'Mensaje desde la página',
    lead: 'Al responder este correo le escribes a {{email}}.',
    details: [
      { of: 'name', label: 'Nombre' },
      { of: 'email', label: 'Correo' },
      { of: 'phone', label: 'Teléfono' },
    ],
    button: '',
    notes: ['Prometimos responder dentro de 24 horas.'],
  },
  monthlyValues: {
    subject: 'Completa cantidad o precio: {{rule}}',
    preview: 'Sin estos datos, {{company}} no emite el {{day}}.',
    title: 'Faltan datos de este mes',
    lead: 'La regla «{{rule}}» de {{company}} emite el {{day}} y aún no sabe la cantidad o el precio de este mes. Complétalos y se emite sola ese día.',
    details: [],
    button: 'Completar',
    notes: [
      'Si no los completas, no se emite: el valor del mes pasado te lo mostramos, pero no lo usamos por nuestra cuenta.',
      'Si ya no quieres emitirla, pausa la regla.',
    ],
  },
  checkFailed: {
    subject: 'Antes del {{day}}: revisa la regla «{{rule}}»',
    preview: '{{company}} emite el {{day}} y todavía falta algo.',
    title: 'Falta algo antes del {{day}}',
    lead: 'Revisamos la regla «{{rule}}» de {{company}} antes de su próxima emisión. Esto hay que resolver:',
    details: [],
    button: 'Resolverlo',
    notes: [
      'Apenas lo resuelvas, la regla sigue sola. No tienes que avisarnos.',
      'Si no alcanzas, la regla espera y te decimos qué pasó con cada documento.',
    ],
  },
  documentUncertain: {
    subject: 'Un documento para {{recipient}} espera tu decisión',
    preview: 'No sabemos si el SII lo emitió. No lo enviaremos de nuevo por nuestra cuenta.',
    title: 'Necesitamos que decidas',
    lead: 'Pedimos al SII emitir este documento y su respuesta no llegó. Lo buscamos en tu cuenta y no pudimos saber con certeza si existe, así que no lo enviamos de nuevo.',
    details: [
      { of: 'recipient', label: 'Cliente' },
      { of: 'total', label: 'Total' },
      { of: 'day', label: 'Fecha' },
      { of: 'rule', label: 'Regla' },
    ],
    button: 'Ver qué encontramos',
    notes: ['Así nunca emitimos dos veces lo mismo. Los demás documentos siguen su curso.'],
  },
  mailboxDisconnected: {
    subject: 'Vuelve a conectar {{address}}',
    preview: 'Sus envíos automáticos están detenidos.',
    title: 'Tu cuenta de correo se desconectó',
    lead: 'El proveedor de {{address}} dejó de aceptar el permiso con que enviamos tus documentos. Los documentos se siguen emitiendo, pero sus correos esperan.',
    details: [],
    button: 'Volver a conectar',
    notes: ['Cuando vuelva, podrás enviar con un solo botón todo lo que quedó pendiente.'],
  },
  issuedToday: {
    subject: '{{headline}}',
    preview: 'Esto pasó el {{last}} con tus documentos.',
    title: '{{headline}}',
    lead: 'Esto pasó el {{last}} con tus documentos.',
    details: [
      { of: 'issued', label: 'Emitidos' },
      { of: 'sent', label: 'Correos enviados' },
      { of: 'failed', label: 'No se pudieron emitir' },
      { of: 'mailsFailed', label: 'Correos que no llegaron' },
      { of: 'waiting', label: 'Esperan algo' },
      { of: 'ahead', label: 'Para mañana' },
    ],
    button: 'Ver los documentos',
    notes: [],
  },
  weeklyDigest: {
    subject: '{{headline}}',
    preview: 'Esto pasó del {{first}} al {{last}} con tus documentos.',
    title: '{{headline}}',
    lead: 'Esto pasó del {{first}} al {{last}} con tus documentos.',
    details: [
      { of: 'issued', label: 'Emitidos' },
      { of: 'sent', label: 'Correos enviados' },
      { of: 'failed', label: 'No se pudieron emitir' },
      { of: 'mailsFailed', label: 'Correos que no llegaron' },
      { of: 'waiting', label: 'Esperan algo' },
      { of: 'ahead', label: 'Esta semana' },
    ],
    button: 'Ver el panel',
    notes: [],
  },
  digest: {
    today: { issued: 'Emitidas hoy: {{count}} por {{total}}', none: 'Hoy algo no se emitió' },
    day: {
      issued: 'Emitidas el {{day}}: {{count}} por {{total}}',
      none: 'El {{day}} algo no se emitió',
    },
    week: {
      issued: 'Tu semana en Folio: {{count}} por {{total}}',
      none: 'Tu semana en Folio: nada se emitió',
    },
    issued: '{{count}} por {{total}}, IVA incluido',
    issuedGross: '{{count}} por {{total}} brutos',
    more: 'y {{count}} más',
    ahead: {
      withIva: '{{count}} por {{total}}, IVA incluido',
      gross: '{{count}} por {{total}} brutos',
      estimated: 'monto estimado, porque falta publicar la UF',
      withoutAmount: 'sin contar los que aún no tienen monto: {{count}}',
      withoutAmounts: '{{count}}, aún sin monto',
    },
  },
  document: {
    /** When the rule says nothing of its own. */
    defaultBody:
      '<p>Estimados:</p><p>Adjuntamos el documento N° {{numero_documento}} de {{mes}} de {{año}}.</p><p>Saludos cordiales.</p>',
    /** When it takes back a factura that was mailed. */
    nota: {
      subject: 'Nota de crédito {{folio}}',
      annuls:
        '<p>Estimados:</p><p>Adjuntamos la nota de crédito N° {{folio}}, que anula la factura N° {{factura}} del {{date}} por {{total}} con IVA. Esa factura ya no vale: no hay que pagarla.</p><p>Saludos cordiales.</p>',
      lowers:
        '<p>Estimados:</p><p>Adjuntamos la nota de crédito N° {{folio}}, que rebaja en {{total}} con IVA la factura N° {{factura}} del {{date}}. Motivo: {{reason}}.</p><p>Saludos cordiales.</p>',
    },
    whatsapp: 'Hola: aquí está la {{document}} de {{company}} por {{total}}. {{url}}',
    view: 'Ver el documento',
    fileNames: {
      factura: 'Factura',
      boletaHonorarios: 'Boleta de honorarios',
      notaCredito: 'Nota de crédito',
    },
  },
  /** The page behind the link that ends a kind of mail. */
  unsubscribe: {
    ask: '¿Dejar de recibir «{{mail}}»?',
    lead: 'Los avisos importantes de tu cuenta siguen llegando.',
    button: 'Dejar de recibirlo',
    done: 'Listo: ya no te enviaremos «{{mail}}».',
    back: 'Si cambias de opinión, elige qué correos recibes en Folio.',
    broken: 'Este enlace no sirve. Elige qué correos recibes en Folio.',
    open: 'Abrir Folio',
    names: { issuedToday: 'Emitidas hoy', weeklyDigest: 'Tu semana en Folio' },
  },
  /** In development: every mail as it would look. */
  previews: {
    title: 'Todos los correos de Folio',
    lead: 'Con datos inventados, en los dos idiomas.',
    asText: 'Como texto',
  },
} as const
