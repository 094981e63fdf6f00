import { randomBytes } from 'node:crypto'
import { KEPT } from '#domain/kept.ts'
import { passwordProblems } from '#domain/password.ts'
import { audit } from '../audit.ts'
import { instantText, type Clock } from '../clock.ts'
import { withinOrganisation } from '../db/reach.ts'
import type { Session } from '../http/handler.ts'
import type { Links } from '../vault/links.ts'
import { forgetUnactivatedAt } from './account/forget-unactivated.ts'
import {
  forgetTokens,
  makeOneTimeToken,
  ONE_TIME_TOKEN_MS,
  uidOf,
} from './account/one-time-token.ts'
import {
  findOrganisation,
  findUser,
  findUserByEmail,
  insertSystemMail,
  setPassword,
  type Db,
  type UserRow,
} from './account/store.ts'
import type { ActivationLink } from './account/registration.ts'
import { provePerson, type ProofNeeds } from './prove-person.ts'
import { dropUnsettledFactor } from './second-factor/second-factor.ts'
import type { RecentSessions } from './sessions/recent-sessions.ts'
import { endSessionsOf } from './sessions/session-store.ts'
import {
  deletePastChanges,
  deleteWaiting,
  findEmailChange,
  findWaiting,
  insertEmailChange,
  markConfirmed,
  markUndone,
  setEmail,
  type EmailChangeRow,
} from './email-change-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** As long as every other link that is mailed. */
const CONFIRM_MS = ONE_TIME_TOKEN_MS
const UNDO_MS = KEPT.emailUndoDays * DAY_MS

export type EmailChangeNeeds = ProofNeeds & { links: Links; recent: RecentSessions }

type Asked = { email: string; password: string; otp?: string | undefined }

/**
 * Mails a link to the new address. Only the person who reads the mail there learns whether that address has an
 * account. Throws InvalidInput when the person is not the user.
 */
export async function askEmailChange(
  needs: EmailChangeNeeds,
  session: Session,
  asked: Asked,
): Promise<'asked' | 'same' | 'likePassword'> {
  const { db, clock } = needs
  const now = await findUser(db, session.userId)
  if (now?.email === asked.email) return 'same'
  const problems = passwordProblems(asked.password, asked.email)
  if (problems.includes('passwordLikeEmail')) return 'likePassword'
  const user = await provePerson(needs, session, asked, 'current_password')
  // By the account that asks: under the address, strangers could close it to its owner.
  await needs.limits.consume('newEmailAccount', `user:${user.id}`)
  const at = instantText(clock.now())
  await db.transaction().execute(async (trx) => {
    const id = await insertEmailChange(trx, {
      userId: user.id,
      sessionId: session.sessionId,
      oldEmail: user.email,
      newEmail: asked.email,
      at,
    })
    const { language } = user
    const values = { changeId: String(id), oldEmail: user.email }
    const recipient = asked.email
    await insertSystemMail(trx, { template: 'emailConfirm', recipient, language, at, values })
    const subject = `user:${user.id}`
    await audit(trx, clock, session, { kind: 'emailChangeAsked', subject })
  })
  return 'asked'
}

/** The address that can still be confirmed. */
export async function waitingEmail(
  { db, clock }: Pick<EmailChangeNeeds, 'db' | 'clock'>,
  { userId }: Session,
): Promise<string | null> {
  const waiting = await findWaiting(db, userId, instantText(clock.now() - CONFIRM_MS))
  return waiting?.new_email ?? null
}

/** The link that was sent is worth nothing any more. False: none waits. */
export function cancelEmailChange(
  { db, clock }: Pick<EmailChangeNeeds, 'db' | 'clock'>,
  session: Session,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if ((await deleteWaiting(trx, session.userId)) === 0n) return false
    const subject = `user:${session.userId}`
    await audit(trx, clock, session, { kind: 'emailChangeCanceled', subject })
    return true
  })
}

