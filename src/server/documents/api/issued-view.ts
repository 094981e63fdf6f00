import type { Kysely } from 'kysely'
import { dayInChile, knownDay } from '#domain/day.ts'
import { standingOf } from '#domain/standing.ts'
import { mailTexts } from '#texts/mails.ts'
import type { Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { factsOf } from '../../standing/standing-facts.ts'
import type { Bytes } from '../../http/bytes.ts'
import { frozenContent } from '../content/content.ts'
import { presentContent, presentRow } from './presenter.ts'
import { readDocumentRow, readFile } from './store.ts'

type At = { organisationId: number; id: number }

/** A document as whoever it is for may see it; null unless it was issued. */
export async function issuedDocument(needs: { db: Kysely<Schema>; clock: Clock }, at: At) {
  const row = await readDocumentRow(needs, at)
  if (row === null || row.content === null) return null
  if (row.state !== 'issued' && row.state !== 'annulled') return null
  const shown = presentRow(row)
  const today = dayInChile(needs.clock.now())
  const day = knownDay(shown.emission_date)
  const facts = { ...factsOf(row), state: row.state, day, today, hasFiles: shown.has_pdf }
  return {
    ...shown,
    kind: row.kind,
    state: row.state,
    content: presentContent(frozenContent(row)),
    files_coming: standingOf(facts).files === 'coming',
  }
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
