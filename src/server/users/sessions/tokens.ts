import { createHash, randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { dateOf, type Clock } from '../../clock.ts'
import type { Secret } from '../../vault/secret.ts'

/** Longer than the five minutes before expiry at which the browser refreshes (docs/decisions/0018). */
export const ACCESS_SECONDS = 60 * 60
export const REFRESH_SECONDS = 14 * 24 * 60 * 60

export type TokenType = 'access' | 'refresh'

export type TokenSubject = {
  userId: number
  email: string
  organisationId: number
  sessionId: string
}

export type Tokens = {
  sign(type: TokenType, subject: TokenSubject, seconds: number): Promise<string>
  /** Checks signature, algorithm, audience, time and type; what the database says comes after. */
  read(token: string, type: TokenType | 'any'): Promise<TokenReading>
  /** The same at once, of a token whose signature was checked before; else undefined. */
  recall(token: string, type: TokenType | 'any'): TokenReading | undefined
}

export type TokenReading =
  | { kind: 'valid'; type: TokenType; sessionId: string; userId: number; issuedMs: number }
  | { kind: 'invalid' | 'expired' | 'wrongType' }

export function createTokens(key: Secret, clock: Clock): Tokens {
  const keyBytes = Buffer.from(key.reveal(), 'base64')
  const proved = new Map<string, Proved>()
  const recall: Tokens['recall'] = (token, type) => {
    const known = proved.get(token)
    return known && fresh(known, clock, type)
  }
  return {
    recall,
    sign: (type, subject, seconds) => sign(keyBytes, clock, type, subject, seconds),
    read: async (token, type) => {
      const known = recall(token, type)
      if (known) return known
      const first = await prove(keyBytes, clock, token)
      if (!('expiresMs' in first)) return first
      if (proved.size >= MOST_PROVED) proved.clear()
      proved.set(token, first)
      return fresh(first, clock, type)
    },
  }
}

/** A token is used hundreds of times in its hour and its signature stays what it was. */
type Proved = { reading: Extract<TokenReading, { kind: 'valid' }>; expiresMs: number }
const MOST_PROVED = 10_000

function fresh(
  { expiresMs, reading }: Proved,
  clock: Clock,
  type: TokenType | 'any',
): TokenReading {
  if (clock.now() >= expiresMs) return { kind: 'expired' }
  return type === 'any' || type === reading.type ? reading : { kind: 'wrongType' }
}

/** What the table keeps of a token. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

const ALGORITHM = 'HS256'
const AUDIENCE = 'folio'

/** simplejwt's claims, the specification's e-mail and username, and ours: `sid` and `organisation_id`. */
async function sign(
  key: Buffer,
  clock: Clock,
  type: TokenType,
  subject: TokenSubject,
  seconds: number,
): Promise<string> {
  const issuedAt = Math.floor(clock.now() / 1000)
  return new SignJWT({
    token_type: type,
    user_id: subject.userId,
    email: subject.email,
    username: subject.email,
    organisation_id: subject.organisationId,
    sid: subject.sessionId,
  })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + seconds)
    .setJti(randomUUID())
    .setAudience(AUDIENCE)
    .sign(key)
}

const claims = z.object({
  token_type: z.enum(['access', 'refresh']),
  user_id: z.int().positive(),
  sid: z.uuid(),
  iat: z.int(),
  exp: z.int(),
})

async function prove(
  key: Buffer,
  clock: Clock,
  token: string,
): Promise<Proved | { kind: 'invalid' | 'expired' }> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      requiredClaims: ['exp', 'iat', 'jti'],
      currentDate: dateOf(clock.now()),
    })
    const parsed = claims.safeParse(payload)
    if (!parsed.success) return { kind: 'invalid' }
    const { token_type: type, user_id: userId, sid: sessionId, iat, exp } = parsed.data
    const reading = { kind: 'valid', type, sessionId, userId, issuedMs: iat * 1000 } as const
    return { reading, expiresMs: exp * 1000 }
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { kind: 'expired' }
    if (error instanceof errors.JOSEError) return { kind: 'invalid' }
    throw error
  }
}
