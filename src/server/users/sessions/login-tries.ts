import type { Limits } from '../../http/limits.ts'
import { findUserByEmail, type Db } from '../account/store.ts'
import { knownPlace, type Origin } from './places.ts'

type Needs = { db: Db; limits: Limits }

/** From where somebody tries to sign in, and as whom. */
export interface LoginTry {
  account: string
  network: string
  origin: Origin
  /** The name of a browser in which the account was opened before (known-device.ts). */
  device: string | null
}

/** Counts a try of a password and answers how many are left there; throws Throttled when there is none. */
export function consumeLogin(needs: Needs, from: LoginTry): Promise<number> {
  if (from.device === null) return consumeOfNetwork(needs, from)
  // Others who sit at it may have used up its own: its owner has the ordinary ones still.
  return needs.limits.consume('loginDevice', from.device).catch(() => consumeOfNetwork(needs, from))
}

async function consumeOfNetwork(needs: Needs, from: LoginTry): Promise<number> {
  const { account, network } = from
  const ofNetwork = await needs.limits.consume('loginNetwork', network)
  // First, so that a try that one network's own limit refuses does not count against the account everywhere.
  const ofAccount = await needs.limits.consume('loginAccount', `${account} ${network}`)
  return Math.min(ofNetwork, ofAccount, await consumeOfOwner(needs, 'login', account, from))
}

/** The same of a code, once the password was right. */
export async function consumeCode(needs: Needs, userId: number, from: LoginTry): Promise<number> {
  const key = `user:${userId}`
  if (from.device === null) return consumeOfOwner(needs, 'code', key, from)
  // First, so that a try that one browser's own limit refuses does not count against the others.
  const ofDevice = await needs.limits.consume('codeDevice', from.device)
  return Math.min(ofDevice, await needs.limits.consume('codeDevices', key))
}

/**
 * The limits against guessing at one account from many networks. A place where its owner has signed in before has a
 * limit of its own beside them, because strangers could keep the owner out with them.
 */
async function consumeOfOwner(
  needs: Needs,
  what: 'login' | 'code',
  key: string,
  { account, origin }: LoginTry,
): Promise<number> {
  try {
    return await needs.limits.consume(`${what}Anywhere`, key)
  } catch (refusal) {
    const user = await findUserByEmail(needs.db, account)
    const place = user && (await knownPlace(needs.db, user.id, origin))
    if (!user || !place) throw refusal
    return needs.limits.consume(`${what}Place`, `${user.id} ${place}`)
  }
}

/** Their owner is in: what was tried before is worth nothing. */
export async function clearTries(
  { db, limits }: Needs,
  { account, userId, network, origin, device }: LoginTry & { userId: number },
): Promise<void> {
  await limits.clear('loginAccount', `${account} ${network}`)
  await limits.clear('loginAnywhere', account)
  await limits.clear('codeAnywhere', `user:${userId}`)
  await limits.clear('codeDevices', `user:${userId}`)
  const place = `${userId} ${await knownPlace(db, userId, origin)}`
  await limits.clear('loginPlace', place)
  await limits.clear('codePlace', place)
  if (device === null) return
  await limits.clear('loginDevice', device)
  await limits.clear('codeDevice', device)
}
