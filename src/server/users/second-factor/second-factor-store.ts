import { instantText, type Clock } from '../../clock.ts'
import type { Db } from '../account/store.ts'

export interface UserAt {
  organisationId: number
  userId: number
}

export interface SecondFactor {
  secretId: number
  /** Null: begun, and not in force. */
  confirmedAt: string | null
}

export async function findSecondFactor(db: Db, at: UserAt): Promise<SecondFactor | null> {
  const row = await db
    .selectFrom('second_factor')
    .select(['secret_id', 'confirmed_at'])
    .where('organisation_id', '=', at.organisationId)
    .where('user_id', '=', at.userId)
    .executeTakeFirst()
  return row === undefined ? null : { secretId: row.secret_id, confirmedAt: row.confirmed_at }
}

export async function insertSecondFactor(
  trx: Db,
  clock: Clock,
  at: UserAt,
  secretId: number,
): Promise<void> {
  await trx
    .insertInto('second_factor')
    .values({
      organisation_id: at.organisationId,
      user_id: at.userId,
      secret_id: secretId,
      created_at: instantText(clock.now()),
    })
    .execute()
}

export async function confirmSecondFactor(trx: Db, clock: Clock, at: UserAt): Promise<void> {
  await trx
    .updateTable('second_factor')
    .set({ confirmed_at: instantText(clock.now()) })
    .where('organisation_id', '=', at.organisationId)
    .where('user_id', '=', at.userId)
    .execute()
}

/** With its recovery codes; the sealed secret is the vault's to erase. */
export async function deleteSecondFactor(trx: Db, at: UserAt): Promise<void> {
  await trx
    .deleteFrom('second_factor')
    .where('organisation_id', '=', at.organisationId)
    .where('user_id', '=', at.userId)
    .execute()
}

/** False when that step's code, or a later one, was taken before: of two at once only one gets it. */
export async function takeStep(db: Db, at: UserAt, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('organisation_id', '=', at.organisationId)
    .where('user_id', '=', at.userId)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function replaceRecoveryCodes(trx: Db, at: UserAt, hashes: Buffer[]): Promise<void> {
  const mine = { organisation_id: at.organisationId, user_id: at.userId }
  await trx
    .deleteFrom('recovery_code')
    .where('organisation_id', '=', at.organisationId)
    .where('user_id', '=', at.userId)
    .execute()
  await trx
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ ...mine, code_hash: hash })))
    .execute()
}

/** False when there is no such code, or it was used. */
export async function takeRecoveryCode(
  db: Db,
  clock: Clock,
  at: UserAt,
  hash: Buffer,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_code')
    .set({ used_at: instantText(clock.now()) })
    .where('organisation_id', '=', at.organisationId)
    .where('user_id', '=', at.userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function recoveryCodesLeft(db: Db, at: UserAt): Promise<number> {
  const row = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organisation_id', '=', at.organisationId)
    .where('user_id', '=', at.userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}
