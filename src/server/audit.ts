import type { AuditTextCode } from '#texts/audit.ts'
import type { Kysely } from 'kysely'
import { instantText, type Clock } from './clock.ts'
import type { Schema } from './db/schema.ts'

/** Who did it: a user of the organisation, or nobody but ourselves. */
export interface Author {
  organisationId: number
  userId: number | null
}

/** Codes; their sentences for the user are in the texts they come from. */
export type AuditKind = AuditTextCode

/** On record in the transaction of the change itself. `data` holds codes and ids, never a secret. */
export async function audit(
  trx: Kysely<Schema>,
  clock: Clock,
  author: Author,
  event: { kind: AuditKind; subject: string; data?: Record<string, string | number | string[]> },
): Promise<void> {
  await trx
    .insertInto('audit_event')
    .values({
      organisation_id: author.organisationId,
      user_id: author.userId,
      at: instantText(clock.now()),
      kind: event.kind,
      subject: event.subject,
      data: JSON.stringify(event.data ?? {}),
    })
    .execute()
}
