import type { Language } from '#texts/language.ts'
import type { Db } from './store.ts'

const MOST_MEMBERS = 100

/** Whom an organisation's mails go to, each in their language. */
export function membersOf(
  db: Db,
  organisationId: number,
): Promise<{ userId: number; email: string; language: Language }[]> {
  return db
    .selectFrom('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .select(['app_user.id as userId', 'app_user.email', 'app_user.language'])
    .where('membership.organisation_id', '=', organisationId)
    .where('app_user.activated_at', 'is not', null)
    .orderBy('app_user.id')
    .limit(MOST_MEMBERS)
    .execute()
}
