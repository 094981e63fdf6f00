/** The product's own mails. `{{name}}` is filled in; every text is shown escaped. */
export const mails = {
  frame: {
    tagline: 'Tus documentos tributarios, emitidos solos y a tiempo.',
    automatic: 'Este correo se envía solo; nadie lee las respuestas.',
    demonstration:
      'Demostración: este correo no salió de tu computador y nada de lo que hagas llega al SII.',
    paste: '¿El botón no funciona? Copia esta dirección en tu navegador:',
  },
  activation: {
    subject: 'Activa tu cuenta en Folio',
    preview: 'Falta un paso: confirma que este correo es tuyo.',
    title: 'Activa tu cuenta',
    lead: 'Alguien creó una cuenta en Folio con {{email}}. Si fuiste tú, confirma que este correo es tuyo y ya puedes entrar.',
    button: 'Activar mi cuenta',
    validity: 'El enlace sirve una sola vez y vence en 24 horas.',
    unexpected: 'Si no fuiste tú, no hagas nada: sin este paso la cuenta no se puede usar.',
  },
  recovery: {
    subject: 'Recupera tu contraseña de Folio',
    preview: 'Un enlace para elegir una contraseña nueva.',
    title: 'Elige una contraseña nueva',
    lead: 'Alguien pidió recuperar la contraseña de {{email}}. Si fuiste tú, elige una nueva con este botón.',
    button: 'Elegir contraseña',
    validity: 'El enlace sirve una sola vez y vence en 24 horas.',
    unexpected: 'Si no fuiste tú, no hagas nada: tu contraseña sigue igual.',
  },
  monthlyValues: {
    subject: 'Completa cantidad o precio: {{rule}}',
    preview: 'Sin estos datos, {{company}} no emite el {{day}}.',
    title: 'Faltan datos de este mes',
    lead: 'La regla «{{rule}}» de {{company}} emite el {{day}} y aún no sabe la cantidad o el precio de este mes. Complétalos y se emite sola ese día.',
    button: 'Completar',
    validity:
      'Si no los completas, no se emite: el valor del mes pasado te lo mostramos, pero no lo usamos por nuestra cuenta.',
    unexpected: 'Si ya no quieres emitirla, pausa la regla.',
  },
  passwordChanged: {
    subject: 'Tu contraseña de Folio cambió',
    preview: 'Si no fuiste tú, recupera tu cuenta ahora.',
    title: 'Tu contraseña cambió',
    lead: 'La contraseña de {{email}} se cambió recién y todas las sesiones abiertas se cerraron.',
    button: 'No fui yo: recuperar mi cuenta',
    validity: 'Si fuiste tú, no tienes que hacer nada.',
    unexpected:
      'Si no fuiste tú, alguien puede leer tu correo: cambia también la contraseña de tu correo.',
  },
  document: {
    /** When the rule says nothing of its own. */
    defaultBody:
      '<p>Estimados:</p><p>Adjuntamos el documento N° {{numero_documento}} de {{mes}} de {{año}}.</p><p>Saludos cordiales.</p>',
    fileNames: { factura: 'Factura', boletaHonorarios: 'Boleta de honorarios' },
  },
  mailboxDisconnected: {
    subject: 'Vuelve a conectar {{address}}',
    preview: 'Sus envíos automáticos están detenidos.',
    title: 'Tu cuenta de correo se desconectó',
    lead: 'El proveedor de {{address}} dejó de aceptar el permiso con que enviamos tus documentos. Los documentos se siguen emitiendo, pero sus correos esperan.',
    button: 'Volver a conectar',
    notes: ['Cuando vuelva, podrás enviar con un solo botón todo lo que quedó pendiente.'],
  },
} as const
