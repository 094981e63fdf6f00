import { compare, lastDayOf, type Day, type Month } from '#domain/day.ts'
import { sumClp } from '#domain/money.ts'
import type { Rut } from '#domain/rut.ts'
import type {
  IssuedBoleta,
  ReceivedBoleta,
  RegisterDocument,
  RegisterReading,
  RegisterTotals,
} from '#sii/sii.ts'

/** What counts of one side of a company's month. */
export interface Entry {
  /** Null: a boleta de honorarios. */
  tipoDte: number | null
  /** Null: a sum of documents not told one by one. */
  folio: number | null
  counterpart: Rut | null
  name: string
  issueDay: Day
  /** With IVA; of a nota de crédito below 0. */
  totalClp: number
  documents: number
}

export interface SideEntries {
  entries: Entry[]
  isWhole: boolean
  /** Types that we can't tell to add or to subtract. */
  uncounted: number[]
}

/** Documents of one side of a month that are kept one by one; what is more is kept as a sum. */
const MOST_ENTRIES = 5_000

/**
 * The register's own sums are the truth of what a month comes to: its documents are kept as far as they add up to
 * no more than these, and what is missing in a line of its own without a number. So nothing counts twice, whichever
 * way the documents were had.
 */
export function entriesOf(
  { totals, documents }: RegisterReading,
  of: { month: Month; today: Day },
): SideEntries {
  const counted = oneOfEachType(totals.filter(({ count }) => count > 0))
  const entries = counted
    .filter(({ sign }) => sign !== null)
    .flatMap((total) => entriesOfType(total, documents, of))
  return {
    entries,
    isWhole: entries.every(({ folio }) => folio !== null),
    uncounted: counted.filter(({ sign }) => sign === null).map(({ tipoDte }) => tipoDte),
  }
}

type Total = Pick<RegisterTotals, 'tipoDte' | 'sign' | 'count' | 'totalClp'>

/** A type may stand in several lines of the register's sums. */
function oneOfEachType(totals: readonly RegisterTotals[]): Total[] {
  const types = [...new Set(totals.map(({ tipoDte }) => tipoDte))]
  return types.map((tipoDte) => {
    const lines = totals.filter((total) => total.tipoDte === tipoDte)
    return {
      tipoDte,
      sign: lines[0]?.sign ?? null,
      count: lines.reduce((sum, { count }) => sum + count, 0),
      totalClp: sumClp(lines.map(({ totalClp }) => totalClp)),
    }
  })
}

function entriesOfType(
  total: Total,
  documents: readonly RegisterDocument[],
  { month, today }: { month: Month; today: Day },
): Entry[] {
  const sign = total.sign ?? 1
  const told = documents.filter(({ tipoDte }) => tipoDte === total.tipoDte).slice(0, MOST_ENTRIES)
  const toldClp = sumClp(told.map(({ totalClp }) => totalClp))
  const restClp = total.totalClp - toldClp
  const restCount = total.count - told.length
  // More than the register counts, or other sums: whatever was listed there, it isn't this month's register.
  const fits = restCount > 0 ? restClp >= 0 : restCount === 0 && restClp === 0
  const last = lastDayOf(month)
  const rest = {
    tipoDte: total.tipoDte,
    folio: null,
    counterpart: null,
    name: '',
    issueDay: compare(last, today) > 0 ? today : last,
  }
  if (!fits) return [{ ...rest, totalClp: sign * total.totalClp, documents: total.count }]
  const entries: Entry[] = told.map(
    ({ tipoDte, folio, counterpart, name, issueDate, totalClp }) => ({
      tipoDte,
      folio,
      counterpart,
      name,
      issueDay: issueDate,
      totalClp: sign * totalClp,
      documents: 1,
    }),
  )
  if (restCount > 0) entries.push({ ...rest, totalClp: sign * restClp, documents: restCount })
  return entries
}

/** Boletas de honorarios are in no register (portal 4). They count gross; annulled ones don't. */
export function entriesOfIssued(boletas: readonly IssuedBoleta[]): Entry[] {
  return boletas
    .filter(({ annulled }) => annulled === null)
    .map(({ folio, issueDate, recipient, recipientName, grossClp }) => ({
      tipoDte: null,
      folio,
      counterpart: recipient,
      name: recipientName,
      issueDay: issueDate,
      totalClp: grossClp,
      documents: 1,
    }))
}

export function entriesOfReceived(boletas: readonly ReceivedBoleta[]): Entry[] {
  return boletas
    .filter(({ annulled }) => annulled === null)
    .map(({ folio, issueDate, issuer, issuerName, grossClp }) => ({
      tipoDte: null,
      folio,
      counterpart: issuer,
      name: issuerName,
      issueDay: issueDate,
      totalClp: grossClp,
      documents: 1,
    }))
}
