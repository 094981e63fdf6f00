import { createHash } from 'node:crypto'
import { instantText, type Clock } from '../../clock.ts'
import type { Db } from '../account/store.ts'
import { deviceOf } from './device.ts'

/** From where somebody signs in, as their request says it. */
export type Origin = { ip: string; userAgent: string }

const MOST_PLACES = 50

/**
 * Remembers a place of a user's. True when it is new and others were known: the first of all is where the
 * account was made. A place is a kind of browser in a wide network, so that neither an update nor a new
 * address from the same provider counts as another.
 */
export async function rememberPlace(
  db: Db,
  clock: Clock,
  userId: number,
  origin: Origin,
): Promise<boolean> {
  const hash = placeHash(userId, origin)
  const known = await db
    .selectFrom('known_place')
    .select('place_hash')
    .where('user_id', '=', userId)
    .orderBy('seen_at', 'desc')
    .limit(MOST_PLACES)
    .execute()
  const seen = { seen_at: instantText(clock.now()) }
  await db
    .insertInto('known_place')
    .values({ user_id: userId, place_hash: hash, ...seen })
    .onConflict((conflict) => conflict.columns(['user_id', 'place_hash']).doUpdateSet(seen))
    .execute()
  return known.length > 0 && !known.some(({ place_hash: one }) => hash.equals(one))
}

/** The name of a place where this user has signed in before; null for any other. */
export async function knownPlace(db: Db, userId: number, origin: Origin): Promise<string | null> {
  const hash = placeHash(userId, origin)
  const found = await db
    .selectFrom('known_place')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('place_hash', '=', hash)
    .executeTakeFirst()
  return found === undefined ? null : hash.toString('base64url')
}

/** For the nightly sweep: places not seen since. */
export async function forgetPlaces(db: Db, before: string): Promise<void> {
  await db.deleteFrom('known_place').where('seen_at', '<', before).execute()
}

function placeHash(userId: number, { ip, userAgent }: Origin): Buffer {
  const { browser, system } = deviceOf(userAgent)
  return createHash('sha256')
    .update(`${userId}\n${browser}\n${system}\n${wideNetwork(ip)}`)
    .digest()
}

/** The first 16 bits of an IPv4 address, 32 of an IPv6 one. */
function wideNetwork(ip: string): string {
  const plain = ip.replace(/^::ffff:/, '')
  return plain.includes('.')
    ? plain.split('.').slice(0, 2).join('.')
    : plain.split(':').slice(0, 2).join(':')
}
