import { sql } from 'kysely'
import { dayInChile, type Day } from '#domain/day.ts'
import type { Answer, PortalSession } from '#sii/sii.ts'
import { instantText } from '../clock.ts'
import type { PortalNeeds } from '../facturators/portal.ts'
import { beginTurn, choreTurns, forgiveTurn } from '../facturators/turns.ts'
import { visitPortal, type VisitAnswer } from '../facturators/visit.ts'
import { issuesSoon } from './issues-soon.ts'
import { mayStillReact } from './may-still-react.ts'
import { enterRegisters, leaveRegisters } from './register-gate.ts'
import { LEFT, ofRegistersAlone } from './registers-alone.ts'
import {
  dueLists,
  keepList,
  readAll,
  type FacturatorAt,
  type ListRead,
  type ReactionList,
} from './reactions-store.ts'

export interface ReactionNeeds extends PortalNeeds {
  registerSpacingMs: number
  /** From one reading of a factura's reaction to the next. */
  reactionsEveryMs: number
}

/** Lists of one turn, each a company's month: the rest come with the connection's next turn. */
const LISTS_AT_ONCE = 4

/**
 * Connections with facturas whose receivers may still have reacted since they were last read, in turns. A person with
 * something to issue soon is left out.
 */
export function unreadReactions(needs: ReactionNeeds, limit: number): Promise<FacturatorAt[]> {
  const nowMs = needs.clock.now()
  const since = instantText(nowMs - needs.reactionsEveryMs)
  const today = dayInChile(nowMs)
  const where = sql`not ${issuesSoon(sql`facturator.person_rut`, nowMs)} and exists (
    select from company join document on document.organisation_id = company.organisation_id
      and document.company_id = company.id
    where company.organisation_id = facturator.organisation_id
      and company.facturator_id = facturator.id and ${mayStillReact({ today, since })})`
  return choreTurns(needs, 'reactions', { since, limit, where })
}

export type ReactionsAnswer = VisitAnswer<{ facturas: number }> | { kind: 'registersBusy' }

/**
 * Reads what the receivers of one connection's facturas did: a request for each company and month of issue. Gives way at
 * once to another use of the person's session (`busy`) or of the registers (`registersBusy`).
 */
export async function readReactions(
  needs: ReactionNeeds,
  at: FacturatorAt,
  worker: string,
): Promise<ReactionsAnswer> {
  const { db, clock } = needs
  const since = instantText(clock.now() - needs.reactionsEveryMs)
  const of = { today: dayInChile(clock.now()), since }
  const due = await dueLists(db, at, { ...of, limit: LISTS_AT_ONCE + 1 })
  const lists = due.slice(0, LISTS_AT_ONCE)
  const [first] = lists
  if (first === undefined) {
    await readAll(db, clock, at)
    return { kind: 'ok', value: { facturas: 0 } }
  }
  const company = { organisationId: at.organisationId, companyId: first.companyId }
  if (!(await enterRegisters(needs, company, needs.registerSpacingMs))) {
    return { kind: 'registersBusy' }
  }
  const reading: Reading = { read: [], isShut: false }
  let answer: VisitAnswer<null>
  try {
    await beginTurn(needs, 'reactions', at)
    const user = { ...at, person: first.person, logsInFor: 'registers' } as const
    answer = await visitPortal(needs, user, { worker, patienceMs: 0 }, (session) =>
      readLists(session, lists, reading),
    )
  } finally {
    await leaveRegisters(needs, company, reading)
  }
  const facturas = await keep(needs, at, of, reading.read)
  if (answer.kind === 'busy') await forgiveTurn(db, 'reactions', at)
  if (answer.kind !== 'ok') return answer
  if (due.length > lists.length) await forgiveTurn(db, 'reactions', at)
  else await readAll(db, clock, at)
  return { kind: 'ok', value: { facturas } }
}

interface Reading {
  read: ListRead[]
  isShut: boolean
}

/** Each list is whole by itself: what came before a failure is kept. */
async function readLists(
  session: PortalSession,
  lists: readonly ReactionList[],
  reading: Reading,
): Promise<Answer<null>> {
  // With a new session the work begins from its start.
  reading.read = []
  for (const list of lists) {
    const { company, month } = list
    const answer = await session.registers.reactions({ company, month }, FACTURA)
    reading.isShut = answer.kind === 'unavailable' && answer.cause === 'waitingRoom'
    if (reading.isShut) return LEFT
    if (answer.kind !== 'ok') return ofRegistersAlone(session, answer)
    reading.read.push({ ...list, rows: answer.value })
  }
  return { kind: 'ok', value: null }
}

const FACTURA = 33

async function keep(
  { db, clock }: ReactionNeeds,
  at: FacturatorAt,
  of: { today: Day; since: string },
  lists: readonly ListRead[],
): Promise<number> {
  let facturas = 0
  for (const list of lists) {
    facturas += await db
      .transaction()
      .execute((trx) => keepList(trx, clock, at.organisationId, of, list))
  }
  return facturas
}
