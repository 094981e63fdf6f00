import type { JudgedUpload, UploadDocument } from '#web/api/uploads.ts'

/** Why a document isn't among those that are issued, or may be so only by a person's word. */
export type Standing = 'ready' | 'repeated' | 'waits' | 'wrong' | 'ordered'

export function standingOf(document: UploadDocument): Standing {
  if (document.state === 'ordered') return 'ordered'
  if (document.waits !== null) return 'waits'
  if (!document.is_valid) return 'wrong'
  return isRepeated(document) ? 'repeated' : 'ready'
}

/** It says the same as another of the file, or as one of this month to the same client. */
function isRepeated({ same_as, like }: UploadDocument): boolean {
  return same_as.length > 0 || like.some(({ is_same_amount }) => is_same_amount)
}

/** What a person changed of the choice: a ready one left out, a repeated one taken in. */
export type Changed = ReadonlySet<string>

export function isChosen(document: UploadDocument, changed: Changed): boolean {
  const standing = standingOf(document)
  if (standing === 'ready') return !changed.has(document.key)
  return standing === 'repeated' && changed.has(document.key)
}

export function toggled(changed: Changed, key: string): Changed {
  const next = new Set(changed)
  if (!next.delete(key)) next.add(key)
  return next
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

/** Null while the UF of one of them isn't known. */
export function totalOf(documents: readonly UploadDocument[]): number | null {
  let sum = 0
  for (const { totals } of documents) {
    if (totals === null) return null
    sum += totals.total
  }
  return sum
}
