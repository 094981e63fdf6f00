import type { Kysely } from 'kysely'
import { mailTexts } from '#texts/mails.ts'
import type { Schema } from '../../db/schema.ts'
import type { Bytes } from '../../http/bytes.ts'
import { frozenContent } from '../content/content.ts'
import { presentContent, presentRow } from './presenter.ts'
import { readDocumentRow, readFile } from './store.ts'

type At = { organisationId: number; id: number }

/** A document as whoever it is for may see it; null unless it was issued. */
export async function issuedDocument(db: Kysely<Schema>, at: At) {
  const row = await readDocumentRow(db, at)
  if (row === null || row.content === null) return null
  if (row.state !== 'issued' && row.state !== 'annulled') return null
  const shown = presentRow(row)
  return { ...shown, kind: row.kind, state: row.state, content: presentContent(frozenContent(row)) }
}

/** The official PDF or the signed XML, exactly as the SII gave them. */
export async function storedFile(
  db: Kysely<Schema>,
  { kind, ...at }: At & { kind: 'pdf' | 'xml' },
): Promise<Bytes | null> {
  const file = await readFile(db, { ...at, kind })
  if (file === undefined) return null
  const name = `${mailTexts('es').document.fileNames[file.kind]} ${file.folio} ${file.recipient_name}`
  return {
    bytes: file.bytes,
    mediaType: kind === 'pdf' ? 'application/pdf' : 'application/xml',
    fileName: `${name.replace(/[/\\:*?"<>|]/g, ' ')}.${kind}`,
    download: kind === 'xml',
  }
}
