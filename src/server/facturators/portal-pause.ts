import type { Kysely } from 'kysely'
import type { Rut } from '#domain/rut.ts'
import type { LoginUnavailable } from '#sii/sii.ts'
import { instantText, msOf, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'

interface Needs {
  db: Kysely<Schema>
  clock: Clock
}

/** The SII asked something of the person, who may say at any time that it is done. */
const ASKED: ReadonlySet<string> = new Set(['interstitial', 'loginRejected'])

export function isAskedOfPerson({ reason }: { reason: string }): boolean {
  return ASKED.has(reason)
}

/**
 * A log-in of the person worked, whichever organisation's: the SII asks nothing of them any more, and what waited for
 * that goes on where a clave is kept that may be used.
 */
export async function goOnAfterLogin({ db, clock }: Needs, person: Rut): Promise<void> {
  await db
    .updateTable('portal_person')
    .set({ paused_until: null, pause_reason: null })
    .where('person_rut', '=', person)
    .where('pause_reason', 'in', [...ASKED, 'unknownPage'])
    .execute()
  await db
    .updateTable('document')
    .set({ next_try_at: instantText(clock.now()), tries: 0 })
    .where('person_rut', '=', person)
    .where('next_try_at', 'is', null)
    .where('reason', 'in', ['portalInterstitial', 'accountBlocked', 'claveRejected'])
    .where('state', 'in', ['queued', 'uncertain', 'issued'])
    .where('organisation_id', 'in', (eb) =>
      eb
        .selectFrom('facturator')
        .select('organisation_id')
        .where('person_rut', '=', person)
        .where('clave_state', '=', 'valid'),
    )
    .execute()
}

/** For which organisation a person is signed in. */
export interface PortalPerson {
  organisationId: number
  person: Rut
}

/**
 * So many organisations were asked to wait so close together, each for another person: it is the portal that has enough,
 * not they. Persons are not enough, because one organisation keeps as many as it likes and must stop no other.
 */
const MANY_ORGANISATIONS = 5
const CLOSE_MS = 5 * 60_000

/** Signs of too much asking. The others are of one account alone, as are its sessions open elsewhere. */
const THROTTLING: ReadonlySet<string> = new Set(['loginThrottled', 'waitingRoom'])

/**
 * The SII asked for a pause: nothing of that person is asked before it is over, session or not. When it asked five
 * organisations within five minutes, nothing of anybody is.
 */
export function pauseIn(
  clock: Clock,
  row:
    | { paused_until: string | null; pause_reason: string | null; portal_until: string | null }
    | undefined,
): { kind: 'paused'; untilMs: number; reason: string } | null {
  const ownMs = row?.paused_until == null ? 0 : msOf(row.paused_until)
  const portalMs = row?.portal_until == null ? 0 : msOf(row.portal_until)
  const untilMs = Math.max(ownMs, portalMs)
  if (untilMs <= clock.now()) return null
  const reason = ownMs >= portalMs ? (row?.pause_reason ?? 'loginThrottled') : 'portalThrottled'
  return { kind: 'paused', untilMs, reason }
}

/** On record for the person; the fifth organisation throttled in five minutes pauses the portal as long. */
export async function pausePerson(
  { db, clock }: Needs,
  { organisationId, person }: PortalPerson,
  untilMs: number,
  reason: string,
): Promise<void> {
  const now = clock.now()
  const isThrottling = THROTTLING.has(reason)
  await db
    .updateTable('portal_person')
    .set({
      paused_until: instantText(untilMs),
      pause_reason: reason,
      ...(isThrottling
        ? { throttled_at: instantText(now), throttled_organisation_id: organisationId }
        : {}),
    })
    .where('person_rut', '=', person)
    .execute()
  if (!isThrottling) return
  const lately = await db
    .selectFrom('portal_person')
    .select((eb) => eb.fn.count<number>('throttled_organisation_id').distinct().as('count'))
    .where('throttled_at', '>', instantText(now - CLOSE_MS))
    .executeTakeFirstOrThrow()
  if (lately.count < MANY_ORGANISATIONS) return
  await db
    .updateTable('operator_switch')
    .set({ portal_paused_until: instantText(untilMs) })
    .execute()
}

/**
 * A page that nobody knows, in answer to the clave, may be a refusal in new words: it is tried again, as trouble of
 * the portal's, but so rarely that it doesn't block the account before somebody sees it.
 */
export async function restAfterUnknown(
  needs: Needs,
  who: PortalPerson,
  login: LoginUnavailable,
  firstRestMs: number,
): Promise<void> {
  if (login.isClaveSent !== true || login.cause !== 'unknownPage') return
  const now = needs.clock.now()
  const again = await needs.db
    .selectFrom('portal_person')
    .select('person_rut')
    .where('person_rut', '=', who.person)
    .where('pause_reason', '=', login.cause)
    .where('paused_until', '>', instantText(now - AGAIN_WITHIN_MS))
    .executeTakeFirst()
  const restMs = firstRestMs * (again === undefined ? 1 : MORE_REST)
  await pausePerson(needs, who, now + restMs, login.cause)
}

/** Half an hour the first time, two hours each time after it that comes as soon. */
const MORE_REST = 4
const AGAIN_WITHIN_MS = 6 * 60 * 60_000
