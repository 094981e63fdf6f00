import type { Language } from '#texts/language.ts'
import type { MailRow } from './mail-content.ts'
import type { AccountMail, Template } from './mail-kinds.ts'
import type { Db } from './store.ts'

export type Notice = {
  template: Exclude<Template, AccountMail>
  recipient: string
  language: Language
  /** What its texts name: a rule, a company, a day. */
  values: Record<string, string>
  /** What it lists. */
  rows?: MailRow[]
  at: string
}

/** A mail about the user's work, in the transaction that is the reason for it. */
export async function queueNotice(db: Db, notice: Notice): Promise<void> {
  await db
    .insertInto('system_mail')
    .values({
      template: notice.template,
      recipient: notice.recipient,
      language: notice.language,
      data: JSON.stringify({ values: notice.values, rows: notice.rows ?? [] }),
      created_at: notice.at,
      next_try_at: notice.at,
    })
    .execute()
}
