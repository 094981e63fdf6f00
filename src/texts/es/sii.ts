/** What the SII or our care for it stopped, in one sentence: what happened and what to do. */
export const sii = {
  invalidCredentials:
    'El SII no aceptó ese RUT con esa clave. Revísala en sii.cl y vuelve a escribirla: no la probamos dos veces.',
  claveTries: 'Intentos que quedan antes de esperar una hora: {{tries}}.',
  noClaveTries: 'Era el último intento: para que el SII no bloquee la clave, espera una hora.',
  accountBlocked:
    'El SII tiene bloqueada la clave de este RUT. Recupérala en sii.cl y vuelve a conectar.',
  tooManySessions:
    'El SII dice que hay demasiadas sesiones abiertas con este RUT. Ciérralas en sii.cl y vuelve a intentarlo en media hora.',
  loginThrottled:
    'El SII pidió esperar antes de volver a entrar con este RUT. Inténtalo de nuevo en media hora.',
  loginRejected:
    'El SII no dejó entrar con este RUT. Entra tú en sii.cl para ver qué pide y vuelve a intentarlo en media hora.',
  interstitial:
    'El SII te muestra un aviso al entrar. Entra a sii.cl, responde lo que pide y vuelve a intentarlo en media hora.',

  network: 'No pudimos llegar al sitio del SII. Vuelve a intentarlo en unos minutos.',
  timeout: 'El SII tardó demasiado en responder. Vuelve a intentarlo en unos minutos.',
  serverError: 'El sitio del SII falló al responder. Vuelve a intentarlo en unos minutos.',
  maintenance: 'El SII está en mantención. Vuelve a intentarlo más tarde.',
  waitingRoom: 'El SII tiene una fila de espera para entrar. Vuelve a intentarlo en unos minutos.',
  breakerOpen:
    'El SII viene fallando y le dimos un descanso. Volvemos a intentarlo solos en unos minutos.',
  unknownPage:
    'El SII respondió algo que no esperábamos. Vuelve a intentarlo en unos minutos; si se repite, escríbenos.',

  sessionUnclosed:
    'El SII no cierra una sesión anterior de esta persona. En una hora entramos sin ella; vuelve a intentarlo entonces.',
  sessionExpired: 'La sesión con el SII venció a mitad de camino. Vuelve a intentarlo.',
  companyNotAuthorized:
    'El SII no te deja actuar por esta empresa. Pide a su representante que te autorice en sii.cl.',
  companyNotSelected: 'El SII no dejó elegir la empresa. Vuelve a intentarlo en unos minutos.',
  validationRejected: 'El SII no aceptó los datos. Revísalos y vuelve a intentarlo.',
  noCentralCertificate:
    'No tienes un certificado digital centralizado en el SII. Súbelo en sii.cl y vuelve a intentarlo.',
  tooManyPasswords:
    'El SII rechazó tres claves seguidas. Para no gastar más folios ni bloquear el certificado, guarda otra en {{minutes}} min.',
  certificatePasswordRejected:
    'El SII rechazó la clave de tu certificado. Guarda la correcta y vuelve a intentarlo.',
  boletasNotEnabled:
    'El SII no te deja emitir boletas de honorarios: tu RUT no tiene actividades de segunda categoría. Agrégalas en sii.cl y vuelve a intentarlo.',
  recaptchaRequired:
    'El SII pide comprobar que no eres un robot para mostrar esto. Mientras tanto mostramos lo que sí entrega; lo demás está en sii.cl.',
  tooManyDocuments:
    'Ese día tiene más documentos de los que el SII entrega juntos. Descárgalo desde sii.cl.',
  notFound: 'El SII no encontró lo que pedimos. Vuelve a intentarlo más tarde.',
  signatureNotRecognized:
    'El SII no reconoció la firma y no emitió el documento. Revisa en sii.cl que tu certificado esté vigente y vuelve a intentarlo.',
  refused:
    'El SII no emitió el documento. Revisa lo que dice, corrige los datos y vuelve a intentarlo.',
  notSent: 'No alcanzamos a enviar el documento al SII: no se emitió. Vuelve a intentarlo.',
  uncertain:
    'No sabemos si el SII alcanzó a emitir el documento. No lo enviamos de nuevo: primero lo buscamos en su lista.',
  portalChanged: 'El sitio del SII cambió y ya lo estamos viendo. Vuelve a intentarlo más tarde.',

  busy: 'El SII está atendiendo otra operación tuya. Vuelve a intentarlo en unos segundos.',
  paused:
    'Espaciamos los ingresos al SII para no bloquear tu cuenta. Vuelve a intentarlo en {{minutes}} min.',
  claveMissing: 'No hay una clave del SII guardada. Guárdala en Conexiones para continuar.',
  claveRejected: 'El SII rechazó la clave guardada. Actualízala en Conexiones para continuar.',
  sameClave:
    'Acabas de probar esa misma clave y el SII la rechazó. Revísala en sii.cl antes de escribirla otra vez.',
  tooManyRefusals:
    'El SII rechazó varias claves de este RUT. Para que no lo bloquee, no probaremos otra hasta en {{minutes}} min.',

  invalidRut: 'RUT inválido',
  rutMaxThirtyMillions: 'El RUT debe ser menor a 30.000.000: es el de la persona que entra al SII.',
  notNaturalPerson: 'El RUT debe ser de una Persona Natural',
} as const
