import { sql } from 'kysely'
import { addDays, type Day } from '#domain/day.ts'
import { instantText } from '../../clock.ts'
import type { Db } from '../owed/receivable.ts'
import type { StatementColumns } from '../statement/find-columns.ts'
import type { KnownMovement } from '../statement/movements/identity.ts'
import type { StoredMovement } from '../statement/match/open-document.ts'
import type { Movement, Reversal } from '../statement/movements/movement.ts'
import { MOVEMENT_COLUMNS, movementOf, type OfCompany } from './store.ts'

export interface Period {
  firstDay: Day
  lastDay: Day
}

/**
 * All movements of those days that may be of that account: of one that a file doesn't name, any of the company's, because
 * a movement that is taken in twice would pay twice.
 */
export async function storedMovements(
  db: Db,
  { organisationId, companyId }: OfCompany,
  account: string,
  { firstDay, lastDay }: Period,
): Promise<(Movement & KnownMovement & { id: number })[]> {
  const rows = await db
    .selectFrom('bank_movement as movement')
    .select([...MOVEMENT_COLUMNS, 'movement.ordinal'])
    .where('movement.organisation_id', '=', organisationId)
    .where('movement.company_id', '=', companyId)
    .where('movement.day', '>=', firstDay)
    .where('movement.day', '<=', lastDay)
    .$if(account !== '', (query) => query.where('movement.account', 'in', [account, '']))
    .orderBy('movement.id')
    .execute()
  return rows.map((row) => ({ ...movementOf(row), ordinal: row.ordinal }))
}

export interface NewStatement extends Period {
  account: string
  fileName: string
  sha256: Uint8Array
  movements: number
  added: number
  uploadedBy: number
  uploadedAt: string
}

/** The same file again is the same row. */
export async function insertStatement(
  trx: Db,
  { organisationId, companyId }: OfCompany,
  statement: NewStatement,
): Promise<number> {
  const { movements, added } = statement
  const { id } = await trx
    .insertInto('bank_statement')
    .values({
      organisation_id: organisationId,
      company_id: companyId,
      account: statement.account,
      file_name: statement.fileName,
      sha256: statement.sha256,
      first_day: statement.firstDay,
      last_day: statement.lastDay,
      movements,
      added,
      uploaded_by: statement.uploadedBy,
      uploaded_at: statement.uploadedAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organisation_id', 'company_id', 'account', 'sha256'])
        .doUpdateSet((eb) => ({
          movements,
          added: eb('bank_statement.added', '+', added),
        })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A movement that no statement before had, with the number it is stored by. */
export type NewMovement = StoredMovement & { ordinal: number }

export async function insertMovements(
  trx: Db,
  { organisationId, companyId }: OfCompany,
  { statementId, account }: { statementId: number; account: string },
  added: readonly NewMovement[],
): Promise<void> {
  if (added.length === 0) return
  const column = <T>(of: (movement: NewMovement) => T) => added.map(of)
  await sql`
    insert into bank_movement (organisation_id, company_id, account, statement_id, id, day, amount_clp, operation, ordinal,
      payer_rut, payer_name, description, reversal, reversal_id, maybe_id)
    select ${organisationId}::bigint, ${companyId}::bigint, ${account}::text, ${statementId}::bigint, row.*
    from unnest(${column(({ id }) => id)}::bigint[], ${column(({ day }) => day)}::date[],
      ${column(({ amountClp }) => amountClp)}::bigint[], ${column(({ operation }) => operation)}::text[],
      ${column(({ ordinal }) => ordinal)}::integer[], ${column(({ payerRut }) => payerRut)}::text[],
      ${column(({ payerName }) => payerName)}::text[], ${column(({ description }) => description)}::text[],
      ${column(({ reversal }) => reversal?.kind ?? null)}::text[],
      ${column(({ reversal }) => otherOf(reversal))}::bigint[],
      ${column(({ maybeId }) => maybeId ?? null)}::bigint[]) as row`.execute(trx)
}

function otherOf(reversal: Reversal | null): number | null {
  return reversal === null || reversal.kind === 'alone' ? null : reversal.row
}

export async function saveReversals(
  trx: Db,
  { organisationId }: OfCompany,
  found: readonly { id: number; reversal: Reversal }[],
): Promise<void> {
  if (found.length === 0) return
  const rows = found.map(({ id, reversal }) => ({
    id,
    kind: reversal.kind,
    other: otherOf(reversal),
  }))
  await sql`update bank_movement movement set reversal = row.kind, reversal_id = row.other
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id bigint, kind text, other bigint)
    where movement.organisation_id = ${organisationId} and movement.id = row.id`.execute(trx)
}

/** Files of so many forms are remembered for a company. */
const MAX_REMEMBERED = 20

/** The columns that a company answered for, those answered last first. */
export async function rememberedColumns(
  db: Db,
  { organisationId, companyId }: OfCompany,
): Promise<unknown[]> {
  const rows = await db
    .selectFrom('statement_columns')
    .select('columns')
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', companyId)
    .orderBy('answered_at', 'desc')
    .orderBy('headings')
    .limit(MAX_REMEMBERED)
    .execute()
  return rows.map(({ columns }) => columns)
}

export async function rememberColumns(
  trx: Db,
  { organisationId, companyId }: OfCompany,
  { headings, columns }: { headings: string; columns: StatementColumns },
  { userId, atMs }: { userId: number; atMs: number },
): Promise<void> {
  const values = {
    columns: JSON.stringify(columns),
    answered_by: userId,
    answered_at: instantText(atMs),
  }
  await trx
    .insertInto('statement_columns')
    .values({ organisation_id: organisationId, company_id: companyId, headings, ...values })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'company_id', 'headings']).doUpdateSet(values),
    )
    .execute()
}

/** Longer apart a bank takes nothing back. */
const REVERSAL_DAYS = 14

export function withNeighbours({ firstDay, lastDay }: Period): Period {
  return { firstDay: addDays(firstDay, -REVERSAL_DAYS), lastDay: addDays(lastDay, REVERSAL_DAYS) }
}
