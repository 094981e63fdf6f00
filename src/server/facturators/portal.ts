import type { Kysely } from 'kysely'
import type { Rut } from '#domain/rut.ts'
import type { Answer, LoginOutcome, LoginRefusal, PortalSession, Sii } from '#sii/sii.ts'
import { instantText, msOf, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { statement, type PlaceOf } from '../db/statement.ts'
import type { Vault } from '../vault/vault.ts'
import { patiently } from '../patiently.ts'
import { closeStoredSession } from './session/close-session.ts'
import type { Lease } from './lease.ts'
import {
  goOnAfterLogin,
  isAskedOfPerson,
  pauseIn,
  pausePerson,
  restAfterUnknown,
  type PortalPerson,
} from './portal-pause.ts'
import { refusalOf, rejectEverywhere, type Refusal } from './refused-clave.ts'
import { rejectClave } from './store.ts'
import {
  dropSession,
  heldSession,
  holdSession,
  storedSession,
  storeSession,
  type KeptSession,
} from './session/stored-session.ts'
import { countUnknown } from './unknown-answers.ts'

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
  logsInFor?: 'registers'
}

/** What keeps us from asking the portal at all, besides its own answers. */
export type PortalAnswer<T> =
  | Answer<T>
  | LoginRefusal
  | { kind: 'claveMissing' | 'claveRejected' }
  /** Another organisation's session of the same person is open, and the SII doesn't close it. */
  | { kind: 'sessionUnclosed' }
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
  const row = await readPerson(needs.db, user.person)
  const paused = pauseIn(needs.clock, row)
  if (paused !== null) return paused
  const held = heldSession(lease)
  const isStored =
    held !== undefined &&
    held.secretId === row?.session_secret_id &&
    held.organisationId === row.session_organisation_id
  const stored = isStored ? held : await storedSession(needs, user)
  const answer = await inSession(needs, lease, user, stored, work)
  // A place in the queue is a sign too: whoever keeps asking only makes it longer.
  if (answer.kind === 'unavailable' && answer.cause === 'waitingRoom') {
    const untilMs = needs.clock.now() + needs.portalPace.pauseAfterThrottleMs
    await pausePerson(needs, user, untilMs, answer.cause)
    return { kind: 'paused', untilMs, reason: answer.cause }
  }
  return answer
}

async function inSession<T>(
  needs: PortalNeeds,
  lease: Lease,
  user: PortalUser,
  stored: KeptSession | null,
  work: (session: PortalSession) => Promise<Answer<T>>,
): Promise<PortalAnswer<T>> {
  if (stored !== null && stored.organisationId !== user.organisationId) {
    // Whoever else connected this person proved their clave, not ours: we enter with our own or not at all; and as
    // long as we may not enter, theirs stays.
    const early = await tooEarly(needs, user.person)
    if (early !== null) return early
    const closed = await closeStoredSession(needs, user)
    if (closed.kind !== 'ok' && closed.kind !== 'abandoned') return { kind: 'sessionUnclosed' }
  } else if (stored !== null) {
    holdSession(lease, stored)
    const answer = await workAndKeep(needs, lease, user, stored.session, work)
    if (answer.kind !== 'sessionExpired') return answer
    await dropSession(needs, user.person, stored.secretId)
  }
  const login = await logIn(needs, lease, user)
  if (login.kind !== 'ok') return login
  // Kept before it is used: whoever takes over from us must find the session to close it.
  const secretId = await storeSession(needs, lease, user, login.value)
  if (secretId === null) {
    await login.value.logout()
    return superseded(needs)
  }
  const answer = await workAndKeep(needs, lease, user, login.value, work)
  if (answer.kind === 'sessionExpired') await dropSession(needs, user.person, secretId)
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
  await countUnknown(needs, 'portal', answer)
  const isWorthKeeping = answer.kind !== 'sessionExpired' && session.store().cookies !== before
  if (isWorthKeeping) await storeSession(needs, lease, user, session)
  return answer
}

async function logIn(
  needs: PortalNeeds,
  lease: Lease,
  user: PortalUser,
): Promise<PortalAnswer<PortalSession>> {
  const { db, vault } = needs
  const facturator = await db
    .selectFrom('facturator')
    .select(['clave_state', 'clave_secret_id'])
    .where('organisation_id', '=', user.organisationId)
    .where('id', '=', user.facturatorId)
    .executeTakeFirst()
  // Erased on purpose, by whoever deleted the connection: the SII has refused nothing.
  if (facturator?.clave_secret_id == null) return { kind: 'claveMissing' }
  if (facturator.clave_state === 'rejected') return { kind: 'claveRejected' }
  const early = await tooEarly(needs, user.person)
  if (early !== null) return early
  const clave = await vault.open(db, {
    organisationId: user.organisationId,
    secretId: facturator.clave_secret_id,
    kind: 'clave',
    purpose: user.logsInFor ?? 'portalLogin',
  })
  if (!(await mayKnock(needs, lease))) return superseded(needs)
  let isLate = false
  const checkpoint = () => {
    isLate = !lease.outlives(LOGIN_LIMIT_MS)
    return !isLate
  }
  const login = await enter(needs, user, { clave, checkpoint })
  if (isLate) return superseded(needs)
  const refusal = refusalOf(login)
  if (refusal !== null) await keepRefusal(needs, user, clave, refusal)
  return login
}

