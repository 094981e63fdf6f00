import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { NotFound } from '../../http/errors.ts'
import type { Session } from '../../http/handler.ts'
import { wayBack, type RestoreNeeds } from '../actions/restore.ts'
import { draftOf } from '../content/draft.ts'
import { alikeOf, type Alike } from '../freeze/similar-documents.ts'
import { waitsFor } from '../queue/waiting-behind-uncertain.ts'
import { frozenContent } from '../content/content.ts'
import { notasOf } from '../content/nota-credito.ts'
import { openTwins } from '../reconcile/twins.ts'
import { eventsBefore, readTrail } from '../trail/read-trail.ts'
import { presentDetail, presentEvent } from './presenter.ts'
import { readReceiver } from './receiver.ts'
import { readDocumentRow, type ListedDocument } from './store.ts'

/** One document with its trail, as the API shows it. */
export async function readDocument(needs: RestoreNeeds, session: Session, id: number) {
  const { db } = needs
  const at = { organisationId: session.organisationId, id }
  const row = await readDocumentRow(needs, at)
  if (row === null) throw new NotFound()
  const trail = await readTrail(db, at, row.state)
  const alike = await repeatedBy(db, row)
  const ahead = row.reason === 'behindUncertain' ? await waitsFor(db, row) : null
  const notas = row.kind === 'factura' ? await notasOf(needs, row) : []
  const twins = row.reason === 'twinFound' ? await openTwins(db, row) : []
  const draft = await draftOf(needs, row)
  const way = await wayBack(needs, row)
  const receiver = row.reaction_state === null ? null : await readReceiver(db, at)
  return presentDetail(row, { trail, alike, twins, ahead, notas, draft, way, receiver })
}

/** What happened before the event of that number, a page of it. */
export async function readEarlierEvents(
  needs: RestoreNeeds,
  session: Session,
  id: number,
  before: number,
) {
  const at = { organisationId: session.organisationId, id }
  if ((await readDocumentRow(needs, at)) === null) throw new NotFound()
  const events = await eventsBefore(needs.db, at, before)
  return { events: events.map(presentEvent) }
}

/** Looked for again each time: the one it resembled may have been stopped meanwhile. */
async function repeatedBy(db: Kysely<Schema>, row: ListedDocument): Promise<Alike | null> {
  return row.reason === 'looksRepeated' ? alikeOf(db, row, frozenContent(row)) : null
}
