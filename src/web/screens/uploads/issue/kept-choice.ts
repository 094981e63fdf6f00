import { z } from 'zod'
import { UPLOAD_CHOICES_KEY } from '#web/session/draft-storage.ts'
import { NOTHING_SAID, type Choice } from './choice.ts'

/** What a person said of a file before they ordered it: which documents, and the day where they chose one. */
export interface KeptChoice {
  choice: Choice
  day: string | null
}

const keptChoice = z.object({
  leftOut: z.array(z.string()),
  takenIn: z.array(z.tuple([z.string(), z.array(z.string())])),
  day: z.string().nullable(),
})
const keptChoices = z.record(z.string(), keptChoice)

/** As it was left in this tab; nothing said where it is new or can't be read. */
export function readChoice(upload: number): KeptChoice {
  const kept = readAll()[upload]
  if (kept === undefined) return { choice: NOTHING_SAID, day: null }
  return {
    choice: { leftOut: new Set(kept.leftOut), takenIn: new Map(kept.takenIn) },
    day: kept.day,
  }
}

export function keepChoice(upload: number, { choice, day }: KeptChoice): void {
  const kept = { leftOut: [...choice.leftOut], takenIn: [...choice.takenIn], day }
  try {
    const all = { ...readAll(), [upload]: kept }
    sessionStorage.setItem(UPLOAD_CHOICES_KEY, JSON.stringify(all))
  } catch {
    // A browser may refuse it: then it is said again.
  }
}

function readAll(): z.infer<typeof keptChoices> {
  try {
    return keptChoices.parse(JSON.parse(sessionStorage.getItem(UPLOAD_CHOICES_KEY) ?? '{}'))
  } catch {
    return {}
  }
}
