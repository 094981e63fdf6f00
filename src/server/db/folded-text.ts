import { sql, type RawBuilder } from 'kysely'

const ACCENTED = 'áéíóúüñàèìòùâêîôûäëïöç'
const PLAIN = 'aeiouunaeiouaeiouaeioc'

/** A text as a search compares it: no accents, dots, hyphens or case, so "vina" finds Viña and RUTs go bare. */
export function foldedText(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`translate(lower(${text}), ${ACCENTED + '.-'}, ${PLAIN})`
}

/** Whether it holds what was searched for, as one piece. */
export function holdsFolded(text: RawBuilder<unknown>, search: string): RawBuilder<boolean> {
  const needle = `%${folded(search).replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`${foldedText(text)} like ${needle}`
}

function folded(text: string): string {
  return text
    .toLowerCase()
    .replace(/[.-]/g, '')
    .replace(/./gu, (letter) => PLAIN[ACCENTED.indexOf(letter)] ?? letter)
}
