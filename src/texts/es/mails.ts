/** The product's own mails. `{{name}}` is filled in; every text is shown escaped. */
export const mails = {
  frame: {
    tagline: 'Tus documentos tributarios, emitidos solos y a tiempo.',
    automatic: 'Este correo se envía solo; nadie lee las respuestas.',
    demonstration:
      'Demostración: este correo no salió de tu computador y nada de lo que hagas llega al SII.',
  },
  activation: {
    subject: 'Activa tu cuenta en Folio',
    preview: 'Falta un paso: confirma que este correo es tuyo.',
    title: 'Activa tu cuenta',
    lead: 'Alguien creó una cuenta en Folio con {{email}}. Si fuiste tú, confirma que este correo es tuyo y ya puedes entrar.',
    button: 'Activar mi cuenta',
    paste: '¿El botón no funciona? Copia esta dirección en tu navegador:',
    validity: 'El enlace sirve una sola vez y vence en 24 horas.',
    unexpected: 'Si no fuiste tú, no hagas nada: sin este paso la cuenta no se puede usar.',
  },
} as const
