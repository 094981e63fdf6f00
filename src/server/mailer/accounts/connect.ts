import type { ExpressionBuilder, Kysely } from 'kysely'
import { audit } from '../../audit.ts'
import { instantText, type Clock } from '../../clock.ts'
import { withinOrganisation } from '../../db/reach.ts'
import type { Schema } from '../../db/schema.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import type { VaultWriter } from '../../vault/vault.ts'
import type { Secret } from '../../vault/secret.ts'
import type { Exchange, Granted, MailProvider, ProviderName } from '../providers/provider.ts'
import { MOST_ACCOUNTS } from './account-store.ts'
import { ATTEMPT_MS, derived, newBrowserSecret } from './oauth-browser.ts'
import { giveBackRefused } from './revoke.ts'

export type ConnectNeeds = {
  db: Kysely<Schema>
  clock: Clock
  vault: VaultWriter
  /** A provider without its program's number and secret is not offered. */
  mailProviders: Partial<Record<ProviderName, MailProvider>>
  /** Where browsers find us; known once we listen. */
  publicUrl: () => string
}

export interface Asked {
  organisationId: number
  userId: number
  /** The attempt ends with it. */
  sessionId: string
  provider: ProviderName
  returnPath: string
  /** The mailbox to connect again. */
  accountId: number | undefined
  largeFiles: boolean
}

/** Begins an attempt. Answers the secret for the browser's cookie, and where the provider asks. */
export async function startConnecting(
  needs: ConnectNeeds,
  asked: Asked,
): Promise<{ secret: Secret; authUrl: string }> {
  const { db, clock } = needs
  const { organisationId, userId, provider } = asked
  const known = providerOf(needs, provider)
  const hint = asked.accountId === undefined ? null : await addressOf(db, asked)
  const secret = newBrowserSecret()
  const { stateHash } = derived(secret)
  await db
    .insertInto('oauth_attempt')
    .values({
      state_hash: stateHash,
      organisation_id: organisationId,
      user_id: userId,
      session_id: asked.sessionId,
      provider,
      return_path: asked.returnPath,
      hint,
      large_files: asked.largeFiles,
      created_at: instantText(clock.now()),
      expires_at: instantText(clock.now() + ATTEMPT_MS),
    })
    .execute()
  return {
    secret,
    authUrl: authorizeUrl(needs, known, secret, { hint, largeFiles: asked.largeFiles }),
  }
}

/** Where the browser with this secret goes; null when its attempt is spent, too old or never was. */
export async function whereToAuthorize(
  needs: ConnectNeeds,
  provider: ProviderName,
  secret: Secret,
): Promise<string | null> {
  const known = needs.mailProviders[provider]
  const attempt = await needs.db
    .selectFrom('oauth_attempt')
    .select(['hint', 'large_files'])
    .where('state_hash', '=', derived(secret).stateHash)
    .where('provider', '=', provider)
    .where('used_at', 'is', null)
    .where('expires_at', '>', instantText(needs.clock.now()))
    .where(ofLiveSession)
    .executeTakeFirst()
  if (attempt === undefined || known === undefined) return null
  const { hint, large_files: largeFiles } = attempt
  return authorizeUrl(needs, known, secret, { hint, largeFiles })
}

export type Connected =
  | { kind: 'connected'; accountId: number; returnPath: string }
  | { kind: 'failed'; reason: ConnectFault; returnPath: string }

export type ConnectFault =
  | 'expired'
  | 'denied'
  | 'scopeMissing'
  | 'refused'
  | 'unavailable'
  | 'tooMany'

const HOME = '/email-accounts'

/** Ends an attempt with what the provider sent back. Each attempt is used once, whatever comes of it. */
export async function finishConnecting(needs: ConnectNeeds, back: Back): Promise<Connected> {
  const { provider, secret, code } = back
  const known = needs.mailProviders[provider]
  if (secret === null || !isOfAttempt(back) || known === undefined) return EXPIRED
  const provided = derived(secret)
  const attempt = await useAttempt(needs, provider, provided.stateHash)
  if (attempt === null) return EXPIRED
  const { return_path: returnPath, organisation_id: organisationId, user_id: userId } = attempt
  if (code === null) return { kind: 'failed', reason: refusalOf(back.error), returnPath }
  const { verifier, nonce } = provided
  const redirectUri = redirectUriOf(needs, provider)
  const exchange = await known.exchange({ code, verifier, nonce, redirectUri })
  const owner = { organisationId, userId, provider }
  const giveBack = (granted: Granted) =>
    withinOrganisation(organisationId, () => giveBackRefused(needs, owner, granted))
  if (exchange.kind !== 'connected') {
    if ('granted' in exchange) await giveBack(exchange.granted)
    return { kind: 'failed', reason: faultOf(exchange), returnPath }
  }
  const accountId = await withinOrganisation(organisationId, () => keep(needs, owner, exchange))
  if (accountId === null) {
    await giveBack({ token: exchange.refreshToken, email: exchange.email })
    return { kind: 'failed', reason: 'tooMany', returnPath }
  }
  return { kind: 'connected', accountId, returnPath }
}

