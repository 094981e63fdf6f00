import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import { day } from '#domain/day.ts'
import type { Schema } from '#server/db/schema.ts'
import { paymentsThatAsk, type AskingPayment } from '#server/agenda/payments-that-ask.ts'
import { readOwing } from '#server/deliveries/reminders/owing.ts'
import type { PaymentSimulators } from '#simulators/payments/payments.ts'
import { factsOf } from '../../payments/faults/facts.ts'
import type { WorldDatabase } from '../database/database.ts'
import type { Row } from '../database/remembered.ts'
import type { Told } from './people.ts'

/** What must hold of money once a world has come to rest; a sentence for each breach. */
export async function breachesOfMoney({
  database,
  simulators,
  told,
}: {
  database: Pick<WorldDatabase, 'inspect'>
  simulators: PaymentSimulators
  told: Told
}): Promise<string[]> {
  const { inspect } = database
  const facts = factsOf(simulators)
  const attempts = await inspect('select * from payment_attempt order by id')
  const paidOnline = await inspect('select * from provider_payment')
  const mismatches = await inspect(`select * from payment_question where kind = 'mismatch'`)
  const payments = await inspect('select * from payment order by id')
  const shares = await inspect('select * from payment_share order by payment_id')
  const refunds = await inspect('select * from payment_refund where undone_at is null')
  const orders = await inspect('select * from payment_refund_order where ended_at is null')
  const breaches: string[] = []
  for (const attempt of attempts) {
    const { id: attemptId, order_id: order, provider, state } = attempt
    const own = facts.filter((fact) => fact.order === order)
    const [paid, back] = [sumOf(own, 'paidClp'), sumOf(own, 'refundedClp')]
    const became = paidOnline.flatMap(({ attempt_id: of, payment_id: id }) =>
      of === attemptId ? [id] : [],
    )
    const recorded = sumOf(payments.filter(({ id }) => became.includes(id)))
    const given = sumOf(refunds.filter(({ payment_id: of }) => became.includes(of)))
    const name = `${String(provider)} ${String(order)}, ${String(state)}`
    // A payer who pays one preference twice has paid twice, and both are on record.
    if (recorded !== paid) breaches.push(`${name}: ${recorded} on record, ${paid} paid`)
    if (given !== back) breaches.push(`${name}: ${given} given back on record, ${back} in truth`)
    if (mismatches.some(({ attempt_id: of }) => of === attemptId)) {
      breaches.push(`${name}: a mismatch`)
    }
  }
  for (const fact of facts) {
    if (fact.paidClp > 0 && !attempts.some(({ order_id: order }) => order === fact.order)) {
      breaches.push(`${fact.order} was paid and is no attempt`)
    }
  }
  const byProvider = payments.filter(({ source }) => source === 'provider')
  if (byProvider.length !== paidOnline.length) {
    breaches.push(`${byProvider.length} payments, ${paidOnline.length} by a provider's name`)
  }
  if (orders.length > 0) breaches.push(`${orders.length} refunds are still under way`)
  for (const [source, documents] of [
    ['person', told.recorded],
    ['declaration', told.confirmed],
  ] as const) {
    for (const document of new Set(documents)) {
      const said = documents.filter((one) => one === document).length
      const ids = payments.filter((one) => one['source'] === source).map(({ id }) => id)
      const kept = shares.filter(
        (one) => one['document_id'] === document && ids.includes(one['payment_id']),
      )
      if (kept.length < said)
        breaches.push(`${said} by ${source} were told, ${kept.length} are kept`)
    }
  }
  return [...breaches, ...(await breachesOfSums(database))]
}

function sumOf(rows: readonly object[], field = 'amount_clp'): number {
  return rows.reduce(
    (sum, row) => sum + Number(Object.entries(row).find(([name]) => name === field)?.[1]),
    0,
  )
}

export interface Owed {
  documentId: number
  /** What its client may be reminded of; 0 once declared, muted, given back whole or being paid or annulled. */
  dueClp: number
  /** What came beyond what is owed, and its owner did not agree to leave. */
  excessClp: number
  found: string[]
}

