import { isDocumentEventKind, replay, type DocumentEventKind } from '#domain/document.ts'
import { isDeep } from '../../setup/deep.ts'
import type { Cast } from '../cast.ts'
import type { WorldDatabase } from '../database/database.ts'
import type { Row } from '../database/remembered.ts'
import type { WorldPortal } from '../portal.ts'
import type { Actor, Stage } from '../stage.ts'
import { findAstray } from './between.ts'
import {
  emissionDayOf,
  expectedOf,
  forbiddenDate,
  forbiddenFreeze,
  beyondEnd,
  nextDayOf,
  samePeople,
  type Expected,
  type Person,
} from './expected.ts'
import { findStandingBreaches } from './invariants.ts'
import { forbiddenIntent } from './watch-intents.ts'
import { findUntold } from './ways-out.ts'

export interface StepWatch {
  /** What somebody's step has touched is as it must be. */
  onStep(actor: Actor, step: string): Promise<void>
  /** By key what each document was over when it was last prepared. */
  totals(): ReadonlyMap<string, number>
  /** What the SII has, and who is written to, is what the rules say. */
  conclude(): Promise<void>
}

interface Needs {
  stage: Stage
  database: WorldDatabase
  portal: WorldPortal
  breaches: string[]
  /** False where somebody's clock was wrong: what he wrote says nothing about what came first. */
  timesAgree: boolean
  /** In worlds of pairs: what may be right again at the end is asked after each event of a document. */
  between: { cast: Cast; isCalm: boolean } | null
}

/** All of them: an event may be written with an instant that was read before others acted. */
const EVENTS = `select document.id, document.key, document.state, document.issue_day,
    document.confirmed_day, document_event.seq, document_event.kind as event_kind, document_event.worker
  from document_event
  join document on document.organisation_id = document_event.organisation_id
    and document.id = document_event.document_id
  where document.kind <> 'notaCredito'
  order by document.id, document_event.seq`

const RULE = `select document.*, rule.month_offset, rule.service_month as named_month, rule.uf_rate_type, rule.catch_up,
    client.rut as client_rut, client.name as client_name,
    (select json_agg(json_build_object('quantity', line.quantity::text, 'price', line.price::text,
        'currency', coalesce(line.own_currency, product.currency))) from rule_line line
      left join product on product.organisation_id = line.organisation_id and product.id = line.product_id
      where line.organisation_id = rule.organisation_id and line.rule_id = rule.id) as lines,
    (select json_object_agg(day::text, value::text) from uf_value) as ufs
  from document
  join invoice_rule rule on rule.organisation_id = document.organisation_id and rule.id = document.rule_id
  join client on client.organisation_id = document.organisation_id and client.id = document.client_id
  where document.id = $1`

const NEXT_DAYS = `select rule.id, rule.business_day_rule, rule.next_emission_day, rule.start_day,
    rule.end_day, rule.most_emissions,
    (select count(*)::int from occurrence where occurrence.organisation_id = rule.organisation_id
      and occurrence.rule_id = rule.id) as made,
    (select max(period) from occurrence where occurrence.organisation_id = rule.organisation_id
      and occurrence.rule_id = rule.id) as last_period,
    (select json_object_agg(period, emission_day::text) from rule_month
      where rule_month.organisation_id = rule.organisation_id and rule_month.rule_id = rule.id) as moved
  from invoice_rule rule`

const MAILED = `select document.key, delivery.recipients,
    (select json_agg(json_build_object('copy', chosen.copy, 'address', contact.email,
        'name', contact.first_name || ' ' || contact.last_name))
      from rule_client_contact chosen
      join contact on contact.organisation_id = chosen.organisation_id and contact.id = chosen.contact_id
      where chosen.organisation_id = document.organisation_id and chosen.rule_id = document.rule_id
        and chosen.client_id = document.client_id) as people
  from delivery
  join document on document.organisation_id = delivery.organisation_id and document.id = delivery.document_id
  order by document.key`

interface Known {
  events: { kind: DocumentEventKind }[]
  isOrdered: boolean
  expected: Expected | null
}

