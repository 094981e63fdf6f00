import type { PasswordProblem } from '#domain/password.ts'
import { isEmail } from '#web/ui/is-email.ts'

/** What the server demands (docs/decisions/0018), told while typing so that nothing surprises after the button. */
export interface PasswordCheck {
  needs: Record<Need | 'matches', boolean>
  /** The specification's other reading, as advice. */
  better: { lower: boolean; upper: boolean; digit: boolean; symbol: boolean }
}

type Need = 'length' | 'notNumeric' | 'notEmail' | 'notCommon'

const NEED_OF: Record<PasswordProblem, Need> = {
  passwordTooShort: 'length',
  passwordNumeric: 'notNumeric',
  passwordLikeEmail: 'notEmail',
  passwordTooCommon: 'notCommon',
}

/** `problems` are those of `usePasswordProblems`; while they are unknown nothing counts as met. */
export function checkPassword(
  password: string,
  confirmation: string,
  problems: readonly PasswordProblem[] | null,
): PasswordCheck {
  const isMet = (need: Need): boolean =>
    password !== '' && problems !== null && !problems.some((problem) => NEED_OF[problem] === need)
  return {
    needs: {
      length: isMet('length'),
      notNumeric: isMet('notNumeric'),
      notEmail: isMet('notEmail'),
      notCommon: isMet('notCommon'),
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

/** The first need that a password lacks, by the name of its text; null when it has them all or they are unknown. */
export function lackingNeed(problems: readonly PasswordProblem[] | null): Need | null {
  const [problem] = problems ?? []
  return problem === undefined ? null : NEED_OF[problem]
}

export type RegisterProblem =
  | 'emailRequired'
  | 'emailInvalid'
  | 'passwordRequired'
  | 'passwordShort'
  | 'confirmRequired'
  | 'mismatch'

export type RegisterField = 'email' | 'password' | 'confirm'

/** The first thing wrong, in the specification's order. Null when the server may be asked. */
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