/** What is owed of each document, from its own rows alone, beside what the table of sums says. */
export async function owedOf({ inspect }: Pick<WorldDatabase, 'inspect'>): Promise<Owed[]> {
  const receivables = await inspect(
    `select receivable.*, document.state, document.kind, document.content, document.total_clp, document.annulment
     from receivable join document on document.organisation_id = receivable.organisation_id
       and document.id = receivable.document_id order by document_id`,
  )
  const shares = await inspect(
    `select share.document_id, share.amount_clp, payment.recorded_at from payment_share share
     join payment on payment.organisation_id = share.organisation_id and payment.id = share.payment_id
     where payment.undone_at is null`,
  )
  const refunds = await inspect(
    'select document_id, amount_clp, recorded_at from payment_refund where undone_at is null',
  )
  const declared = await inspect(
    `select document_id, amount_clp from payment_declaration where state = 'open'`,
  )
  const beingPaid = await inspect(
    `select share.document_id from payment_attempt_share share join payment_attempt attempt
       on attempt.organisation_id = share.organisation_id and attempt.id = share.attempt_id
     where attempt.state = 'pending' and attempt.returned = 'normal'`,
  )
  const notas = await inspect(
    `select nota_of as document_id, total_clp as amount_clp from document
     where kind = 'notaCredito' and nota_code in (1, 3) and state = 'issued'`,
  )
  const muted = await inspect(
    `select document_id from reminder_mute where document_id is not null and muted_by is not null`,
  )
  return receivables.map((row) => {
    const of = (rows: readonly Row[]) =>
      rows.filter(({ document_id: document }) => document === row['document_id'])
    const expected = {
      base_clp: baseOf(row),
      taken_back_clp: Math.min(baseOf(row), sumOf(of(notas))),
      paid_clp: sumOf(of(shares)),
      refunded_clp: sumOf(of(refunds)),
      declared_clp: sumOf(of(declared)),
      is_annulled: row['state'] === 'annulled',
    }
    const found = Object.entries(expected).flatMap(([name, value]) =>
      row[name] === value ? [] : [`${name} is ${String(row[name])}, its rows say ${value}`],
    )
    const owed = expected.is_annulled ? 0 : expected.base_clp - expected.taken_back_clp
    const openClp = owed - expected.paid_clp + expected.refunded_clp
    const isQuiet =
      row['state'] !== 'issued' ||
      row['annulment'] !== null ||
      expected.declared_clp > 0 ||
      of(beingPaid).length > 0 ||
      of(muted).length > 0 ||
      // Its owner says whether it is still to be paid.
      (openClp > 0 && lastOf(of(refunds)) > lastOf(of(shares)))
    return {
      documentId: Number(row['document_id']),
      dueClp: isQuiet ? 0 : Math.max(0, openClp),
      excessClp: Math.max(0, -openClp - Number(row['agreed_excess_clp'])),
      found,
    }
  })
}

/** When the last of them was recorded. */
function lastOf(rows: readonly Row[]): number {
  return Math.max(0, ...rows.map(({ recorded_at: at }) => Date.parse(String(at))))
}

function baseOf({ kind, content, total_clp: total }: Row): number {
  const said: { withholder?: unknown; liquidoClp?: unknown } = Object(content)
  const isWithheld = kind === 'boletaHonorarios' && said.withholder === 'recipient'
  return Number(isWithheld ? said.liquidoClp : total)
}

async function breachesOfSums(database: Pick<WorldDatabase, 'inspect'>): Promise<string[]> {
  const owed = await owedOf(database)
  const issued = await database.inspect(
    `select id from document where state in ('issued', 'annulled') and kind <> 'notaCredito'`,
  )
  const missing = issued.filter(({ id }) => !owed.some(({ documentId }) => documentId === id))
  return [
    ...owed.flatMap(({ found }) => found),
    ...missing.map(({ id }) => `document ${String(id)} is issued and owed by nobody`),
    ...(await breachesOfTasks(database, owed)),
  ]
}

/** Its owner is asked about each document of which too much came, and about no other one for that reason. */
async function breachesOfTasks(
  database: Pick<WorldDatabase, 'inspect'>,
  owed: readonly Owed[],
): Promise<string[]> {
  const organisations = await database.inspect('select id from organisation order by id')
  const tasks: AskingPayment[] = []
  for (const { id } of organisations) {
    tasks.push(...(await paymentsThatAsk(readerOf(database), { organisationId: Number(id) })))
  }
  return owed.flatMap(({ documentId, excessClp }) => {
    const own = tasks.filter(({ id }) => id === documentId)
    const isAsked = own.some(({ state }) => state === 'overpaid' || state === 'paidTwice')
    const name = `document ${documentId}, of which ${excessClp} came too much,`
    if (excessClp > 0 && own.length === 0) return [`${name} is asked about by no task`]
    return excessClp === 0 && isAsked ? [`${name} is asked about as too much`] : []
  })
}

/** Whom reminders would be sent: all who owe and nobody else. */
export async function findUntrueDues(database: Pick<WorldDatabase, 'inspect'>): Promise<string[]> {
  const owed = await owedOf(database)
  const companies = await database.inspect('select organisation_id, id from company order by id')
  const listed = new Map<number, number>()
  for (const { organisation_id: organisation, id } of companies) {
    const at = { organisationId: Number(organisation), companyId: Number(id) }
    for (const one of await readOwing(readerOf(database), at, { from: day(2026, 1, 1) })) {
      listed.set(one.documentId, one.openClp)
    }
  }
  return owed.flatMap(({ documentId, dueClp, found }) => {
    const expected = dueClp > 0 ? dueClp : undefined
    const shown = listed.get(documentId)
    const untrue = `document ${documentId} owes ${String(expected)}, and a reminder says ${String(shown)}`
    return [...found, ...(shown === expected ? [] : [untrue])]
  })
}

/** For queries of the product that only read, asked from outside of the world. */
function readerOf({ inspect }: Pick<WorldDatabase, 'inspect'>): Kysely<Schema> {
  const nothing = () => Promise.resolve()
  const connection = {
    executeQuery: async <R>({
      sql,
      parameters,
    }: {
      sql: string
      parameters: readonly unknown[]
    }) => {
      const isRow = (row: unknown): row is R => typeof row === 'object'
      const rows: readonly unknown[] = await inspect(sql, parameters)
      const result: QueryResult<R> = { rows: rows.filter(isRow) }
      return result
    },
    streamQuery: () => {
      throw new Error('Nothing streams here')
    },
  }
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => ({
        init: nothing,
        acquireConnection: () => Promise.resolve(connection),
        beginTransaction: nothing,
        commitTransaction: nothing,
        rollbackTransaction: nothing,
        releaseConnection: nothing,
        destroy: nothing,
      }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}
