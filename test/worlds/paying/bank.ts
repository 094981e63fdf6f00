import { dayInChile } from '#domain/day.ts'
import { matchRequested } from '#server/payments/reconcile/match-requested.ts'
import { takeStatement } from '#server/payments/reconcile/take.ts'
import { csvOf, type Line } from '../../payments/statement/csv-statement.ts'
import { gatedDatabase } from '../database/gated-database.ts'
import type { Row } from '../database/remembered.ts'
import type { Actor } from '../stage.ts'
import { clockFor } from '../worker.ts'
import { OWNER } from './cast.ts'
import type { ServerNeeds } from './server.ts'

/** Its headings say all. */
const NONE_NEEDED = {
  sheet: null,
  headerRow: null,
  columns: null,
  dateOrder: null,
  thousands: null,
  onlyCredits: false,
  account: null,
  isOwnAccount: true,
}

interface BankLine extends Line {
  day: string
  operation: string
  /** Its money is on record as a payment by hand: to pay anything besides would be twice. */
  isRecorded: boolean
}

/** The accounts of all companies at their bank, whose statements an owner downloads and uploads. */
export interface Bank {
  /** Money of a document's client comes in. */
  receive(row: Row, amountClp: number, isRecorded: boolean): void
  /** Whole days to now, all of them or the last alone: what was uploaded before is in it again. */
  upload(row: Row, days: 'all' | 'last'): Promise<void>
  /** As a worker does every minute, for what an online transfer that ended held. */
  matchAgain(): Promise<void>
  /** What must hold of movements once a world has come to rest; a sentence for each breach. */
  breaches(): Promise<string[]>
}

export function createBank({
  stage,
  chance,
  trouble,
  database,
  onFailure,
}: Pick<ServerNeeds, 'stage' | 'chance' | 'trouble' | 'database'> & {
  onFailure(actor: Actor, error: unknown): void
}): Bank {
  const lines = new Map<number, BankLine[]>()
  const uploaded = new Map<number, Set<BankLine>>()
  const actor: Actor = { name: 'bank', isAlive: true, pausedUntilMs: 0 }
  // A statement is read in another thread: whatever happens until it is stored happens at one moment.
  const db = gatedDatabase(database, {
    stage: { ...stage, park: async () => undefined, real: (work) => work },
    chance: { ...chance, isTrue: () => false },
    trouble,
    actor,
    onDone: () => undefined,
  })
  const clock = clockFor(stage, actor)

  return {
    receive: (row, clp, isRecorded) => {
      if (clp <= 0) return
      const company = Number(row['company_id'])
      const own = lines.get(company) ?? []
      const operation = String(1_000 + own.length)
      const rut = String(row['recipient_rut'])
      own.push({ day: dayInChile(stage.now()), operation, rut, clp, isRecorded })
      lines.set(company, own)
    },
    upload: async (row, days) => {
      const [organisationId, company] = [Number(row['organisation_id']), Number(row['company_id'])]
      const own = lines.get(company) ?? []
      const last = own.at(-1)?.day
      const chosen = days === 'all' ? own : own.filter(({ day }) => day === last)
      if (chosen.length === 0) return
      // Each company has an account of its own: else equal lines of two would be the same money.
      const bytes = Buffer.concat([Buffer.from(`Cuenta ${1_000_000 + company}\r\n`), csvOf(chosen)])
      const file = { bytes, fileName: 'cartola.csv', answers: NONE_NEEDED }
      const by = { organisationId, userId: OWNER }
      stage.note(`somebody uploads ${chosen.length} movements of company ${company}`)
      const taken = await stage.real(takeStatement({ db, clock }, by, company, file))
      if (taken.kind !== 'taken') {
        return onFailure(actor, new Error(`the statement is not taken: ${taken.kind}`))
      }
      const known = uploaded.get(company) ?? new Set()
      for (const one of chosen) known.add(one)
      uploaded.set(company, known)
      stage.note(`of them ${taken.added} are new, ${taken.matched} pay`)
      stage.wakeAll()
    },
    matchAgain: async () => {
      const report = (_companyId: number, error: unknown) => onFailure(actor, error)
      const matched = await stage.real(
        matchRequested({ db, clock }, report).catch((error: unknown) => {
          onFailure(actor, error)
          return 0
        }),
      )
      if (matched > 0) stage.note(`${matched} movements that were held pay`)
    },
    breaches: async () => {
      const movements = await database.inspect('select * from bank_movement order by id')
      const matches = await database.inspect(
        `select match.movement_id, match.how, payment.amount_clp, payment.source, payment.undone_at,
           (select sum(share.amount_clp)::bigint from payment_share share
             where share.organisation_id = payment.organisation_id and share.payment_id = payment.id) as shared_clp
         from movement_match match join payment on payment.organisation_id = match.organisation_id
           and payment.id = match.payment_id where match.undone_at is null`,
      )
      const unmatched = await database.inspect(
        `select id from payment where source = 'statement' and undone_at is null and not exists (
           select from movement_match match where match.organisation_id = payment.organisation_id
             and match.payment_id = payment.id and match.undone_at is null)`,
      )
      const expected = [...uploaded].flatMap(([company, known]) =>
        [...known].map((line) => ({ company, ...line })),
      )
      const found = unmatched.map(({ id }) => `payment ${String(id)} is of no movement`)
      if (movements.length !== expected.length) {
        found.push(`${movements.length} movements are stored, ${expected.length} were uploaded`)
      }
      for (const line of expected) {
        const name = `movement ${line.operation} of company ${line.company}`
        const own = movements.filter(
          (one) => one['company_id'] === line.company && one['operation'] === line.operation,
        )
        const paid = matches.filter((one) => own.some(({ id }) => id === one['movement_id']))
        if (own.length !== 1) found.push(`${name} is stored ${own.length} times`)
        if (paid.length > 1) found.push(`${name} pays ${paid.length} times`)
        for (const { amount_clp: amount, shared_clp: shared, undone_at: undone, how } of paid) {
          if (amount !== line.clp || shared !== line.clp || undone !== null) {
            found.push(`${name} of ${line.clp} pays ${String(amount)}, shared ${String(shared)}`)
          }
          const isAlone = !expected.some(
            (other) => other !== line && other.rut === line.rut && other.clp === line.clp,
          )
          if (line.isRecorded && isAlone && how === 'automatic') found.push(`${name} pays twice`)
        }
      }
      return found
    },
  }
}
