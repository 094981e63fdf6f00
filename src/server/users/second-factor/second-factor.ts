import { createHash, randomBytes } from 'node:crypto'
import { KEPT } from '#domain/kept.ts'
import { audit } from '../../audit.ts'
import { instantText, type Clock } from '../../clock.ts'
import { beyondOrganisations } from '../../db/reach.ts'
import type { ApiVault } from '../../vault/vault.ts'
import { findUser, insertSystemMail, type Db } from '../account/store.ts'
import {
  confirmSecondFactor,
  deleteSecondFactor,
  findSecondFactor,
  insertSecondFactor,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
  type SecondFactor,
  type UserAt,
} from './second-factor-store.ts'
import { base32, matchingStep, newTotpSecret } from './totp.ts'

export type SecondFactorNeeds = { db: Db; clock: Clock; vault: ApiVault }

/** `none`: the user has none in force. `missing` and `wrong`: they have, and this doesn't fit. */
export type SecondFactorCheck = 'none' | 'missing' | 'wrong' | 'passed'

/**
 * Whether this code, or a recovery code in its place, is good, and uses it up. The tenants'
 * connections can't read a sealed secret back, so it is read beyond them.
 */
export function checkSecondFactor(
  needs: SecondFactorNeeds,
  at: UserAt,
  code: string | undefined,
): Promise<SecondFactorCheck> {
  return beyondOrganisations(async () => {
    const known = await findSecondFactor(needs.db, at)
    if (known === null || known.confirmedAt === null) return 'none'
    if (code === undefined || code.trim() === '') return 'missing'
    if (await takeCode(needs, at, known.secretId, code)) return 'passed'
    if (!(await takeRecoveryCode(needs.db, needs.clock, at, hashOf(code)))) return 'wrong'
    const subject = `user:${at.userId}`
    await audit(needs.db, needs.clock, at, { kind: 'recoveryCodeUsed', subject })
    return 'passed'
  })
}

/** A new secret for the user's app; not in force yet. Null when there is one in force. */
export async function startSecondFactor(
  { db, clock, vault }: SecondFactorNeeds,
  at: UserAt,
): Promise<string | null> {
  const secret = newTotpSecret()
  return db.transaction().execute(async (trx) => {
    const known = await findSecondFactor(trx, at)
    if (known !== null && known.confirmedAt !== null) return null
    if (known !== null) await forgetSecondFactor(trx, vault, at, known.secretId)
    const { organisationId } = at
    const secretId = await vault.seal(trx, { organisationId, kind: 'totp', plaintext: secret })
    await insertSecondFactor(trx, clock, at, secretId)
    await audit(trx, clock, at, { kind: 'secondFactorStarted', subject: `user:${at.userId}` })
    return secret
  })
}

/** Puts it in force, once its first code comes back; answers the recovery codes, shown this one time. */
export async function confirmSecondFactorOf(
  needs: SecondFactorNeeds,
  at: UserAt,
  code: string,
): Promise<string[] | 'wrong' | 'notStarted'> {
  const { db, clock } = needs
  const known = await findSecondFactor(db, at)
  if (known === null || known.confirmedAt !== null) return 'notStarted'
  if (!(await beyondOrganisations(() => takeCode(needs, at, known.secretId, code)))) return 'wrong'
  const codes = newRecoveryCodes()
  await db.transaction().execute(async (trx) => {
    await confirmSecondFactor(trx, clock, at)
    await replaceRecoveryCodes(trx, at, codes.map(hashOf))
    await audit(trx, clock, at, { kind: 'secondFactorEnabled', subject: `user:${at.userId}` })
    await tellOwner(trx, clock, at, 'secondFactorSet')
  })
  return codes
}

/** Those shown before are worth nothing from now on. */
export async function renewRecoveryCodes(
  { db, clock }: SecondFactorNeeds,
  at: UserAt,
): Promise<string[]> {
  const codes = newRecoveryCodes()
  await db.transaction().execute(async (trx) => {
    await replaceRecoveryCodes(trx, at, codes.map(hashOf))
    await audit(trx, clock, at, { kind: 'recoveryCodesRenewed', subject: `user:${at.userId}` })
  })
  return codes
}

/** Its owner is told by mail, because the one who removes it may be another person. */
export async function removeSecondFactor(
  needs: SecondFactorNeeds,
  at: UserAt,
  isMeant: (known: SecondFactor) => boolean = () => true,
): Promise<void> {
  const { db, clock, vault } = needs
  await db.transaction().execute(async (trx) => {
    const known = await findSecondFactor(trx, at)
    if (known === null || !isMeant(known)) return
    await forgetSecondFactor(trx, vault, at, known.secretId)
    await audit(trx, clock, at, { kind: 'secondFactorDisabled', subject: `user:${at.userId}` })
    if (known.confirmedAt !== null) await tellOwner(trx, clock, at, 'secondFactorRemoved')
  })
}

/**
 * As long as a change of address can be undone: by then the owner has had the mail about it. The instant at which it was
 * begun says nothing, as a thief may begin it early and confirm it late.
 */
const SETTLED_MS = KEPT.emailUndoDays * 24 * 60 * 60_000

/** Removes one that had not stood that long at that instant: it may be of the person who had the account then. */
export function dropUnsettledFactor(
  needs: SecondFactorNeeds,
  at: UserAt,
  atMs: number,
): Promise<void> {
  return removeSecondFactor(
    needs,
    at,
    ({ confirmedAt }) => confirmedAt === null || Date.parse(confirmedAt) > atMs - SETTLED_MS,
  )
}

async function tellOwner(
  trx: Db,
  clock: Clock,
  { userId }: UserAt,
  template: 'secondFactorSet' | 'secondFactorRemoved',
): Promise<void> {
  const user = await findUser(trx, userId)
  if (user === undefined) return
  const { email: recipient, language } = user
  const values = { days: String(KEPT.emailUndoDays) }
  await insertSystemMail(trx, {
    template,
    recipient,
    language,
    at: instantText(clock.now()),
    values,
  })
}

export async function forgetSecondFactor(
  trx: Db,
  vault: ApiVault,
  at: UserAt,
  secretId: number,
): Promise<void> {
  await deleteSecondFactor(trx, at)
  await vault.erase(trx, { organisationId: at.organisationId, secretId })
}

async function takeCode(
  { db, clock, vault }: SecondFactorNeeds,
  at: UserAt,
  secretId: number,
  code: string,
): Promise<boolean> {
  const { organisationId } = at
  const use = { organisationId, secretId, kind: 'totp', purpose: 'secondFactor' } as const
  const step = matchingStep(await vault.open(db, use), code, clock.now())
  return step !== null && takeStep(db, at, step)
}

const RECOVERY_CODES = 10
// 120 bits: a fast hash of so much chance can't be guessed back (ASVS 6.5.2 asks for 112).
const RECOVERY_CODE_BYTES = 15

function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    base32(randomBytes(RECOVERY_CODE_BYTES))
      .replaceAll(/.{4}(?=.)/g, '$&-')
      .toLowerCase(),
  )
}

function hashOf(code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[^a-z2-7]/g, '')
  return createHash('sha256').update(plain).digest()
}
