import { resolve } from 'node:path'
import { MAX_BYTES_HELD } from '#dte/files/file.ts'
import type { Check, VerifiedDte } from '#dte/verify.ts'
import { verifyPieces } from '#dte/verify.ts'
import type { XmlElement } from '#dte/xml/element.ts'
import { fill } from '#texts/translation.ts'
import type { Job } from './job.ts'
import { fileTrouble, piecesOf } from './file.ts'
import { refusalSentence, troubleText } from './wording.ts'

/** A file with all its documents at once, judged: 4 MB at most. */
export type HeldFile = {
  documents: VerifiedDte[]
  /** Of the file as a whole. */
  checks: Check[]
  /** What is around the documents. */
  root: XmlElement
}

/** Null when there is nothing to go on with; the person has been told why. */
export function heldFile(file: string, { texts, folder, verifying, warn }: Job): HeldFile | null {
  const refuse = (why: string): null => {
    warn(`✗ ${file} · ${why}`)
    return null
  }
  const documents: VerifiedDte[] = []
  try {
    const pieces = piecesOf(resolve(folder, file))
    const end = verifyPieces(pieces, MAX_BYTES_HELD, verifying, (dte) => void documents.push(dte))
    if (end.kind === 'refused') {
      return refuse(fill(texts.refused, { why: refusalSentence(texts, end) }))
    }
    if (documents.length === 0) return refuse(texts.noDocuments)
    return { documents, checks: end.checks, root: end.frame.root }
  } catch (error) {
    const code = fileTrouble(error)
    if (code === null) throw error
    return refuse(fill(texts.unreadableFile, { detail: troubleText(texts, code) }))
  }
}
