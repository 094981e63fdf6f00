import { NotAuthenticated } from './errors.ts'
import type { Session } from './handler.ts'

/** Turns an access token into who asks; throws NotAuthenticated for any other than a living one. */
export type Authenticate = (accessToken: string) => Session | Promise<Session>

/** Reads `Authorization: Bearer …` as simplejwt does: the word is case-sensitive, the parts are two. */
export function bearerToken(authorization: string | undefined): string {
  // What every client of ours sends.
  const plain = authorization === undefined ? null : /^Bearer (\S+)$/.exec(authorization)
  if (plain?.[1] !== undefined) return plain[1]
  const parts = (authorization ?? '').split(/\s+/).filter((part) => part !== '')
  if (parts[0] !== 'Bearer') throw new NotAuthenticated('notAuthenticated')
  const [, token, ...more] = parts
  if (token === undefined || more.length > 0) {
    throw new NotAuthenticated('badAuthorizationHeader', 'bad_authorization_header')
  }
  return token
}