/** What a browser brings back from the provider. */
export interface Back {
  provider: ProviderName
  /** Of its cookie. */
  secret: Secret | null
  state: string
  code: string | null
  error: string | null
}

/** Whether it ends the attempt whose cookie came along; another one's end leaves that as it is. */
export function isOfAttempt({ secret, state }: Back): boolean {
  return secret !== null && derived(secret).state === state
}

/** RFC 6749 4.1.2.1: who said no, who can't now; every other is a refusal that no consent mends. */
function refusalOf(error: string | null): ConnectFault {
  if (error === 'access_denied') return 'denied'
  const isAway = error === 'server_error' || error === 'temporarily_unavailable'
  return isAway ? 'unavailable' : 'refused'
}

const EXPIRED: Connected = { kind: 'failed', reason: 'expired', returnPath: HOME }

async function useAttempt({ db, clock }: ConnectNeeds, provider: ProviderName, stateHash: Buffer) {
  const now = instantText(clock.now())
  const attempt = await db
    .updateTable('oauth_attempt')
    .set({ used_at: now })
    .where('state_hash', '=', stateHash)
    .where('provider', '=', provider)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where(ofLiveSession)
    .returning(['organisation_id', 'user_id', 'return_path'])
    .executeTakeFirst()
  return attempt ?? null
}

/** Who logged out, changed the password or closed the session elsewhere connects nothing any more. */
function ofLiveSession(eb: ExpressionBuilder<Schema, 'oauth_attempt'>) {
  return eb.exists(
    eb
      .selectFrom('login_session')
      .select('login_session.id')
      .whereRef('login_session.id', '=', 'oauth_attempt.session_id')
      .where('login_session.ended_at', 'is', null),
  )
}

type Owner = { organisationId: number; userId: number; provider: ProviderName }

/** A mailbox known before is the same one, connected again. Null: there are as many as there may be. */
async function keep(
  { db, clock, vault }: ConnectNeeds,
  { organisationId, userId, provider }: Owner,
  exchange: Extract<Exchange, { kind: 'connected' }>,
): Promise<number | null> {
  const now = instantText(clock.now())
  const { email, name, refreshToken } = exchange
  return db.transaction().execute(async (trx) => {
    const accounts = await trx
      .selectFrom('email_account')
      .select(['id', 'provider', 'address', 'token_secret_id'])
      .where('organisation_id', '=', organisationId)
      .forUpdate()
      .execute()
    const known = accounts.find((one) => one.provider === provider && one.address === email)
    if (known === undefined && accounts.length >= MOST_ACCOUNTS) return null
    const sealed = { organisationId, kind: 'mailToken', plaintext: refreshToken } as const
    let id = known?.id
    if (known) {
      await vault.replace(trx, { ...sealed, secretId: known.token_secret_id })
      await trx
        .updateTable('email_account')
        .set({
          state: 'connected',
          disconnect_reason: null,
          disconnected_at: null,
          connected_at: now,
        })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', known.id)
        .execute()
    } else {
      const made = await trx
        .insertInto('email_account')
        .values({
          organisation_id: organisationId,
          provider,
          address: email,
          full_name: name.slice(0, 100),
          token_secret_id: await vault.seal(trx, sealed),
          connected_at: now,
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      id = made.id
    }
    await audit(
      trx,
      clock,
      { organisationId, userId },
      { kind: 'emailAccountConnected', subject: `emailAccount:${id}` },
    )
    return id ?? null
  })
}

function faultOf(exchange: Exclude<Exchange, { kind: 'connected' }>): ConnectFault {
  if (exchange.kind !== 'refused') return 'unavailable'
  return exchange.reason === 'scopeMissing' ? 'scopeMissing' : 'refused'
}

function authorizeUrl(
  needs: ConnectNeeds,
  provider: MailProvider,
  secret: Secret,
  wish: { hint: string | null; largeFiles: boolean },
): string {
  const { state, nonce, verifier } = derived(secret)
  const redirectUri = redirectUriOf(needs, provider.name)
  return provider.authorizeUrl({ state, nonce, verifier, redirectUri, ...wish })
}

function redirectUriOf({ publicUrl }: ConnectNeeds, provider: ProviderName): string {
  return `${publicUrl()}/api/mailer/oauth/${provider}/callback/`
}

function providerOf({ mailProviders }: ConnectNeeds, name: ProviderName): MailProvider {
  const provider = mailProviders[name]
  if (provider === undefined) throw new Refused(503, 'mailProviderAbsent')
  return provider
}

async function addressOf(db: Kysely<Schema>, asked: Asked): Promise<string> {
  const account = await db
    .selectFrom('email_account')
    .select('address')
    .where('organisation_id', '=', asked.organisationId)
    .where('id', '=', asked.accountId ?? 0)
    .where('provider', '=', asked.provider)
    .executeTakeFirst()
  if (account === undefined) throw new NotFound()
  return account.address
}
