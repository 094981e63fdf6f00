import { audit } from '../../audit.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Session } from '../../http/handler.ts'
import { mailKinds, type MailKind } from '../mail-kinds.ts'
import type { Db } from '../store.ts'

export type MailPreferences = Record<MailKind, boolean>

/** What a user wants; whatever was never said is on. */
export async function readPreferences(db: Db, userId: number): Promise<MailPreferences> {
  const rows = await db
    .selectFrom('mail_preference')
    .select(['kind', 'is_on'])
    .where('user_id', '=', userId)
    .execute()
  const isOn = (kind: MailKind): boolean => rows.find((row) => row.kind === kind)?.is_on ?? true
  return {
    newSignIn: isOn('newSignIn'),
    monthlyValues: isOn('monthlyValues'),
    checkFailed: isOn('checkFailed'),
    documentUncertain: isOn('documentUncertain'),
    paymentReceived: isOn('paymentReceived'),
    mailboxDisconnected: isOn('mailboxDisconnected'),
    issuedToday: isOn('issuedToday'),
    weeklyDigest: isOn('weeklyDigest'),
  }
}

/** Only what is named changes. */
export async function changePreferences(
  { db, clock }: { db: Db; clock: Clock },
  { organisationId, userId }: Pick<Session, 'organisationId' | 'userId'>,
  wishes: Partial<MailPreferences>,
): Promise<MailPreferences> {
  return db.transaction().execute(async (trx) => {
    const before = await readPreferences(trx, userId)
    const changed = mailKinds.filter(
      (kind) => wishes[kind] !== undefined && wishes[kind] !== before[kind],
    )
    for (const kind of changed) {
      await setPreference(trx, clock, { userId, kind, isOn: wishes[kind] ?? true })
    }
    if (changed.length > 0) {
      await audit(
        trx,
        clock,
        { organisationId, userId },
        { kind: 'mailPreferencesChanged', subject: `user:${userId}`, data: { kinds: changed } },
      )
    }
    return { ...before, ...wishes }
  })
}

export async function setPreference(
  db: Db,
  clock: Clock,
  { userId, kind, isOn }: { userId: number; kind: MailKind; isOn: boolean },
): Promise<void> {
  const values = { is_on: isOn, changed_at: instantText(clock.now()) }
  await db
    .insertInto('mail_preference')
    .values({ user_id: userId, kind, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(values))
    .execute()
}

/** Of whoever reads that address; null when it is no user's. */
export async function mailWish(
  db: Db,
  email: string,
  kind: MailKind,
): Promise<{ userId: number; isOn: boolean } | null> {
  const row = await db
    .selectFrom('app_user')
    .leftJoin('mail_preference', (join) =>
      join
        .onRef('mail_preference.user_id', '=', 'app_user.id')
        .on('mail_preference.kind', '=', kind),
    )
    .select(['app_user.id', 'mail_preference.is_on'])
    .where('app_user.email', '=', email)
    .executeTakeFirst()
  return row === undefined ? null : { userId: row.id, isOn: row.is_on ?? true }
}
