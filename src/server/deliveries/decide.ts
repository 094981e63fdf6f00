import type { Kysely } from 'kysely'
import { audit } from '../audit.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { NotFound, Refused } from '../http/errors.ts'
import type { Session } from '../http/handler.ts'
import { maySendAgain } from './again.ts'
import { annullingNota, validityOf, type Validity } from './annulment.ts'
import { people, type Person } from './compose.ts'
import { mailboxOfRule, peopleOfRule } from './rule-now.ts'
import { lockDelivery, type DeliveryRow } from './store.ts'

/**
 * `sent`: take it as sent. `resend`: send it. `sendAnnulled`: send it although its document is annulled, which the mail
 * says. `sendNota`: mail the nota that annuls it instead. `leave`: it stays unsent, and is asked about no more.
 */
export type Decision = 'sent' | 'resend' | 'sendAnnulled' | 'sendNota' | 'leave'

type Row = Pick<
  DeliveryRow,
  'state' | 'next_try_at' | 'email_account_id' | 'nth' | 'is_last' | 'left_at'
>

/** What decides beside the mail itself. */
export interface OfDocument {
  validity: Validity
  /** The issued nota that annuls it has no mail. */
  isNotaUnmailed: boolean
}

/** Only what will do nothing more by itself is a person's to decide; and of several sendings only the last. */
export function possibleDecisions(row: Row, of: OfDocument): Decision[] {
  if (row.next_try_at !== null || !row.is_last) return []
  const sending = maySendAgain(row) ? [] : sendings(of)
  const leaving: Decision[] = row.left_at === null && of.validity !== 'annulled' ? ['leave'] : []
  switch (row.state) {
    case 'queued':
      // Held by a mailbox that was removed: no other one's button offers it.
      return row.email_account_id === null ? sending : []
    case 'unknown':
      return ['sent', ...sending]
    case 'failed':
    case 'bounced':
      return [...sending, ...leaving]
    case 'sending':
    case 'sent':
      return []
  }
}

function sendings({ validity, isNotaUnmailed }: OfDocument): Decision[] {
  if (validity === 'valid') return ['resend']
  if (validity === 'underWay') return []
  return isNotaUnmailed ? ['sendNota', 'sendAnnulled'] : ['sendAnnulled']
}

/** The document's side of what a person may decide, and the nota that annuls it. */
export async function readOfDocument(db: Kysely<Schema>, row: DeliveryRow) {
  const validity = await validityOf(db, row)
  const found = validity === 'annulled' ? await annullingNota(db, row) : null
  const nota = found?.state === 'issued' ? found : null
  const isNotaUnmailed = nota !== null && !(await hasMail(db, row, nota.id))
  return { validity, nota, isNotaUnmailed }
}

async function hasMail(
  db: Kysely<Schema>,
  { organisation_id }: DeliveryRow,
  documentId: number,
): Promise<boolean> {
  const mail = await db
    .selectFrom('delivery')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .where('document_id', '=', documentId)
    .limit(1)
    .executeTakeFirst()
  return mail !== undefined
}

/**
 * Sent again it goes to whom the rule names now: an address that came back may have been corrected; and from
 * the mailbox that the rule names now, where its own was removed. `shownTo`: the only addresses it may be sent again to.
 */
export async function decide(
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  { organisationId, userId }: Session,
  deliveryId: number,
  decision: Decision,
  shownTo: readonly string[] | null = null,
): Promise<DeliveryRow> {
  return db.transaction().execute(async (trx) => {
    const row = await lockDelivery(trx, { organisationId, id: deliveryId })
    if (row === null) throw new NotFound()
    const of = await readOfDocument(trx, row)
    if (!possibleDecisions(row, of).includes(decision)) throw new Refused(409, 'mailNotInThisState')
    if (
      decision === 'resend' &&
      shownTo !== null &&
      !isSameAs(shownTo, await peopleNow(trx, row))
    ) {
      throw new Refused(409, 'mailNotInThisState')
    }
    if (decision === 'sendNota' && of.nota !== null) await mailNota(trx, clock, row, of.nota.id)
    const changed = await trx
      .updateTable('delivery')
      .set(await changeBy(trx, clock, row, decision))
      .where('organisation_id', '=', organisationId)
      .where('id', '=', deliveryId)
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(
      trx,
      clock,
      { organisationId, userId },
      { kind: 'deliveryDecided', subject: `delivery:${deliveryId}`, data: { decision } },
    )
    return changed
  })
}

function isSameAs(shown: readonly string[], named: readonly Person[]): boolean {
  const now = named.map(({ address }) => address)
  return shown.toSorted().join() === now.toSorted().join()
}

async function changeBy(trx: Kysely<Schema>, clock: Clock, row: DeliveryRow, decision: Decision) {
  const now = instantText(clock.now())
  switch (decision) {
    case 'sent':
      return { state: 'sent', sent_at: now, reason: null, place: null } as const
    case 'leave':
    case 'sendNota':
      return { left_at: now }
    case 'resend':
    case 'sendAnnulled': {
      const to = JSON.stringify(await peopleNow(trx, row))
      const isAnnulled = decision === 'sendAnnulled'
      return {
        ...leavesAnew(row, now, isAnnulled),
        ...(await mailboxNow(trx, row)),
        despite_annulment: isAnnulled,
        recipients: to,
      }
    }
  }
}

/**
 * Takes its turn again from the beginning. What a provider has taken once, or what must say more than it said, is
 * written again under a new Message-ID: a look at the provider must not take the first mail for this one.
 */
export function leavesAnew(row: DeliveryRow, now: string, isOtherText = false) {
  const isNewMail = isOtherText || row.reason === 'returned'
  return {
    state: 'queued',
    next_try_at: now,
    tries: 0,
    looks: 0,
    reason: null,
    place: null,
    left_at: null,
    ...(isNewMail ? { composed_at: null, message_id: null, subject: null, body_html: null } : {}),
  } as const
}

/** To those who would have got its factura's; a nota has at most one first mail. */
async function mailNota(
  trx: Kysely<Schema>,
  clock: Clock,
  row: DeliveryRow,
  notaId: number,
): Promise<void> {
  const now = instantText(clock.now())
  await trx
    .insertInto('delivery')
    .values({
      organisation_id: row.organisation_id,
      document_id: notaId,
      purpose: 'document',
      email_account_id: row.email_account_id ?? (await mailboxOfRule(trx, row)),
      subject_template: '',
      body_template: '',
      recipients: JSON.stringify(await peopleNow(trx, row)),
      next_try_at: now,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'document_id', 'purpose', 'nth']).doNothing(),
    )
    .execute()
}

async function mailboxNow(trx: Kysely<Schema>, row: DeliveryRow) {
  return row.email_account_id === null ? { email_account_id: await mailboxOfRule(trx, row) } : {}
}

/** As before when the rule names nobody any more, and where a person chose to whom it goes (again.ts). */
export async function peopleNow(db: Kysely<Schema>, row: DeliveryRow): Promise<Person[]> {
  const named = row.nth > 1 ? [] : await peopleOfRule(db, row)
  return named.length === 0 ? people.parse(row.recipients) : named
}
