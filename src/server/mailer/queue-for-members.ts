import type { Language } from '#texts/language.ts'
import { membersOf } from '../users/account/members.ts'
import { queueNotice, type Notice } from './queue-notice.ts'
import type { Db } from './store.ts'

type Content = Pick<Notice, 'values' | 'rows'>

/** One notice to every member of an organisation, each in their language, in the transaction that is the reason for it. */
export async function queueForMembers(
  trx: Db,
  organisationId: number,
  { template, at }: Pick<Notice, 'template' | 'at'>,
  contentIn: (language: Language) => Content,
): Promise<void> {
  for (const { email, language } of await membersOf(trx, organisationId)) {
    await queueNotice(trx, { template, recipient: email, language, at, ...contentIn(language) })
  }
}
