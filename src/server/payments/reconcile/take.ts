import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { dayInChile } from '#domain/day.ts'
import { rut } from '#domain/rut.ts'
import { audit } from '../../audit.ts'
import { instantText, type Clock } from '../../clock.ts'
import { NotFound } from '../../http/errors.ts'
import type { Db } from '../owed/receivable.ts'
import { COLUMN_ROLES } from '#domain/bank-statement.ts'
import type { StatementColumns } from '../statement/find-columns.ts'
import { identifyMovements } from '../statement/movements/identity.ts'
import type { Movement, Reversal } from '../statement/movements/movement.ts'
import { findReversals, saysReversal } from '../statement/movements/reversals.ts'
import type { UploadAnswers, UploadRead } from '../statement/read-upload.ts'
import { readInThread } from '../statement/reader.ts'
import { matchAutomatically } from './automatic.ts'
import { judge, readFacts, readOpen, type Open } from './facts.ts'
import {
  insertMovements,
  insertStatement,
  rememberColumns,
  rememberedColumns,
  saveReversals,
  storedMovements,
  withNeighbours,
  type NewMovement,
  type Period,
} from './movements-store.ts'
import { reversalsThatAsk } from './list-store.ts'
import { onceSent } from './once-sent.ts'
import { otherAccountOf, type OtherAccount } from './other-account.ts'
import {
  lockStatements,
  openState,
  takeNumbers,
  undecidedCredits,
  withNewCredits,
  type OfCompany,
} from './store.ts'

export type Needs = { db: Db; clock: Clock }
export type By = { organisationId: number; userId: number }

export interface UploadedFile {
  bytes: Uint8Array
  fileName: string
  answers: UploadAnswers & {
    /** A person's word that the account is this company's. */
    isOwnAccount: boolean
  }
}

type Made = Awaited<ReturnType<typeof matchAutomatically>>
type Whole = Extract<UploadRead, { kind: 'movements' }>

export interface Taken {
  kind: 'taken'
  statementId: number
  period: Period
  account: string
  movements: number
  added: number
  /** Of the file's movements. */
  matched: number
  proposed: number
  others: number
  /** What is said of it although it was taken. */
  isDayFirstTaken: boolean
  invalidRutRows: number[]
  balances: Whole['balances']
}

/**
 * Takes a bank's file whole, or stores nothing and returns what keeps it from being taken. What other statements of the
 * account have already is not added again; each movement that can only mean one document is matched with it.
 */
export async function takeStatement(
  { db, clock }: Needs,
  by: By,
  companyId: number,
  { bytes, fileName, answers }: UploadedFile,
): Promise<Taken | OtherAccount | Exclude<UploadRead, Whole>> {
  const at = { organisationId: by.organisationId, companyId }
  const ownRut = rut(await rutOfCompany(db, at))
  const remembered = (await rememberedColumns(db, at)).flatMap(columnsOf)
  const today = dayInChile(clock.now())
  // What is open is read beside the file, because both take their time; it is read again should it change meanwhile.
  const [before, read] = await Promise.all([
    readOpenBefore(db, at),
    readInThread({ bytes, fileName, remembered, answers, ownRut, today }),
  ])
  if (read.kind !== 'movements') return read
  const sha256 = createHash('sha256').update(bytes).digest()
  return db.transaction().execute(async (trx) => {
    await lockStatements(trx, at)
    const other = await otherAccountOf(trx, at, { account: read.account ?? '', sha256 })
    if (other !== null && !answers.isOwnAccount) return other
    const open = (await openState(trx, at)) === before.state ? before.open : undefined
    return storeWhole({ db: trx, clock }, by, at, { read, fileName, sha256, open, other })
  })
}

/** Its state first: a change while the documents are read shows as one. */
async function readOpenBefore(db: Db, at: OfCompany): Promise<{ state: string; open: Open }> {
  const state = await openState(db, at)
  return { state, open: await readOpen(db, at) }
}

interface WholeFile {
  read: Whole
  fileName: string
  sha256: Uint8Array
  open: Open | undefined
  /** What a person answered yes to. */
  other: OtherAccount | null
}

