import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { PortalFacts } from './pipeline-crew.ts'

/** What must hold at the end of every run, whatever broke in it: what didn't, in words. */
export async function breachesOf({ db }: Database, { documents }: PortalFacts): Promise<string[]> {
  const rows = await db
    .selectFrom('document')
    .innerJoin('company', (join) =>
      join
        .onRef('company.organisation_id', '=', 'document.organisation_id')
        .onRef('company.id', '=', 'document.company_id'),
    )
    .select(['document.key', 'document.state', 'document.folio', 'document.total_clp'])
    .select(['document.reason', 'document.next_try_at', 'company.rut as company'])
    .execute()
  const atSii = new Map<string, PortalFacts['documents']>()
  for (const one of documents) {
    atSii.set(one.mark, [...(atSii.get(one.mark) ?? []), one])
  }
  const breaches: string[] = []
  for (const row of rows) {
    const own = atSii.get(row.key) ?? []
    atSii.delete(row.key)
    if (own.length > 1) breaches.push(`${row.key} is ${own.length} times at the SII`)
    const [only] = own
    if (row.state === 'issued') {
      const isIt =
        only?.folio === row.folio && only?.issuer === row.company && only.totalClp === row.total_clp
      if (!isIt) breaches.push(`${row.key} is issued with ${row.folio}, the SII has ${only?.folio}`)
    } else if (only !== undefined && row.state !== 'issuing' && row.state !== 'uncertain') {
      breaches.push(`${row.key} is ${row.state}, and the SII has it`)
    } else if (row.next_try_at === null && row.reason === null) {
      breaches.push(`${row.key} is ${row.state}, and nothing says why or goes on`)
    }
  }
  for (const mark of atSii.keys()) breaches.push(`the SII has ${mark}, which is nobody's`)
  return [...breaches, ...(await brokenTrails(db))]
}

/** No try without an intent, and never two at a time of one person. */
async function brokenTrails(db: Database['db']): Promise<string[]> {
  const { rows } = await sql<{ person: string }>`select distinct a.person_rut as person
    from attempt a join attempt b on b.person_rut = a.person_rut
      and (b.organisation_id, b.document_id, b.number) <> (a.organisation_id, a.document_id, a.number)
      and b.intended_at >= a.intended_at
      and b.intended_at < coalesce(a.ended_at, a.fenced_at, 'infinity')`.execute(db)
  return rows.map(({ person }) => `two tries of ${person} at a time`)
}
