import { isOneMailbox } from '#domain/mailbox.ts'
import type { Language } from '#texts/language.ts'
import { instantText, type Clock } from '../clock.ts'
import { queueNotice } from './queue-notice.ts'
import type { Db } from './store.ts'

export type ContactMessage = {
  name: string
  email: string
  phone: string
  message: string
  language: Language
}

/** For the nightly sweep: what was written to us before that instant. Answers how many messages went. */
export async function forgetContactMessages(db: Db, before: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('contact_message')
    .where('created_at', '<=', before)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/**
 * Keeps what was written to us, sends it to support and tells the writer that it arrived, unless their address has had
 * enough of that. The writer's own words never go to the writer's address: anybody may put another's there. `request`:
 * what is the same of the same request, which is done once.
 */
export async function receiveMessage(
  { db, clock, supportEmail }: { db: Db; clock: Clock; supportEmail: string },
  written: ContactMessage,
  { mayTell, request }: { mayTell: boolean; request: Buffer | null },
): Promise<void> {
  const at = instantText(clock.now())
  const { name, email, phone, message, language } = written
  await db.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows: kept } = await trx
      .insertInto('contact_message')
      .values({ name, email, phone, message, language, created_at: at, request_digest: request })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (kept === 0n) return
    const values = { name, email, phone, message }
    const toSupport = { template: 'contactMessage', recipient: supportEmail } as const
    await queueNotice(trx, { ...toSupport, language: 'es', values, at })
    if (!mayTell || !isOneMailbox(email)) return
    const toWriter = { template: 'contactReceived', recipient: email, language } as const
    await queueNotice(trx, { ...toWriter, values: {}, at })
  })
}