async function storeWhole(
  { db: trx, clock }: Needs,
  by: By,
  at: OfCompany,
  { read, fileName, sha256, open: before, other }: WholeFile,
): Promise<Taken> {
  const account = read.account ?? ''
  const movements = read.movements.map(withoutNeedless)
  const period = periodOf(movements)
  const known = await storedMovements(trx, at, account, withNeighbours(period))
  const { added, repeated } = identifyMovements(movements, known)
  const { stored, changed } = withReversals(known, await numbered(trx, added))
  await saveReversals(trx, at, changed)
  const today = dayInChile(clock.now())
  // Before what is judged: it may make its account one that another company has taken, too.
  const statementId = await insertStatement(trx, at, {
    ...period,
    account,
    fileName,
    sha256,
    movements: movements.length,
    added: added.length,
    uploadedBy: by.userId,
    uploadedAt: instantText(clock.now()),
  })
  const undecided = withNewCredits(await undecidedCredits(trx, at, today), stored, today)
  const facts = await readFacts(trx, at, undecided, today)
  const open = before ?? (await readOpen(trx, at))
  if (read.toRemember !== null) {
    const answered = { userId: by.userId, atMs: clock.now() }
    await rememberColumns(trx, at, read.toRemember, answered)
  }
  // The database inserts while we match: neither needs the other.
  const [judged] = await Promise.all([
    onceSent(() => judge(open, facts)),
    insertMovements(trx, at, { statementId, account }, stored),
  ])
  const made = await matchAutomatically({ db: trx, clock }, at, judged, by.userId)
  const data = {
    statement: statementId,
    movements: movements.length,
    added: added.length,
    matched: made.matched.size,
    ...(other === null ? {} : { confirmed: other.why }),
  }
  const subject = `company:${at.companyId}`
  await audit(trx, clock, by, { kind: 'statementUploaded', subject, data })
  const { matched, proposed } = await countOf(trx, at, { stored, repeated, made })
  return {
    kind: 'taken',
    statementId,
    period,
    account,
    movements: movements.length,
    added: added.length,
    matched,
    proposed,
    others: movements.length - matched - proposed,
    isDayFirstTaken: read.isDayFirstTaken,
    invalidRutRows: read.invalidRutRows,
    balances: read.balances,
  }
}

/** The movements of one file that are matched, and those that are left to a person. */
async function countOf(
  trx: Db,
  at: OfCompany,
  {
    stored,
    repeated,
    made,
  }: {
    stored: readonly NewMovement[]
    repeated: readonly { known: { id: number } }[]
    made: Made
  },
): Promise<{ matched: number; proposed: number }> {
  const before = repeated.map(({ known }) => known.id)
  const ids = [...stored.map(({ id }) => id), ...before]
  const matchedBefore = await countMatched(trx, at, before)
  const matched = matchedBefore + stored.filter(({ id }) => made.matched.has(id)).length
  // A movement that takes a payment back is left to a person, too.
  const reversals = await reversalsThatAsk(trx, at, ids)
  const proposed = ids.filter((id) => made.proposed.has(id)).length + reversals.length
  return { matched, proposed }
}

/** What left the account says who is paid by the company, which is kept only where it may take back what came. */
function withoutNeedless(movement: Movement): Movement {
  if (movement.amountClp > 0 || saysReversal(movement.description)) return movement
  return { ...movement, payerRut: null, payerName: '', description: '' }
}

function periodOf(movements: readonly Movement[]): Period {
  const days = movements.map(({ day }) => day).toSorted()
  const [firstDay, lastDay] = [days[0], days.at(-1)]
  if (firstDay === undefined || lastDay === undefined) throw new Error('No movement')
  return { firstDay, lastDay }
}

async function numbered(
  trx: Db,
  added: readonly { movement: Movement; ordinal: number; maybe: { id: number } | null }[],
): Promise<NewMovement[]> {
  const ids = await takeNumbers(trx, 'bank_movement', added.length)
  return added.map(({ movement, ordinal, maybe }, n) => {
    const id = ids[n] ?? 0
    return { ...movement, row: id, id, ordinal, reversal: null, maybeId: maybe?.id ?? null }
  })
}

/**
 * Pairs what was taken back with what takes it back, also with movements of earlier statements: a bank takes back in
 * December what came in November. `changed` are those that are stored already.
 */
function withReversals(
  known: readonly (Movement & { id: number })[],
  added: readonly NewMovement[],
): { stored: NewMovement[]; changed: { id: number; reversal: Reversal }[] } {
  const found = findReversals([...known, ...added])
  const changed = known.flatMap(({ id, reversal }) => {
    const now = found.get(id)
    if (now === undefined || isSettled(reversal)) return []
    return [{ id, reversal: now }]
  })
  return {
    stored: added.map((one) => ({ ...one, reversal: found.get(one.id) ?? null })),
    changed,
  }
}

function isSettled(reversal: Movement['reversal']): boolean {
  return reversal?.kind === 'reversed' || reversal?.kind === 'reversal'
}

async function countMatched(
  trx: Db,
  { organisationId }: OfCompany,
  ids: readonly number[],
): Promise<number> {
  if (ids.length === 0) return 0
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from movement_match
    where organisation_id = ${organisationId} and undone_at is null
      and movement_id = any(${[...ids]}::bigint[])`.execute(trx)
  return rows[0]?.count ?? 0
}

async function rutOfCompany(db: Db, { organisationId, companyId }: OfCompany): Promise<string> {
  const company = await db
    .selectFrom('company')
    .select('rut')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', companyId)
    .executeTakeFirst()
  if (company === undefined) throw new NotFound()
  return company.rut
}

const choice = z.object({ heading: z.string(), column: z.int().min(0) })
const stored = z.object({
  columns: z.partialRecord(z.enum(COLUMN_ROLES), choice),
  dateOrder: z.enum(['dayFirst', 'monthFirst']),
  thousands: z.enum(['.', ',']),
  onlyCredits: z.boolean(),
  account: z.string().nullable(),
})

/** Of an older form of the columns nothing is remembered: a person is asked again. */
function columnsOf(kept: unknown): StatementColumns[] {
  const parsed = stored.safeParse(kept)
  return parsed.success ? [parsed.data] : []
}
