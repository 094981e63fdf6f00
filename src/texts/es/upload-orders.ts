import { uploadStates } from './upload-states.ts'

/** Why documents of an uploaded file are not ordered, why none could be made, and the columns of the annotated file. */
export const uploadOrders = {
  refusals: {
    contentChanged:
      'El archivo o los datos de tus clientes cambiaron. Revisa la vista previa y confirma de nuevo.',
    alreadyOrdered: 'Algunos de estos documentos ya se mandaron a emitir. Revisa la vista previa.',
    notValid: 'Algunos de estos documentos tienen errores o esperan datos de su cliente.',
    looksRepeated:
      'El documento de la fila {{row}} parece repetir otro del mismo cliente y monto. Revisa la vista previa y márcalo si igual va.',
    tooFar: 'La fecha puede ser a más tardar el {{last}}.',
    dueBefore:
      'Estas filas vencen antes de la fecha de emisión: {{list}}. Elige otro día o corrige su vencimiento.',
    dayTooShort:
      'Documentos que aún alcanzan a salir el {{day}} antes de las {{hour}}:00: cerca de {{fits}}. Elige otro día o marca menos.',
    dayFull: 'El {{day}} ya no alcanza a salir ninguno antes de las {{hour}}:00. Elige otro día.',
    tooManyOpen:
      'Ya hay {{open}} documentos de archivos por emitir y caben {{limit}}. Espera a que avancen.',
    tooManyClients: 'Con los clientes nuevos del archivo pasarías de {{limit}}.',
    busy: 'No alcanzamos a preparar el archivo. Inténtalo de nuevo en un momento.',
    issuerCityMissing:
      'Para emitir facturas falta la ciudad de tu empresa. Escríbela en «Emitir documento», en el paso Emisor.',
    issuerIncomplete:
      'Para emitir facturas falta la dirección o la actividad de tu empresa. Vuelve a conectarla en Conexiones.',
    mailboxMissing:
      'Para enviar los documentos por correo conecta antes una casilla, o pon «No» en «Enviar correo».',
  },
  faults: {
    mailboxGone: 'La casilla que envía ya no está conectada. Conéctala y vuelve a emitirlo.',
    clientIncomplete:
      'Su cliente ya no está y la fila no trae sus datos. Complétala y vuelve a emitirlo.',
    tooManyClients: 'No caben más clientes en la empresa. Borra alguno y vuelve a emitirlo.',
    invalid: 'No se pudo preparar. Revisa la fila y vuelve a emitirlo.',
  },
  cancelled: 'Se canceló antes de emitirse.',
  changedRows: {
    issued: 'Ya se emitió con otros datos; los cambios de estas filas no se emiten.',
    ordered: 'Ya se mandó a emitir con otros datos; los cambios de estas filas no se emiten.',
  },
  columns: { state: 'Estado', folio: 'Folio', error: 'Error', id: 'Id Folio' },
  states: { ...uploadStates, faulty: 'Con errores', removed: 'Quitada' },
  annotatedFile: '{{name}} con resultado',
}
