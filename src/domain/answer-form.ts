/** Long enough to tell two answers apart. */
const FORM_LENGTH = 120
const MOST_READ = 1_000

/**
 * What an answer of the SII says whoever it is about: without accents, case and punctuation, and with RUTs, dates
 * and numbers replaced by what they are. Two answers of one form are one problem.
 */
export function answerForm(text: string): string {
  return text
    .slice(0, MOST_READ)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\b\d{1,2}(?:\.?\d{3}){2}-[\dk]\b/g, ' rut ')
    .replace(/\b(?:\d{1,2}[-/]\d{1,2}[-/]\d{2,4}|\d{4}-\d{2}-\d{2})\b/g, ' fecha ')
    .replace(/\d[\d.,]*/g, ' # ')
    .replace(/[^a-z#]+/g, ' ')
    .trim()
    .slice(0, FORM_LENGTH)
}
