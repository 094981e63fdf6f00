import type { Kysely } from 'kysely'
import { knownDay, timeInChile } from '#domain/day.ts'
import { REMINDER_HOURS, reminderDays, type PlannedStep } from '#domain/reminders.ts'
import { audit } from '../../audit.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { NotFound } from '../../http/errors.ts'
import { readOwing, type CompanyAt } from './owing.ts'
import { withoutTaken } from './plan.ts'
import { readSetting } from './setting.ts'

type Db = Kysely<Schema>
type Needs = { db: Db; clock: Clock }
type By = { organisationId: number; userId: number }

/** Whose reminders are muted: one document's, or all of a client's. */
export type Muted = CompanyAt & ({ documentId: number } | { clientRut: string })

/** 404 for a document that is not the organisation's or whose payment is not followed. */
export async function receivableAt(db: Db, organisationId: number, documentId: number) {
  const row = await db
    .selectFrom('receivable')
    .innerJoin('document', (join) =>
      join
        .onRef('document.organisation_id', '=', 'receivable.organisation_id')
        .onRef('document.id', '=', 'receivable.document_id'),
    )
    .select(['receivable.company_id', 'receivable.client_rut', 'document.recipient_name'])
    .where('receivable.organisation_id', '=', organisationId)
    .where('receivable.document_id', '=', documentId)
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  const { company_id: companyId, client_rut: clientRut, recipient_name: clientName } = row
  return { organisationId, companyId, clientRut, clientName, documentId }
}

/** By whom; `refund`: money of the document was given back without a nota, and its owner has not said yet that it is owed. */
export async function mutedBy(db: Db, of: Muted): Promise<'person' | 'refund' | null> {
  const row = await muteOf(db, of).select('muted_by').executeTakeFirst()
  if (row === undefined) return null
  return row.muted_by === null ? 'refund' : 'person'
}

function muteOf(db: Db, of: Muted) {
  const rows = db
    .selectFrom('reminder_mute')
    .select('id')
    .where('organisation_id', '=', of.organisationId)
  return 'documentId' in of
    ? rows.where('document_id', '=', of.documentId)
    : rows.where('company_id', '=', of.companyId).where('client_rut', '=', of.clientRut)
}

/** Twice is once. What a mail says is judged as it leaves, so that one that is queued is stopped, too. */
export function setMuted(
  { db, clock }: Needs,
  { organisationId, userId }: By,
  of: Muted,
  muted: boolean,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const isOfDocument = 'documentId' in of
    const changed = muted
      ? await trx
          .insertInto('reminder_mute')
          .values({
            organisation_id: organisationId,
            company_id: of.companyId,
            client_rut: isOfDocument ? null : of.clientRut,
            document_id: isOfDocument ? of.documentId : null,
            muted_at: instantText(clock.now()),
            muted_by: userId,
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .execute()
      : await trx
          .deleteFrom('reminder_mute')
          .where('organisation_id', '=', organisationId)
          .where('id', 'in', muteOf(trx, of))
          .returning('id')
          .execute()
    if (changed.length === 0) return
    const kind = muted ? 'remindersMuted' : 'remindersUnmuted'
    const subject = isOfDocument ? `document:${of.documentId}` : `company:${of.companyId}`
    await audit(trx, clock, { organisationId, userId }, { kind, subject })
  })
}

/** The next step that a document's client is reminded at, as things stand; null: none comes. */
export async function nextStep(
  { db, clock }: Needs,
  at: CompanyAt & { documentId: number },
): Promise<PlannedStep | null> {
  const setting = await readSetting(db, at)
  if (setting === null) return null
  const { day: today, hour } = timeInChile(clock.now())
  const isOver = hour >= REMINDER_HOURS.toHour
  const owing = await readOwing(db, at, {
    from: setting.firstDueDay,
    documentIds: [at.documentId],
  })
  const planned = owing.flatMap((one) =>
    reminderDays(one.dueDay)
      .filter(({ day }) => (isOver ? day > today : day >= today))
      .map((step) => ({ ...one, ...step })),
  )
  const [next] = await withoutTaken(db, at, planned)
  return next === undefined ? null : { step: next.step, day: next.day }
}

/** What was queued of a document, the newest first. */
export async function remindersOf(db: Db, organisationId: number, documentId: number) {
  const rows = await db
    .selectFrom('reminder')
    .innerJoin('reminder_mail as mail', (join) =>
      join
        .onRef('mail.organisation_id', '=', 'reminder.organisation_id')
        .onRef('mail.delivery_id', '=', 'reminder.delivery_id'),
    )
    .innerJoin('delivery', (join) =>
      join
        .onRef('delivery.organisation_id', '=', 'mail.organisation_id')
        .onRef('delivery.id', '=', 'mail.delivery_id'),
    )
    .select(['mail.day', 'reminder.step', 'delivery.state', 'delivery.reason'])
    .where('reminder.organisation_id', '=', organisationId)
    .where('reminder.document_id', '=', documentId)
    .orderBy('mail.day', 'desc')
    .limit(MAX_SHOWN)
    .execute()
  return rows.map(({ day, step, state, reason }) => ({
    day: knownDay(day),
    step,
    state: shownAs(state),
    reason: state === 'sent' ? null : reason,
  }))
}

const MAX_SHOWN = 50

function shownAs(state: 'queued' | 'sending' | 'sent' | 'bounced' | 'failed' | 'unknown') {
  if (state === 'sending') return 'queued'
  return state === 'bounced' ? 'failed' : state
}
