import type { z } from 'zod'
import type { readPayerAccess } from '#contract/payer-access.ts'
import { dayInChile } from '#domain/day.ts'
import { daysOverdue, openClp } from '#domain/receivable.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { FoundLink } from '../../links/document-links.ts'
import { RECENT_MS, shownState, toldSince } from '../attempts/present.ts'
import type { Db } from '../owed/receivable.ts'
import type { OpenList } from './access.ts'
import { openDocuments, type OpenDocument } from './open-documents.ts'

type Wire = z.input<(typeof readPayerAccess)['reply']>

const CLOSED: Wire = { until: null, documents: [], attempt: null }

/** What the browser sees on this page; nothing while the list isn't open in it. */
export async function accessToWire(
  { db, clock }: { db: Db; clock: Clock },
  link: FoundLink,
  open: OpenList | null,
): Promise<Wire> {
  if (open === null) return CLOSED
  const today = dayInChile(clock.now())
  const documents = await openDocuments(db, open.payer, today)
  return {
    until: instantText(open.untilMs),
    documents: documents.map(({ documentId, issueDay, receivable, isChecking, ...document }) => ({
      id: documentId,
      document_type: typeOf(document),
      folio: document.folio,
      emission_date: issueDay,
      due_day: receivable.dueDay,
      days_overdue: daysOverdue(receivable, today),
      open: openClp(receivable),
      is_declared: receivable.declaredClp > 0,
      is_checking: isChecking,
      is_here: documentId === link.documentId,
    })),
    attempt: await jointAttemptOf(db, clock, link),
  }
}

/** The last payment of other documents too that was begun from this page of late, with what it pays of each. */
async function jointAttemptOf(
  db: Db,
  clock: Clock,
  { organisationId, documentId, linkId }: FoundLink,
): Promise<Wire['attempt']> {
  const attempt = await db
    .selectFrom('payment_attempt as attempt')
    .select(['attempt.id', 'attempt.provider', 'attempt.state', 'attempt.is_checking'])
    .select(['attempt.provider_ref', 'amount_clp'])
    .where('attempt.organisation_id', '=', organisationId)
    .where('attempt.link_id', '=', linkId)
    .where((eb) =>
      eb.or([
        eb('attempt.is_checking', '=', true),
        eb('attempt.started_at', '>=', instantText(clock.now() - RECENT_MS)),
      ]),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('payment_attempt_share as share')
          .select('share.document_id')
          .whereRef('share.organisation_id', '=', 'attempt.organisation_id')
          .whereRef('share.attempt_id', '=', 'attempt.id')
          .where('share.document_id', '<>', documentId),
      ),
    )
    .orderBy('attempt.is_checking', 'desc')
    .orderBy(toldSince, 'desc')
    .orderBy('attempt.id', 'desc')
    .executeTakeFirst()
  if (attempt === undefined) return null
  const shares = await db
    .selectFrom('payment_attempt_share as share')
    .innerJoin('document', (join) =>
      join
        .onRef('document.organisation_id', '=', 'share.organisation_id')
        .onRef('document.id', '=', 'share.document_id'),
    )
    .select(['document.kind', 'document.folio', 'share.amount_clp'])
    .where('share.organisation_id', '=', organisationId)
    .where('share.attempt_id', '=', attempt.id)
    .orderBy('document.id')
    .execute()
  return {
    provider: attempt.provider,
    amount: attempt.amount_clp,
    state: shownState(attempt),
    documents: shares.map(({ kind, folio, amount_clp: amount }) => ({
      document_type: typeOf({ kind }),
      folio,
      amount,
    })),
  }
}

function typeOf({ kind }: { kind: OpenDocument['kind'] | 'notaCredito' }): 33 | 39 {
  return kind === 'boletaHonorarios' ? 39 : 33
}
