/** Which side a single 'C' means: Santander's 'Cargo/Abono' has C and A, others' 'Débito/Crédito' D and C. */
export type SideWords = 'cargoAbono' | 'debitCredit' | 'unknown'

/** By the key of the column's heading. */
export function sideWordsOf(heading: string): SideWords {
  if (/\b(?:cargo|abono)|^(?:c a|a c)$/.test(heading)) return 'cargoAbono'
  return /\b(?:debito|credito)|^(?:d c|c d)$/.test(heading) ? 'debitCredit' : 'unknown'
}

/** Null for a word that doesn't say it beyond doubt. */
export function sideOf(text: string, words: SideWords): 'credit' | 'debit' | null {
  const word = text
    .normalize('NFD')
    .replaceAll(/[^A-Za-z+-]/g, '')
    .toLowerCase()
  if (word === 'c') {
    return words === 'cargoAbono' ? 'debit' : words === 'debitCredit' ? 'credit' : null
  }
  if (/^(?:a|\+|abonos?|creditos?|haber|depositos?|ingresos?)$/.test(word)) return 'credit'
  if (/^(?:d|-|cargos?|debitos?|debe|giros?|egresos?)$/.test(word)) return 'debit'
  return null
}
