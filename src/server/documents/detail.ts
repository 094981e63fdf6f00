import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { NotFound } from '../http/errors.ts'
import type { Session } from '../http/handler.ts'
import { alikeOf, type Alike } from './alike.ts'
import { waitsFor } from './behind-uncertain.ts'
import { frozenContent } from './content.ts'
import { notasOf } from './nota.ts'
import { presentDetail } from './presenter.ts'
import { readDocumentRow, readEvents, type ListedDocument } from './store.ts'

/** One document with its trail, as the API shows it. */
export async function readDocument(db: Kysely<Schema>, session: Session, id: number) {
  const at = { organisationId: session.organisationId, id }
  const row = await readDocumentRow(db, at)
  if (row === null) throw new NotFound()
  const [events, alike] = [await readEvents(db, at), await repeatedBy(db, row)]
  const ahead = row.reason === 'behindUncertain' ? await waitsFor(db, row) : null
  const notas = row.kind === 'factura' ? await notasOf(db, row) : []
  return presentDetail(row, { events, alike, ahead, notas })
}

/** Looked for again each time: the one it resembled may have been stopped meanwhile. */
async function repeatedBy(db: Kysely<Schema>, row: ListedDocument): Promise<Alike | null> {
  return row.reason === 'looksRepeated' ? alikeOf(db, row, frozenContent(row)) : null
}
