import { randomUUID } from 'node:crypto'
import { KEPT } from '#domain/kept.ts'
import { audit } from '../../audit.ts'
import { instantText, type Clock } from '../../clock.ts'
import { NotAuthenticated } from '../../http/errors.ts'
import type { Session } from '../../http/handler.ts'
import type { PasswordHasher } from '../account/password-hash.ts'
import { checkSecondFactor, type SecondFactorNeeds } from '../second-factor/second-factor.ts'
import { findOrganisation, findUser, findUserByEmail } from '../account/store.ts'
import { deviceOf } from './device.ts'
import type { RecentSessions } from './recent-sessions.ts'
import type { Origin } from './places.ts'
import { tellNewSignIn } from './tell-sign-in.ts'
import {
  deleteExpired,
  endSession,
  findSession,
  insertRefreshToken,
  insertSession,
  isRefreshTokenCurrent,
  lockRefreshToken,
  markReplaced,
  markUsed,
  type LockedToken,
  type SessionRow,
} from './session-store.ts'
import {
  ACCESS_SECONDS,
  REFRESH_SECONDS,
  tokenHash,
  type Tokens,
  type TokenReading,
  type TokenSubject,
} from './tokens.ts'

export type SessionNeeds = SecondFactorNeeds & {
  clock: Clock
  tokens: Tokens
  recent: RecentSessions
  hasher: PasswordHasher
}

export type TokenPair = { access: string; refresh: string }

export type Login =
  | ({ kind: 'in'; userId: number } & TokenPair)
  | { kind: 'refused' }
  | { kind: 'inactive' }
  | { kind: 'otpRequired' }
  | { kind: 'otpInvalid' }

/** What `login` asks of who counts tries. */
export type CodeLimit = (userId: number) => Promise<unknown>

/**
 * `refused` for an unknown e-mail and a wrong password: alike, in time too. `inactive` for the right password of an
 * account not yet activated, which its caller answers alike.
 * Only whoever knows the password is told that a second factor is asked for.
 */
export async function login(
  needs: SessionNeeds,
  given: { email: string; password: string; otp?: string | undefined },
  origin: Origin,
  limitCodes: CodeLimit,
): Promise<Login> {
  const { db, clock, hasher } = needs
  const { email, password, otp } = given
  const user = await findUserByEmail(db, email.toLowerCase())
  const right = await hasher.verify(user?.password_hash ?? null, password)
  if (!user || !right) return { kind: 'refused' }
  if (user.activated_at === null) return { kind: 'inactive' }
  const organisationId = await findOrganisation(db, user.id)
  if (organisationId === undefined) throw new Error(`User ${user.id} belongs to no organisation`)
  if (otp !== undefined && otp.trim() !== '') await limitCodes(user.id)
  const check = await checkSecondFactor(needs, { organisationId, userId: user.id }, otp)
  if (check === 'missing') return { kind: 'otpRequired' }
  if (check === 'wrong') return { kind: 'otpInvalid' }
  return db.transaction().execute(async (trx) => {
    // The password may have been changed, and every session ended, while it was compared.
    const now = await findUser(trx, user.id, 'locked')
    if (now?.password_hash !== user.password_hash) return { kind: 'refused' }
    const author = { organisationId, userId: user.id }
    await audit(trx, clock, author, { kind: 'signedIn', subject: `user:${user.id}` })
    await tellNewSignIn(trx, clock, user, origin)
    const pair = await openSession({ ...needs, db: trx }, { ...author, email: user.email }, origin)
    return { kind: 'in', userId: user.id, ...pair }
  })
}

/** For whoever has just shown who they are. */
export async function openSession(
  needs: SessionNeeds,
  user: Omit<TokenSubject, 'sessionId'>,
  { userAgent }: Pick<Origin, 'userAgent'>,
): Promise<TokenPair> {
  const id = randomUUID()
  const { userId, organisationId } = user
  const at = instantText(needs.clock.now())
  await insertSession(needs.db, { id, userId, organisationId, device: deviceOf(userAgent), at })
  return makePair(needs, { ...user, sessionId: id })
}

