import { isEmail } from '#web/ui/is-email.ts'

/** What the server demands (D-11), told while typing so that nothing surprises after the button. */
export interface PasswordCheck {
  needs: { length: boolean; notNumeric: boolean; notEmail: boolean; matches: boolean }
  /** The specification's other reading, as advice. */
  better: { lower: boolean; upper: boolean; digit: boolean; symbol: boolean }
}

/** D-11: the server's minimum. The toasts keep the specification's six. */
const SERVER_MINIMUM = 8

export function checkPassword(
  password: string,
  confirmation: string,
  email: string,
): PasswordCheck {
  return {
    needs: {
      length: [...password].length >= SERVER_MINIMUM,
      notNumeric: /\D/.test(password),
      notEmail: password !== '' && !isLikeEmail(password, email),
      matches: password !== '' && password === confirmation,
    },
    better: {
      lower: /\p{Ll}/u.test(password),
      upper: /\p{Lu}/u.test(password),
      digit: /\d/.test(password),
      symbol: /[^\p{L}\d\s]/u.test(password),
    },
  }
}

const SHORTEST_PART = 4

/** A near guess of the server's own comparison, which has the last word. */
function isLikeEmail(password: string, email: string): boolean {
  const written = password.toLowerCase()
  const address = email.trim().toLowerCase()
  const parts = [address, ...address.split(/[^\p{L}\d]+/u)]
  return parts.some(
    (part) => part.length >= SHORTEST_PART && (written.includes(part) || part.includes(written)),
  )
}

export type RegisterProblem =
  | 'emailRequired'
  | 'emailInvalid'
  | 'passwordRequired'
  | 'passwordShort'
  | 'confirmRequired'
  | 'mismatch'

export type RegisterField = 'email' | 'password' | 'confirm'

/** The first thing wrong, in the specification's order (spec 5). Null when the server may be asked. */
export function firstProblem(values: {
  email: string
  password: string
  confirm: string
}): { problem: RegisterProblem; field: RegisterField } | null {
  const email = values.email.trim()
  if (email === '') return { problem: 'emailRequired', field: 'email' }
  if (!isEmail(email)) return { problem: 'emailInvalid', field: 'email' }
  if (values.password === '') return { problem: 'passwordRequired', field: 'password' }
  if (values.password.length < 6) return { problem: 'passwordShort', field: 'password' }
  if (values.confirm === '') return { problem: 'confirmRequired', field: 'confirm' }
  if (values.confirm !== values.password) return { problem: 'mismatch', field: 'confirm' }
  return null
}
