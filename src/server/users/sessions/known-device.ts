import { randomBytes } from 'node:crypto'
import { KEPT } from '#domain/kept.ts'
import type { Clock } from '../../clock.ts'
import { beyondOrganisations } from '../../db/reach.ts'
import type { RequestFacts } from '../../http/handler.ts'
import type { Links } from '../../vault/links.ts'
import type { Db } from '../account/store.ts'

export type DeviceNeeds = { db: Db; clock: Clock; links: Links; secure: boolean }

const DEVICE_SECONDS = KEPT.placeDays * 24 * 60 * 60

/**
 * Marks a browser as one in which this account was opened: there the tries of strangers behind the same address or
 * provider don't count (OWASP, "device cookies"). It opens nothing, and a new password or another second factor ends it:
 * who knew the former password, or was in before there was a factor, has no tries of their own.
 */
export async function rememberDevice(
  { db, clock, links, secure }: DeviceNeeds,
  userId: number,
  setCookie: RequestFacts['setCookie'],
): Promise<void> {
  const user = await findAccount(db, 'id', userId)
  if (user === undefined) return
  const id = randomBytes(16).toString('base64url')
  const at = Math.floor(clock.now() / 1000)
  const value = `${id}.${at}.${links.sign('device', signedText(user, id, at))}`
  const attributes = `Path=/api/auth/; Max-Age=${DEVICE_SECONDS}; HttpOnly; SameSite=Strict`
  setCookie(`${nameOf(secure)}=${value}; ${attributes}${secure ? '; Secure' : ''}`)
}

/** What the browser's tries for that address are counted under; null where the account was never opened in it. */
export async function knownDevice(
  { db, clock, links, secure }: DeviceNeeds,
  email: string,
  cookies: string,
): Promise<string | null> {
  const start = `${nameOf(secure)}=`
  const own = cookies.split('; ').find((cookie) => cookie.startsWith(start)) ?? ''
  const value = /^([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/.exec(own.slice(start.length))
  const [, id = '', at = '', signature = ''] = value ?? []
  if (id === '' || clock.now() / 1000 >= Number(at) + DEVICE_SECONDS) return null
  const user = await findAccount(db, 'email', email.toLowerCase())
  if (user === undefined) return null
  return links.isSigned('device', signedText(user, id, Number(at)), signature) ? id : null
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/**
 * One query, alike for known and unknown addresses. Second factors are reached within their organisation alone, which
 * nobody has shown yet to belong to.
 */
function findAccount(db: Db, column: 'id' | 'email', value: number | string) {
  return beyondOrganisations(() =>
    db
      .selectFrom('app_user')
      .leftJoin('second_factor', 'second_factor.user_id', 'app_user.id')
      .select(['app_user.id', 'app_user.password_hash', 'second_factor.confirmed_at'])
      .where(`app_user.${column}`, '=', value)
      .executeTakeFirst(),
  )
}

function signedText(
  { id: userId, password_hash: password, confirmed_at: factorSince }: Account,
  id: string,
  at: number,
): string {
  return [userId, password, factorSince, id, at].join('\n')
}

/** Browsers keep the first name only with Secure, which an address without TLS can't have. */
function nameOf(secure: boolean): string {
  return secure ? '__Secure-folio_device' : 'folio_device'
}
