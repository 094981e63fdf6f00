import { z } from 'zod'

const kept = z.object({ key: z.uuid(), amount: z.int() })

/** What this browser said last of one document's payment: its key is what lets it correct that and nothing else. */
export type MyDeclaration = z.infer<typeof kept>

const nameOf = (token: string) => `folio.declared.${token}`

export function readMine(token: string): MyDeclaration | null {
  try {
    return kept.parse(JSON.parse(sessionStorage.getItem(nameOf(token)) ?? 'null'))
  } catch {
    return null
  }
}

/** Without storage a later declaration corrects nothing: both wait. */
export function keepMine(token: string, mine: MyDeclaration): void {
  try {
    sessionStorage.setItem(nameOf(token), JSON.stringify(mine))
  } catch {
    // A browser may refuse it.
  }
}

/** Somebody answered it: it can be corrected no more. */
export function forgetMine(token: string): void {
  try {
    sessionStorage.removeItem(nameOf(token))
  } catch {
    // A browser may refuse it.
  }
}