export type Refresh =
  | ({ kind: 'refreshed' } & TokenPair)
  | { kind: 'invalid' | 'expired' | 'wrongType' | 'blacklisted' | 'inactive' }

/** Two tabs may refresh with the same token at almost the same time: so long the previous one serves. */
export const REFRESH_GRACE_MS = 30_000
/** However often it is refreshed, a session ends after this; then the password is asked again. */
export const SESSION_MS = KEPT.sessionDays * 24 * 60 * 60 * 1000

/**
 * Gives a new pair for a refresh token and replaces it. A token used again after its grace, once anything given for it
 * was used, an access token too, was copied by somebody: the whole session ends, for the thief and for the owner, who
 * signs in again. As long as nothing was used the answer may have been lost, and the token is still the browser's newest.
 * The session ends too when two tokens given for the same one are both used: one browser keeps only the later.
 */
export async function refresh(needs: SessionNeeds, token: string): Promise<Refresh> {
  const reading = await needs.tokens.read(token, 'refresh')
  if (reading.kind !== 'valid') return { kind: reading.kind }
  return needs.db.transaction().execute(async (trx): Promise<Refresh> => {
    const hash = tokenHash(token)
    const known = await lockRefreshToken(trx, hash)
    const session = known && (await findSession(trx, known.session_id))
    if (!known || !session) return { kind: 'inactive' }
    const judged = judge(known, session, needs.clock.now())
    const verdict = judged === 'good' && known.isForked ? 'reuse' : judged
    const at = instantText(needs.clock.now())
    if (verdict === 'reuse' || verdict === 'expired') {
      await endSession(trx, { id: known.session_id, reason: verdict, at })
      needs.recent.forget(known.session_id)
      const author = { organisationId: session.organisation_id, userId: session.user_id }
      const kind = verdict === 'reuse' ? 'sessionReused' : 'sessionExpired'
      await audit(trx, needs.clock, author, { kind, subject: `user:${session.user_id}` })
    }
    if (verdict === 'inactive') return { kind: 'inactive' }
    if (verdict !== 'good') return { kind: 'blacklisted' }
    await markReplaced(trx, hash, at)
    const subject = subjectOf(known.session_id, session)
    return { kind: 'refreshed', ...(await makePair({ ...needs, db: trx }, subject, hash)) }
  })
}

function judge(
  { replaced_at: replacedAt, hasUsedChild }: Pick<LockedToken, 'replaced_at' | 'hasUsedChild'>,
  session: SessionRow,
  nowMs: number,
): 'good' | 'ended' | 'reuse' | 'expired' | 'inactive' {
  if (session.activated_at === null) return 'inactive'
  if (session.ended_at !== null) return 'ended'
  const isLate = replacedAt !== null && nowMs - Date.parse(replacedAt) > REFRESH_GRACE_MS
  if (isLate && (hasUsedChild || hasUsedTokenSince(session, replacedAt))) return 'reuse'
  return nowMs - Date.parse(session.created_at) > SESSION_MS ? 'expired' : 'good'
}

/** Whatever a session issues from the replacing of a token on was given for it; tokens know their second. */
function hasUsedTokenSince({ used_token_at: usedAt }: SessionRow, replacedAt: string): boolean {
  return usedAt !== null && Date.parse(usedAt) >= Math.floor(Date.parse(replacedAt) / 1000) * 1000
}

export type Verification = { kind: 'valid' | 'invalid' | 'expired' | 'wrongType' | 'blacklisted' }

