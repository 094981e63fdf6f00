/** Why companies, clients, products and rules aren't saved as sent. A `{{name}}` is filled in. */
export const refusals = {
  unknownId: 'El elemento {{id}} no existe.',
  wholePesos: 'El precio en pesos no lleva decimales.',
  aboveZero: 'Debe ser mayor que cero.',
  notDecimal: 'Ingresa un número con 12 enteros y 6 decimales como máximo.',
  addressTaken: 'El cliente ya tiene esa dirección.',
  rutOfAnother: 'Esta conexión es de otro RUT: conecta el nuevo aparte.',
  clientTaken: 'Ya tienes un cliente con este RUT.',
  nameOfTheSii: 'El nombre de este cliente lo da el SII: no se puede cambiar aquí.',
  tooManyClients: 'Una empresa puede tener {{limit}} clientes.',
  tooManyParts: 'Un cliente puede tener {{limit}} direcciones y {{limit}} actividades.',
  tooManyContacts: 'Un cliente puede tener {{limit}} contactos.',
  tooManyProducts: 'Una empresa puede tener {{limit}} productos.',
  tooManyRules: 'Puedes tener {{limit}} reglas.',
  documentTypeFixed: 'El tipo de documento no se puede cambiar.',
  companyWithoutFacturas:
    'Esta persona emite solo boletas de honorarios: no tiene empresa en el portal del SII.',
  clientsRequired: 'Elige al menos un cliente.',
  linesRequired: 'Agrega al menos una línea.',
  tooManyBoletaLines: 'Una boleta tiene {{limit}} líneas como máximo.',
  repeatedClient: 'Este cliente está repetido.',
  repeatedOrder: 'Hay dos líneas con este orden.',
  dayRequired: 'Elige un día del 1 al 28.',
  endBeforeStart: 'La regla termina antes de comenzar.',
  tooLateToBegin:
    'Hoy ya no alcanza a salir, y la regla termina antes de mañana. Elige otro término u otro día.',
  startInPast: 'La fecha de inicio no puede ser anterior a hoy.',
  issueTooFar: 'La fecha no puede estar a más de {{days}} días.',
  tooManyOneOffs:
    'Puedes tener {{limit}} documentos sueltos esperando su día. Espera a que salgan algunos.',
  startTooFar: 'La fecha de inicio no puede estar a más de {{years}} años.',
  ufRateTypeRequired: 'Elige qué valor de la UF se usa.',
  quantityRequired: 'Ingresa la cantidad, o márcala como variable.',
  priceRequired: 'Ingresa el precio, o márcalo como variable.',
  nothingToFillIn: 'Esta línea no tiene nada que completar para este cliente y este mes.',
  fixedByRule: 'La regla ya fija este valor.',
  emailAccountRequired: 'Conecta una cuenta de correo para enviar automáticamente.',
  monthOutOfReach: 'Elige un mes desde {{first}} hasta {{last}}.',
  priceTooLarge: '{{name}}: el precio nuevo pasa del máximo.',
  ipcMonths: 'El IPC va de un mes a otro posterior, y hasta este mes.',
  emailRecipientRequired: 'Elige al menos un destinatario para el envío automático.',
} as const

export const documentTypes = {
  factura: 'Factura electrónica',
  boletaHonorarios: 'Boleta de honorarios',
} as const
