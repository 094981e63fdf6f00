import { sql } from 'kysely'
import type { Db } from '../owed/receivable.ts'
import type { OfCompany } from './store.ts'

/** Why a file seems to be of another account than the company's own. */
export interface OtherAccount {
  kind: 'otherAccount'
  why: 'fileOfCompany' | 'accountOfCompany' | 'notInTerms'
  account: string
  /** The organisation's other company that has taken it; null where none has. */
  company: string | null
}

/**
 * What a person is asked before a file is taken: another company of the organisation has taken this very file, or others
 * of its account; or the account is not the one that the company's clients transfer to. What the company itself has taken
 * before was answered then. Null: nothing is asked. Under the statements' lock.
 */
export async function otherAccountOf(
  trx: Db,
  { organisationId, companyId }: OfCompany,
  { account, sha256 }: { account: string; sha256: Uint8Array },
): Promise<OtherAccount | null> {
  const { rows } = await sql<{
    is_own_file: boolean
    is_own_account: boolean
    file_of: string | null
    account_of: string | null
    terms_account: string | null
  }>`with taken as (select statement.company_id, statement.account, statement.sha256, company.name
      from bank_statement statement join company on company.organisation_id = statement.organisation_id
        and company.id = statement.company_id
      where statement.organisation_id = ${organisationId}
        and (statement.sha256 = ${sha256} or statement.account = ${account}))
    select
      exists (select from taken where company_id = ${companyId} and sha256 = ${sha256}) as is_own_file,
      exists (select from taken where company_id = ${companyId} and account = ${account}) as is_own_account,
      (select min(name) from taken where company_id <> ${companyId} and sha256 = ${sha256}) as file_of,
      (select min(name) from taken where company_id <> ${companyId} and account = ${account}) as account_of,
      (select account_number from payment_terms where organisation_id = ${organisationId}
        and company_id = ${companyId}) as terms_account`.execute(trx)
  const [said] = rows
  if (said === undefined) return null
  const asked = { kind: 'otherAccount', account } as const
  if (said.file_of !== null && !said.is_own_file) {
    return { ...asked, why: 'fileOfCompany', company: said.file_of }
  }
  if (account === '' || said.is_own_account) return null
  if (said.account_of !== null) {
    return { ...asked, why: 'accountOfCompany', company: said.account_of }
  }
  const isOwn = said.terms_account === null || digitsOf(said.terms_account) === digitsOf(account)
  return isOwn ? null : { ...asked, why: 'notInTerms', company: null }
}

/** As banks and people write one number: with dashes, points and zeros before it, or without. */
function digitsOf(account: string): string {
  return account.replaceAll(/\D/g, '').replace(/^0+/, '')
}

/**
 * The accounts of which this company and another one of the organisation have both taken statements: what pays a document
 * of one is no money of the other. A file that names no account is shared where both took that very file.
 */
function sharedAccounts({ organisationId, companyId }: OfCompany) {
  return sql`select distinct other.company_id, mine.account,
      case when mine.account = '' then mine.first_day end as first_day,
      case when mine.account = '' then mine.last_day end as last_day
    from bank_statement mine join bank_statement other on other.organisation_id = mine.organisation_id
      and other.company_id <> mine.company_id and other.account = mine.account
      and (mine.account <> '' or other.sha256 = mine.sha256)
    where mine.organisation_id = ${organisationId} and mine.company_id = ${companyId}`
}

/** Of a movement `came`, its line in another company's statements (`twin`), and its match there (`match`). */
function joinMatchedTwin({ organisationId }: OfCompany) {
  return sql`join bank_movement twin on twin.organisation_id = ${organisationId}
      and twin.company_id = shared.company_id and twin.account = shared.account and twin.day = came.day
      and twin.amount_clp = came.amount_clp and twin.operation = came.operation
      and (shared.first_day is null or twin.day between shared.first_day and shared.last_day)
    join movement_match match on match.organisation_id = twin.organisation_id and match.movement_id = twin.id
      and match.undone_at is null`
}

interface Came {
  id: number
  day: string
  amountClp: number
  operation: string
}

/**
 * Those of the movements, stored or not yet, that seem to be paid in another company of the organisation. Equal lines of
 * one day are not told apart: in doubt a movement is left to a person.
 */
export async function seemPaidElsewhere(
  db: Db,
  at: OfCompany,
  movements: readonly Came[],
): Promise<Set<number>> {
  if (movements.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    with shared as materialized (${sharedAccounts(at)}),
    came as (select * from unnest(${movements.map(({ id }) => id)}::bigint[],
        ${movements.map(({ day }) => day)}::date[], ${movements.map(({ amountClp }) => amountClp)}::bigint[],
        ${movements.map(({ operation }) => operation)}::text[]) as came (id, day, amount_clp, operation)
      where exists (select from shared))
    select distinct came.id from came cross join shared ${joinMatchedTwin(at)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** By stored movement the other company of the organisation in which the same money pays a document. */
export async function paidElsewhere(
  db: Db,
  at: OfCompany,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    with shared as materialized (${sharedAccounts(at)})
    select came.id, company.name from bank_movement came
    join shared on shared.account = came.account ${joinMatchedTwin(at)} and twin.ordinal = came.ordinal
    join company on company.organisation_id = twin.organisation_id and company.id = twin.company_id
    where came.organisation_id = ${at.organisationId} and came.company_id = ${at.companyId}
      and came.id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
