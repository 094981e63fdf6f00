import { sql } from 'kysely'
import { dayInChile, type Day } from '#domain/day.ts'
import { sumClp } from '#domain/money.ts'
import { isGenericRut } from '#domain/rut.ts'
import { openClp, paymentClosed, type Receivable } from '#domain/receivable.ts'
import type { Clock } from '../../clock.ts'
import { Refused } from '../../http/errors.ts'
import { receivableOf } from '../../standing/receivable-facts.ts'
import { isBeingChecked } from '../owed/is-being-checked.ts'
import { lockReceivable, type Db } from '../owed/receivable.ts'
import type { Payer } from './payer.ts'

/** So many are shown, those that are due first. */
const MAX_SHOWN = 100

export interface OpenDocument {
  documentId: number
  kind: 'factura' | 'boletaHonorarios'
  folio: number | null
  issueDay: string | null
  receivable: Receivable
  isChecking: boolean
}

/**
 * What a client can pay an issuer by pages of ours, by due day: not what its owner shows to nobody any more, nor what
 * takes no payment. `ids`: of these alone. None where many clients share the RUT.
 */
export async function openDocuments(
  db: Db,
  { organisationId, companyId, clientRut }: Payer,
  today: Day,
  ids?: readonly number[],
): Promise<OpenDocument[]> {
  if (isGenericRut(clientRut)) return []
  const rows = await db
    .selectFrom('receivable')
    .innerJoin('document', (join) =>
      join
        .onRef('document.organisation_id', '=', 'receivable.organisation_id')
        .onRef('document.id', '=', 'receivable.document_id'),
    )
    .selectAll('receivable')
    .select(['document.kind', 'document.folio', 'document.issue_day'])
    .select(isBeingChecked.as('is_checking'))
    .where('receivable.organisation_id', '=', organisationId)
    .where('receivable.company_id', '=', companyId)
    .where('receivable.client_rut', '=', clientRut)
    .where('document.state', '=', 'issued')
    .where('receivable.closes_day', '>=', today)
    .where(isOpen)
    .where(isNotWithdrawn)
    .$if(ids !== undefined, (query) =>
      query.where('receivable.document_id', 'in', [...(ids ?? [])]),
    )
    .orderBy('receivable.due_day')
    .orderBy('receivable.document_id')
    .limit(MAX_SHOWN)
    .execute()
  return rows.flatMap((row) => {
    const receivable = receivableOf(row)
    const { kind } = row
    if (receivable === null || kind === 'notaCredito') return []
    if (paymentClosed(receivable, today) !== null) return []
    const { document_id: documentId, folio, issue_day: issueDay, is_checking: isChecking } = row
    return [{ documentId, kind, folio, issueDay, receivable, isChecking }]
  })
}

// As the partial index of what is open has it.
const isOpen = sql<boolean>`(not receivable.is_annulled
  and receivable.paid_clp - receivable.refunded_clp < receivable.base_clp - receivable.taken_back_clp)`

/** Its owner withdrew its addresses and made no other. */
const isNotWithdrawn = sql<boolean>`(not exists (select from document_link link
    where link.organisation_id = receivable.organisation_id and link.document_id = receivable.document_id)
  or exists (select from document_link link
    where link.organisation_id = receivable.organisation_id and link.document_id = receivable.document_id
      and link.revoked_at is null))`

export interface Choice {
  documentIds: readonly number[]
  /** What their payer saw that they come to. */
  totalClp: number
}

/**
 * The chosen documents, locked, each with all that is open of it. Refused when one of them is not the payer's to pay any
 * more, waits for a word about a transfer or an online payment, or when together they come to something else than was seen.
 */
export async function lockChoice(
  trx: Db,
  clock: Clock,
  payer: Payer,
  { documentIds, totalClp }: Choice,
): Promise<OpenDocument[]> {
  const ids = [...new Set(documentIds)].toSorted((one, other) => one - other)
  const { organisationId } = payer
  // In one order, so that two choices of the same documents wait for each other and don't both wait.
  for (const documentId of ids) await lockReceivable(trx, { organisationId, documentId })
  const today = dayInChile(clock.now())
  const open = await openDocuments(trx, payer, today, ids)
  const free = open.filter(
    ({ receivable, isChecking }) => receivable.declaredClp === 0 && !isChecking,
  )
  const sum = sumClp(free.map(({ receivable }) => openClp(receivable)))
  if (free.length !== ids.length || sum !== totalClp) {
    throw new Refused(409, 'jointChoiceChanged', { code: 'joint_choice_changed' })
  }
  return free
}
