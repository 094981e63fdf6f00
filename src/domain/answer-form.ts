/** Long enough to tell two answers apart. */
const FORM_LENGTH = 120
const MOST_READ = 1_000

/**
 * What an answer of the SII says whoever it is about: without accents, case and punctuation, and with RUTs, dates,
 * numbers, addresses of mail and codes replaced by what they are. Two answers of one form are one problem.
 */
export function answerForm(text: string, length = FORM_LENGTH): string {
  return (
    text
      .slice(0, MOST_READ)
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^\s@<>]{1,64}@[^\s@<>]{1,255}/g, ' correo ')
      .replace(/\b\d{1,2}(?:\.?\d{3}){2}-[\dk]\b/g, ' rut ')
      .replace(/\b(?:\d{1,2}[-/]\d{1,2}[-/]\d{2,4}|\d{4}-\d{2}-\d{2})\b/g, ' fecha ')
      // A session's or a document's own: letters and digits together, or longer than any word.
      .replace(/\b(?=\w{0,40}\d)(?=\w{0,40}[a-z])\w{8,}\b|\w{25,}/g, ' codigo ')
      .replace(/\d[\d.,]*/g, ' # ')
      .replace(/[^a-z#]+/g, ' ')
      .trim()
      .slice(0, length)
  )
}
