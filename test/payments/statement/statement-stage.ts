import { sql } from 'kysely'
import type { z } from 'zod'
import { readPayment } from '#contract/payments.ts'
import { listMovements, statementUpload } from '#contract/statements.ts'
import { memoryLimits } from '#server/http/limits.ts'
import { startTestApp, type TestApp, type TestReply } from '#server/test-app.ts'
import { makeTenant, type Tenant } from '../../walls/tenants.ts'
import { csvOf, type Line } from './csv-statement.ts'
import { insertOwed } from '../owed-documents.ts'

export const CLIENT = '76.086.428-5'
export const OTHER_CLIENT = '76.192.083-9'
export const THIRD_PARTY = '5.126.663-3'

export type Upload = z.output<typeof statementUpload>
export type Listed = z.output<(typeof listMovements)['reply']>

export interface StatementStage {
  app: TestApp
  ana: Tenant
  ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<TestReply>
  /** An issued document that is owed, of the first client unless it says otherwise. */
  document(amount: number, changed?: { client?: string; issueDay?: string }): Promise<number>
  upload(lines: Line[], answers?: object): Promise<Upload>
  send(bytes: Buffer, answers?: object): Promise<{ status: number; body: unknown }>
  view(view: 'review' | 'matched' | 'others' | 'aside'): Promise<Listed>
  /** What a document's payment says, as its owner sees it. */
  payment(document: number): Promise<{ state: string; open: number; paid: number }>
  /** Everything as it was before the first document. */
  reset(): Promise<void>
  count(table: string, where?: string): Promise<number>
  /** The one movement of a view; an error with none or several. */
  theMovement(
    view?: 'review' | 'matched' | 'others' | 'aside',
  ): Promise<Listed['movements'][number]>
  act(movement: number, action: string, body?: object): Promise<TestReply>
  /** "Ya transferí", as its payer says it. */
  declare(document: number, amount: number): Promise<void>
  /** A payment by its owner's word. */
  record(document: number, amount: number, day?: string): Promise<TestReply>
  undoPaymentOf(document: number): Promise<TestReply>
  close(): Promise<void>
}

/** An app with a company; `reset` before each test. */
export async function statementStage(): Promise<StatementStage> {
  const app = await startTestApp('2026-11-20T15:00:00Z', undefined, (needs) => ({
    ...needs,
    limits: memoryLimits(),
    publicUrl: () => 'https://folio.example',
  }))
  const ana = await makeTenant(app, {
    mark: 'ANA',
    person: '15151515-0',
    companyRut: '77070707-2',
    clientRut: '90909090-3',
  })
  const { company } = ana.ids
  const ask: StatementStage['ask'] = (method, path, body) =>
    app.call({ method, path, token: ana.access, ...(body === undefined ? {} : { body }) })
  const send: StatementStage['send'] = async (bytes, answers = {}) => {
    const reply = await app.server.inject({
      method: 'PUT',
      url: `/api/payments/terms/${company}/statements/upload/`,
      query: { name: 'cartola.csv', answers: JSON.stringify(answers) },
      headers: {
        authorization: `Bearer ${ana.access}`,
        'content-type': 'application/octet-stream',
      },
      payload: bytes,
    })
    return { status: reply.statusCode, body: reply.json<unknown>() }
  }
  let folio = 2_000
  return {
    app,
    ana,
    ask,
    send,
    document: async (amount, { client = CLIENT, issueDay = '2026-10-20' } = {}) => {
      folio += 1
      const owed = { folio, rut: client, name: 'Textil Donoso Lagos SpA', amount, issueDay }
      const at = { organisationId: ana.organisationId, companyId: company }
      const [id = 0] = await insertOwed(app.database.db, at, [owed])
      return id
    },
    upload: async (lines, answers) => {
      const { status, body } = await send(csvOf(lines), answers)
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
      return statementUpload.parse(body)
    },
    view: async (view) => {
      const { body } = await ask('GET', `/payments/terms/${company}/movements/?view=${view}`)
      return listMovements.reply.parse(body)
    },
    payment: async (document) => {
      const { body } = await ask('GET', `/documents/${document}/payment/`)
      return Object(body)
    },
    reset: () => reset(app, ana),
    count: (table, where = 'true') => count(app, table, where),
    theMovement: async (view = 'review') => {
      const { body } = await ask('GET', `/payments/terms/${company}/movements/?view=${view}`)
      const { movements } = listMovements.reply.parse(body)
      const [only, another] = movements
      if (only === undefined || another !== undefined) {
        throw new Error(`${movements.length} movements`)
      }
      return only
    },
    act: (movement, action, body) =>
      ask('POST', `/payments/movements/${movement}/${action}/`, body),
    declare: async (document, amount) => {
      await sql`insert into payment_declaration (organisation_id, document_id, amount_clp, day, declared_at)
        values (${ana.organisationId}, ${document}, ${amount}, '2026-11-04', '2026-11-04T15:00:00Z')`.execute(
        app.database.db,
      )
    },
    record: (document, amount, day = '2026-11-05') =>
      ask('POST', `/documents/${document}/payments/`, { day, amount, way: 'transfer', note: '' }),
    undoPaymentOf: async (document) => {
      const { body } = await ask('GET', `/documents/${document}/payment/`)
      const [payment] = readPayment.reply.parse(body).payments
      return ask('POST', `/documents/${document}/payments/${payment?.id ?? 0}/undo/`)
    },
    close: () => app.close(),
  }
}

async function count(app: TestApp, table: string, where: string): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from ${sql.table(table)}
    where ${sql.raw(where)}`.execute(app.database.db)
  return rows[0]?.count ?? -1
}

async function reset({ database: { db } }: TestApp, { ids }: Tenant): Promise<void> {
  for (const table of [
    'movement_match',
    'bank_statement',
    'statement_columns',
    'authorised_payer',
    'settled_client',
    'payment_attempt',
    'payment_declaration',
    'payment',
    'receivable',
  ] as const) {
    await db.deleteFrom(table).execute()
  }
  await db.deleteFrom('document').where('id', '<>', ids.document).execute()
}
