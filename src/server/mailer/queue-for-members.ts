import type { Language } from '#texts/language.ts'
import { membersOf } from '../users/account/members.ts'
import { queueNotice, type Notice } from './queue-notice.ts'
import type { Db } from './store.ts'

type Content = Pick<Notice, 'values' | 'rows'>

/**
 * One notice to every member of an organisation, each in their language, in the transaction that is the reason for it; to
 * all but `seenBy`, who was shown the same on the screen.
 */
export async function queueForMembers(
  trx: Db,
  organisationId: number,
  { template, at, seenBy = null }: Pick<Notice, 'template' | 'at'> & { seenBy?: number | null },
  contentIn: (language: Language) => Content,
): Promise<void> {
  for (const { userId, email, language } of await membersOf(trx, organisationId)) {
    if (userId === seenBy) continue
    await queueNotice(trx, { template, recipient: email, language, at, ...contentIn(language) })
  }
}
