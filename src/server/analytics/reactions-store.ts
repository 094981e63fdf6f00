import { sql, type Kysely } from 'kysely'
import {
  dayInChile,
  firstDayOf,
  knownDay,
  knownMonth,
  lastDayOf,
  type Day,
  type Month,
} from '#domain/day.ts'
import { isClaimOver, reactionState } from '#domain/reaction.ts'
import { rut, type Rut } from '#domain/rut.ts'
import type { ListedReaction, ReactionRow } from '#sii/sii.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { mayStillReact } from './may-still-react.ts'

type Db = Kysely<Schema>

export interface FacturatorAt {
  organisationId: number
  facturatorId: number
}

/** One request's worth: the facturas that a company issued in one month. */
export interface ReactionList {
  companyId: number
  company: Rut
  person: Rut
  month: Month
}

export type ListRead = ReactionList & { rows: ReactionRow[] }

interface When {
  today: Day
  since: string
}

/** Those read longest ago first, and those never read before them. */
export async function dueLists(
  db: Db,
  { organisationId, facturatorId }: FacturatorAt,
  { limit, ...when }: When & { limit: number },
): Promise<ReactionList[]> {
  const month = sql<string>`to_char(document.issue_day, 'YYYY-MM')`
  const rows = await db
    .selectFrom('document')
    .innerJoin('company', (join) =>
      join
        .onRef('company.organisation_id', '=', 'document.organisation_id')
        .onRef('company.id', '=', 'document.company_id'),
    )
    .innerJoin('facturator', (join) =>
      join
        .onRef('facturator.organisation_id', '=', 'company.organisation_id')
        .onRef('facturator.id', '=', 'company.facturator_id'),
    )
    .leftJoin('receiver_reaction as reaction', (join) =>
      join
        .onRef('reaction.organisation_id', '=', 'document.organisation_id')
        .onRef('reaction.document_id', '=', 'document.id'),
    )
    .select(['company.id', 'company.rut', 'facturator.person_rut', month.as('month')])
    .where('facturator.organisation_id', '=', organisationId)
    .where('facturator.id', '=', facturatorId)
    .where(mayStillReact(when))
    .groupBy(['company.id', 'company.rut', 'facturator.person_rut', month])
    .orderBy(sql`min(coalesce(reaction.read_at, '-infinity'))`)
    .orderBy('company.id')
    .orderBy(month)
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    companyId: row.id,
    company: rut(row.rut),
    person: rut(row.person_rut),
    month: knownMonth(row.month),
  }))
}

/** Nothing of the connection waits to be read. */
export async function readAll(db: Db, clock: Clock, at: FacturatorAt): Promise<void> {
  await db
    .updateTable('facturator')
    .set({ reactions_read_at: instantText(clock.now()), reactions_tries: 0 })
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.facturatorId)
    .execute()
}

/** Writes what the list says of each factura that waited for it; one that it lacks is asked about again. Answers how many. */
export async function keepList(
  trx: Db,
  clock: Clock,
  organisationId: number,
  when: When,
  { companyId, month, rows }: ListRead,
): Promise<number> {
  const documents = await trx
    .selectFrom('document')
    .select(['id', 'folio', 'issue_day'])
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', companyId)
    .where('issue_day', '>=', firstDayOf(month))
    .where('issue_day', '<=', lastDayOf(month))
    .where(mayStillReact(when))
    .orderBy('id')
    .execute()
  const byFolio = new Map(rows.map((row) => [row.folio, row]))
  for (const { id, folio, issue_day } of documents) {
    const row = byFolio.get(folio ?? 0)
    const at = { organisation_id: organisationId, document_id: id }
    if (row === undefined) await keepAbsent(trx, clock, at)
    else await keepRow(trx, clock, at, knownDay(issue_day ?? when.today), row)
  }
  return documents.length
}

interface DocumentAt {
  organisation_id: number
  document_id: number
}

/** What was seen before stays, should the register lose it: a claim doesn't end by a gap. */
async function keepAbsent(trx: Db, clock: Clock, at: DocumentAt): Promise<void> {
  const read_at = instantText(clock.now())
  await trx
    .insertInto('receiver_reaction')
    .values({ ...at, read_at })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'document_id']).doUpdateSet({ read_at }),
    )
    .execute()
}

async function keepRow(
  trx: Db,
  clock: Clock,
  at: DocumentAt,
  issued: Day,
  row: ReactionRow,
): Promise<void> {
  const [shown] = row.reactions
  const days = { received: row.received ?? issued, readOn: dayInChile(clock.now()) }
  const state = reactionState(shown?.kind ?? null, days)
  const read = {
    state,
    claim: shown?.claim ?? null,
    received_day: days.received,
    read_at: instantText(clock.now()),
    is_final: isClaimOver(days.received, days.readOn),
  }
  await trx
    .insertInto('receiver_reaction')
    .values({ ...at, ...read })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'document_id']).doUpdateSet({
        ...read,
        claim: sql`case when excluded.state = 'claimed'
          then coalesce(excluded.claim, receiver_reaction.claim) end`,
        settled_at: whileClaimed('settled_at'),
        settled_by: whileClaimed('settled_by'),
      }),
    )
    .execute()
  for (const one of row.reactions) await keepEvent(trx, clock, at, one)
}

/** A person's word stands for the claim that it was about: one about something else is asked about again. */
function whileClaimed(column: 'settled_at' | 'settled_by') {
  return sql<never>`case when excluded.state = 'claimed' and (excluded.claim is null
      or excluded.claim = coalesce(receiver_reaction.claim, excluded.claim))
    then ${sql.ref(`receiver_reaction.${column}`)} end`
}

/** Each event once. A route without codes adds nothing to an event with a code, and a code completes one without. */
async function keepEvent(
  trx: Db,
  clock: Clock,
  at: DocumentAt,
  { kind, claim, code, text, day }: ListedReaction,
): Promise<void> {
  const told = { claim, code, text, day }
  const known = await trx
    .selectFrom('receiver_event')
    .select(['code', 'day'])
    .where('organisation_id', '=', at.organisation_id)
    .where('document_id', '=', at.document_id)
    .where('kind', '=', kind)
    .execute()
  const same = known.find((one) => one.code === code) ?? known.find((one) => one.code === '')
  if (same === undefined && (code !== '' || known.length === 0)) {
    const seen_at = instantText(clock.now())
    await trx
      .insertInto('receiver_event')
      .values({ ...at, kind, ...told, seen_at })
      .execute()
  } else if (same !== undefined && code !== '') {
    await trx
      .updateTable('receiver_event')
      .set({ ...told, day: day ?? same.day })
      .where('organisation_id', '=', at.organisation_id)
      .where('document_id', '=', at.document_id)
      .where('kind', '=', kind)
      .where('code', '=', same.code)
      .execute()
  }
}