/** The longest the request with the clave may take: whoever comes after the lease must not try it beside us. */
const LOGIN_LIMIT_MS = 30_000

/** Our own at least, should another organisation's not be opened. */
async function keepRefusal(
  needs: PortalNeeds,
  user: PortalUser,
  clave: string,
  refusal: Refusal,
): Promise<void> {
  const { db, clock } = needs
  const refused = { person: user.person, clave }
  try {
    await patiently(clock, () => rejectEverywhere(needs, refused, refusal))
  } catch (error) {
    await patiently(clock, () => rejectClave(db, user))
    throw error
  }
}

/**
 * The mark of a log-in, made only while the lease is ours and nobody has logged in lately: whoever was
 * superseded since it looked would open a second session, of which nobody knows.
 */
async function mayKnock(
  { db, clock, portalPace }: PortalNeeds,
  lease: Pick<Lease, 'person' | 'epoch'>,
): Promise<boolean> {
  const now = clock.now()
  const { numUpdatedRows } = await db
    .updateTable('portal_person')
    .set({ last_login_at: instantText(now), session_closing_since: null })
    .where('person_rut', '=', lease.person)
    .where('epoch', '=', lease.epoch)
    .where('lease_until', '>', instantText(now))
    .where((eb) =>
      eb.or([
        eb('last_login_at', 'is', null),
        eb('last_login_at', '<=', instantText(now - portalPace.loginSpacingMs)),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

function superseded({ clock }: PortalNeeds): { kind: 'paused'; untilMs: number; reason: string } {
  return { kind: 'paused', untilMs: clock.now(), reason: 'superseded' }
}

/** One log-in; a sign of throttling pauses the person. */
export async function enter(
  needs: Pick<PortalNeeds, 'db' | 'clock' | 'sii' | 'portalPace'>,
  who: PortalPerson,
  given: { clave: string; checkpoint?: () => boolean },
): Promise<LoginOutcome> {
  const { clock, sii, portalPace } = needs
  const login = await sii.login({ rut: who.person, ...given })
  await countUnknown(needs, 'login', login)
  switch (login.kind) {
    case 'tooManySessions':
    case 'loginThrottled':
    case 'loginRejected':
    case 'interstitial':
      await pausePerson(needs, who, clock.now() + portalPace.pauseAfterThrottleMs, login.kind)
      return login
    case 'unavailable':
      await restAfterUnknown(needs, who, login, portalPace.pauseAfterThrottleMs)
      return login
    case 'ok':
      await goOnAfterLogin(needs, who.person)
      return login
    case 'invalidCredentials':
    case 'accountBlocked':
      return login
  }
}

async function readPerson(db: Kysely<Schema>, person: Rut) {
  const { rows } = await db.executeQuery(personQuery({ person }))
  return rows[0]
}

const personQuery = statement((db, place: PlaceOf<{ person: Rut }>) =>
  db
    .selectFrom('portal_person')
    .select([
      'paused_until',
      'pause_reason',
      'last_login_at',
      'session_organisation_id',
      'session_secret_id',
    ])
    .select((eb) =>
      eb.selectFrom('operator_switch').select('portal_paused_until').as('portal_until'),
    )
    .where(
      'person_rut',
      '=',
      place(({ person }) => person),
    ),
)

/**
 * Whether a log-in must wait: too soon after the last one, or the SII asked for a pause. `isDone`: the person says that
 * what the SII asked of them is done, so that the pause after that counts no more.
 */
export async function tooEarly(
  { db, clock, portalPace }: Pick<PortalNeeds, 'db' | 'clock' | 'portalPace'>,
  person: Rut,
  { isDone }: { isDone: boolean } = { isDone: false },
): Promise<{ kind: 'paused'; untilMs: number; reason: string } | null> {
  const row = await readPerson(db, person)
  const paused = pauseIn(clock, row)
  if (paused !== null && !(isDone && isAskedOfPerson(paused))) return paused
  const now = clock.now()
  const spacedMs =
    row?.last_login_at == null ? 0 : msOf(row.last_login_at) + portalPace.loginSpacingMs
  return spacedMs > now ? { kind: 'paused', untilMs: spacedMs, reason: 'loginSpacing' } : null
}
