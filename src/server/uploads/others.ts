import { sql } from 'kysely'
import { daysAround, daysLookedAt, type Other } from '#domain/alike.ts'
import { compare, knownDay, knownMonth, monthOf, type Day, type Month } from '#domain/day.ts'
import { serviceMonth } from '#domain/schedule.ts'
import {
  documentsTo,
  issuedOutsideTo,
  KEY_AND_REVISION,
  keyAndRevision,
  REPEATABLE,
  type Issuer,
} from '../documents/freeze/repeatable.ts'
import { ruleKey, uploadKey } from '../documents/trail/origin.ts'
import type { CompanyFacts } from './facts.ts'
import type { UploadDocument } from './judge/result.ts'
import type { Db, OfCompany } from './store.ts'

type Kind = NonNullable<UploadDocument['kind']>

/** A document to a client of the file that one of the file may repeat: there, ordered, to come from a rule, or the SII's. */
export interface OtherDocument extends Other {
  /** How a person's word names it: of ours its key and revision, of the SII's list alone its folio. */
  ref: string
  /** Null: it isn't made yet, or not ours. */
  documentId: number | null
  folio: number | null
  ruleId: number | null
  rut: string
  kind: Kind
}

/** Documents to 500 clients of a few months; more are not compared before issuing compares them. */
const MOST_OTHERS = 5_000

/** All that a document of the file can repeat on any day from today on, the newest first. */
export async function readOthers(
  db: Db,
  of: OfCompany,
  company: CompanyFacts,
  documents: readonly UploadDocument[],
  today: Day,
): Promise<OtherDocument[]> {
  const issuer = { ...of, ...company }
  const others: OtherDocument[] = []
  for (const kind of ['factura', 'boletaHonorarios'] as const) {
    const own = documents.filter((document) => document.kind === kind)
    const ruts = [...new Set(own.flatMap(({ rut }) => rut ?? []))]
    if (ruts.length === 0) continue
    const to = { kind, ruts }
    const months = [...new Set(own.flatMap((document) => document.serviceMonth ?? []))]
    others.push(
      ...(await made(db, issuer, { ...to, months }, today)),
      ...(await ordered(db, of, to)),
      ...(await comingOfRules(db, of, to, today)),
      ...(await outside(db, issuer, to, today)),
    )
  }
  return others.toSorted((a, b) => compare(b.day, a.day)).slice(0, MOST_OTHERS)
}

interface To {
  kind: Kind
  ruts: readonly string[]
}

/** Ours, on their way, issued or still to be prepared. */
async function made(
  db: Db,
  issuer: Issuer,
  { months, ...to }: To & { months: readonly Month[] },
  today: Day,
): Promise<OtherDocument[]> {
  const rows = await documentsTo(db, issuer, to, [...REPEATABLE, 'planned', 'needs_data'])
    .select(['document.recipient_rut', KEY_AND_REVISION.as('ref')])
    .where((eb) =>
      eb.or([
        eb('document.service_month', '>=', monthOf(today)),
        eb('document.service_month', 'in', ['', ...months]),
        eb('document.issue_day', '>=', daysAround(today).from),
      ]),
    )
    .orderBy('document.emission_day', 'desc')
    .limit(MOST_OTHERS)
    .execute()
  return rows.map((row) => ({
    ref: row.ref,
    documentId: row.id,
    folio: row.folio,
    ruleId: row.rule_id,
    rut: row.recipient_rut,
    kind: to.kind,
    day: knownDay(row.issue_day ?? row.emission_day),
    serviceMonth: knownMonth(row.service_month),
    totalClp: row.total_clp,
    loweredClp: 0,
    isOfSameRule: false,
  }))
}

/** Ordered of this or another file, its document not made yet. */
async function ordered(db: Db, of: OfCompany, { kind, ruts }: To): Promise<OtherDocument[]> {
  const { rows } = await sql<{
    uploadId: number
    group: string
    revision: number
    rut: string
    day: string
    month: string | null
    total: number | null
  }>`select upload_id as "uploadId", group_key as "group", revision, content ->> 'rut' as rut,
      issue_day as day, content ->> 'serviceMonth' as month, (content ->> 'totalClp')::int8 as total
    from upload_order where organisation_id = ${of.organisationId} and company_id = ${of.companyId}
      and state = 'ordering' and content ->> 'kind' = ${kind} and content ->> 'rut' = any(${ruts}::text[])
    limit ${MOST_OTHERS}`.execute(db)
  return rows.map(({ uploadId, group, revision, rut, day, month, total }) => ({
    ...NOT_MADE,
    ref: keyAndRevision(uploadKey(uploadId, group), revision),
    rut,
    kind,
    day: knownDay(day),
    serviceMonth: month === null ? serviceMonth(knownDay(day), 0) : knownMonth(month),
    totalClp: total,
  }))
}

const NOT_MADE = {
  documentId: null,
  folio: null,
  ruleId: null,
  loweredClp: 0,
  isOfSameRule: false,
} as const

/** The next one of each rule. */
async function comingOfRules(
  db: Db,
  { organisationId, companyId }: OfCompany,
  { kind, ruts }: To,
  today: Day,
): Promise<OtherDocument[]> {
  const rows = await db
    .selectFrom('invoice_rule as rule')
    .innerJoin('rule_client', (join) =>
      join
        .onRef('rule_client.organisation_id', '=', 'rule.organisation_id')
        .onRef('rule_client.rule_id', '=', 'rule.id'),
    )
    .innerJoin('client', (join) =>
      join
        .onRef('client.organisation_id', '=', 'rule.organisation_id')
        .onRef('client.id', '=', 'rule_client.client_id'),
    )
    .select(['rule.id', 'rule.next_emission_day', 'rule.month_offset'])
    .select(['client.rut', COMING_KEY.as('key')])
    .where('rule.organisation_id', '=', organisationId)
    .where('rule.company_id', '=', companyId)
    .where('rule.kind', '=', kind)
    .where('rule.deleted_at', 'is', null)
    .where('rule.is_paused', '=', false)
    .where('rule.next_emission_day', '>=', today)
    .where('client.rut', 'in', ruts)
    .orderBy('rule.next_emission_day')
    .limit(MOST_OTHERS)
    .execute()
  return rows.flatMap(({ id, key, rut, next_emission_day, month_offset }) => {
    if (next_emission_day === null) return []
    const day = knownDay(next_emission_day)
    return {
      ...NOT_MADE,
      ref: keyAndRevision(key, 1),
      ruleId: id,
      rut,
      kind,
      day,
      serviceMonth: serviceMonth(day, month_offset),
      totalClp: null,
    }
  })
}

const COMING_KEY = ruleKey({
  ruleId: sql.ref('rule.id'),
  period: sql`to_char(rule.next_emission_day, 'YYYY-MM')`,
  clientId: sql.ref('client.id'),
})

async function outside(db: Db, issuer: Issuer, to: To, today: Day): Promise<OtherDocument[]> {
  const rows = await issuedOutsideTo(db, issuer, to)
    .select('recipient_rut')
    .where('issue_day', '>=', daysLookedAt(today).from)
    .orderBy('issue_day', 'desc')
    .limit(MOST_OTHERS)
    .execute()
  return rows.flatMap(({ recipient_rut: rut, ...row }) =>
    rut === null
      ? []
      : {
          ...NOT_MADE,
          ref: `folio:${row.folio}`,
          folio: row.folio,
          rut,
          kind: to.kind,
          day: knownDay(row.issue_day),
          serviceMonth: null,
          totalClp: row.total_clp,
          loweredClp: row.lowered_clp,
        },
  )
}
