import { instantText } from '../../clock.ts'
import { queueNotice } from '../../mailer/queue-notice.ts'
import { membersOf } from '../../users/account/members.ts'
import type { ConnectionNeeds } from './store.ts'

/** Whoever changes where the money goes may be a stranger, so every member is told. */
export async function tellMembers(
  { db, clock }: Pick<ConnectionNeeds, 'db' | 'clock'>,
  { organisationId }: { organisationId: number },
  template: 'paymentConnection' | 'paymentConnectionEnded',
  values: Record<string, string>,
): Promise<void> {
  const at = instantText(clock.now())
  for (const { email, language } of await membersOf(db, organisationId)) {
    await queueNotice(db, { template, recipient: email, language, at, values })
  }
}
