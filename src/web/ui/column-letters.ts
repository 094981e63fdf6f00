const LETTERS = 26

/** A column as Excel calls it, counted from 0. */
export function columnLetters(column: number): string {
  const last = String.fromCharCode('A'.charCodeAt(0) + (column % LETTERS))
  return column < LETTERS ? last : columnLetters(Math.floor(column / LETTERS) - 1) + last
}
