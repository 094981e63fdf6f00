import { formatDay } from '#domain/day.ts'
import type { DteReference } from '../document/document.ts'
import { BOTTOM, heightOf, LEFT, RIGHT, write } from './page.ts'

/** By TpoDocRef, as the SII's format of DTE lists them. */
const NAMES: Readonly<Record<string, string>> = {
  30: 'Factura',
  32: 'Factura no afecta o exenta',
  33: 'Factura electrónica',
  34: 'Factura no afecta o exenta electrónica',
  35: 'Boleta',
  38: 'Boleta exenta',
  39: 'Boleta electrónica',
  40: 'Liquidación factura',
  41: 'Boleta no afecta o exenta electrónica',
  43: 'Liquidación factura electrónica',
  45: 'Factura de compra',
  46: 'Factura de compra electrónica',
  48: 'Comprobante de pago electrónico',
  50: 'Guía de despacho',
  52: 'Guía de despacho electrónica',
  55: 'Nota de débito',
  56: 'Nota de débito electrónica',
  60: 'Nota de crédito',
  61: 'Nota de crédito electrónica',
  103: 'Liquidación',
  110: 'Factura de exportación electrónica',
  111: 'Nota de débito de exportación electrónica',
  112: 'Nota de crédito de exportación electrónica',
  801: 'Orden de compra',
  802: 'Nota de pedido',
  803: 'Contrato',
  804: 'Resolución',
  805: 'Proceso ChileCompra',
  806: 'Ficha ChileCompra',
  807: 'DUS',
  808: 'Conocimiento de embarque',
  809: 'Guía aérea',
  810: 'MIC/DTA',
  811: 'Carta de porte',
  812: 'Resolución del Servicio Nacional de Aduanas',
  813: 'Pasaporte',
  814: 'Certificado de depósito de la Bolsa de Productos',
  815: 'Vale de prenda de la Bolsa de Productos',
  820: 'Acuerdo con plazo de pago excepcional',
  HES: 'Hoja de entrada de servicios',
  SET: 'Set de pruebas',
}
const CODES = { 1: 'anula', 2: 'corrige texto', 3: 'corrige montos' }
const TITLE_HEIGHT = 22

/** `nextPage` begins a page and answers where to go on. Answers the y below them. */
export function drawReferences(
  page: PDFKit.PDFDocument,
  references: readonly DteReference[],
  top: number,
  nextPage: () => number,
): number {
  let y = top
  references.forEach((reference, index) => {
    const text = referenceText(reference)
    const title = index === 0 ? TITLE_HEIGHT : 0
    if (y + title + heightOf(page, text, RIGHT - LEFT) > BOTTOM) y = nextPage()
    if (index === 0) {
      y = write(page, 'Referencias', { x: LEFT, y: y + 8, width: 200 }, { bold: true })
    }
    y = write(page, text, { x: LEFT, y: y + 2, width: RIGHT - LEFT })
  })
  return y
}

function referenceText({ documentType, folio, issueDate, code, reason }: DteReference): string {
  const name = NAMES[documentType] ?? `Documento ${documentType}`
  const why = [code === null ? '' : CODES[code], reason].filter((part) => part !== '')
  const when = issueDate === null ? '' : ` del ${formatDay(issueDate)}`
  return [`${name} N° ${folio}${when}`, ...why].join(' — ')
}
