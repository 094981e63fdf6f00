import type { NotaContent } from '#domain/document.ts'
import type { DocumentReason } from '#domain/reason.ts'
import type { Answer } from '#sii/sii.ts'
import type { Lease } from '../../facturators/lease.ts'
import { withPortalSession, type PortalAnswer } from '../../facturators/portal.ts'
import type { Taken } from '../portal/adapter.ts'
import { recordTaken } from '../issue/outcome.ts'
import {
  actorOf,
  claimedFolios,
  recordSetback,
  setbackOf,
  type PortalDocument,
  type PortalStepNeeds,
} from '../portal/portal-step.ts'
import { confirmAdopted } from './confirm-adopted.ts'
import { readTaken } from '../portal/outside-nota.ts'
import { rowsOf, TIPO_DTE } from '../portal/issued-list.ts'
import { lockDocument, record } from '../trail/trail.ts'

/** The SII's list may be behind what somebody has just made there. */
const LOOK_AGAIN_MS = 10 * 60_000
const MOST_LOOKS = 6

type Found = { kind: 'taken'; taken: Taken } | { kind: 'absent' } | { kind: 'ofAnother' }

/**
 * A person says which number a nota got that they made at the portal, or which one there this document is. It is believed when the SII's list has
 * it and its XML is about that factura; until then nothing of it counts, and nothing is ever sent.
 */
export async function confirmTold(
  needs: PortalStepNeeds,
  lease: Lease,
  document: PortalDocument,
): Promise<void> {
  const folio = document.row.told_folio
  if (document.row.state !== 'queued' || folio === null) return
  await needs.boundary('beforeLook')
  if (document.content.kind !== 'notaCredito') {
    await confirmAdopted(needs, lease, document, folio)
    return
  }
  const answer = await find(needs, lease, document, { folio, content: document.content })
  if (answer.kind !== 'ok') {
    await recordSetback(needs, actorOf(lease), document, setbackOf(answer))
    return
  }
  switch (answer.value.kind) {
    case 'taken':
      return recordTaken(needs, actorOf(lease), document, answer.value.taken, 'person')
    case 'absent':
      return document.row.tries + 1 < MOST_LOOKS
        ? lookAgain(needs, lease, document)
        : stop(needs, lease, document, 'notaNotFound')
    case 'ofAnother':
      return stop(needs, lease, document, 'notaOfAnother')
  }
}

function find(
  needs: PortalStepNeeds,
  lease: Lease,
  document: PortalDocument,
  told: { folio: number; content: NotaContent },
): Promise<PortalAnswer<Found>> {
  return withPortalSession(needs, lease, document.user, (session) =>
    session.withCompany(document.company, async (portal): Promise<Answer<Found>> => {
      const asked = { tipoDte: TIPO_DTE.notaCredito, folio: told.folio }
      const listed = await rowsOf(portal, asked)
      if (listed.kind !== 'ok') return listed
      const row = listed.value.find(({ folio }) => folio === told.folio)
      if (row === undefined) return { kind: 'ok', value: { kind: 'absent' } }
      const claimed = await claimedFolios(needs.db, document, [told.folio])
      if (claimed.size > 0) return { kind: 'ok', value: { kind: 'ofAnother' } }
      const taken = await readTaken(portal, row, told.content)
      if (taken.kind !== 'ok') return taken
      const { value } = taken
      const found =
        value === null ? ({ kind: 'ofAnother' } as const) : { kind: 'taken' as const, taken: value }
      return { kind: 'ok', value: found }
    }),
  )
}

async function lookAgain(
  needs: PortalStepNeeds,
  lease: Lease,
  document: PortalDocument,
): Promise<void> {
  const atMs = needs.clock.now() + LOOK_AGAIN_MS
  const setback = { kind: 'later', reason: 'notaNotYetListed', atMs, text: null } as const
  await recordSetback(needs, actorOf(lease), document, setback)
}

async function stop(
  { db, clock }: PortalStepNeeds,
  lease: Lease,
  { row: { organisation_id: organisationId, id } }: PortalDocument,
  reason: DocumentReason,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await lockDocument(trx, { organisationId, id })
    if (row?.state !== 'queued') return
    const change = { reason, reason_text: null, next_try_at: null }
    await record(trx, clock, actorOf(lease), row, { kind: 'failed', reason }, change)
  })
}