export type EmailConfirmation =
  | { kind: 'changed'; email: string }
  | { kind: 'invalid' | 'used' | 'taken' }

/**
 * The account has its new address: every link sent to the old one is worth nothing any more, sessions end but the one
 * that asked, and the old address gets the link that undoes it.
 */
export async function confirmEmailChange(
  needs: Pick<EmailChangeNeeds, 'db' | 'clock' | 'links' | 'recent'>,
  token: string,
): Promise<EmailConfirmation> {
  const { db, clock, links, recent } = needs
  const id = changeOf(token)
  type Confirmed = EmailConfirmation & { userId?: number }
  const { userId, ...done } = await db
    .transaction()
    .execute(async (trx): Promise<Confirmed> => {
      const change = id === null ? undefined : await findEmailChange(trx, id, 'locked')
      if (!change || !isLink(links, 'confirm', change, token)) return { kind: 'invalid' }
      if (change.undone_at !== null) return { kind: 'invalid' }
      if (change.confirmed_at !== null) return { kind: 'used' }
      const isOver = clock.now() - Date.parse(change.requested_at) >= CONFIRM_MS
      const user = await findUser(trx, change.user_id, 'locked')
      if (isOver || user?.email !== change.old_email) return { kind: 'invalid' }
      if (!(await freeAddress(trx, change.new_email))) return { kind: 'taken' }
      await giveEmail(trx, clock, user, change)
      return { kind: 'changed', email: change.new_email, userId: user.id }
    })
    .catch((error: unknown): Confirmed => takenMeanwhile(error))
  if (userId !== undefined) recent.forgetUser(userId)
  return done
}

async function giveEmail(
  trx: Db,
  clock: Clock,
  user: UserRow,
  change: EmailChangeRow,
): Promise<void> {
  const { old_email: from, new_email: to, session_id: except } = change
  const at = instantText(clock.now())
  await setEmail(trx, { userId: user.id, from, to })
  await markConfirmed(trx, change.id, at)
  await forgetTokens(trx, user.id)
  await endSessionsOf(trx, { userId: user.id, reason: 'closed', at, except })
  const values = { changeId: String(change.id), newEmail: to, days: String(KEPT.emailUndoDays) }
  const { language } = user
  await insertSystemMail(trx, { template: 'emailChanged', recipient: from, language, at, values })
  await onRecord(trx, clock, user.id, 'emailChanged')
}

export type EmailUndo =
  | ({ kind: 'undone'; email: string } & ActivationLink)
  | { kind: 'invalid' | 'taken' }

/**
 * For an owner whose account went to another's address: they have it back. The person who moved it
 * has no password of it any more, no session in it and no second factor that came after the change or shortly before.
 */
export async function undoEmailChange(
  needs: Pick<EmailChangeNeeds, 'db' | 'clock' | 'links' | 'recent' | 'hasher' | 'vault'>,
  token: string,
): Promise<EmailUndo> {
  const { db, clock, links, hasher, recent } = needs
  const id = changeOf(token)
  const unknown = await hasher.hash(randomBytes(32).toString('base64url'))
  type Undone = EmailUndo & { user?: { id: number; changedMs: number; organisationId?: number } }
  const { user, ...done } = await db
    .transaction()
    .execute(async (trx): Promise<Undone> => {
      const change = id === null ? undefined : await findEmailChange(trx, id, 'locked')
      if (!change || !isLink(links, 'undo', change, token)) return { kind: 'invalid' }
      if (change.confirmed_at === null || change.undone_at !== null) return { kind: 'invalid' }
      if (clock.now() - Date.parse(change.confirmed_at) >= UNDO_MS) return { kind: 'invalid' }
      const owner = await findUser(trx, change.user_id, 'locked')
      if (!owner) return { kind: 'invalid' }
      if (owner.email !== change.old_email && !(await freeAddress(trx, change.old_email))) {
        return { kind: 'taken' }
      }
      const recovery = await takeBack(trx, clock, owner, change, unknown)
      const organisationId = await findOrganisation(trx, owner.id)
      const of = { id: owner.id, changedMs: Date.parse(change.confirmed_at) }
      const user = organisationId === undefined ? of : { ...of, organisationId }
      return { kind: 'undone', email: change.old_email, ...recovery, user }
    })
    .catch((error: unknown): Undone => takenMeanwhile(error))
  if (user === undefined) return done
  recent.forgetUser(user.id)
  const { organisationId } = user
  if (organisationId !== undefined) {
    // Second factors are reached within their organisation alone.
    const at = { organisationId, userId: user.id }
    await withinOrganisation(organisationId, () => dropUnsettledFactor(needs, at, user.changedMs))
  }
  return done
}

