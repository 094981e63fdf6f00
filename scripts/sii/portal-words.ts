/**
 * The only words that a record keeps of what a page says: those of the SII's own sentences. Every other word may
 * be somebody's name, and every number somebody's.
 */
const KNOWN = new Set(
  `a actividad actividades actualizado al anio ano anteriores autenticacion autenticadas autorizada autorizado
  boleta boletas borrador borradores bien buscar buscada cambiar cambio certificado ciudad clave claves codigo
  como comuna con condiciones consulta consultas contribuyente contribuyentes correcta correo corresponde credito
  criterios datos de debe debito del demasiadas demasiados despacho desea dia digital direccion documento documentos
  el electronica electronicas electronico electronicos emision emisor emitida emitidas emitido emitidos emitir
  empresa empresas en encontrado encontraron enviado error es escoja espera esta estado este exenta existe existen
  existencia expirada expirado factura facturacion facturas fecha fila firma folio formulario giro ha honorarios
  incorrecta informacion informe ingresada ingresar ingrese inicio intente internos impuestos invalida la lamentamos
  las lista lo los mantencion mantenimiento marque mas maximo mensaje mensual mes mi momento monto momentos mipyme
  neto ninguna no nombre nota nuevamente o obligatorio obtener opcion otra para pagina periodo por portal posee
  presenta puede razon receptor recepcionado rechazada rechazado recibido recibidos registra registro registros
  representado requerimiento resultado resultados retencion revision rut se segunda seleccionado seleccion
  seleccionar seleccione servicio servicios sesion sesiones si sido sii sin sistema social solicitado su superado
  tarde temporalmente tiene tipo titular token total tributaria tributario un una unica usted valido valida valor
  vencido venta ventas ver verifique volver y`.split(/\s+/),
)

const MOST_WORDS = 120

/** The page's own words in plain letters, in their order; what lies between is a point. */
export function knownWords(text: string): string {
  const words = plainLetters(text)
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
    .map((word) => (KNOWN.has(word) ? word : '·'))
  return words
    .slice(0, MOST_WORDS)
    .join(' ')
    .replace(/·(?: ·)+/g, '·')
}

export function plainLetters(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
}
