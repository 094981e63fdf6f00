import { parseDay, type Day } from '#domain/day.ts'
import { isDueBefore } from '#domain/receivable.ts'
import type { JudgedUpload, UploadDocument } from '#web/api/uploads.ts'
import { refsOf, type RepeatsByKey } from './repeats.ts'

/** Why a document isn't among those that are issued, or may be so only by a person's word. */
export type Standing = 'ready' | 'repeated' | 'waits' | 'wrong' | 'dueBefore' | 'ordered'

/** On that day; null while none is known. */
export function standingOf(
  document: UploadDocument,
  repeats: RepeatsByKey,
  day: Day | null,
): Standing {
  if (document.state === 'ordered') return 'ordered'
  if (document.waits !== null) return 'waits'
  if (!document.is_valid) return 'wrong'
  if (day !== null && isDueBefore(parseDay(document.due_day ?? ''), day)) return 'dueBefore'
  return repeatedBy(document, repeats).length > 0 ? 'repeated' : 'ready'
}

/** What it may repeat: of the file, of the same client's documents, or of those that a rule will issue. */
function repeatedBy({ key }: UploadDocument, repeats: RepeatsByKey): string[] {
  const own = repeats.get(key)
  return own === undefined ? [] : refsOf(own)
}

/**
 * What a person said of the choice, by the keys of documents. Of those that were taken in although they look repeated it
 * has what they looked like: the word is no answer for what appears later. What was left out while it was ready may look
 * repeated later, and is not taken in by that.
 */
export interface Choice {
  leftOut: ReadonlySet<string>
  takenIn: ReadonlyMap<string, readonly string[]>
}

export const NOTHING_SAID: Choice = { leftOut: new Set(), takenIn: new Map() }

export function isChosen(
  document: UploadDocument,
  { leftOut, takenIn }: Choice,
  repeats: RepeatsByKey,
  day: Day | null,
): boolean {
  switch (standingOf(document, repeats, day)) {
    case 'ready':
      return !leftOut.has(document.key)
    case 'repeated': {
      const seen = takenIn.get(document.key) ?? []
      return repeatedBy(document, repeats).every((ref) => seen.includes(ref))
    }
    case 'waits':
    case 'wrong':
    case 'dueBefore':
    case 'ordered':
      return false
  }
}

/** All of them chosen, or none. A ready one that is chosen is no word about its repetition. */
export function choose(
  choice: Choice,
  documents: readonly UploadDocument[],
  isWanted: boolean,
  repeats: RepeatsByKey,
): Choice {
  const leftOut = new Set(choice.leftOut)
  const takenIn = new Map(choice.takenIn)
  for (const document of documents) {
    const { key } = document
    if (isWanted) {
      leftOut.delete(key)
      const refs = repeatedBy(document, repeats)
      if (refs.length > 0) takenIn.set(key, refs)
    } else {
      leftOut.add(key)
      takenIn.delete(key)
    }
  }
  return { leftOut, takenIn }
}

/** What the company lacks to issue these: each has its sentence. */
export function lacksOf(
  { lacks }: Pick<JudgedUpload, 'lacks'>,
  chosen: readonly UploadDocument[],
): JudgedUpload['lacks'] {
  return lacks.filter(({ code }) =>
    chosen.some(({ document_type, sends_email }) =>
      code === 'mailboxMissing' ? sends_email : document_type === 33,
    ),
  )
}
