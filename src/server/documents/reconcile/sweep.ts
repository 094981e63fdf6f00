import { sql, type Kysely } from 'kysely'
import { addMonths, dayInChile, firstDayOf, monthOf, type Day, type Month } from '#domain/day.ts'
import type { DocumentKind, SignedContent } from '#domain/document.ts'
import { rut, type Rut } from '#domain/rut.ts'
import type { Answer, CompanyPortal, PortalSession } from '#sii/sii.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import type { PortalNeeds } from '../../facturators/portal.ts'
import { beginTurn, choreTurns, forgiveTurn } from '../../facturators/turns.ts'
import { visitPortal, type VisitAnswer } from '../../facturators/visit.ts'
import type { Listed } from '../portal/adapter.ts'
import { rowsOf, TIPO_DTE } from '../portal/issued-list.ts'
import { NOTHING, takenBackOf } from '../portal/notas-of-facturas.ts'
import { explainListed, possibleTwins } from './explain-listed.ts'
import { notasOfOwed, type PortalNota } from './notas-of-owed.ts'
import { keepPortalNotas } from './portal-notas.ts'
import type { SweptRow } from './swept-row.ts'

export interface FacturatorAt {
  organisationId: number
  facturatorId: number
}

/** This month and the one before: an answer lost for longer than that was asked of a person long ago. */
const MONTHS_BACK = 1

/**
 * Reads all that the SII's lists have of one facturator and says of every number whether it is a document of
 * ours or was issued outside. Gives way at once (`busy`) to whoever uses the person's session.
 */
export async function sweepFacturator(
  needs: PortalNeeds,
  at: FacturatorAt,
  worker: string,
): Promise<VisitAnswer<{ twins: number }>> {
  const { db, clock } = needs
  const swept = await readSwept(db, at)
  if (swept === null) return { kind: 'ok', value: { twins: 0 } }
  const { person, companies } = swept
  const months = monthsOf(clock)
  const user = { ...at, person }
  await beginTurn(needs, 'sweep', at)
  const read = await visitPortal(needs, user, { worker, patienceMs: 0 }, (session) =>
    readLists(session, { db, organisationId: at.organisationId, person }, companies, months),
  )
  if (read.kind === 'busy') await forgiveTurn(db, 'sweep', at)
  if (read.kind !== 'ok') return read
  const twins = await db.transaction().execute(async (trx) => {
    const { rows, notas } = read.value
    const found = await explainListed(trx, clock, { worker, epoch: null }, at, rows)
    await keepPortalNotas(trx, clock, at, notas)
    await trx
      .updateTable('facturator')
      .set({ swept_at: instantText(clock.now()), sweep_tries: 0 })
      .where('organisation_id', '=', at.organisationId)
      .where('id', '=', at.facturatorId)
      .execute()
    return found
  })
  return { kind: 'ok', value: { twins } }
}

/** Those with documents of ours whose lists nobody read since that instant, in turns whatever became of each. */
export function unsweptFacturators(
  needs: Pick<PortalNeeds, 'db' | 'clock'>,
  { since, limit }: { since: string; limit: number },
): Promise<FacturatorAt[]> {
  const where = sql`exists (select from company
    join document on document.organisation_id = company.organisation_id
      and document.company_id = company.id
    where company.organisation_id = facturator.organisation_id
      and company.facturator_id = facturator.id)`
  return choreTurns(needs, 'sweep', { since, limit, where })
}

interface SweptCompany {
  companyId: number
  rut: Rut
  kinds: ReadonlySet<DocumentKind>
}

/** Its companies with the kinds that we ever planned in each: the others have nothing to be explained. */
async function readSwept(
  db: Kysely<Schema>,
  at: FacturatorAt,
): Promise<{ person: Rut; companies: SweptCompany[] } | null> {
  const rows = await db
    .selectFrom('facturator')
    .innerJoin('company', (join) =>
      join
        .onRef('company.organisation_id', '=', 'facturator.organisation_id')
        .onRef('company.facturator_id', '=', 'facturator.id'),
    )
    .innerJoin('document', (join) =>
      join
        .onRef('document.organisation_id', '=', 'company.organisation_id')
        .onRef('document.company_id', '=', 'company.id'),
    )
    .select(['facturator.person_rut', 'company.id', 'company.rut', 'document.kind'])
    .distinct()
    .where('facturator.organisation_id', '=', at.organisationId)
    .where('facturator.id', '=', at.facturatorId)
    .execute()
  const [first] = rows
  if (first === undefined) return null
  const companies = [...new Set(rows.map(({ id }) => id))].map((companyId) => {
    const own = rows.filter(({ id }) => id === companyId)
    return {
      companyId,
      rut: rut(own[0]?.rut ?? first.rut),
      kinds: new Set(own.map(({ kind }) => kind)),
    }
  })
  return { person: rut(first.person_rut), companies }
}

