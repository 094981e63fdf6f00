import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import { day } from '#domain/day.ts'
import type { Schema } from '#server/db/schema.ts'
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

interface Owed {
  documentId: number
  openClp: number
  declaredClp: number
  isTakenBack: boolean
  isBeingPaid: boolean
  /** Whole: its owner says whether it is still to be paid. */
  isGivenBack: boolean
  found: string[]
}

/** What is owed of each document, from its own rows alone, beside what the table of sums says. */
async function owedOf({ inspect }: Pick<WorldDatabase, 'inspect'>): Promise<Owed[]> {
  const receivables = await inspect(
    `select receivable.*, document.state, document.kind, document.content, document.total_clp, document.annulment
     from receivable join document on document.organisation_id = receivable.organisation_id
       and document.id = receivable.document_id order by document_id`,
  )
  const shares = await inspect(
    `select share.document_id, share.amount_clp from payment_share share
     join payment on payment.organisation_id = share.organisation_id and payment.id = share.payment_id
     where payment.undone_at is null`,
  )
  const refunds = await inspect(
    'select document_id, amount_clp from payment_refund where undone_at is null',
  )
  const declared = await inspect(
    `select document_id, amount_clp from payment_declaration where state = 'open'`,
  )
  const beingPaid = await inspect(
    `select share.document_id from payment_attempt_share share join payment_attempt attempt
       on attempt.organisation_id = share.organisation_id and attempt.id = share.attempt_id
     where attempt.state = 'pending' and attempt.returned = 'normal'`,
  )
  return receivables.map((row) => {
    const of = (rows: readonly Row[]) =>
      rows.filter(({ document_id: document }) => document === row['document_id'])
    const expected = {
      base_clp: baseOf(row),
      paid_clp: sumOf(of(shares)),
      refunded_clp: sumOf(of(refunds)),
      declared_clp: sumOf(of(declared)),
      is_annulled: row['state'] === 'annulled',
    }
    const found = Object.entries(expected).flatMap(([name, value]) =>
      row[name] === value ? [] : [`${name} is ${String(row[name])}, its rows say ${value}`],
    )
    const owed = expected.is_annulled ? 0 : expected.base_clp
    return {
      documentId: Number(row['document_id']),
      openClp: Math.max(0, owed - expected.paid_clp + expected.refunded_clp),
      declaredClp: expected.declared_clp,
      isTakenBack: row['state'] !== 'issued' || row['annulment'] !== null,
      isBeingPaid: of(beingPaid).length > 0,
      isGivenBack: expected.refunded_clp > 0 && expected.refunded_clp === expected.paid_clp,
      found,
    }
  })
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
  ]
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
  return owed.flatMap(({ documentId, openClp, declaredClp, found, ...is }) => {
    const isQuiet = is.isTakenBack || is.isBeingPaid || is.isGivenBack
    const expected = openClp > 0 && declaredClp === 0 && !isQuiet ? openClp : undefined
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
