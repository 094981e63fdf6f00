import { addDays, dayInChile } from '#domain/day.ts'
import { disconnect } from '../mailer/accounts/disconnect.ts'
import { createMailboxKeys, type KeyNeeds } from '../mailer/accounts/mailbox-keys.ts'
import type { ProviderName } from '../mailer/providers/provider.ts'
import { DAYS_AHEAD } from './check-ahead.ts'

const MOST_MAILBOXES = 5_000
/** One mailbox's odd answer is not its provider being away. */
const MOST_UNANSWERED = 3

/**
 * Asks for a fresh key of each mailbox that a rule sends from in the coming days: one that died since last
 * month is known before its rule issues, not by it. A provider that is away is asked no more this time.
 * Answers how many were dead.
 */
export async function tryMailboxes(
  needs: KeyNeeds,
  onFailure: (accountId: number, error: unknown) => void,
): Promise<number> {
  const keys = createMailboxKeys(needs)
  const unanswered: Record<ProviderName, number> = { google: 0, microsoft: 0 }
  let dead = 0
  for (const { organisation_id: organisationId, id, provider } of await mailboxesDue(needs)) {
    if (unanswered[provider] >= MOST_UNANSWERED) continue
    const at = { organisationId, accountId: id }
    try {
      const key = await keys.keyOf(at)
      if (key.kind === 'unavailable') unanswered[provider] += 1
      if (key.kind !== 'disconnected') continue
      await disconnect(needs, at, key.reason)
      dead += 1
    } catch (error) {
      onFailure(id, error)
    }
  }
  return dead
}

async function mailboxesDue({ db, clock }: Pick<KeyNeeds, 'db' | 'clock'>) {
  const today = dayInChile(clock.now())
  return db
    .selectFrom('email_account as account')
    .innerJoin('invoice_rule as rule', (join) =>
      join
        .onRef('rule.organisation_id', '=', 'account.organisation_id')
        .onRef('rule.email_account_id', '=', 'account.id'),
    )
    .select(['account.organisation_id', 'account.id', 'account.provider'])
    .distinct()
    .where('account.state', '=', 'connected')
    .where('rule.send_email_automatic', '=', true)
    .where('rule.is_paused', '=', false)
    .where('rule.deleted_at', 'is', null)
    .where('rule.next_emission_day', '>=', today)
    .where('rule.next_emission_day', '<=', addDays(today, DAYS_AHEAD))
    .limit(MOST_MAILBOXES)
    .execute()
}
