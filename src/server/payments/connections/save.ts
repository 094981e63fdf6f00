import { audit } from '../../audit.ts'
import { instantText } from '../../clock.ts'
import { Refused } from '../../http/errors.ts'
import { queueForMembers } from '../../mailer/queue-for-members.ts'
import type { Connection } from '../providers/connection.ts'
import {
  accountEnding,
  accountOf,
  isSameAccount,
  keysText,
  storedAccount,
  type Account,
} from './account.ts'
import { nextPublicIds } from './notify-address.ts'
import { mayBeOffered, PROVIDER_NAMES, type PresentNeeds } from './present.ts'
import {
  changeConnection,
  companyOf,
  connectionsInForce,
  knownRow,
  lockCompany,
  type CompanyAt,
  type ConnectionRow,
  type Db,
} from './store.ts'
import { testedAs } from './try-keys.ts'

export type By = { organisationId: number; userId: number }

interface Wanted {
  connection: Connection
  /** The one in force of its provider and mode, as it was seen. */
  seen: number | null
  /** Begins to be offered, not only goes on. */
  isOffered: boolean
}

/**
 * Tests the keys, and keeps them whatever comes of it. What payers were offered stays offered where the test was ok.
 * Returns the row in force.
 */
export async function saveConnection(
  needs: PresentNeeds,
  by: By,
  companyId: number,
  wanted: Wanted,
): Promise<ConnectionRow> {
  const { db, clock, providers } = needs
  const { connection } = wanted
  const at = { organisationId: by.organisationId, companyId }
  const company = await companyOf(db, at)
  requireSeen(await inForce(db, at, connection), wanted)
  // No call to a provider is made within a transaction.
  const tested = testedAs(clock, await providers[connection.provider].testConnection(connection))
  return db.transaction().execute(async (trx) => {
    await lockCompany(trx, at)
    const before = await inForce(trx, at, connection)
    requireSeen(before, wanted)
    const account = accountOf(connection)
    const isOffered =
      (wanted.isOffered || before?.is_offered === true) &&
      mayBeOffered(needs.installation, { mode: connection.mode, ...tested })
    const isSame = before !== null && isSameAccount(storedAccount(before), account)
    const change = { ...tested, is_offered: isOffered }
    const id = isSame
      ? await replaceKeys({ ...needs, db: trx }, before, connection, change)
      : await beginAnother({ ...needs, db: trx }, by, { at, before, connection, change })
    if (isOffered) await withdrawOthers(trx, at, { id, provider: connection.provider })
    await tellSaved({ ...needs, db: trx }, by, { company: company.name, account, connection })
    return knownRow(trx, { organisationId: by.organisationId, connectionId: id })
  })
}

async function replaceKeys(
  { db, vault }: PresentNeeds,
  row: ConnectionRow,
  connection: Connection,
  change: Partial<ConnectionRow>,
): Promise<number> {
  const organisationId = row.organisation_id
  const secret = { organisationId, kind: 'paymentKeys', plaintext: keysText(connection) } as const
  const secretId = await vault.seal(db, secret)
  const at = { organisationId, connectionId: row.id }
  await changeConnection(db, at, { ...change, secret_id: secretId })
  if (row.secret_id !== null) await vault.erase(db, { organisationId, secretId: row.secret_id })
  return row.id
}

async function beginAnother(
  needs: PresentNeeds,
  by: By,
  of: {
    at: CompanyAt
    before: ConnectionRow | null
    connection: Connection
    change: Pick<ConnectionRow, 'is_offered'> & ReturnType<typeof testedAs>
  },
): Promise<number> {
  const { db, clock, vault } = needs
  const { at, before, connection, change } = of
  const { organisationId, companyId } = at
  const { provider, mode } = connection
  const now = instantText(clock.now())
  if (before !== null) {
    const ended = { is_offered: false, ended_at: now, ended_by: by.userId }
    await changeConnection(db, { organisationId, connectionId: before.id }, ended)
  }
  const nextId = await nextPublicIds(needs, organisationId)
  const secret = { organisationId, kind: 'paymentKeys', plaintext: keysText(connection) } as const
  const { id } = await db
    .insertInto('payment_connection')
    .values({
      organisation_id: organisationId,
      company_id: companyId,
      public_id: nextId({ companyId, provider, mode }),
      provider,
      mode,
      account: JSON.stringify(accountOf(connection)),
      secret_id: await vault.seal(db, secret),
      created_by: by.userId,
      created_at: now,
      ended_at: null,
      ended_by: null,
      ...change,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Of one provider a payer is offered one account, not the rehearsal beside the real one. */
export async function withdrawOthers(
  trx: Db,
  { organisationId, companyId }: CompanyAt,
  kept: Pick<ConnectionRow, 'id' | 'provider'>,
): Promise<void> {
  await trx
    .updateTable('payment_connection')
    .set({ is_offered: false })
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', companyId)
    .where('provider', '=', kept.provider)
    .where('id', '<>', kept.id)
    .where('is_offered', '=', true)
    .execute()
}

/** The person who changes an account receives the money, so every member hears of it. */
async function tellSaved(
  { db, clock }: Pick<PresentNeeds, 'db' | 'clock'>,
  by: By,
  { company, account, connection }: { company: string; account: Account; connection: Connection },
): Promise<void> {
  const { provider, mode } = connection
  await audit(db, clock, by, {
    kind: 'paymentConnectionSaved',
    subject: `paymentConnection:${provider}`,
    data: { provider, mode, name: PROVIDER_NAMES[provider] },
  })
  const values = { company, provider: PROVIDER_NAMES[provider], account: accountEnding(account) }
  const notice = { template: 'paymentConnection', at: instantText(clock.now()) } as const
  await queueForMembers(db, by.organisationId, notice, () => ({ values }))
}

function requireSeen(row: ConnectionRow | null, { seen }: Wanted): void {
  if ((row?.id ?? null) !== seen) throw new Refused(409, 'connectionChanged')
}

async function inForce(
  db: Db,
  { organisationId, companyId }: CompanyAt,
  { provider, mode }: Connection,
): Promise<ConnectionRow | null> {
  const rows = await connectionsInForce(db, organisationId, companyId)
  return rows.find((row) => row.provider === provider && row.mode === mode) ?? null
}
