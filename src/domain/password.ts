import { breachedWords } from './breached-words.ts'
import { commonPasswords } from './common-passwords.ts'

export type PasswordProblem =
  | 'passwordLikeEmail'
  | 'passwordTooShort'
  | 'passwordTooCommon'
  | 'passwordNumeric'

/** What the server demands (docs/decisions/0018). The browser's own first check of 6 is the specification's. */
export const MIN_PASSWORD_LENGTH = 8

/**
 * Why a password is refused, all reasons at once, in the order of the original (Django's validators);
 * empty when it is good. Browser and server ask the same function, so that none surprises the other.
 */
export function passwordProblems(password: string, email: string): PasswordProblem[] {
  const problems: PasswordProblem[] = []
  if (isLikeEmail(password, email)) problems.push('passwordLikeEmail')
  if ([...password].length < MIN_PASSWORD_LENGTH) problems.push('passwordTooShort')
  if (isCommon(password)) problems.push('passwordTooCommon')
  if (/^\d+$/.test(password)) problems.push('passwordNumeric')
  return problems
}

/** Known from breaches as it stands, or with a few digits and signs around: 'Password123!'. */
function isCommon(password: string): boolean {
  const lower = password.toLowerCase()
  if (isKnown(lower)) return true
  const core = lower.replace(/^[^\p{L}]{1,4}|[^\p{L}]{1,6}$/gu, '')
  return core !== lower && core.length >= 4 && isKnown(core)
}

function isKnown(word: string): boolean {
  return commonPasswords.has(word) || breachedWords.has(word)
}

const SIMILAR = 0.7

/** Django's measure against the whole address and each word of it. */
function isLikeEmail(password: string, email: string): boolean {
  const lower = password.toLowerCase()
  const parts = [email, ...email.split(/\W+/)].map((part) => part.toLowerCase())
  return parts.some((part) => part.length >= 3 && sharedLetters(lower, part) >= SIMILAR)
}

/** Twice the letters both have, whatever their order, over the letters of both: 0 to 1. */
function sharedLetters(a: string, b: string): number {
  const left = new Map<string, number>()
  for (const letter of b) left.set(letter, (left.get(letter) ?? 0) + 1)
  let shared = 0
  for (const letter of a) {
    const count = left.get(letter) ?? 0
    if (count > 0) shared += 1
    left.set(letter, count - 1)
  }
  return (2 * shared) / (a.length + b.length)
}
