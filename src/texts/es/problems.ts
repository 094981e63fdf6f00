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
  notObject: 'Datos inválidos. Se esperaba un objeto y llegó {{received}}.',
  notList: 'Se esperaba una lista y llegó {{received}}.',
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

  emailTaken: 'Ya existe una cuenta con este correo electrónico.',
  passwordMismatch: 'Las contraseñas no coinciden.',
  passwordTooShort:
    'Esta contraseña es demasiado corta. Debe contener al menos {{limit}} caracteres.',
  passwordTooLong:
    'Esta contraseña es demasiado larga. Debe contener a lo más {{limit}} caracteres.',
  passwordTooCommon: 'Esta contraseña es demasiado común.',
  passwordNumeric: 'Esta contraseña tiene solo números.',
  passwordLikeEmail: 'La contraseña se parece demasiado al correo electrónico.',
  invalidUid: 'El enlace no corresponde a ningún usuario.',
  invalidToken: 'El enlace no es válido o ya venció.',
  staleToken: 'El enlace ya se usó.',

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
  internal: 'Ocurrió un error en el servidor. Si se repite, indícanos este código: {{id}}.',
} as const
