import { sql, type Kysely, type Selectable } from 'kysely'
import type { Schema } from '../../db/schema.ts'

export type AccountAt = { organisationId: number; accountId: number }
export type AccountRow = Selectable<Schema['email_account']>
export type Db = Kysely<Schema>

/** The user's mailboxes, each with how many mails it holds back. A few dozen at most. */
export async function readAccounts(db: Db, organisationId: number, accountId?: number) {
  return db
    .selectFrom('email_account as account')
    .selectAll('account')
    .select((eb) =>
      eb
        .selectFrom('delivery')
        .whereRef('delivery.organisation_id', '=', 'account.organisation_id')
        .whereRef('delivery.email_account_id', '=', 'account.id')
        .where('delivery.organisation_id', '=', organisationId)
        .where('delivery.state', '=', 'queued')
        .where('delivery.next_try_at', 'is', null)
        .select(sql<number>`count(*)::int`.as('count'))
        .as('pending'),
    )
    .where('account.organisation_id', '=', organisationId)
    .$if(accountId !== undefined, (rows) => rows.where('account.id', '=', accountId ?? 0))
    .orderBy('account.id')
    .limit(MOST_ACCOUNTS)
    .execute()
}

export const MOST_ACCOUNTS = 50

export type ListedAccount = Awaited<ReturnType<typeof readAccounts>>[number]

export async function lockAccount(trx: Db, at: AccountAt): Promise<AccountRow | null> {
  const row = await trx
    .selectFrom('email_account')
    .selectAll()
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.accountId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function hasEmailAccount(
  db: Db,
  { organisationId, emailAccountId }: { organisationId: number; emailAccountId: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('email_account')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', emailAccountId)
    .executeTakeFirst()
  return row !== undefined
}

/** For the nightly sweep: tries at connecting a mailbox that ran out before that instant. */
export async function forgetConnecting(db: Db, before: string): Promise<void> {
  await db.deleteFrom('oauth_attempt').where('expires_at', '<=', before).execute()
}
