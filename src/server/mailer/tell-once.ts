import { instantText, type Clock } from '../clock.ts'
import type { Language } from '#texts/language.ts'
import type { MailRow } from './mail-content.ts'
import type { AccountMail, Template } from './mail-kinds.ts'
import { queueForMembers } from './queue-for-members.ts'
import type { Db } from './store.ts'

export type Told = {
  template: Exclude<Template, AccountMail>
  /** The same thing has the same key, and is told once. */
  key: string
  content(language: Language): { values: Record<string, string>; rows?: MailRow[] }
}

/** Writes to an organisation's members, unless that was told before; answers whether it was new. */
export async function tellOnce(
  { db, clock }: { db: Db; clock: Clock },
  organisationId: number,
  { template, key, content }: Told,
): Promise<boolean> {
  const at = instantText(clock.now())
  return db.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('notice')
      .values({ organisation_id: organisationId, key, told_at: at })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'key']).doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) return false
    await queueForMembers(trx, organisationId, { template, at }, content)
    return true
  })
}
