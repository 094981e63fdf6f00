import { expect } from 'vitest'
import { isDocumentEventKind, replay } from '#domain/document.ts'
import { chainHash } from '#server/documents/trail/trail.ts'
import { documentsOf, issuedAtSii, type House } from './house.ts'

/** What must hold in every world, whatever broke in it. Boletas are on another list of the SII's; only their trails are checked. */
export async function checkInvariants(house: House): Promise<void> {
  const documents = (await documentsOf(house)).filter(({ kind }) => kind !== 'boletaHonorarios')
  const issued = issuedAtSii(house)
  const attempts = await house.db.selectFrom('attempt').selectAll().execute()
  await checkTrails(house)
  for (const document of documents) {
    const signed = attempts
      .filter((attempt) => attempt.document_id === document.id)
      .flatMap(({ signed_folio }) => (signed_folio === null ? [] : [signed_folio]))
    const own = issued.filter(({ folio }) => signed.includes(folio))
    expect(own.length, 'documents at the SII for one key').toBeLessThanOrEqual(1)
    if (document.state === 'issued') {
      expect(own.map(({ folio }) => folio)).toEqual([document.folio])
      expect(own[0]).toMatchObject({
        receiverRut: document.recipient_rut,
        totalClp: document.total_clp,
      })
    }
  }
  const known = new Set(attempts.map(({ signed_folio }) => signed_folio))
  expect(
    issued.filter(({ folio }) => !known.has(folio)),
    'documents at the SII that nobody can explain',
  ).toEqual([])
  const sentByUs = house.simulator.admin.requests().filter(isSend).length
  expect(sentByUs, 'requests that issue, against intents').toBeLessThanOrEqual(attempts.length)
}

/** Every trail replays to its document's state, unbroken, and no intent was without leave. */
export async function checkTrails(house: House): Promise<void> {
  for (const document of await documentsOf(house)) {
    const trail = await trailOf(house, document.id)
    expect(replay(trail.map(({ kind }) => ({ kind })))).toBe(document.state)
    checkChain(document.organisation_id, document.id, trail)
    const intents = trail.filter(({ kind }) => kind === 'intent').length
    const released = trail.filter(({ kind }) => kind === 'notSent' || kind === 'queued').length
    expect(intents, 'an intent needs a word that lets it be sent').toBeLessThanOrEqual(released)
  }
  expect(house.failures).toEqual([])
}

function isSend({ method, path }: { method: string; path: string }): boolean {
  return method === 'POST' && path.endsWith('/mipeSendXML.cgi')
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
