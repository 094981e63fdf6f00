import { plain } from '../pages/html.ts'

// What a sentence of the SII speaks of: the portal itself, a session that is gone, or what it was given. A sentence
// about none of them is no refusal: it is tried again.

/** The portal itself, or its passing trouble, which says nothing of what was given. */
export function tellsTrouble(text: string): boolean {
  const words = plain(text)
  return tellsError(words) || isMaintenance(words)
}

/** `words` in plain letters, as for the functions below. */
export function tellsError(words: string): boolean {
  return IS_TROUBLE.test(words)
}

export function isMaintenance(words: string): boolean {
  return IS_MAINTENANCE.test(words)
}

export function tellsLostSession(words: string): boolean {
  return IS_LOST_SESSION.test(words)
}

/**
 * A refusal of what was given: a field that must be filled in, or a thing of the document with a judgement of it.
 * Only what the portal's own checks say, or says as plainly (portal 3.4, 4.2); nothing that also speaks of trouble or
 * of the session.
 */
export function statesRefusal(text: string): boolean {
  const words = plain(text)
  if (tellsTrouble(words) || tellsLostSession(words)) return false
  return MUST_BE_GIVEN.test(words) || IS_JUDGED.test(words) || IS_NOT_ALLOWED.test(words)
}

const IS_MAINTENANCE =
  /\b(en|por) (mantencion|mantenimiento)|mantencion programada|fuera de servicio|\bno (se )?(encuentran?|estan?|estuvo|estaba) (\w{1,20} )?disponibles?|\bno disponibles?\b|temporalmente|momentaneamente|(en|por) (este|el) momento/

const IS_TROUBLE =
  /\bmas tarde\b|internal (server )?error|service unavailable|bad gateway|gateway time-?out|\w{3,40}exception\b|\berror (interno|inesperado|del? (sistema|servidor|comunicacion|conexion|base de datos)|en (el|la|los) (sistema|servidor|proceso|conexion|comunicacion|servicio)|al (procesar|asignar|obtener|conectar|consultar|generar|cargar|grabar|guardar|leer|acceder|realizar|ejecutar|intentar|invocar|llamar))|\b(ocurrio|ha ocurrido|se produjo|se ha producido|hubo|se presento|se ha presentado|existe) (un|una) (error|problema|falla|inconveniente)|\bproblemas? (tecnic|de (comunicacion|conexion)|en el sistema)|\bno (es|fue|ha sido) posible (atender|procesar|conectar|establecer|completar)|\bno (puede|pudo|ha podido|podra) ser (procesad|atendid|completad)[oa]|\b(no (hay|existe)|sin|fallo (en )?la) conexion|\b(espera|tiempo|plazo) (de (espera|respuesta) )?(agotad|excedid|superad)[oa]|\btmb\d/

const IS_LOST_SESSION =
  /\bsesion (ha |fue |fue )?(expirad[oa]|expiro|caducad[oa]|caduco|terminad[oa]|termino|finalizad[oa]|finalizo|cerrad[oa]|vencid[oa]|vencio|inactiva|inexistente|invalida|no (es )?valida)|\bsesion no (se encuentra|esta|existe|ha sido)|\bno (tiene|existe|hay) (una )?sesion|\bautenti(cado|car|quese)\b[^.\n]{0,40}\b(nuevamente|de nuevo)/

const MUST_BE_GIVEN =
  /\bdebe(n|ra)? (seleccionar|elegir|indicar|completar|especificar|informar|ingresar (?!nuevamente|a(l| su| la)? (sistema|sesion|portal|opcion|sitio)|con |su (rut|clave)|rut y|clave))|\bvalor iva\b/

/** What the documents' fields are, and what a check says of one. */
const IS_JUDGED =
  /\b(ruts?|receptor|destinatario|emisor|fechas?|montos?|valor(es)?|total|neto|iva|precios?|cantidad|folios?|boletas?|comuna|ciudad|region|giro|domicilio|direccion|referencias?|glosa|causa|prestacion(es)?|descripcion|nombre|razon social|tipo de \w{1,15}|campo|correo( electronico)?)\b[^.\n]{0,60}\b(no (es|son) (valid|correct)[oa]s?|no (validos?|validas?|existen?|corresponden?|registra)\b|no (puede|pueden) ser (anulad|mayor|menor|anterior|posterior|igual|superior|inferior|vaci|cero|el mism|la mism)|invalid[oa]s?|incorrect[oa]s?|erroneo?a?s?|inexistentes?|excede|fuera de (plazo|rango)|anterior a|posterior a|debe(n|ra)? (ser|estar|tener)|es obligatori[oa]|ya (esta|fue|ha sido|se encuentra) (anulad|emitid|utilizad|informad|registrad)|no (esta|se encuentra) (autorizad|habilitad|inscrit|registrad))/

const IS_NOT_ALLOWED =
  /\bno existe (la |el )?(boleta|rut|folio|destinatario|receptor|contribuyente)|\bno (puede|es posible|se puede|corresponde|esta permitido) (anular|emitir)|\bno (esta autorizado|tiene permiso)|\bplazo para [^.\n]{0,40}\b(vencid|vencio|expirad|expiro|terminad)/
