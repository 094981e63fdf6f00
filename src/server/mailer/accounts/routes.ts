import type { z } from 'zod'
import type { emailAccount } from '#contract/email-accounts.ts'
import { audit } from '../../audit.ts'
import { instantText } from '../../clock.ts'
import { NotFound } from '../../http/errors.ts'
import type { Handlers, Session } from '../../http/handler.ts'
import { safeHtml } from '../safe-html.ts'
import { lockAccount, readAccounts, type ListedAccount } from './account-store.ts'
import { BEGUN_MICROSOFT_PATH } from './browser-routes.ts'
import { startConnecting, type ConnectNeeds } from './connect.ts'
import { cookieOf } from './oauth-browser.ts'
import { inert } from '../inert.ts'

export type AccountRoutesNeeds = ConnectNeeds & { secure: boolean }

type AccountCalls =
  | 'listEmailAccounts'
  | 'authorizeGoogle'
  | 'startMicrosoft'
  | 'changeEmailAccount'
  | 'deleteEmailAccount'

export function emailAccountRoutes(needs: AccountRoutesNeeds): Pick<Handlers, AccountCalls> {
  const { db } = needs
  return {
    async listEmailAccounts({ session }) {
      return (await readAccounts(db, session.organisationId)).map(accountToWire)
    },
    async authorizeGoogle({ session, query, setCookie }) {
      const asked = { ...session, provider: 'google' } as const
      const { secret, authUrl } = await startConnecting(needs, {
        ...asked,
        returnPath: query.return_path,
        accountId: query.account,
        largeFiles: query.large_files,
      })
      setCookie(cookieOf('google', secret, needs.secure))
      return { auth_url: authUrl }
    },
    async startMicrosoft({ session, body, setCookie }) {
      const asked = { ...session, provider: 'microsoft' } as const
      const { secret } = await startConnecting(needs, {
        ...asked,
        returnPath: body.return_path,
        accountId: body.account,
        largeFiles: body.large_files,
      })
      setCookie(cookieOf('microsoft', secret, needs.secure))
      return { auth_url: BEGUN_MICROSOFT_PATH }
    },
    async changeEmailAccount({ session, params, body }) {
      await change(needs, session, params.id, {
        ...(body.full_name === undefined ? {} : { full_name: inert(body.full_name) }),
        ...(body.signature === undefined ? {} : { signature: safeHtml(body.signature) }),
      })
      const [account] = await readAccounts(db, session.organisationId, params.id)
      if (account === undefined) throw new NotFound()
      return accountToWire(account)
    },
    async deleteEmailAccount({ session, params }) {
      await remove(needs, session, params.id)
    },
  }
}

/** An empty change is fine: the screen may save what it did not touch. */
async function change(
  { db, clock }: AccountRoutesNeeds,
  { organisationId, userId }: Session,
  accountId: number,
  values: { full_name?: string; signature?: string },
): Promise<void> {
  if (Object.keys(values).length === 0) return
  await db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('email_account')
      .set(values)
      .where('organisation_id', '=', organisationId)
      .where('id', '=', accountId)
      .returning('id')
      .executeTakeFirst()
    if (changed === undefined) throw new NotFound()
    const subject = `emailAccount:${accountId}`
    await audit(trx, clock, { organisationId, userId }, { kind: 'emailAccountChanged', subject })
  })
}

/** Rules and waiting mails that used it keep going without one; its permission is given back by the worker. */
async function remove(
  { db, clock }: AccountRoutesNeeds,
  { organisationId, userId }: Session,
  accountId: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, { organisationId, accountId })
    if (account === null) throw new NotFound()
    await trx
      .deleteFrom('email_account')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', accountId)
      .execute()
    await trx
      .insertInto('mail_revocation')
      .values({
        organisation_id: organisationId,
        secret_id: account.token_secret_id,
        provider: account.provider,
        address: account.address,
        next_try_at: instantText(clock.now()),
      })
      .execute()
    const subject = `emailAccount:${accountId}`
    await audit(trx, clock, { organisationId, userId }, { kind: 'emailAccountDeleted', subject })
  })
}

function accountToWire(account: ListedAccount): z.input<typeof emailAccount> {
  return {
    id: account.id,
    full_name: account.full_name,
    email_address: account.address,
    provider: account.provider,
    signature: account.signature,
    state: account.state,
    disconnect_reason: account.disconnect_reason,
    pending: account.pending ?? 0,
  }
}
