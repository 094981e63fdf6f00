/** Words of many names, which identify none. */
const COMMON = new Set(
  (
    'spa ltda limitada sa eirl cia compania sociedad soc empresa empresas comercial comercializadora servicios serv ' +
    'inversiones inmobiliaria constructora asesorias consultores transportes ingenieria importadora industrial ' +
    'distribuidora chile de del la las los el y e responsabilidad individual por acciones'
  ).split(' '),
)

const MIN_WORD_LENGTH = 3
const MAX_WORDS = 12

/** The words of a name that identify it, normalised. */
export function nameWords(name: string): string[] {
  const words = withoutMarks(name.slice(0, 200))
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word.length >= MIN_WORD_LENGTH && !COMMON.has(word))
  return [...new Set(words)].slice(0, MAX_WORDS)
}

function withoutMarks(text: string): string {
  return HAS_ACCENTS.test(text) ? text.normalize('NFD').replaceAll(/\p{M}/gu, '') : text
}

const HAS_ACCENTS = /[^ -~]/

/**
 * How much of what the bank wrote is in a client's name, from 0 to 1, by the length of its words. Banks cut names short, so
 * that the beginning of a word counts as the word, from four letters on.
 */
export function nameLikeness(written: readonly string[], client: readonly string[]): number {
  const all = written.reduce((sum, word) => sum + word.length, 0)
  const found = written.filter((word) => client.some((one) => isSameWord(word, one)))
  const alike = found.reduce((sum, word) => sum + word.length, 0)
  // One short word in common is chance.
  return alike < MIN_LETTERS ? 0 : alike / all
}

const MIN_LETTERS = 5
const STEM_LENGTH = 4

function isSameWord(written: string, whole: string): boolean {
  return written === whole || (written.length >= STEM_LENGTH && whole.startsWith(written))
}

/** What a word is found by, cut short or whole. */
export function wordStem(word: string): string {
  return word.slice(0, STEM_LENGTH)
}
