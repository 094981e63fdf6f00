import { MIN_PASSWORD_LENGTH, type PasswordProblem } from '#domain/password.ts'

export function passwordSentence(problem: PasswordProblem) {
  return problem === 'passwordTooShort'
    ? ({ code: problem, values: { limit: MIN_PASSWORD_LENGTH } } as const)
    : problem
}
