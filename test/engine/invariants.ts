import { expect } from 'vitest'
import { isDocumentEventKind, replay } from '#domain/document.ts'
import { chainHash } from '#server/documents/trail.ts'
import { documentsOf, issuedAtSii, type House } from './house.ts'

/** What must hold in every world, whatever broke in it. */
export async function checkInvariants(house: House): Promise<void> {
  const documents = await documentsOf(house)
  const issued = issuedAtSii(house)
  for (const document of documents) {
    const trail = await trailOf(house, document.id)
    expect(replay(trail.map(({ kind }) => ({ kind })))).toBe(document.state)
    checkChain(document.organisation_id, document.id, trail)
    const intents = trail.filter(({ kind }) => kind === 'intent').length
    const released = trail.filter(({ kind }) => kind === 'notSent' || kind === 'queued').length
    expect(intents, 'an intent needs a word that lets it be sent').toBeLessThanOrEqual(released)
    const same = issued.filter(
      (entry) =>
        entry.receiverRut === document.recipient_rut && entry.totalClp === document.total_clp,
    )
    expect(same.length, 'documents at the SII for one key').toBeLessThanOrEqual(1)
    if (document.state === 'issued') {
      expect(same.map(({ folio }) => folio)).toEqual([document.folio])
    }
  }
  for (const entry of issued) {
    expect(entry.timesAsked, 'sends of one folio').toBe(1)
  }
  expect(house.failures).toEqual([])
}

type Trail = Awaited<ReturnType<typeof trailOf>>

async function trailOf({ db }: House, documentId: number) {
  const rows = await db
    .selectFrom('document_event')
    .selectAll()
    .where('document_id', '=', documentId)
    .orderBy('seq')
    .execute()
  return rows.map((row) => {
    if (!isDocumentEventKind(row.kind)) throw new Error(`Unknown event ${row.kind}`)
    return { ...row, kind: row.kind }
  })
}

function checkChain(organisationId: number, documentId: number, trail: Trail): void {
  let previous: Uint8Array = Buffer.alloc(32)
  trail.forEach(({ seq, at, kind, worker, epoch, data, hash }, index) => {
    expect(seq).toBe(index + 1)
    const entry = { organisationId, documentId, seq, at, kind, worker, epoch, data }
    expect(hash.equals(chainHash(previous, entry)), `hash of event ${seq}`).toBe(true)
    previous = hash
  })
}
