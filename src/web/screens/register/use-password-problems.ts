import { useEffect, useState } from 'react'
import type { PasswordProblem, passwordProblems } from '#domain/password.ts'

type Judge = typeof passwordProblems

/**
 * What the server would refuse of this password, by its own function. Null while that is being fetched, because its list
 * of common passwords is too large to come with the screen, and for good when it can't be: then the server alone tells.
 */
export function usePasswordProblems(password: string, email: string): PasswordProblem[] | null {
  const [judge, setJudge] = useState<{ problemsOf: Judge } | null>(null)
  useEffect(() => {
    let isGone = false
    const fetchRules = async () => {
      const { passwordProblems: problemsOf } = await import('#domain/password.ts')
      if (!isGone) setJudge({ problemsOf })
    }
    fetchRules().catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [])
  return judge && judge.problemsOf(password, email.trim())
}
