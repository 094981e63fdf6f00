import { sql, type Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { seededRandom, type RandomSource } from '../setup/random.ts'
import {
  byAbout,
  linesOf,
  openBooks,
  storeUf,
  type Books,
  type Line,
  type Source,
} from './books.ts'
import { FEE_POINTS, feeOf, priceInUf, reversedOf, UF_PRICES, type Priced } from './reckoning.ts'

/** UF of a day in hundredths of a peso. */
const UFS: Record<string, bigint> = {
  '2026-11-05': 3_920_015n,
  '2026-11-06': 3_921_550n,
  '2026-11-07': 4_099_950n,
  '2026-11-08': 3_990_050n,
}
const DAYS = Object.keys(UFS)
const WAYS = ['transfer', 'card', 'cash', 'other'] as const
const POINTS = { ...FEE_POINTS, cash: null, other: null } as const

export interface Played {
  /** What is on the ledger, and what should be. */
  lines: Line[]
  expected: Line[]
  paid: Paid[]
}

interface Paid {
  id: number
  document: number
  amount: bigint
  points: bigint | null
  left: bigint
  refunds: { id: number; amount: bigint; day: string; isOurs: boolean }[]
  day: string
}

interface Log {
  issued: Map<number, { day: string; issueDay: string }>
  outside: Set<number>
  mailed: Map<number, string>
  paid: Paid[]
  ufs: Set<string>
}

/** `playHistory` in a transaction that leaves nothing, after what `before` does to the schema. */
export async function playApart(
  db: Kysely<Schema>,
  seed: string,
  before: (trx: Kysely<Schema>) => Promise<void> = async () => undefined,
): Promise<Played> {
  const trx = await db.startTransaction().execute()
  try {
    await before(trx)
    return await playHistory(trx, seed)
  } finally {
    await trx.rollback().execute()
  }
}

const STEPS = 80

/** A seeded history of one organisation, with retries of everything. */
async function playHistory(db: Kysely<Schema>, seed: string): Promise<Played> {
  const random = seededRandom(seed)
  const books = await openBooks(db)
  const log: Log = {
    issued: new Map(),
    outside: new Set(),
    mailed: new Map(),
    paid: [],
    ufs: new Set(),
  }
  for (const day of DAYS) if (await isStored(db, day)) log.ufs.add(day)
  const documents: number[] = []
  const mails: { id: number; document: number }[] = []
  for (let step = 0; step < STEPS; step += 1) {
    const at = instantOf(random)
    const drawn = random.integer(0, 16)
    const document = pick(random, documents)
    if (drawn <= 2 || document === undefined) documents.push(await issueOne(books, log, random, at))
    else if (drawn === 3) await issueAgain(books, document, at)
    else if (drawn <= 5) mails.push({ id: await books.queueMail(document, at), document })
    else if (drawn <= 7) await moveMail(books, log, random, pick(random, mails), at)
    else if (drawn <= 9) await payOne(books, log, random, document, at)
    else if (drawn <= 14)
      await refundOne(
        books,
        random,
        pick(
          random,
          log.paid.filter(({ left }) => left > 0n),
        ),
        at,
      )
    else await storeOne(db, log, random)
  }
  const lines = await linesOf(db, books.organisationId)
  return { lines, expected: expectedOf(log), paid: log.paid }
}

async function issueOne(books: Books, log: Log, random: RandomSource, at: string) {
  const issueDay = pick(random, DAYS) ?? ''
  const kind = pick(random, ['factura', 'boletaHonorarios', 'notaCredito'] as const) ?? 'factura'
  const others = [...log.issued.keys()]
  const notaOf = kind === 'notaCredito' ? pick(random, others) : undefined
  const known = notaOf === undefined ? { kind: 'factura' as const } : { kind, notaOf }
  const document = await books.plan({ issueDay, ...(kind === 'notaCredito' ? known : { kind }) })
  const told = random.integer(0, 5) === 0
  const signed = random.integer(0, 2) === 0
  if (random.integer(0, 3) === 0) await books.setState(document, 'uncertain', at)
  await books.issue(document, at, { told, signed })
  if (told && !signed) log.outside.add(document)
  else log.issued.set(document, { day: dayOf(at), issueDay })
  return document
}

/** Annulled and taken for issued again, or written once more as it is. */
async function issueAgain(books: Books, document: number, at: string): Promise<void> {
  await books.setState(document, 'annulled', at)
  await books.setState(document, 'issued', at)
}

async function moveMail(
  books: Books,
  log: Log,
  random: RandomSource,
  mail: { id: number; document: number } | undefined,
  at: string,
): Promise<void> {
  if (mail === undefined) return
  const state = pick(random, ['sending', 'sent', 'sent', 'bounced', 'failed', 'unknown'] as const)
  await books.setMail(mail.id, state ?? 'sent', at)
  const isCharged = state === 'sent' && log.issued.has(mail.document)
  if (isCharged && !log.mailed.has(mail.document)) log.mailed.set(mail.document, dayOf(at))
}

async function payOne(books: Books, log: Log, random: RandomSource, document: number, at: string) {
  const way = pick(random, WAYS) ?? 'transfer'
  const source: Source =
    pick(random, ['provider', 'provider', 'person', 'declaration', 'statement'] as const) ??
    'person'
  const amountClp = random.integer(1, 400_000)
  const id = await books.pay([document], { amountClp, way, source, at })
  const points = source === 'provider' ? POINTS[way] : null
  const amount = BigInt(amountClp)
  log.paid.push({ id, document, amount, points, left: amount, refunds: [], day: dayOf(at) })
}

async function refundOne(
  books: Books,
  random: RandomSource,
  paid: Paid | undefined,
  at: string,
): Promise<void> {
  if (paid === undefined) return
  const isWhole = random.integer(0, 2) === 0
  const amount = isWhole ? paid.left : BigInt(random.integer(1, Number(paid.left) + 1))
  const isOurs = isWhole || random.integer(0, 5) > 0
  const source = isOurs ? 'provider' : 'person'
  const wish = { amountClp: Number(amount), source, at } as const
  const id = await books.refund(paid.id, paid.document, wish)
  paid.left -= amount
  paid.refunds.push({ id, amount, day: dayOf(at), isOurs })
}

async function storeOne(db: Kysely<Schema>, log: Log, random: RandomSource): Promise<void> {
  const day = pick(random, DAYS) ?? ''
  await storeUf(db, day, decimalOf(UFS[day] ?? 0n))
  log.ufs.add(day)
}

/** From the log alone: what each fact costs, and nothing for what costs nothing. */
function expectedOf({ issued, mailed, paid, ufs }: Log): Line[] {
  const inUf = (kind: keyof typeof UF_PRICES, about: number, day: string, issueDay: string) => {
    const uf = ufs.has(issueDay) ? (UFS[issueDay] ?? null) : null
    const priced = uf === null ? null : priceInUf(UF_PRICES[kind], uf)
    return lineOf(kind, about, day, priced, uf)
  }
  return [
    ...[...issued].map(([id, { day, issueDay }]) => inUf('document', id, day, issueDay)),
    ...[...mailed].map(([id, day]) => inUf('mail', id, day, issued.get(id)?.issueDay ?? '')),
    ...paid.flatMap(feesOf),
  ].toSorted(byAbout)
}

function feesOf({ id, amount, points, refunds, day }: Paid): Line[] {
  if (points === null) return []
  const fee = feeOf(amount, points)
  const lines = [lineOf('payment', id, day, fee)]
  let given = 0n
  for (const refund of refunds) {
    if (!refund.isOurs) continue
    const before = reversedOf(fee, amount, given)
    given += refund.amount
    const after = reversedOf(fee, amount, given)
    const part = { net: before.net - after.net, iva: before.iva - after.iva }
    lines.push(lineOf('refund', refund.id, refund.day, part))
  }
  return lines
}

function lineOf(
  kind: string,
  about: number,
  day: string,
  priced: Priced | null,
  uf: bigint | null = null,
) {
  return {
    kind,
    about: String(about),
    day,
    uf: uf === null ? null : decimalOf(uf),
    net: priced && Number(priced.net),
    iva: priced && Number(priced.iva),
  }
}

function decimalOf(hundredths: bigint): string {
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`
}

/** Any hour of some days around the end of a month, in UTC; Chile is three hours behind in these days. */
function instantOf(random: RandomSource): string {
  const day = 28 + random.integer(0, 5)
  const [month, ofMonth] = day > 30 ? ['12', day - 30] : ['11', day]
  const time = `${String(random.integer(0, 24)).padStart(2, '0')}:30:00`
  return `2026-${month}-${String(ofMonth).padStart(2, '0')}T${time}Z`
}

function dayOf(instant: string): string {
  return new Date(Date.parse(instant) - 3 * 3_600_000).toISOString().slice(0, 10)
}

async function isStored(db: Kysely<Schema>, day: string): Promise<boolean> {
  const { rows } = await sql`select from uf_value where day = ${day}`.execute(db)
  return rows.length > 0
}

function pick<T>(random: RandomSource, from: readonly T[]): T | undefined {
  return from[random.integer(0, from.length)]
}
