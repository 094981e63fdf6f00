import type { Row } from '../database/remembered.ts'

/**
 * What a document must say, worked out again from the rows of its rule. On purpose it shares nothing with the code of
 * the engine: a mistake there must not be made here as well.
 */
export interface RuleFacts {
  /** Of its document, rule and client. */
  row: Row
  lines: readonly Row[]
  /** By day. */
  ufs: ReadonlyMap<string, string>
}

export interface Expected {
  totalClp: number
  /** Of a boleta. */
  retentionClp: number | null
  serviceMonth: string
  recipientRut: string
  recipientName: string
}

export interface Person {
  copy: string
  name: string
  address: string
}

export function expectedOf({ row, lines, ufs }: RuleFacts): Expected {
  const issueDay = String(row['issue_day'])
  const ufDay =
    row['uf_rate_type'] === 'DAY_OF' ? issueDay : lastDayOf(monthAfter(issueDay.slice(0, 7), -1))
  const amounts = lines.map((line) => {
    const product = millionths(line['quantity']) * millionths(line['price'])
    const rate = line['currency'] === 'UF' ? millionths(ufs.get(ufDay)) : MILLION
    return halfUp(product * rate, MILLION ** 3n)
  })
  const net = amounts.reduce((sum, amount) => sum + amount, 0n)
  const isBoleta = row['kind'] === 'boletaHonorarios'
  const rate = BigInt(RETENTION[issueDay.slice(0, 4)] ?? 0)
  return {
    totalClp: Number(isBoleta ? net : net + halfUp(net * 19n, 100n)),
    retentionClp: isBoleta ? Number(halfUp(net * rate, 10_000n)) : null,
    serviceMonth:
      typeof row['named_month'] === 'string'
        ? row['named_month']
        : monthAfter(String(row['emission_day']).slice(0, 7), Number(row['month_offset'])),
    recipientRut: String(row['client_rut']),
    recipientName: String(row['client_name']),
  }
}

const RETENTION: Record<string, number> = { '2026': 1525, '2027': 1600 }
const MILLION = 1_000_000n

function millionths(value: unknown): bigint {
  const [, whole = '', part = ''] = /^(\d+)(?:\.(\d{1,6}))?$/.exec(String(value)) ?? []
  if (whole === '') throw new Error(`Not an amount: ${String(value)}`)
  return BigInt(whole + part.padEnd(6, '0'))
}

/** Both are positive. */
function halfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor)
}

/** '2026-12' and 1 make '2027-01'. */
function monthAfter(month: string, count: number): string {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
}

function lastDayOf(month: string): string {
  return dayBefore(`${monthAfter(month, 1)}-01`)
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
}

export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}

/** Those of the months in which worlds play. */
const HOLIDAYS = ['2026-12-08', '2026-12-25', '2027-01-01', '2027-04-02', '2027-04-03']

function isWorkingDay(day: string): boolean {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !HOLIDAYS.includes(day)
}

/** The day of a month on which a rule issues. */
export function emissionDayOf(schedule: string, month: string): string {
  if (schedule === 'FIRST_BUSINESS') {
    let day = `${month}-01`
    while (!isWorkingDay(day)) day = dayAfter(day)
    return day
  }
  let day = lastDayOf(month)
  while (schedule === 'LAST_BUSINESS' && !isWorkingDay(day)) day = dayBefore(day)
  return day
}

/** The day and the hour that it is in Chile, which is three hours behind UTC in those months. */
export function inChile(ms: number): { day: string; hour: number } {
  const text = new Date(ms - 3 * 3_600_000).toISOString()
  return { day: text.slice(0, 10), hour: Number(text.slice(11, 13)) }
}

export const OPENING_HOUR = 9
export const CLOSING_HOUR = 18

/** Why a rule may not be issued on its date at this instant; null: it may. */
export function forbiddenDate(row: Row, nowMs: number): string | null {
  const issueDay = String(row['issue_day'])
  const { day, hour } = inChile(nowMs)
  if (row['confirmed_day'] === row['issue_day']) {
    const isOver = day > dayAfter(issueDay) || (day === dayAfter(issueDay) && hour >= CLOSING_HOUR)
    return day < issueDay || isOver ? `confirmed for ${issueDay} and sent on ${day}` : null
  }
  if (day !== issueDay) return `dated ${issueDay} and sent on ${day}`
  return hour < OPENING_HOUR || hour >= CLOSING_HOUR ? `sent at ${hour} o'clock` : null
}

/** Why a document may not be given its date at this instant; null: it may. */
export function forbiddenFreeze(row: Row, isOrdered: boolean, nowMs: number): string | null {
  const issueDay = String(row['issue_day'])
  const emissionDay = String(row['emission_day'])
  const { day } = inChile(nowMs)
  if (issueDay < day) return `dated ${issueDay} on ${day}`
  if (issueDay === emissionDay) return null
  if (issueDay > dayAfter(day)) return `dated ${issueDay} already on ${day}`
  const mayMove = isOrdered || row['catch_up'] === 'issue_today'
  return mayMove ? null : `moved from ${emissionDay} to ${issueDay} without anybody's word`
}

/** The day after what was planned last; null: none. `months` are those moved or left out. */
export function nextDayOf(
  schedule: string,
  lastPeriod: string,
  moved: ReadonlyMap<string, string>,
): string {
  const month = monthAfter(lastPeriod, 1)
  return moved.get(month) ?? emissionDayOf(schedule, month)
}

/** What a rule has too many of, or goes on with, after its last emission or its last day. */
export function beyondEnd(row: Row): string[] {
  const { most_emissions: most, made, end_day: endDay, next_emission_day: next } = row
  const found: string[] = []
  if (typeof most === 'number' && Number(made) > most) {
    found.push(`has ${String(made)} emissions of ${most}`)
  }
  if (typeof next !== 'string') return found
  if (typeof most === 'number' && Number(made) >= most) {
    found.push(`goes on to ${next} after its ${most} emissions`)
  }
  if (typeof endDay === 'string' && next > endDay) {
    found.push(`goes on to ${next} after its end on ${endDay}`)
  }
  return found
}

export function samePeople(one: readonly Person[], other: readonly Person[]): boolean {
  const said = (people: readonly Person[]) =>
    people
      .map(({ copy, name, address }) => `${copy} ${name} ${address}`)
      .toSorted()
      .join('\n')
  return said(one) === said(other)
}