export function watchSteps(needs: Needs): StepWatch {
  const { stage, database, portal, breaches, timesAgree, between } = needs
  const known = new Map<unknown, Known>()
  const totals = new Map<string, number>()

  async function onStep(actor: Actor, step: string): Promise<void> {
    if (step === 'event issued' || isDeep) breaches.push(...issuedTwice(portal))
    if (isDeep) breaches.push(...(await findStandingBreaches({ portal, database, timesAgree })))
    if (between !== null && step.startsWith('event ')) await judgeBetween(between)
    if (step === 'rule planned' || step === 'event planned' || isDeep) await checkNextDays()
    if (!/^(event |document|attempt)/.test(step) && !isDeep) return
    const rows = await database.inspect(EVENTS)
    for (const [id, own] of Map.groupBy(rows, (row) => row['id'])) await check(actor, id, own)
  }

  async function judgeBetween({ cast, isCalm }: NonNullable<Needs['between']>): Promise<void> {
    if (isCalm) breaches.push(...(await findAstray({ cast, portal, database })))
    breaches.push(...(await findUntold(database, stage)))
  }

  async function check(actor: Actor, id: unknown, rows: readonly Row[]): Promise<void> {
    const one = known.get(id) ?? { events: [], isOrdered: false, expected: null }
    known.set(id, one)
    const [row] = rows
    if (row === undefined) return
    for (const { seq, event_kind: kind, worker } of rows) {
      if (Number(seq) <= one.events.length) continue
      if (typeof kind !== 'string' || !isDocumentEventKind(kind)) continue
      one.events.push({ kind })
      if (/^(user:|system)/.test(String(worker))) one.isOrdered = true
      if (kind === 'waiting') await checkFrozen(row, one)
      if (kind === 'intent' || kind === 'annulmentIntent') {
        breaches.push(...(await forbiddenIntent(database, actor, { id, kind })))
      }
      if (kind === 'intent') {
        const why = forbiddenDate(row, stage.now())
        if (why !== null) breaches.push(`${String(row['key'])} is ${why}`)
      }
    }
    const state = replay(one.events)
    if (state !== row['state']) {
      breaches.push(`${String(row['key'])} is ${String(row['state'])}, its events say ${state}`)
    }
  }

  async function checkFrozen(touched: Row, one: Known): Promise<void> {
    const [row] = await database.inspect(RULE, [touched['id']])
    if (row === undefined || row['content'] === null) return
    const told = String(row['key'])
    const expected = expectedOf({ row, lines: rowsIn(row['lines']), ufs: textsIn(row['ufs']) })
    one.expected = expected
    totals.set(told, expected.totalClp)
    const said = {
      totalClp: row['total_clp'],
      serviceMonth: row['service_month'],
      recipientRut: row['recipient_rut'],
      recipientName: row['recipient_name'],
    }
    for (const [name, value] of Object.entries(said)) {
      const right = Object.entries(expected).find(([other]) => other === name)?.[1]
      if (value !== right) {
        breaches.push(`${told} has ${name} ${String(value)} instead of ${String(right)}`)
      }
    }
    const withheld = fieldOf(row['content'], 'retentionClp')
    if (expected.retentionClp !== null && withheld !== expected.retentionClp) {
      breaches.push(
        `${told} withholds ${String(withheld)} instead of ${String(expected.retentionClp)}`,
      )
    }
    const why = forbiddenFreeze(row, one.isOrdered, stage.now())
    if (why !== null) breaches.push(`${told} is ${why}`)
  }

  async function checkNextDays(): Promise<void> {
    for (const row of await database.inspect(NEXT_DAYS)) {
      breaches.push(...beyondEnd(row).map((why) => `rule ${String(row['id'])} ${why}`))
      const next = row['next_emission_day']
      if (typeof next !== 'string') continue
      const moved = textsIn(row['moved'])
      const schedule = String(row['business_day_rule'])
      const last = row['last_period']
      const right =
        typeof last === 'string' && last >= next.slice(0, 7)
          ? nextDayOf(schedule, last, moved)
          : (moved.get(next.slice(0, 7)) ?? emissionDayOf(schedule, next.slice(0, 7)))
      if (next !== right) {
        breaches.push(`rule ${String(row['id'])} comes next on ${next} instead of ${right}`)
      }
    }
  }

  async function conclude(): Promise<void> {
    for (const { key, recipients, people } of await database.inspect(MAILED)) {
      if (!samePeople(peopleIn(recipients), peopleIn(people))) {
        breaches.push(`${String(key)} is mailed to ${JSON.stringify(recipients)}`)
      }
    }
  }

  return { onStep, totals: () => totals, conclude }
}

/** No text that is ours is there twice for one recipient. */
function issuedTwice(portal: WorldPortal): string[] {
  const ours = portal.documents().filter(({ mark }) => mark !== '')
  const seen = new Map(ours.map((one) => [`${one.company} ${one.recipient} ${one.mark}`, one]))
  return ours.flatMap((one) => {
    const last = seen.get(`${one.company} ${one.recipient} ${one.mark}`)
    // Two organisations may bill the same with the same words: those have rules of other numbers.
    return last === one ? [] : [`folios ${one.folio} and ${last?.folio ?? 0} are the same document`]
  })
}

function rowsIn(value: unknown): Row[] {
  return Array.isArray(value) ? value.filter(isRow) : []
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null
}

function textsIn(value: unknown): ReadonlyMap<string, string> {
  return new Map(
    isRow(value) ? Object.entries(value).map(([name, text]) => [name, String(text)]) : [],
  )
}

function peopleIn(value: unknown): Person[] {
  return rowsIn(value).map(({ copy, name, address }) => ({
    copy: String(copy),
    name: String(name),
    address: String(address),
  }))
}

function fieldOf(value: unknown, name: string): unknown {
  return isRow(value) ? value[name] : null
}
