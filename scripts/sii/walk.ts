import type { Answer } from '#sii/sii.ts'
import type { doctor } from '#texts/es/doctor.ts'
import { knownWords } from './portal-words.ts'

export type FactCode = keyof typeof doctor.facts

/** What became of one thing that is believed of the SII. */
export interface Finding {
  fact: FactCode
  kind: 'confirmed' | 'wrong' | 'unseen'
  /** The kind of failure, or why there was nothing to see. */
  why: string
  /** What the SII said, in words of its own; nobody's data. */
  said: string
}

/** One question after the other, slowly; what each answers is a finding, and nothing of it ends the walk. */
export interface Walk {
  /**
   * `holds` says of an answer whether it is as believed, null when it shows nothing. Answers the value when it
   * is worth going on with.
   */
  ask<T>(
    fact: FactCode,
    question: () => Promise<Answer<T>>,
    holds?: (value: T) => boolean | null,
  ): Promise<T | null>
  unseen(fact: FactCode, why: string, said?: string): void
  wrong(fact: FactCode, why: string, said: string): void
  /** Names that came along, of people and companies. */
  keepSecret(names: readonly (string | null)[]): void
}

export interface WalkNeeds {
  /** Between two questions, besides the client's own pace between requests. */
  rest: () => Promise<void>
  step: (name: string) => void
  told: (finding: Finding) => void
  keepSecret: (names: readonly (string | null)[]) => void
  /** Whether somebody wants no more: then nothing is asked, and what isn't known isn't told either. */
  isStopped?: () => boolean
}

export function createWalk(needs: WalkNeeds): Walk {
  const { rest, step, told, keepSecret, isStopped = () => false } = needs
  // Without a session, or told to slow down, nothing more is asked.
  let over: string | null = null

  const tell = (fact: FactCode, kind: Finding['kind'], why = '', said = ''): void => {
    if (!isStopped()) told({ fact, kind, why, said: knownWords(said) })
  }
  return {
    unseen: (fact, why, said = '') => tell(fact, 'unseen', why, said),
    wrong: (fact, why, said) => tell(fact, 'wrong', why, said),
    keepSecret,
    async ask(fact, question, holds = () => true) {
      if (over !== null) {
        tell(fact, 'unseen', over)
        return null
      }
      if (!isStopped()) await rest()
      if (isStopped()) return null
      step(fact)
      const answer = await answerTo(question)
      if (answer.kind === 'threw') {
        tell(fact, 'wrong', 'threw')
        return null
      }
      if (answer.kind === 'ok') {
        const verdict = judged(() => holds(answer.value))
        tell(fact, verdict === null ? 'unseen' : verdict ? 'confirmed' : 'wrong', whyOf(verdict))
        return answer.value
      }
      const why = answer.kind === 'unavailable' ? answer.cause : answer.kind
      const said = 'text' in answer ? answer.text : ''
      if (ENDS_IT.has(why)) over = why
      tell(fact, GUESSED_WRONG.has(why) ? 'wrong' : 'unseen', why, said)
      return null
    },
  }
}

/** After these, asking on would be knocking at a closed door, or worse. */
const ENDS_IT: ReadonlySet<string> = new Set(['sessionExpired', 'waitingRoom', 'maintenance'])

/** The page was there and isn't as known, or refuses what was believed good; all else says nothing. */
const GUESSED_WRONG: ReadonlySet<string> = new Set([
  'portalChanged',
  'unknownPage',
  'validationRejected',
  'companyNotSelected',
])

async function answerTo<T>(
  question: () => Promise<Answer<T>>,
): Promise<Answer<T> | { kind: 'threw' }> {
  try {
    return await question()
  } catch {
    // Its message might quote the page.
    return { kind: 'threw' }
  }
}

function judged(holds: () => boolean | null): boolean | null {
  try {
    return holds()
  } catch {
    return false
  }
}

function whyOf(verdict: boolean | null): string {
  return verdict === null ? 'nothingThere' : verdict ? '' : 'differs'
}
