const FOLIO_WORDS = new Set(
  'factura facturas fact fac f boleta boletas bol folio folios documento doc nro num numero no n'.split(
    ' ',
  ),
)
const BETWEEN_FOLIOS = new Set(['y', 'e'])
const MAX_DESCRIPTION_LENGTH = 300

export interface WrittenFolio {
  folio: number
  /** A word before it says that it is one; else it is just a number. */
  isNamed: boolean
}

/** The numbers of a description that may be folios: not those inside a RUT, a date or an amount. */
export function foliosIn(description: string): WrittenFolio[] {
  const found: WrittenFolio[] = []
  let isNamed = false
  for (const token of description.slice(0, MAX_DESCRIPTION_LENGTH).split(/[\s,;/]+/)) {
    const parts = /^([^\d]{0,12})(\d{1,10})\W{0,3}$/.exec(token)
    const words = wordsOf(parts?.[1] ?? token)
    if (words.some((word) => FOLIO_WORDS.has(word))) isNamed = true
    else if (!words.every((word) => BETWEEN_FOLIOS.has(word))) isNamed = false
    if (parts !== null) found.push({ folio: Number(parts[2]), isNamed })
  }
  return found
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^a-z]/)
    .filter((word) => word !== '')
}
