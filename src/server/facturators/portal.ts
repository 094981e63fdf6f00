import type { Kysely } from 'kysely'
import type { Rut } from '#domain/rut.ts'
import type { Answer, LoginOutcome, LoginRefusal, PortalSession, Sii } from '#sii/sii.ts'
import { instantText, msOf, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import type { Vault } from '../vault/vault.ts'
import { holds, type Lease } from './lease.ts'

export interface PortalNeeds {
  db: Kysely<Schema>
  clock: Clock
  vault: Vault
  sii: Sii
  portalPace: PortalPace
}

/** The SII counts log-ins and open sessions per person (portal etiquette: 120 s apart, 30 min after a sign). */
export interface PortalPace {
  loginSpacingMs: number
  pauseAfterThrottleMs: number
}

export interface PortalUser {
  organisationId: number
  facturatorId: number
  person: Rut
}

/** What keeps us from asking the portal at all, besides its own answers. */
export type PortalAnswer<T> =
  | Answer<T>
  | LoginRefusal
  | { kind: 'claveRejected' }
  | { kind: 'paused'; untilMs: number; reason: string }

/**
 * Runs `work` on the person's portal session: the stored one while it lives, else one log-in. A session
 * found dead is replaced once and `work` runs again from its start, so `work` must end with `ok` after
 * anything that can't be repeated. A refused clave is remembered and never tried a second time.
 */
export async function withPortalSession<T>(
  needs: PortalNeeds,
  lease: Lease,
  user: PortalUser,
  work: (session: PortalSession) => Promise<Answer<T>>,
): Promise<PortalAnswer<T>> {
  const stored = await storedSession(needs, user)
  if (stored !== null && stored.organisationId !== user.organisationId) {
    // Whoever else connected this person proved their clave, not ours: we enter with our own or not at all.
    const closed = await closeStoredSession(needs, user)
    if (closed.kind !== 'ok') return closed
  } else if (stored !== null) {
    const answer = await workAndKeep(needs, lease, user, stored.session, work)
    if (answer.kind !== 'sessionExpired') return answer
    await dropSession(needs, user.person)
  }
  const login = await logIn(needs, user)
  if (login.kind !== 'ok') return login
  // Kept before it is used: whoever takes over from us must find the session to close it.
  await storeSession(needs, lease, user, login.value)
  const answer = await workAndKeep(needs, lease, user, login.value, work)
  if (answer.kind === 'sessionExpired') await dropSession(needs, user.person)
  return answer
}

async function workAndKeep<T>(
  needs: PortalNeeds,
  lease: Lease,
  user: PortalUser,
  session: PortalSession,
  work: (session: PortalSession) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const before = session.store().cookies
  const answer = await work(session)
  const isWorthKeeping = answer.kind !== 'sessionExpired' && session.store().cookies !== before
  if (isWorthKeeping) await storeSession(needs, lease, user, session)
  return answer
}

/**
 * Ends the person's stored session at the SII, so that whoever used it before can't reach the portal any
 * more. `ok` when the SII says so or nothing is stored; only then may anything be concluded from its list.
 */
export async function closeStoredSession(
  needs: PortalNeeds,
  user: PortalUser,
): Promise<Answer<null>> {
  const stored = await storedSession(needs, user)
  if (stored === null) return { kind: 'ok', value: null }
  const ended = await stored.session.logout()
  if (ended.kind !== 'ok') return ended
  await dropSession(needs, user.person)
  return ended
}

async function logIn(needs: PortalNeeds, user: PortalUser): Promise<PortalAnswer<PortalSession>> {
  const { db, vault } = needs
  const facturator = await db
    .selectFrom('facturator')
    .select(['clave_state', 'clave_secret_id'])
    .where('organisation_id', '=', user.organisationId)
    .where('id', '=', user.facturatorId)
    .executeTakeFirst()
  if (facturator?.clave_secret_id == null || facturator.clave_state === 'rejected') {
    return { kind: 'claveRejected' }
  }
  const early = await tooEarly(needs, user.person)
  if (early !== null) return early
  const clave = await vault.open(db, {
    organisationId: user.organisationId,
    secretId: facturator.clave_secret_id,
    kind: 'clave',
    purpose: 'portalLogin',
  })
  const login = await knock(needs, { rut: user.person, clave })
  if (login.kind === 'invalidCredentials' || login.kind === 'accountBlocked') {
    await db
      .updateTable('facturator')
      .set({ clave_state: 'rejected' })
      .where('organisation_id', '=', user.organisationId)
      .where('id', '=', user.facturatorId)
      .execute()
  }
  return login
}

/** One log-in, on record for the pace; a sign of throttling pauses the person. Ask `tooEarly` first. */
export async function knock(
  needs: Pick<PortalNeeds, 'db' | 'clock' | 'sii' | 'portalPace'>,
  credentials: { rut: Rut; clave: string },
): Promise<LoginOutcome> {
  const { db, clock, sii, portalPace } = needs
  const person = credentials.rut
  await db
    .updateTable('portal_person')
    .set({ last_login_at: instantText(clock.now()) })
    .where('person_rut', '=', person)
    .execute()
  const login = await sii.login(credentials)
  switch (login.kind) {
    case 'tooManySessions':
    case 'loginThrottled':
    case 'loginRejected':
    case 'interstitial':
      await pause(needs, person, clock.now() + portalPace.pauseAfterThrottleMs, login.kind)
      return login
    case 'invalidCredentials':
    case 'accountBlocked':
    case 'ok':
    case 'unavailable':
      return login
  }
}

/** Whether a log-in must wait: too soon after the last one, or the SII asked for a pause. */
export async function tooEarly(
  { db, clock, portalPace }: Pick<PortalNeeds, 'db' | 'clock' | 'portalPace'>,
  person: Rut,
): Promise<{ kind: 'paused'; untilMs: number; reason: string } | null> {
  const row = await db
    .selectFrom('portal_person')
    .select(['last_login_at', 'paused_until', 'pause_reason'])
    .where('person_rut', '=', person)
    .executeTakeFirst()
  const now = clock.now()
  const pausedUntilMs = row?.paused_until == null ? 0 : msOf(row.paused_until)
  if (pausedUntilMs > now) {
    return { kind: 'paused', untilMs: pausedUntilMs, reason: row?.pause_reason ?? 'loginThrottled' }
  }
  const spacedMs =
    row?.last_login_at == null ? 0 : msOf(row.last_login_at) + portalPace.loginSpacingMs
  return spacedMs > now ? { kind: 'paused', untilMs: spacedMs, reason: 'loginSpacing' } : null
}

async function pause(
  { db }: Pick<PortalNeeds, 'db'>,
  person: Rut,
  untilMs: number,
  reason: string,
): Promise<void> {
  await db
    .updateTable('portal_person')
    .set({ paused_until: instantText(untilMs), pause_reason: reason })
    .where('person_rut', '=', person)
    .execute()
}

async function storedSession(
  needs: PortalNeeds,
  user: PortalUser,
): Promise<{ organisationId: number; session: PortalSession } | null> {
  const row = await needs.db
    .selectFrom('portal_person')
    .select(['session_organisation_id', 'session_secret_id'])
    .where('person_rut', '=', user.person)
    .executeTakeFirst()
  if (row?.session_secret_id == null || row.session_organisation_id == null) return null
  const cookies = await needs.vault.open(needs.db, {
    organisationId: row.session_organisation_id,
    secretId: row.session_secret_id,
    kind: 'portalSession',
    purpose: 'portalSession',
  })
  const session = needs.sii.resume({ person: user.person, cookies })
  return { organisationId: row.session_organisation_id, session }
}

/** Kept for whoever holds the lease next. An overtaken holder must not put its session back. */
export async function storeSession(
  { db, clock, vault }: Pick<PortalNeeds, 'db' | 'clock' | 'vault'>,
  lease: Lease,
  user: PortalUser,
  session: PortalSession,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await holds(trx, clock, lease))) return
    await eraseSession(trx, vault, user.person)
    const secretId = await vault.seal(trx, {
      organisationId: user.organisationId,
      kind: 'portalSession',
      plaintext: session.store().cookies,
    })
    await trx
      .updateTable('portal_person')
      .set({
        session_organisation_id: user.organisationId,
        session_secret_id: secretId,
        session_epoch: lease.epoch,
      })
      .where('person_rut', '=', user.person)
      .execute()
  })
}

async function dropSession({ db, vault }: PortalNeeds, person: Rut): Promise<void> {
  await db.transaction().execute((trx) => eraseSession(trx, vault, person))
}

async function eraseSession(trx: Kysely<Schema>, vault: Vault, person: Rut): Promise<void> {
  const row = await trx
    .selectFrom('portal_person')
    .select(['session_organisation_id', 'session_secret_id'])
    .where('person_rut', '=', person)
    .forUpdate()
    .executeTakeFirst()
  if (row?.session_secret_id == null || row.session_organisation_id == null) return
  await trx
    .updateTable('portal_person')
    .set({ session_organisation_id: null, session_secret_id: null, session_epoch: null })
    .where('person_rut', '=', person)
    .execute()
  await vault.erase(trx, {
    organisationId: row.session_organisation_id,
    secretId: row.session_secret_id,
  })
}
