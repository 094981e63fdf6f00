import { audit } from '../../audit.ts'
import { instantText } from '../../clock.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import { queueForMembers } from '../../mailer/queue-for-members.ts'
import { accountEnding, storedAccount } from './account.ts'
import { mayBeOffered, PROVIDER_NAMES, type PresentNeeds } from './present.ts'
import { withdrawOthers, type By } from './save.ts'
import {
  changeConnection,
  companyOf,
  knownRow,
  lockCompany,
  type ConnectionRow,
  type Db,
} from './store.ts'

/** Offers it to payers, or no more. Said twice it is the same. */
export async function offerConnection(
  needs: PresentNeeds,
  by: By,
  connectionId: number,
  isOffered: boolean,
): Promise<ConnectionRow> {
  const { db, clock, installation } = needs
  return db.transaction().execute(async (trx) => {
    const row = await lockInForce(trx, by, connectionId)
    if (isOffered && !mayBeOffered(installation, row)) throw new Refused(409, reasonOf(row))
    if (row.is_offered === isOffered) return row
    const at = { organisationId: by.organisationId, connectionId }
    await changeConnection(trx, at, { is_offered: isOffered })
    if (isOffered) {
      await withdrawOthers(
        trx,
        { organisationId: by.organisationId, companyId: row.company_id },
        row,
      )
    }
    await audit(trx, clock, by, {
      kind: isOffered ? 'paymentConnectionOffered' : 'paymentConnectionWithdrawn',
      subject: `paymentConnection:${connectionId}`,
      data: { provider: row.provider, mode: row.mode, name: PROVIDER_NAMES[row.provider] },
    })
    await tellMembers(
      trx,
      needs,
      row,
      isOffered ? 'paymentConnectionOffered' : 'paymentConnectionEnded',
    )
    return { ...row, is_offered: isOffered }
  })
}

/** Ends it: nothing is begun by it any more. Its keys stay until nothing of it is pending (`eraseEndedSecrets`). */
export async function endConnection(
  { db, clock }: PresentNeeds,
  by: By,
  connectionId: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await lockInForce(trx, by, connectionId)
    const at = { organisationId: by.organisationId, connectionId }
    const ended = { is_offered: false, ended_at: instantText(clock.now()), ended_by: by.userId }
    await changeConnection(trx, at, ended)
    await audit(trx, clock, by, {
      kind: 'paymentConnectionEnded',
      subject: `paymentConnection:${connectionId}`,
      data: { provider: row.provider, mode: row.mode, name: PROVIDER_NAMES[row.provider] },
    })
    await tellMembers(trx, { clock }, row, 'paymentConnectionEnded')
  })
}

/** Where payers pay changes where the company's money goes, so every member hears of it. */
async function tellMembers(
  trx: Db,
  { clock }: Pick<PresentNeeds, 'clock'>,
  row: ConnectionRow,
  template: 'paymentConnectionOffered' | 'paymentConnectionEnded',
): Promise<void> {
  const { organisation_id: organisationId, company_id: companyId, provider } = row
  const company = await companyOf(trx, { organisationId, companyId })
  const values = {
    company: company.name,
    provider: PROVIDER_NAMES[provider],
    account: accountEnding(storedAccount(row)),
  }
  const notice = { template, at: instantText(clock.now()) } as const
  await queueForMembers(trx, organisationId, notice, () => ({ values }))
}

/** The company first, as everybody who changes its connections does. */
async function lockInForce(trx: Db, by: By, connectionId: number): Promise<ConnectionRow> {
  const at = { organisationId: by.organisationId, connectionId }
  const { company_id: companyId } = await knownRow(trx, at)
  await lockCompany(trx, { organisationId: by.organisationId, companyId })
  const row = await knownRow(trx, at, true)
  if (row.ended_at !== null) throw new NotFound()
  return row
}

function reasonOf({ test_outcome }: ConnectionRow) {
  return test_outcome === 'ok' ? 'connectionIsTest' : 'connectionNotTested'
}
