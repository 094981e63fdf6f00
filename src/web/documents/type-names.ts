/** The texts' names of a document's types on the wire. */
export const TYPE_NAMES = { 33: 'factura', 39: 'boleta', 61: 'nota' } as const
