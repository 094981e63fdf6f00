/** Why a document waits or wasn't issued (domain/reason.ts): what happened, and what to do about it. */
export const reasons = {
  linesToComplete: {
    what: 'falta la cantidad o el precio de este mes',
    todo: 'Completa la línea en la regla y seguimos solos.',
  },
  noLines: { what: 'la regla no tiene líneas', todo: 'Agrega al menos una línea en la regla.' },
  issuerAddressMissing: {
    what: 'falta la dirección de tu empresa',
    todo: 'Elige la dirección del emisor.',
  },
  issuerCityMissing: {
    what: 'falta la ciudad de tu empresa',
    todo: 'Escribe la ciudad del emisor: el SII la exige.',
  },
  issuerActivityMissing: {
    what: 'falta la actividad de tu empresa',
    todo: 'Elige la actividad del emisor.',
  },
  recipientAddressMissing: {
    what: 'falta la dirección del cliente',
    todo: 'Elige la dirección del cliente.',
  },
  recipientCityMissing: {
    what: 'falta la ciudad del cliente',
    todo: 'Escribe la ciudad del cliente: el SII la exige.',
  },
  recipientGiroMissing: {
    what: 'falta el giro del cliente',
    todo: 'Elige la actividad del cliente.',
  },
  recipientCommuneUnknown: {
    what: 'la comuna del cliente no está en la lista del SII',
    todo: 'Elige una dirección con la comuna como la escribe el SII.',
  },
  recipientIsIssuer: {
    what: 'el cliente eres tú',
    todo: 'Una boleta no puede ir a quien la emite: elige otro cliente.',
  },
  totalTooSmall: {
    what: 'el total es demasiado bajo para llevar IVA',
    todo: 'El SII no acepta facturas con IVA cero. Sube el precio o la cantidad.',
  },
  totalTooLarge: {
    what: 'el total supera lo que el SII acepta',
    todo: 'Revisa cantidades y precios.',
  },
  textUnprintable: {
    what: 'una línea no tiene ningún carácter que el SII pueda imprimir',
    todo: 'Escribe su nombre con letras y números.',
  },
  mailboxDisconnected: {
    what: 'la cuenta de correo con que envía se desconectó',
    todo: 'Vuelve a conectarla: el documento se emite igual, pero su correo esperará.',
  },
  mailboxMissing: {
    what: 'no tiene una cuenta de correo desde donde enviar',
    todo: 'Elige una en el paso Email de la regla: el documento se emite igual, pero nadie lo recibirá.',
  },
  mailBounced: {
    what: 'volvió, la dirección no lo recibió',
    todo: 'Corrige la dirección y se envía de nuevo. El documento está emitido y no cambia.',
  },
  mailFailed: {
    what: 'no se pudo enviar',
    todo: 'Mira el motivo en el documento y envíalo, o déjalo sin enviar.',
  },
  mailInDoubt: {
    what: 'no sabemos si salió',
    todo: 'Búscalo en tus enviados. Si está, dalo por enviado; si no, envíalo.',
  },
  mailsHeld: {
    what: 'no tienen una cuenta desde donde enviarse',
    todo: 'La cuenta que los enviaba ya no está. Elige otra y envíalos, o déjalos sin enviar.',
  },
  mailsWaiting: {
    what: 'tiene correos que no salieron',
    todo: 'Mira de qué meses son y elige cuáles enviar, o déjalos sin enviar.',
  },
  transferDeclared: {
    what: 'tu cliente avisó que te transfirió',
    todo: 'Revisa tu cuenta y responde si llegó.',
  },
  overpaid: {
    what: 'te pagaron de más',
    todo: 'Devuelve la diferencia, o di que queda a favor de tu cliente.',
  },
  paymentMaybeTwice: {
    what: 'un pago en línea puede ser el mismo que está registrado desde la cartola',
    todo: 'Míralos en el documento. Si es el mismo, únelos; si son dos, devuelve uno o déjalo a favor de tu cliente.',
  },
  paymentTakenBack: {
    what: 'el banco devolvió un pago que contamos como recibido',
    todo: 'Revisa tu cuenta y deshaz el pago en el documento, o di que el dinero sigue ahí.',
  },
  paymentMaybeTakenBack: {
    what: 'puede que el banco haya devuelto un pago que contamos como recibido',
    todo: 'Revisa tu cuenta. Si no está, deshaz el pago en el documento; si está, di que sigue ahí.',
  },
  recordedTakenBack: {
    what: 'el banco devolvió una transferencia que dijiste que ya estaba registrada',
    todo: 'Mírala en Cartolas, en Apartados. Si el dinero no está, deshaz su pago en el documento.',
  },
  paymentMismatch: {
    what: 'llegó un pago en línea distinto del que se pidió',
    todo: 'Revísalo en tu medio de pago y anota lo que corresponda.',
  },
  paymentTwice: {
    what: 'lo pagaron más de una vez en línea',
    todo: 'Devuelve lo que sobra, o di que queda a favor de tu cliente.',
  },
  paymentDisputed: {
    what: 'tu cliente reclamó el pago ante el medio de pago',
    todo: 'Responde el reclamo en tu medio de pago.',
  },
  paymentChargedBack: {
    what: 'perdiste el reclamo de un pago en línea',
    todo: 'Anota en el documento el dinero perdido.',
  },
  paymentUnread: {
    what: 'no pudimos saber cómo terminó un pago en línea',
    todo: 'Búscalo en tu medio de pago. Si llegó, anótalo.',
  },
  refundUnseen: {
    what: 'no supimos si una devolución alcanzó a hacerse',
    todo: 'Revísala en tu medio de pago y responde en el documento.',
  },
  paymentMarkedPaid: {
    what: 'lo marcaste como pagado en tu medio de pago',
    todo: 'Si te llegó el dinero, anota el pago.',
  },
  facturaClaimed: {
    what: 'tu cliente la reclamó en el SII',
    todo: 'Habla con tu cliente. Si tiene razón, anúlala o rebájala con una nota de crédito; si ya lo arreglaron, dala por resuelta. Mientras siga reclamada no puede usar su IVA como crédito, y tú lo declaras igual.',
  },
  missed: {
    what: 'pasó su día sin que se pudiera emitir',
    todo: 'Decide si todavía corresponde emitir.',
  },
  rulePaused: { what: 'la regla estaba en pausa', todo: 'Actívala para los próximos meses.' },
  ruleDeleted: { what: 'la regla se eliminó', todo: 'No hay nada que hacer.' },
  clientLeftRule: {
    what: 'el cliente ya no está en la regla',
    todo: 'Si todavía hay que facturarle, agrégalo otra vez a la regla.',
  },
  approvalNeeded: {
    what: 'la regla pide tu aprobación antes de emitir',
    todo: 'Revisa el documento y apruébalo: sin tu aprobación no se emite.',
  },
  looksRepeated: {
    what: 'se parece a otro documento: mismo receptor, mismo total y misma fecha o mes',
    todo: 'Míralo antes de decidir. Si es otro, emítelo igual; si es el mismo, no lo emitas.',
  },
  annulmentRefused: {
    what: 'el SII no dejó anularla',
    todo: 'Sigue vigente. Lee lo que dijo el SII: anúlala tú en sii.cl o déjala vigente.',
  },
  annulmentUnclear: {
    what: 'pedimos anularla y el SII la sigue mostrando vigente',
    todo: 'Revísala en sii.cl. Vuelve a pedir que la anulemos o déjala vigente.',
  },
  boletaNotYetListed: {
    what: 'el informe del SII de ese mes aún no la muestra',
    todo: 'La seguimos buscando por dos horas. No tienes que hacer nada.',
  },
  annulmentNotListed: {
    what: 'no la encontramos en el informe del SII de ese mes',
    todo: 'Búscala en sii.cl. Si sigue vigente, pide de nuevo que la anulemos o déjala vigente.',
  },
  unusualRun: {
    what: 'ese día tiene al menos tres veces los documentos de tu día más cargado',
    todo: 'Revísalos. Si está bien, apruébalos todos de una vez y se emiten.',
  },
  amountDiffers: {
    what: 'el monto cambió más de un 30 % respecto del anterior',
    todo: 'Revísalo. Si está bien, apruébalo y se emite.',
  },
  skippedByUser: {
    what: 'tú decidiste no emitirla',
    todo: 'Si es de una regla, la regla sigue para el próximo mes.',
  },
  replaced: {
    what: 'la editaste antes de que saliera',
    todo: 'No hay nada que hacer: la versión corregida va en su lugar.',
  },
  issuingStopped: {
    what: 'detuviste la emisión',
    todo: 'Reanúdala en Conexiones cuando quieras: nada se pierde mientras tanto.',
  },
  uploadPaused: {
    what: 'pausaste la carga del archivo',
    todo: 'Reanúdala en su página cuando quieras: nada se pierde mientras tanto.',
  },
  stoppedByUs: {
    what: 'Folio tiene detenida la emisión',
    todo: 'La reanudaremos nosotros. No tienes que hacer nada.',
  },
  claveMissing: {
    what: 'no hay una clave del SII guardada',
    todo: 'Guárdala en Conexiones y seguimos solos.',
  },
  claveRejected: {
    what: 'el SII rechazó tu clave',
    todo: 'Paramos tras un solo intento para no bloquear tu cuenta. Actualiza la clave en Conexiones.',
  },
  accountBlocked: {
    what: 'el SII tiene tu cuenta bloqueada',
    todo: 'Desbloquéala en sii.cl y después actualiza la clave en Conexiones.',
  },
  portalInterstitial: {
    what: 'el SII muestra un aviso que debes leer tú',
    todo: 'Entra a sii.cl y responde lo que pide. Después, en Conexiones, elige Probar ahora: seguimos solos.',
  },
  certificateMissing: {
    what: 'no tienes un certificado digital en el SII',
    todo: 'Súbelo a tu cuenta de sii.cl (Certificado digital centralizado). Después, en Conexiones, elige Probar ahora: seguimos solos.',
  },
  certificatePasswordMissing: {
    what: 'falta la clave de tu certificado',
    todo: 'Guárdala en Conexiones y seguimos solos.',
  },
  certificatePasswordRejected: {
    what: 'el SII rechazó la clave de tu certificado',
    todo: 'Escribe la correcta: Folio sigue automáticamente.',
  },
  companyNotAuthorized: {
    what: 'el SII no te deja emitir por esta empresa',
    todo: 'Pide al representante que te autorice en sii.cl y emítela de nuevo.',
  },
  boletasNotEnabled: {
    what: 'el SII no te deja emitir boletas de honorarios',
    todo: 'Inicia actividades de segunda categoría en sii.cl y emítela de nuevo.',
  },
  portalRefused: {
    what: 'el SII no aceptó el documento',
    todo: 'Lee lo que dijo el SII, corrige el dato y emite de nuevo.',
  },
  answerUnknown: {
    what: 'el SII responde algo que no conocemos',
    todo: 'Lo intentamos por unas dos horas y no se ha emitido nada. Lee lo que dice: si nombra un dato, corrígelo. Después pide emitir de nuevo.',
  },
  previewDiffers: {
    what: 'el SII mostraba otros datos que los tuyos',
    todo: 'Paramos antes de firmar. Revisa el total y el cliente.',
  },
  retentionDiffers: {
    what: 'el SII calcula otra retención que la nuestra',
    todo: 'La del SII es la que vale. Si estás de acuerdo, vuelve a emitirla y saldrá con ella.',
  },
  signatureNotRecognized: {
    what: 'el SII no reconoció la firma',
    todo: 'Revisa en sii.cl que tu certificado esté vigente.',
  },
  signatureFails: {
    what: 'el SII falló dos veces al firmar este documento y dos números quedaron sin usar',
    todo: 'No gastamos más números en él; los demás de la empresa siguen. Revisa sus datos y pide emitirlo de nuevo, o hazlo en sii.cl y detén este.',
  },
  numbersUnused: {
    what: 'el SII falló al firmar y varios números quedaron sin usar',
    todo: 'Paramos para no gastar más. Mira en sii.cl que tu certificado esté vigente. Después, en Conexiones, elige Probar ahora: seguimos solos.',
  },
  ufMissing: {
    what: 'la UF de ese día aún no se publica',
    todo: 'Emitiremos apenas se publique. Nunca usamos la de otro día.',
  },
  portalUnavailable: {
    what: 'el sitio del SII no responde',
    todo: 'Volvemos a intentarlo solos. No tienes que hacer nada.',
  },
  portalUnclear: {
    what: 'el SII respondió algo que no conocemos',
    todo: 'Volvemos a intentarlo solos durante unas dos horas; no se ha emitido nada. Si sigue igual, te mostramos lo que dijo para que decidas.',
  },
  portalAway: {
    what: 'el sitio del SII lleva horas sin responder',
    todo: 'Seguimos probando solos. Si urge, mira si sii.cl te abre a ti.',
  },
  numberUnused: {
    what: 'el SII falló al firmar y un número de folio quedó sin usar',
    todo: 'Para no gastar más números, volvemos a intentarlo en unas horas.',
  },
  portalThrottled: {
    what: 'el SII nos pidió esperar',
    todo: 'Esperamos 30 minutos y seguimos solos.',
  },
  sessionUnclosed: {
    what: 'el SII no cierra una sesión anterior de la misma persona',
    todo: 'La cerramos o esperamos a que venza, en seis horas a lo más, y seguimos solos.',
  },
  sessionExpired: {
    what: 'la sesión con el SII venció a mitad de camino',
    todo: 'Volvemos a entrar y seguimos solos.',
  },
  filesNotYet: {
    what: 'el SII aún no publica los archivos',
    todo: 'Los descargaremos apenas estén.',
  },
  filesLate: {
    what: 'el SII aún no entrega sus archivos',
    todo: 'Está emitido. Seguimos probando; si va por correo, saldrá con el PDF. Si urge, descárgalo en sii.cl y envíalo tú.',
  },
  answerLost: {
    what: 'no sabemos todavía si el SII la emitió',
    todo: 'La estamos buscando en tu lista del SII. Por favor, no la emitas a mano.',
  },
  behindUncertain: {
    what: 'espera a otro documento de la misma persona que estamos aclarando con el SII',
    todo: 'Emitimos de a uno por persona. Sigue automáticamente apenas se aclare el otro, casi siempre en una hora y en siete horas a lo más.',
  },
  alikeInDoubt: {
    what: 'puede que el SII ya tenga uno igual, enviado desde otra cuenta de Folio',
    todo: 'Lo retenemos hasta que se aclare o termine el día. Mira en sii.cl si está: si es otro, emítelo igual.',
  },
  lookFailing: {
    what: 'no hemos podido mirar tu lista del SII',
    todo: 'Seguimos probando. Si ya lo viste en sii.cl, dinos qué pasó; mientras tanto, no lo emitas a mano.',
  },
  behindUndecided: {
    what: 'otro documento de la misma persona está en duda',
    todo: 'Sigue automáticamente apenas nos digas qué pasó con ese documento.',
  },
  lookAlikes: {
    what: 'hay más de un documento parecido en el SII',
    todo: 'Míralos en sii.cl y dinos cuál es: no emitiremos otro.',
  },
  notFoundTwice: {
    what: 'buscamos dos veces en el SII y no aparece',
    todo: 'Mira en sii.cl si aparece y dinos. No la enviaremos otra vez hasta que respondas.',
  },
  twinFound: {
    what: 'en el SII hay otro documento igual que no emitimos',
    todo: 'Mira el otro en sii.cl. Si sobra, anula ese otro ahí y el aviso se quita en un día; si es otro servicio, dinos que están bien los dos.',
  },
  notaNotYetListed: {
    what: 'la nota todavía no aparece en tu lista del SII',
    todo: 'La seguimos buscando por una hora. No tienes que hacer nada.',
  },
  notaNotFound: {
    what: 'esa nota de crédito no aparece en tu lista del SII',
    todo: 'Mira el número en sii.cl y dínoslo otra vez.',
  },
  notaOfAnother: {
    what: 'esa nota de crédito no es de esta factura',
    todo: 'Su archivo en el SII nombra otra factura. Mira el número en sii.cl y dínoslo otra vez.',
  },
  facturaAnnulled: {
    what: 'la factura ya estaba anulada en el SII',
    todo: 'Alguien la anuló con otra nota de crédito. No enviamos nada; descarta esta nota.',
  },
  portalChanged: {
    what: 'el sitio del SII cambió',
    todo: 'Ya lo estamos viendo. No tienes que hacer nada.',
  },
  xmlDiffers: {
    what: 'el SII tiene otros datos que los que pediste',
    todo: 'Mira las diferencias. Si está bien así, acéptalo; si no, anúlalo con una nota de crédito.',
  },
  xmlUnproved: {
    what: 'no pudimos comprobar el archivo que entregó el SII',
    todo: 'Está emitido. Lo revisamos nosotros y probamos de nuevo cada día.',
  },
  adoptedNotFound: {
    what: 'ese número no está en tu lista del SII, o es de otro documento',
    todo: 'Mira el número en sii.cl y dinos de nuevo qué es.',
  },
  internal: {
    what: 'falló algo nuestro',
    todo: 'Ya lo estamos viendo. No tienes que hacer nada.',
  },
  unknown: { what: 'algo impidió continuar', todo: 'Escríbenos si no se resuelve pronto.' },
  // A rule's own (contract: readinessReason), beside those it shares with its documents.
  noClients: { what: 'no tiene clientes', todo: 'Agrega al menos un cliente.' },
  boletaDataMissing: {
    what: 'faltan receptor y servicio',
    todo: 'Completa receptor y servicio.',
  },
} as const
