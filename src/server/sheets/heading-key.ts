/** A heading as it is compared: without accents, case, signs or the currency that some banks add. */
export function headingKey(text: string): string {
  return text
    .slice(0, MAX_HEADING)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z\d]/)
    .filter((word) => word !== '' && !CURRENCY.has(word))
    .join(' ')
}

const MAX_HEADING = 80
const CURRENCY = new Set(['clp', 'pesos'])