/** Whether a token, access or refresh, still works. */
export async function verify(needs: SessionNeeds, token: string): Promise<Verification> {
  const reading = await needs.tokens.read(token, 'any')
  if (reading.kind !== 'valid') return reading
  if (reading.type === 'refresh') {
    const current = await isRefreshTokenCurrent(needs.db, tokenHash(token))
    return { kind: current ? 'valid' : 'blacklisted' }
  }
  const session = await findSession(needs.db, reading.sessionId)
  return { kind: session && session.ended_at === null ? 'valid' : 'blacklisted' }
}

/** How closely a session knows when it was last used: not every call writes. */
const USED_MS = 5 * 60_000

/** Who asks, by the session's row as it was within the last second; throws NotAuthenticated in simplejwt's shapes. */
export function authenticate(needs: SessionNeeds, accessToken: string): Session | Promise<Session> {
  const known = needs.tokens.recall(accessToken, 'access')
  const recent = known?.kind === 'valid' ? needs.recent.find(known.sessionId) : undefined
  return recent ?? lookUpSession(needs, accessToken)
}

async function lookUpSession(needs: SessionNeeds, accessToken: string): Promise<Session> {
  const reading = await needs.tokens.read(accessToken, 'access')
  if (reading.kind !== 'valid') throw badToken(reading.kind)
  const session = await findSession(needs.db, reading.sessionId)
  if (!session) throw new NotAuthenticated('userNotFound', 'user_not_found')
  if (session.activated_at === null) throw new NotAuthenticated('userInactive', 'user_inactive')
  if (session.ended_at !== null) throw badToken('invalid')
  const nowMs = needs.clock.now()
  const isNewer = reading.issuedMs > Date.parse(session.used_token_at ?? session.created_at)
  if (isNewer || nowMs - Date.parse(session.last_used_at ?? session.created_at) >= USED_MS) {
    const tokenAt = instantText(reading.issuedMs)
    await markUsed(needs.db, reading.sessionId, { at: instantText(nowMs), tokenAt })
  }
  const found = {
    userId: session.user_id,
    organisationId: session.organisation_id,
    sessionId: reading.sessionId,
  }
  needs.recent.keep(found)
  return found
}

function badToken(kind: Exclude<TokenReading['kind'], 'valid'>): NotAuthenticated {
  const problem = {
    invalid: 'tokenInvalid',
    expired: 'tokenExpired',
    wrongType: 'tokenWrongType',
  } as const
  return new NotAuthenticated('tokenNotValidForAnyType', 'token_not_valid', problem[kind])
}

/** Ends the session; harmless when repeated. A refresh token of another session ends nothing. */
export async function logout({ db, clock, recent }: SessionNeeds, session: Session): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const at = instantText(clock.now())
    await endSession(trx, { id: session.sessionId, reason: 'logout', at })
    const subject = `user:${session.userId}`
    await audit(trx, clock, session, { kind: 'signedOut', subject })
  })
  recent.forget(session.sessionId)
}

/** For the nightly sweep. */
export function forgetExpired({ db, clock }: Pick<SessionNeeds, 'db' | 'clock'>): Promise<void> {
  const before = instantText(clock.now())
  return deleteExpired(db, { before, sessionsBefore: instantText(clock.now() - SESSION_MS) })
}

async function makePair(
  needs: SessionNeeds,
  subject: TokenSubject,
  parent: Buffer | null = null,
): Promise<TokenPair> {
  const { db, clock, tokens } = needs
  const access = await tokens.sign('access', subject, ACCESS_SECONDS)
  const refresh = await tokens.sign('refresh', subject, REFRESH_SECONDS)
  await insertRefreshToken(db, {
    hash: tokenHash(refresh),
    parent,
    sessionId: subject.sessionId,
    at: instantText(clock.now()),
    expiresAt: instantText(clock.now() + REFRESH_SECONDS * 1000),
  })
  return { access, refresh }
}

function subjectOf(sessionId: string, row: SessionRow): TokenSubject {
  return { userId: row.user_id, email: row.email, organisationId: row.organisation_id, sessionId }
}
