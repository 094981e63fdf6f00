import type { Answer } from './answer.ts'

/** The first answer to a key is the answer to it. */
export interface Replays {
  /** Makes the answer once; null when the key was used for something else. */
  answer(wanted: { scope: string; key: string; content: string }, make: () => Answer): Answer | null
}

const DAY_MS = 86_400_000

export function createReplays(now: () => number): Replays {
  const kept = new Map<string, { content: string; atMs: number; answer: Answer }>()
  return {
    answer({ scope, key, content }, make) {
      const name = `${scope} ${key}`
      const known = kept.get(name)
      if (known !== undefined && now() - known.atMs < DAY_MS) {
        return known.content === content ? known.answer : null
      }
      const answer = make()
      kept.set(name, { content, atMs: now(), answer })
      return answer
    },
  }
}
