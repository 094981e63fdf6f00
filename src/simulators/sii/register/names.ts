/** As the register names its types of documents. */
const names: Readonly<Record<number, string>> = {
  33: 'Factura Electrónica',
  34: 'Factura no Afecta o Exenta Electrónica',
  39: 'Boleta Electrónica',
  48: 'Comprobante de Pago Electrónico',
  56: 'Nota de Débito Electrónica',
  61: 'Nota de Crédito Electrónica',
}

export function registerName(tipoDoc: number): string {
  return names[tipoDoc] ?? 'Otro Documento'
}
