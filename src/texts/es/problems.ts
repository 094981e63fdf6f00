/**
 * What the server says when it refuses. The first block is Django REST framework's own wording, which
 * existing clients of the API know; a `{{name}}` is filled in.
 */
export const problems = {
  required: 'Este campo es requerido.',
  null: 'Este campo no puede ser nulo.',
  blank: 'Este campo no puede estar en blanco.',
  invalid: 'Ingresa un valor válido.',
  notText: 'No es un texto válido.',
  notBoolean: 'Debe ser verdadero o falso.',
  notInteger: 'Ingresa un número entero válido.',
  notNumber: 'Ingresa un número válido.',
  notObject: 'Datos inválidos. Se esperaba un objeto y llegó: {{received}}.',
  notList: 'Se esperaba una lista y llegó: {{received}}.',
  notChoice: '"{{input}}" no es una opción válida.',
  notDate: 'Fecha con formato erróneo. Usa este formato: AAAA-MM-DD.',
  tooLong: 'Asegúrate de que este campo no tenga más de {{limit}} caracteres.',
  tooShort: 'Asegúrate de que este campo tenga al menos {{limit}} caracteres.',
  tooLarge: 'Asegúrate de que este valor sea menor o igual a {{limit}}.',
  tooSmall: 'Asegúrate de que este valor sea mayor o igual a {{limit}}.',
  tooMany: 'Asegúrate de que no haya más de {{limit}} elementos.',
  tooFew: 'Asegúrate de que haya al menos {{limit}} elementos.',
  invalidEmail: 'Ingresa una dirección de correo electrónico válida.',
  invalidRut: 'RUT inválido',

  notAuthenticated: 'Las credenciales de autenticación no se proveyeron.',
  badAuthorizationHeader:
    'El encabezado Authorization debe contener dos valores separados por un espacio.',
  tokenNotValidForAnyType: 'El token dado no es válido para ningún tipo de token.',
  tokenInvalid: 'El token es inválido.',
  tokenExpired: 'El token expiró.',
  tokenWrongType: 'El token es del tipo equivocado.',
  tokenBlacklisted: 'El token está en la lista negra.',
  userInactive: 'El usuario está inactivo.',
  userNotFound: 'Usuario no encontrado.',
  noActiveAccount: 'No hay una cuenta activa con las credenciales dadas.',
  noActiveAccountForToken: 'No hay una cuenta activa para el token dado.',

  otpRequired: 'Escribe el código de tu aplicación de autenticación.',
  otpInvalid: 'El código no es correcto o ya se usó.',
  passwordRequired:
    'Por seguridad, confirma la contraseña de tu cuenta. Si no puedes hacerlo aquí, cierra la sesión y vuelve a entrar.',
  passwordWrong: 'La contraseña no es correcta.',
  passwordSame: 'Es la misma contraseña de ahora: elige otra.',
  termsOtherVersion: 'Los términos cambiaron otra vez. Recarga la página y lee la última versión.',
  emailSame: 'Es el correo que ya tiene tu cuenta.',
  dataBlocked:
    'Suspendiste el uso de tus datos. Para reanudar la emisión, levanta primero la suspensión en tu perfil.',
  closingWordWrong: 'Escribe la palabra tal como se pide.',
  closingInFlight:
    'Hay un documento, un correo, un pago o una devolución en camino. Cuando se sepa cómo terminó podrás eliminar la cuenta; nada se perdió.',
  closingBusy:
    'Estamos trabajando en el SII con tu clave en este momento. Vuelve a intentarlo en unos minutos.',
  secondFactorPresent: 'Ya tienes un segundo factor activo.',
  secondFactorAbsent: 'No tienes un segundo factor por confirmar o activo.',
  emailRequired: 'Email es requerido',
  emailInvalid: 'Email inválido',
  emailTaken: 'Ya existe una cuenta con este correo electrónico.',
  passwordMismatch: 'Las contraseñas no coinciden.',
  passwordTooShort:
    'Esta contraseña es demasiado corta. Debe contener al menos {{limit}} caracteres.',
  passwordTooCommon: 'Esta contraseña es demasiado común.',
  passwordNumeric: 'Esta contraseña tiene solo números.',
  passwordLikeEmail: 'La contraseña se parece demasiado al correo electrónico.',
  invalidUid: 'El enlace no corresponde a ningún usuario.',
  invalidToken: 'El enlace no es válido o ya venció.',
  staleToken: 'El enlace ya se usó.',

  notIssuedYet: 'El documento todavía no está emitido o el SII aún no publica su PDF.',
  mailProviderAbsent: 'Esta instalación todavía no puede conectar cuentas de ese proveedor.',
  workersAway: 'No pudimos entrar al SII ahora. No se hizo nada: prueba de nuevo en un minuto.',
  workerLate:
    'El SII tarda más de lo normal y no sabemos todavía cómo terminó. Espera un minuto y vuelve a mirar antes de repetir.',
  mailboxStillDisconnected: 'Primero vuelve a conectar la cuenta de correo.',
  pendingGrew:
    'Ahora son {{count}} correos, más de los que viste. Revisa la lista y confirma de nuevo.',
  clientInUse: 'Se le emite en: {{rules}}. Quítalo de ahí, y después elimínalo.',
  contactInUse: 'Lo usan: {{rules}}. Confirma que quieres quitarlo también de ahí.',
  contactIsOnlyRecipient:
    'Es el único destinatario en {{rules}}. Elige otro ahí o desactiva el envío, y después elimínalo.',
  productInUse: 'Lo usan: {{rules}}. Quítalo de ahí, y después elimínalo.',
  productCurrencyInUse: 'Lo usan: {{rules}}. Para cobrar en otra moneda, crea otro producto.',
  priceChangedMeanwhile:
    'El producto o una de sus reglas cambió mientras tanto. Revisa los precios de ahora.',
  importChangedMeanwhile: 'Algo cambió desde que revisaste el archivo. Revisa de nuevo qué cambia.',
  mailNotInThisState: 'Este correo ya no espera una decisión.',
  mailNotToSendAgain:
    'El correo cambió mientras mirabas. Revisa cómo quedó antes de enviarlo otra vez.',
  mailboxMissing: 'No hay una cuenta de correo desde donde enviar. Elige una en la regla.',
  mailAgainTooMany:
    'Ya lo enviaste otra vez {{count}} veces en las últimas 24 horas. Espera, o comparte el enlace del documento.',
  notInThisState: 'El documento ya cambió de estado y esto no se puede hacer.',
  otherDate: 'Mientras mirabas cambió la fecha con que se emitiría. Revísala y confirma de nuevo.',
  clockDiffers:
    'La hora de nuestro servidor no es confiable ahora, y no queremos poner una fecha equivocada. No se hizo nada: prueba de nuevo en unos minutos.',
  monthNotOfRule: 'La regla no emite en ese mes.',
  monthAlreadyIssued: 'Los documentos de ese mes ya se emitieron o están en camino.',
  monthAlreadyPlanned: 'Los documentos de ese mes ya están preparados: no se puede cambiar su día.',
  dayNotOfMonth: 'Elige un día de ese mes en que la regla esté vigente.',
  dayHasGoneBy: 'Con esa fecha ya no alcanza a salir: elige otro día o emite ahora.',
  notThisMonth: 'Solo se puede emitir ahora lo de este mes.',
  rulesChanged:
    'Algo cambió en las reglas mientras mirabas. Revisa cómo quedaría y confirma de nuevo.',
  ruleNotPaused: 'La regla no está pausada.',
  ruleIsPaused: 'La regla está pausada: actívala primero.',
  ruleIncomplete: 'A la regla le faltan datos: complétala primero.',
  onlyBoletasConfirmed: 'El SII solo confirma por adelantado las boletas de honorarios.',
  notaOnlyOfIssued: 'Solo una factura emitida puede tener una nota de crédito.',
  notaUnderWay: 'Esta factura ya tiene una nota de crédito que la anula, emitida o en camino.',
  notaAfterLowering: 'A esta factura ya se le rebajó una parte: rebaja lo que queda.',
  notaTooLarge:
    'La nota de crédito no puede pasar de lo que queda de la factura: {{total}} con IVA.',
  notaTooSmall: 'El neto de la nota de crédito debe ser de al menos {{limit}} pesos.',
  notaTotalChanged:
    'El total de la nota de crédito es {{total}}: míralo de nuevo antes de pedirla.',
  notaOnlyByHand: 'Ahora no podemos hacer esta nota de crédito por ti: hazla a mano en sii.cl.',
  folioTaken: 'Otro documento tuyo ya tiene ese número.',
  idempotencyKeyInvalid: 'El encabezado Idempotency-Key debe tener de 1 a 255 caracteres visibles.',
  idempotencyKeyReused:
    'Ya se había hecho, con otros datos, en un intento cuya respuesta se perdió. Actualiza la página y revisa cómo quedó.',
  notFound: 'No encontrado.',
  noPermission: 'No tienes permiso para realizar esta acción.',
  methodNotAllowed: 'Método "{{method}}" no permitido.',
  notAcceptable: 'No se pudo satisfacer la cabecera Accept de la solicitud.',
  unsupportedMediaType: 'Tipo de contenido "{{mediaType}}" no soportado en la solicitud.',
  throttled: 'Demasiadas solicitudes. Vuelve a intentarlo en {{seconds}} segundos.',
  jsonParse: 'Error al leer el JSON - {{reason}}',
  bodyTooLarge: 'La solicitud es demasiado grande.',
  tooManyStreams: 'Hay demasiadas ventanas abiertas a la vez.',
  busy: 'El servicio está ocupado. Vuelve a intentarlo en unos segundos.',
  databaseAway:
    'La base de datos no responde en este momento. Nada se perdió: vuelve a intentarlo en unos segundos.',
  internal: 'Ocurrió un error en el servidor. Si se repite, indícanos este código: {{id}}.',

  paymentNotFollowed:
    'El pago de este documento no se sigue. Empieza a seguirlo y vuelve a intentarlo.',
  paymentOfProvider: 'Este pago lo confirmó el medio de pago: no se puede corregir a mano.',
  paymentUndone: 'Este pago ya se había deshecho. Actualiza la página.',
  paymentOfSeveral: 'Este pago cubre varios documentos: deshazlo desde donde se registró.',
  paymentRefunded: 'Este pago tiene una devolución registrada. Deshaz primero la devolución.',
  paymentUnknown: 'Ese pago no es de este documento o ya se deshizo.',
  refundTooLarge: 'No puedes devolver más de lo que llegó por ese pago.',
  nothingToPay: 'Este documento no tiene nada por pagar.',
  dayInFuture: 'El día no puede ser posterior a hoy.',
  dayTooOld: 'El día puede ser de hace 90 días como máximo.',
  paymentClosed: 'Este documento ya no recibe pagos por aquí. Escríbele a quien te lo envió.',
  paymentUnderWay:
    'Ya hay un pago en camino: se avisó una transferencia o se está revisando un pago en línea.',
  owedChanged: 'Lo que falta por pagar cambió. Mira el monto nuevo y vuelve a intentarlo.',
  amountNotOpen: 'El monto debe ser {{open}}, lo que falta por pagar.',
  voucherType: 'El comprobante debe ser una imagen JPG o PNG, o un PDF.',
  nothingDeclared: 'Ese aviso ya tiene comprobante o ya lo respondieron. Actualiza la página.',
  declarationDecided: 'Ese aviso ya lo respondieron o lo corrigieron. Actualiza la página.',
  tooManyDeclared:
    'Ya hay 10 avisos de este documento sin respuesta. Escríbele a quien te lo envió.',
  allDeclared:
    'Ya se avisó todo lo que falta por pagar. Si hay un error, escríbele a quien te envió el documento.',
  remindersChanged: 'La lista de recordatorios cambió. Mírala de nuevo y activa.',
  termsChanged:
    'Alguien cambió estos datos mientras los editabas. Ya ves cómo quedaron: repite tu cambio y guarda.',
  dueDayTooEarly: 'El vencimiento no puede ser antes de la emisión.',
  dueDayTooLate: 'El vencimiento puede ser hasta dos años después de la emisión.',
  excessChanged: 'Lo que llegó de más cambió. Mira el monto nuevo y responde otra vez.',
  documentRepeated: 'Un documento está repetido.',
  sharesTooMuch: 'Lo que repartes es más de lo que llegó por esta transferencia.',
  sharesOfSeveral:
    'Varias transferencias pagan un solo documento, con todo lo que llegó por ellas.',
  documentUnknown: 'Ese documento no es de esta empresa o su pago no se sigue.',
  lessIsOpen: 'A un documento le falta menos por pagar. Actualiza la página.',
  movementUnknown: 'Ese movimiento no es de esta empresa.',
  movementLeft: 'Ese movimiento salió de la cuenta: no paga nada.',
  movementSetAside: 'Este movimiento está apartado. Tráelo de vuelta primero.',
  movementMatched: 'Este movimiento ya está asignado a un pago. Actualiza la página.',
  nothingNotFollowed: 'Este cliente no tiene documentos cuyo pago no sigas. Actualiza la página.',
  movementPaidElsewhere: 'Este dinero ya paga un documento de otra de tus empresas.',
  movementUnmatched: 'Este movimiento ya no está asignado. Actualiza la página.',
  paymentOfOtherAmount: 'Ese pago es de otro monto.',
  paymentMatched: 'Ese pago ya está unido a otro movimiento.',
  payerUnknown: 'No se sabe quién pagó, o los documentos son de más de un cliente.',
  payerIsClient: 'Quien paga es el mismo cliente: no hace falta autorizarlo.',
  paymentOnRecord:
    'Este documento tiene pagos o avisos registrados, o un intento de pago en línea: no se puede dejar de seguir.',
  connectionChanged:
    'Alguien cambió esta conexión mientras la editabas. Ya ves cómo quedó: repite tu cambio y guarda.',
  connectionNotTested:
    'Prueba primero las llaves: se ofrece a tus clientes cuando la prueba resulta.',
  connectionIsTest:
    'Es una conexión de prueba: sus pagos no son plata. Conecta la de producción para ofrecerla a tus clientes.',
  providerNotOffered: 'Esta forma de pago ya no está disponible. Actualiza la página y elige otra.',
  paymentStarting: 'Ya se está preparando un pago. Vuelve a intentarlo en unos segundos.',
  payerAddressUnknown: 'Ese correo ya no está entre los de este cliente. Actualiza la página.',
  payerCodeInvalid:
    'Ese código no sirve o ya venció. Revisa el último mensaje que te llegó o pide otro código.',
  payerListClosed: 'Se acabó el tiempo para ver tus documentos. Pide otro código.',
  jointChoiceChanged:
    'Algo cambió en los documentos que elegiste. Revísalos y vuelve a intentarlo.',
  providerRefused:
    'El medio de pago no aceptó la solicitud. Elige otra forma de pagar o escríbele a quien te envió el documento.',
  providerAway:
    'El medio de pago no respondió. Vuelve a intentarlo en un momento o elige otra forma.',
  paymentReturnInvalid: 'Este regreso del medio de pago no es válido. Abre de nuevo el documento.',
  clientSharesRut: 'Varios clientes usan este RUT. Silencia cada documento.',
  clientOwesNothing: 'Ese cliente no tiene documentos por pagar de esta empresa.',
  trialOfLive:
    'Es una conexión de producción: lo que se paga con ella es dinero. Prueba con la de prueba.',
  trialRefused: 'El medio de pago no aceptó el pago de prueba. Prueba primero las llaves.',
  trialAway: 'El medio de pago no respondió. Vuelve a intentarlo en un momento.',
  notificationForged: 'La firma no corresponde.',
  notificationUnreadable: 'No se pudo leer la notificación.',
  refundUnderWay: 'Ya hay una devolución en curso de este pago. Espera a que termine.',
  refundUnseen:
    'No sabemos si la devolución anterior de este pago se hizo. Revísala en el medio de pago y responde primero si se devolvió.',
  refundChargedBack:
    'El banco de quien pagó ya se llevó este dinero. Responde primero si se perdió: otra devolución lo devolvería dos veces.',
  refundAnswered: 'Ya respondieron lo contrario sobre esta devolución. Actualiza la página.',
  refundAlready: 'El medio de pago dice que este dinero ya se había devuelto.',
  refundAmount:
    'El medio de pago no devuelve ese monto. Devuélvelo por tu cuenta y anota la devolución.',
  refundBalance:
    'No hay saldo en tu cuenta del medio de pago para devolverlo. Devuélvelo por tu cuenta y anota la devolución.',
  refundMethod:
    'Ese tipo de tarjeta o de pago no admite esta devolución. Devuélvelo por tu cuenta y anota la devolución.',
  refundNotAllowed:
    'Tu contrato con el medio de pago no permite devolver desde aquí. Hazlo en su sitio o por tu cuenta, y anota la devolución.',
  refundDisconnected:
    'Quitaste la conexión con el medio de pago: devuelve el dinero a mano y regístralo aquí.',
  refundNotPaid: 'El medio de pago no encuentra ese pago. Revísalo en su sitio.',
  refundTooLate:
    'Pasó el plazo para devolver este pago por el medio de pago. Devuélvelo por tu cuenta y anota la devolución.',
  refundRejected:
    'El medio de pago rechazó la devolución. Devuélvelo por tu cuenta y anota la devolución.',
  refundOther:
    'El medio de pago no pudo hacer la devolución. Devuélvelo por tu cuenta y anota la devolución.',
  documentListTooLong:
    'La lista tiene más de 20.000 documentos. Filtra por mes o por estado y descárgala por partes.',
  readerBusy: 'Hay muchos archivos en espera. Prueba de nuevo en un minuto.',
  uploadAlreadyOrdered:
    'Este documento ya se emitió o está por emitirse: sus filas no se corrigen.',
  uploadRowUnknown: 'Esa fila no está en el archivo.',
  uploadTooManyEdits: 'Hay demasiadas correcciones. Corrige el archivo y súbelo de nuevo.',
  uploadChangedMeanwhile: 'Otra persona corrigió el archivo al mismo tiempo. Prueba de nuevo.',
} as const