async function takeBack(
  trx: Db,
  clock: Clock,
  owner: UserRow,
  change: EmailChangeRow,
  passwordHash: string,
): Promise<ActivationLink> {
  const at = instantText(clock.now())
  const { id: userId, language } = owner
  await setEmail(trx, { userId, from: owner.email, to: change.old_email })
  await setPassword(trx, userId, passwordHash)
  await markUndone(trx, { id: change.id, userId, at })
  await forgetTokens(trx, userId)
  await endSessionsOf(trx, { userId, reason: 'password', at })
  const values = { oldEmail: change.old_email }
  const recipient = owner.email
  await insertSystemMail(trx, { template: 'emailUndone', recipient, language, at, values })
  await onRecord(trx, clock, userId, 'emailChangeUndone')
  const token = await makeOneTimeToken(trx, clock, { userId, purpose: 'recovery' })
  if (token === null) throw new Error(`User ${userId} went while its address was undone`)
  return { uid: uidOf(userId), token }
}

/** The token of the link in a mail about to leave; null when there is nothing to confirm or undo any more. */
export async function emailChangeToken(
  { db, links }: { db: Db; links: Links },
  purpose: LinkPurpose,
  id: number,
): Promise<string | null> {
  const change = await findEmailChange(db, id)
  if (!change || change.undone_at !== null) return null
  if ((purpose === 'undo') !== (change.confirmed_at !== null)) return null
  return `${change.id}-${links.sign(`email-${purpose}`, signedText(change))}`
}

/** For the nightly sweep. */
export function forgetEmailChanges({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  return deletePastChanges(db, {
    requested: instantText(clock.now() - CONFIRM_MS),
    confirmed: instantText(clock.now() - UNDO_MS),
  })
}

type LinkPurpose = 'confirm' | 'undo'

function isLink(links: Links, purpose: LinkPurpose, change: EmailChangeRow, token: string) {
  const signature = token.slice(token.indexOf('-') + 1)
  return links.isSigned(`email-${purpose}`, signedText(change), signature)
}

function signedText({ id, user_id: user, old_email: from, new_email: to }: EmailChangeRow): string {
  return [id, user, from, to].join('\n')
}

function changeOf(token: string): number | null {
  const [, id] = /^([1-9]\d{0,14})-/.exec(token) ?? []
  return id === undefined ? null : Number(id)
}

/** False: an account that proved the address has it. One that never did gives it up. */
async function freeAddress(trx: Db, address: string): Promise<boolean> {
  const holder = await findUserByEmail(trx, address)
  if (holder === undefined) return true
  if (holder.activated_at !== null) return false
  await forgetUnactivatedAt(trx, address)
  return true
}

/** Registered by another request at this very moment. */
function takenMeanwhile(error: unknown): { kind: 'taken' } {
  const isTaken = error instanceof Error && 'code' in error && error.code === '23505'
  if (!isTaken) throw error
  return { kind: 'taken' }
}

async function onRecord(
  trx: Db,
  clock: Clock,
  userId: number,
  kind: 'emailChanged' | 'emailChangeUndone',
): Promise<void> {
  const organisationId = await findOrganisation(trx, userId)
  if (organisationId === undefined) return
  await audit(trx, clock, { organisationId, userId }, { kind, subject: `user:${userId}` })
}