function monthsOf(clock: Clock): { from: Day; to: Day; months: Month[] } {
  const to = dayInChile(clock.now())
  const first = addMonths(monthOf(to), -MONTHS_BACK)
  return { from: firstDayOf(first), to, months: [first, monthOf(to)] }
}

interface Reader {
  db: Kysely<Schema>
  organisationId: number
  person: Rut
}

interface Read {
  rows: SweptRow[]
  /** Made at the portal, to clients of followed facturas. */
  notas: PortalNota[]
}

/** Whole or a failure: of a list cut short nothing could be said. */
async function readLists(
  session: PortalSession,
  reader: Reader,
  companies: readonly SweptCompany[],
  when: { from: Day; to: Day; months: Month[] },
): Promise<Answer<Read>> {
  const found: Read = { rows: [], notas: [] }
  for (const company of companies) {
    const lists: Lists = new Map()
    for (const kind of company.kinds) {
      const rows =
        kind === 'boletaHonorarios'
          ? await boletasOf(session, company, reader.person, when.months)
          : await signedOf(session, reader, company, { kind, lists, ...when })
      if (rows.kind !== 'ok') return rows
      found.rows.push(...rows.value.rows)
      found.notas.push(...rows.value.notas)
    }
  }
  return { kind: 'ok', value: found }
}

/** What was listed of a company already: each list is asked for once. */
type Lists = Map<SignedContent['kind'], Listed[]>

async function listOf(
  portal: CompanyPortal,
  lists: Lists,
  kind: SignedContent['kind'],
  { from, to }: { from: Day; to: Day },
): Promise<Answer<Listed[]>> {
  const known = lists.get(kind)
  if (known !== undefined) return { kind: 'ok', value: known }
  const listed = await rowsOf(portal, { tipoDte: TIPO_DTE[kind], from, to })
  if (listed.kind === 'ok') lists.set(kind, listed.value)
  return listed
}

interface Signed {
  kind: SignedContent['kind']
  lists: Lists
  from: Day
  to: Day
}

async function signedOf(
  session: PortalSession,
  reader: Reader,
  company: SweptCompany,
  asked: Signed,
): Promise<Answer<Read>> {
  return session.withCompany(company.rut, async (portal) => {
    const listed = await listOf(portal, asked.lists, asked.kind, asked)
    if (listed.kind !== 'ok') return listed
    const rows = listed.value.map((one) => rowOf(company, asked.kind, one))
    return asked.kind === 'factura'
      ? withTakenBack(portal, reader, company, asked, listed.value, rows)
      : { kind: 'ok', value: { rows, notas: [] } }
  })
}

function rowOf(
  { companyId, rut: issuer }: SweptCompany,
  kind: SignedContent['kind'],
  { folio, recipient, issueDate, totalClp }: Listed,
): SweptRow {
  const said = { folio, recipient, issueDate, totalClp, annulled: null }
  return { companyId, kind, issuer, ...said, ...NOTHING }
}

/**
 * Facturas with what notas take back of those that repeat one of ours, because what a nota annuls is no double of
 * anything; and the notas made at the portal to clients of those that are followed, because what they take back is not owed.
 */
async function withTakenBack(
  portal: CompanyPortal,
  { db, organisationId }: Reader,
  { companyId, kinds }: SweptCompany,
  { lists, from, to }: Signed,
  facturas: readonly Listed[],
  rows: SweptRow[],
): Promise<Answer<Read>> {
  const notas = await notasOfOwed(
    portal,
    db,
    { organisationId, companyId },
    {
      facturas,
      notas: () => listOf(portal, lists, 'notaCredito', { from, to }),
      hasNotas: kinds.has('notaCredito'),
      from,
      to,
    },
  )
  if (notas.kind !== 'ok') return notas
  const asked = await possibleTwins(db, organisationId, rows)
  for (const one of facturas.filter(({ folio }) => asked.has(folio)).slice(0, MOST_ASKED)) {
    const taken = await takenBackOf(portal, [one], to)
    if (taken.kind !== 'ok') return taken
    const row = rows.find(({ folio }) => folio === one.folio)
    if (row !== undefined) Object.assign(row, taken.value.get(one.folio))
  }
  return { kind: 'ok', value: { rows, notas: notas.value } }
}

/** Doubles of one company in two months; of more a person is told in any case. */
const MOST_ASKED = 20

async function boletasOf(
  session: PortalSession,
  { companyId }: SweptCompany,
  issuer: Rut,
  months: readonly Month[],
): Promise<Answer<Read>> {
  const rows: SweptRow[] = []
  for (const month of months) {
    const listed = await session.boletas.issued(month)
    if (listed.kind !== 'ok') return listed
    for (const { folio, recipient, issueDate, grossClp, annulled } of listed.value) {
      const row = { issuer, folio, recipient, issueDate, totalClp: grossClp, annulled }
      rows.push({ companyId, kind: 'boletaHonorarios', ...NOTHING, ...row })
    }
  }
  return { kind: 'ok', value: { rows, notas: [] } }
}
