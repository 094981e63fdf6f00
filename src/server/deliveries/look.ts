import { instantText } from '../clock.ts'
import { disconnect } from '../mailer/accounts/disconnect.ts'
import type { Key } from '../mailer/accounts/mailbox-keys.ts'
import type { LookUp, ProviderName } from '../mailer/providers/provider.ts'
import type { DeliveryNeeds } from './needs.ts'
import { firstReturnLook } from './returns.ts'
import { change, type DeliveryRow } from './store.ts'

/** An upload session knows for sure; a mailbox may show what was sent a while later. */
const LOOKS_THAT_PROVE: Record<ProviderName, number> = { google: 1, microsoft: 3 }
const WAITS_MS = [2 * 60_000, 10 * 60_000]
const MOST_LOOKS = 12

type OpenKey = Extract<Key, { kind: 'key' }>

/**
 * A mail in doubt is looked for at the provider before anything is sent again: found, it is sent; proved
 * absent, it is queued anew under the same Message-ID; where nobody can look, a person decides.
 */
export async function lookOnce(needs: DeliveryNeeds, delivery: DeliveryRow): Promise<void> {
  const { db, clock, keys } = needs
  const { organisation_id: organisationId, email_account_id: accountId } = delivery
  const asks = { next_try_at: null, reason: 'cannotLook' } as const
  if (accountId === null) return void (await change(db, delivery, ['unknown'], asks))
  const at = { organisationId, accountId }
  const key = await keys.keyOf(at)
  if (key.kind === 'disconnected') await disconnect(needs, at, key.reason)
  if (key.kind === 'disconnected' || key.kind === 'gone') {
    await change(db, delivery, ['unknown'], asks)
    return
  }
  const found: LookUp = key.kind === 'key' ? await lookWith(key, delivery) : 'later'
  if (found === 'unauthorised') keys.forget(at)
  const now = instantText(clock.now())
  if (found === 'sent') {
    const isSeen = key.kind === 'key' && key.provider.cameBack !== null
    const sent = {
      state: 'sent',
      sent_at: now,
      place: null,
      reason: null,
      next_try_at: null,
      return_looks: 0,
      next_return_look_at: firstReturnLook(isSeen, clock.now()),
    } as const
    await change(db, delivery, ['unknown'], sent)
    return
  }
  const isProved =
    found === 'absent' &&
    key.kind === 'key' &&
    delivery.looks >= LOOKS_THAT_PROVE[key.provider.name]
  if (isProved && !(await showsWhatItSends(needs, delivery, key))) {
    await change(db, delivery, ['unknown'], asks)
    return
  }
  if (isProved) {
    // A place that takes one message only stays its place: whoever else may still send to it can't send a second.
    const place = key.provider.takesOnePerPlace ? delivery.place : null
    const again = { state: 'queued', place, reason: null, next_try_at: now } as const
    await change(db, delivery, ['unknown'], again)
    return
  }
  const isHopeless =
    found === 'cannotLook' || found === 'disconnected' || delivery.looks >= MOST_LOOKS
  const waitMs = WAITS_MS[delivery.looks - 1] ?? WAITS_MS.at(-1) ?? 0
  const later = { next_try_at: instantText(clock.now() + waitMs) }
  await change(db, delivery, ['unknown'], isHopeless ? asks : later)
}

function lookWith(
  { access, provider }: OpenKey,
  { message_id: messageId, place, size_bytes: sizeBytes }: Sought,
): Promise<LookUp> {
  if (messageId === null) throw new Error('A mail in doubt has its Message-ID')
  return provider.lookUp(access, { messageId, place, sizeBytes: sizeBytes ?? 0 })
}

type Sought = Pick<DeliveryRow, 'message_id' | 'place' | 'size_bytes'>

const MOST_WITNESSES = 3

/**
 * Whether not being found says anything. Exchange may write a Message-ID of its own over ours, and a mailbox
 * may keep no copy of what it sent: absence counts only where another mail of ours is found among them.
 */
async function showsWhatItSends(
  { db }: Pick<DeliveryNeeds, 'db'>,
  delivery: DeliveryRow,
  key: OpenKey,
): Promise<boolean> {
  if (key.provider.name === 'google') return true
  const others = await db
    .selectFrom('delivery')
    .select(['message_id', 'size_bytes'])
    .where('organisation_id', '=', delivery.organisation_id)
    .where('email_account_id', '=', delivery.email_account_id)
    .where('state', '=', 'sent')
    .where('message_id', 'is not', null)
    .orderBy('sent_at', 'desc')
    .limit(MOST_WITNESSES)
    .execute()
  for (const other of others) {
    if ((await lookWith(key, { ...other, place: null })) === 'sent') return true
  }
  return false
}
