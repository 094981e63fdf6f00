import type { JudgedUpload, UploadDocument } from '#web/api/uploads.ts'

/** Why a document isn't among those that are issued, or may be so only by a person's word. */
export type Standing = 'ready' | 'repeated' | 'waits' | 'wrong' | 'ordered'

export function standingOf(document: UploadDocument): Standing {
  if (document.state === 'ordered') return 'ordered'
  if (document.waits !== null) return 'waits'
  if (!document.is_valid) return 'wrong'
  return isRepeated(document) ? 'repeated' : 'ready'
}

/**
 * It says the same as another of the file, or may say what one near its date says to the same client: of the same amount,
 * or of one that isn't known yet.
 */
function isRepeated({ same_as, like }: UploadDocument): boolean {
  return same_as.length > 0 || like.some(mayBeTheSame)
}

export function mayBeTheSame({ is_same_amount, total }: UploadDocument['like'][number]): boolean {
  return is_same_amount || total === null
}

/**
 * What a person said of the choice, by the keys of documents. Two sets, because one that was left out while it was ready
 * may look repeated later, and must not be taken in by that.
 */
export interface Choice {
  leftOut: ReadonlySet<string>
  takenIn: ReadonlySet<string>
}

export const NOTHING_SAID: Choice = { leftOut: new Set(), takenIn: new Set() }

export function isChosen(document: UploadDocument, { leftOut, takenIn }: Choice): boolean {
  switch (standingOf(document)) {
    case 'ready':
      return !leftOut.has(document.key)
    case 'repeated':
      return takenIn.has(document.key)
    case 'waits':
    case 'wrong':
    case 'ordered':
      return false
  }
}

/** All of them chosen, or none. A ready one that is chosen is no word about its repetition. */
export function choose(
  choice: Choice,
  documents: readonly UploadDocument[],
  isWanted: boolean,
): Choice {
  const leftOut = new Set(choice.leftOut)
  const takenIn = new Set(choice.takenIn)
  for (const document of documents) {
    const { key } = document
    if (isWanted) {
      leftOut.delete(key)
      if (standingOf(document) === 'repeated') takenIn.add(key)
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
