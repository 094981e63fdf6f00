import { sql, type Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

type Db = Kysely<Schema>

/** What is charged of one organisation, whose facts are written as the engine writes them. */
export interface Books {
  organisationId: number
  companyId: number
  /** A document on its way; without a day of its own it carries that of its issue. */
  plan(wish?: PlanWish): Promise<number>
  /** It becomes issued; `told`: its number is one that a person told. */
  issue(document: number, at?: string, wish?: IssueWish): Promise<void>
  setState(document: number, state: 'uncertain' | 'annulled' | 'issued', at?: string): Promise<void>
  /** A sending of its mail, queued. */
  queueMail(document: number, at?: string): Promise<number>
  setMail(delivery: number, state: MailState, at?: string): Promise<void>
  pay(documents: number[], money: Money): Promise<number>
  refund(payment: number, document: number, money: Omit<Money, 'way'>): Promise<number>
}

export type MailState = 'queued' | 'sending' | 'sent' | 'bounced' | 'failed' | 'unknown'
export type Source = 'provider' | 'person' | 'declaration' | 'statement'

interface PlanWish {
  kind?: 'factura' | 'boletaHonorarios' | 'notaCredito'
  issueDay?: string
  notaOf?: number
}

interface Money {
  amountClp: number
  way: 'transfer' | 'card' | 'cash' | 'other'
  source?: Source
  at?: string
}

export const AT = '2026-11-05T15:00:00Z'
interface IssueWish {
  told?: boolean
  /** A try of ours signed its number. */
  signed?: boolean
  /** A try of ours sent it unsigned, as it is unless given. */
  sent?: SentTry | null
}

export interface SentTry {
  outcome?: 'absent' | 'notSent' | 'refused' | 'uncertain'
  /** Above the number: the list had it before. */
  sawNumber?: boolean
  recipient?: { rut: string }
  issueDate?: string
  grossClp?: number
}

const ISSUE_DAY = '2026-11-05'
/** Of one of our documents, so that what rounds has something to round. */
const TOTAL_CLP = 148_750

/** Of that organisation, or of a new one. */
export async function openBooks(db: Db, known?: number): Promise<Books> {
  const organisationId =
    known ??
    (await idOf(
      db,
      sql`insert into organisation (name, created_at) values ('Ana', ${AT}) returning id`,
    ))
  const facturator = await idOf(
    db,
    sql`insert into facturator (organisation_id, label, person_rut, created_at)
      values (${organisationId}, 'Ana', '15151515-0', ${AT}) returning id`,
  )
  const companyId = await idOf(
    db,
    sql`insert into company (organisation_id, facturator_id, rut, name, created_at)
      values (${organisationId}, ${facturator}, '77070707-2', 'Ana Asesorías', ${AT}) returning id`,
  )
  let folio = 0

  const plan: Books['plan'] = (wish = {}) => {
    const { kind = 'factura', issueDay = ISSUE_DAY, notaOf = null } = wish
    folio += 1
    return idOf(
      db,
      sql`insert into document (organisation_id, key, kind, company_id, person_rut, recipient_rut, recipient_name,
          emission_day, issue_day, service_month, state, content, content_digest, total_clp, created_at, updated_at,
          nota_of, nota_code)
        values (${organisationId}, ${`books:${folio}`}, ${kind}, ${companyId}, '15151515-0', '90909090-3',
          'ASEO DEL SUR LTDA', ${issueDay}, ${issueDay}, '2026-11', 'issuing', '{}', '\\x00', ${TOTAL_CLP}, ${AT},
          ${AT}, ${notaOf}, ${notaOf === null ? null : 3}) returning id`,
    )
  }

  return {
    organisationId,
    companyId,
    plan,
    async issue(document, at = AT, { told = false, signed = false, sent = null } = {}) {
      const number = document + 1_000
      if (signed) {
        await sql`insert into attempt (organisation_id, document_id, number, person_rut, epoch, worker, highest_folio,
            signed_folio, intended_at, deadline_at)
          values (${organisationId}, ${document}, 1, '15151515-0', 1, 'w', 1, ${number}, ${at}, ${at})`.execute(
          db,
        )
      }
      if (sent !== null) {
        const { outcome = null, sawNumber = false, ...said } = sent
        const content = {
          recipient: { rut: '90909090-3' },
          issueDate: ISSUE_DAY,
          grossClp: TOTAL_CLP,
        }
        await sql`insert into attempt (organisation_id, document_id, number, person_rut, epoch, worker, highest_folio,
            intended_at, deadline_at, outcome, content, content_digest)
          values (${organisationId}, ${document}, 2, '15151515-0', 1, 'w', ${sawNumber ? number : number - 1}, ${at}, ${at}, ${outcome},
            ${JSON.stringify({ ...content, ...said })}, '\\x00')`.execute(db)
      }
      await sql`update document set state = 'issued', folio = ${number}, issued_how = 'answered', issued_at = ${at},
          told_folio = ${told ? number : null}, updated_at = ${at}
        where organisation_id = ${organisationId} and id = ${document}`.execute(db)
    },
    async setState(document, state, at = AT) {
      await sql`update document set state = ${state}, updated_at = ${at}
        where organisation_id = ${organisationId} and id = ${document}`.execute(db)
    },
    async queueMail(document, at = AT) {
      await sql`update delivery set is_last = false
        where organisation_id = ${organisationId} and document_id = ${document}`.execute(db)
      return idOf(
        db,
        sql`insert into delivery (organisation_id, document_id, purpose, subject_template, body_template, recipients,
            message_id, created_at, nth)
          select ${organisationId}, ${document}, 'document', '', '', '[]', '<a@folio.example>', ${at},
            1 + count(*) from delivery where organisation_id = ${organisationId} and document_id = ${document}
          returning id`,
      )
    },
    async setMail(delivery, state, at = AT) {
      await sql`update delivery set state = ${state}, sent_at = ${state === 'sent' ? at : null}
        where organisation_id = ${organisationId} and id = ${delivery}`.execute(db)
    },
    async pay(documents, { amountClp, way, source = 'provider', at = AT }) {
      const payment = await idOf(
        db,
        sql`insert into payment (organisation_id, company_id, day, amount_clp, way, source, recorded_at)
          values (${organisationId}, ${companyId}, ${at.slice(0, 10)}, ${amountClp}, ${way}, ${source}, ${at})
          returning id`,
      )
      const each = Math.floor(amountClp / documents.length)
      for (const [index, document] of documents.entries()) {
        await sql`insert into receivable (organisation_id, document_id, company_id, client_rut, base_clp, due_day,
            closes_day, created_at)
          values (${organisationId}, ${document}, ${companyId}, '90909090-3', ${TOTAL_CLP}, '2026-12-05',
            '2027-02-03', ${at}) on conflict do nothing`.execute(db)
        const share = index === 0 ? amountClp - each * (documents.length - 1) : each
        await sql`insert into payment_share (organisation_id, payment_id, document_id, amount_clp)
          values (${organisationId}, ${payment}, ${document}, ${share})`.execute(db)
      }
      return payment
    },
    refund(payment, document, { amountClp, source = 'provider', at = AT }) {
      return idOf(
        db,
        sql`insert into payment_refund (organisation_id, payment_id, document_id, day, amount_clp, source, recorded_at)
          values (${organisationId}, ${payment}, ${document}, ${at.slice(0, 10)}, ${amountClp}, ${source}, ${at})
          returning id`,
      )
    },
  }
}

export async function storeUf(db: Db, day: string, value: string): Promise<void> {
  await sql`insert into uf_value (day, value, source, fetched_at) values (${day}, ${value}, 'sii', ${AT})
    on conflict do nothing`.execute(db)
}

export interface Line {
  kind: string
  about: string
  day: string
  uf: string | null
  net: number | null
  iva: number | null
}

/** Every line of an organisation, by what it is about. */
export async function linesOf(db: Db, organisationId: number): Promise<Line[]> {
  const rows = await db
    .selectFrom('charge')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .execute()
  return rows
    .map((row) => ({
      kind: row.kind,
      about: String(row.refund_id ?? row.payment_id ?? row.document_id),
      day: row.day,
      uf: row.rate_clp,
      net: row.net_clp,
      iva: row.iva_clp,
    }))
    .toSorted(byAbout)
}

export function byAbout(one: Line, other: Line): number {
  const key = ({ kind, about }: Line) => `${kind} ${about.padStart(12, '0')}`
  return key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0
}

async function idOf(db: Db, query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await query.execute(db)
  const id: unknown = Object(rows[0]).id
  if (typeof id !== 'number') throw new Error('Nothing was inserted')
  return id
}
