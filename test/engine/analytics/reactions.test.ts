import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { instantText } from '#server/clock.ts'
import { attention } from '#server/agenda/attention.ts'
import { readReactions, unreadReactions } from '#server/analytics/read-reactions.ts'
import { readDueReactions } from '#server/analytics/test-registers.ts'
import { readReactionsInTurn } from '#server/start/chores.ts'
import { withLease } from '#server/facturators/lease.ts'
import type { PortalNeeds } from '#server/facturators/portal.ts'
import { rut } from '#domain/rut.ts'
import { ana } from '#simulators/world.ts'
import type { Answer, PortalSession, ReactionRow } from '#sii/sii.ts'
import { documentsOf, openHouse, seedRule, type House } from '../house.ts'

let house: House
let organisationId: number

const TODAY = day(2026, 11, 26)
const [FIRST, SECOND] = ['90909090-3', '93939393-5']
const HOUR_MS = 3_600_000

// 26 November 2026, 09:00 in Chile. Two clients get a factura each, which the SII receives on that day.
beforeEach(async () => {
  house = await openHouse('2026-11-26T12:00:00Z')
  const seeded = await seedRule(house, { nextDay: TODAY, clients: [FIRST, SECOND] })
  organisationId = seeded.organisationId
  await house.live(house.worker('w1'), 180, 10)
})
afterEach(() => house.close())

const reader = () => house.worker('reader')
const pace = { registerSpacingMs: 0, reactionsEveryMs: 20 * HOUR_MS }

function read(): Promise<string[]> {
  return readDueReactions(reader())
}

async function readTheNextDay(): Promise<void> {
  await house.clock.advance(21 * HOUR_MS)
  expect(await read()).toEqual(['ok'])
}

function react(client: string, event: Parameters<House['simulator']['admin']['react']>[1]): void {
  const { admin } = house.simulator
  const sent = admin.ledger().findLast(({ receiverRut }) => receiverRut === client)
  admin.react(sent?.code ?? '', event)
}

/** Of both facturas, the first client's first. */
async function states(): Promise<unknown[]> {
  const { rows } = await sql<{ state: string | null }>`
    select r.state, r.claim, r.received_day, r.is_final from receiver_reaction r
    join document d on d.organisation_id = r.organisation_id and d.id = r.document_id
    order by d.recipient_rut`.execute(house.db)
  return rows
}

async function stateOf(client = FIRST) {
  const documents = await documentsOf(house)
  const id = documents.find(({ recipient_rut }) => recipient_rut === client)?.id ?? 0
  return house.db
    .selectFrom('receiver_reaction')
    .selectAll()
    .where('document_id', '=', id)
    .executeTakeFirstOrThrow()
}

async function events(): Promise<unknown[]> {
  const { rows } = await sql`select kind, code, claim, day, seen_at::date as seen
    from receiver_event order by seen_at, kind, code`.execute(house.db)
  return rows
}

function asked(): string[] {
  return house.simulator.admin
    .requests()
    .map(({ path }) => path.split('/').at(-1) ?? '')
    .filter((method) => method.startsWith('getDetalleVenta'))
}

describe('what receivers do', () => {
  test('the reaction of a receiver is read by one request for a company’s month, and again the next day', async () => {
    expect(await read()).toEqual(['ok'])
    const row = { state: 'none', claim: null, received_day: TODAY, is_final: false }
    expect(await states()).toEqual([row, row])
    expect(asked()).toEqual(['getDetalleVenta'])
    await house.clock.advance(19 * HOUR_MS)
    expect(await read()).toEqual([])
    await house.clock.advance(2 * HOUR_MS)
    expect(await read()).toEqual(['ok'])
  })

  const told = [
    ['ACD', { state: 'accepted', claim: null }],
    ['ERM', { state: 'receipt', claim: null }],
    ['RCD', { state: 'claimed', claim: 'content' }],
    ['RFP', { state: 'claimed', claim: 'partial' }],
    ['RFT', { state: 'claimed', claim: 'total' }],
  ] as const
  test.each(told)(
    'the reaction of a receiver is told of its own factura alone (%s)',
    async (event, state) => {
      react(SECOND, event)
      await read()
      expect(await states()).toMatchObject([{ state: 'none', claim: null }, state])
      expect(await events()).toMatchObject([{ code: event, day: TODAY, seen: TODAY }])
    },
  )

  test('the reaction of a receiver is told by letters too, which say less', async () => {
    house.simulator.admin.setVariants({ receiverCodes: 'letters' })
    react(FIRST, 'ERM')
    react(SECOND, 'RCD')
    await read()
    expect(await states()).toMatchObject([
      { state: 'accepted' },
      { state: 'claimed', claim: 'content' },
    ])
  })

  test('the reaction of a receiver is kept once, each with the day on which it was first seen', async () => {
    react(FIRST, 'ACD')
    await read()
    await readTheNextDay()
    react(FIRST, 'ERM')
    await readTheNextDay()
    expect(await events()).toMatchObject([
      { kind: 'accepted', code: 'ACD', seen: TODAY },
      { kind: 'receipt', code: 'ERM', seen: '2026-11-28' },
    ])
    expect(await stateOf()).toMatchObject({ state: 'receipt' })
  })
})

describe('eight days without a word', () => {
  test('eight days without a reaction are acceptance once that was read after the last of them, and then nothing is asked any more', async () => {
    await house.clock.advanceTo('2026-12-04T20:00:00Z')
    await read()
    expect(await stateOf()).toMatchObject({ state: 'none', is_final: false })
    await house.clock.advanceTo('2026-12-05T17:00:00Z')
    expect(await stateOf()).toMatchObject({ state: 'none' })
    expect(await read()).toEqual(['ok'])
    expect(await stateOf()).toMatchObject({ state: 'tacit', is_final: true })
    await house.clock.advance(48 * HOUR_MS)
    expect(await read()).toEqual([])
  })

  test('facturas without a reaction are asked about for forty days while the SII doesn’t tell', async () => {
    house.simulator.admin.scenarios.set({ name: 'register-error' })
    expect(await read()).toEqual(['unavailable'])
    await house.clock.advanceTo('2027-01-05T17:00:00Z')
    expect(await read()).toEqual(['unavailable'])
    await house.clock.advanceTo('2027-01-06T17:00:00Z')
    expect(await read()).toEqual([])
    expect(await states()).toEqual([])
  })
})

describe('a factura that the register lacks', () => {
  async function hide(): Promise<void> {
    await sql`update document set folio = folio + 5000`.execute(house.db)
  }

  test('a factura that the register lacks has no reaction, and is asked about again', async () => {
    await hide()
    expect(await read()).toEqual(['ok'])
    expect(await stateOf()).toMatchObject({ state: null })
    expect(await read()).toEqual([])
    await readTheNextDay()
  })

  test('a factura that the register lacks keeps the claim that was seen', async () => {
    react(FIRST, 'RCD')
    await read()
    await hide()
    await readTheNextDay()
    expect(await stateOf()).toMatchObject({ state: 'claimed', claim: 'content' })
  })
})

describe('a claim', () => {
  const items = async () => {
    const found = await attention(house, { organisationId })
    return found.items.filter(({ code }) => code === 'facturaClaimed')
  }

  async function settle(): Promise<void> {
    const word = { settled_at: instantText(house.clock.now()), settled_by: 1 }
    await house.db
      .updateTable('receiver_reaction')
      .set(word)
      .where('state', '=', 'claimed')
      .execute()
  }

  test('a claim asks for a person until one says that it is dealt with', async () => {
    expect(await items()).toEqual([])
    react(FIRST, 'RCD')
    await read()
    expect(await items()).toMatchObject([
      { urgency: 'now', subject: { kind: 'claim' }, documents: [{}] },
    ])
    await settle()
    expect(await items()).toEqual([])
    await readTheNextDay()
    expect(await items()).toEqual([])
  })

  test('a claim about something else asks again', async () => {
    react(FIRST, 'RCD')
    await read()
    await settle()
    react(FIRST, 'RFT')
    await readTheNextDay()
    expect(await stateOf()).toMatchObject({ claim: 'total', settled_at: null, settled_by: null })
    expect(await items()).toHaveLength(1)
  })

  test('a claim of an annulled factura asks for nothing, and is not read again', async () => {
    react(FIRST, 'RCD')
    await read()
    await sql`update document set state = 'annulled' where recipient_rut = ${FIRST}`.execute(
      house.db,
    )
    expect(await items()).toEqual([])
    react(FIRST, 'RFT')
    await readTheNextDay()
    expect(await stateOf()).toMatchObject({ claim: 'content' })
  })

  test('a claim that is withdrawn is no claim any more, and no word stands for it', async () => {
    react(FIRST, 'RCD')
    await read()
    await settle()
    react(FIRST, 'ACD')
    await readTheNextDay()
    expect(await stateOf()).toMatchObject({ state: 'accepted', claim: null, settled_at: null })
  })
})

describe('reading gives way', () => {
  const at = async () => (await unreadReactions({ ...reader(), ...pace }, 5))[0]

  async function turn() {
    const { rows } = await sql<{ tries: number }>`
      select reactions_tries as tries from facturator`.execute(house.db)
    return rows[0]?.tries
  }

  test('reading gives way to whoever uses the person’s session, and that counts as no failure', async () => {
    const ends = await withLease(house, { person: rut(ana.rut), worker: 'other' }, read)
    expect(ends?.value).toEqual(['busy'])
    expect(await turn()).toBe(0)
    expect(await read()).toEqual(['ok'])
  })

  test('reading gives way to a document of the person that is issued soon', async () => {
    const soon = instantText(house.clock.now() + 60_000)
    const none = sql`update document set files_state = 'wanted', next_try_at = ${soon}::timestamptz
      where recipient_rut = ${SECOND}`
    await none.execute(house.db)
    expect(await read()).toEqual([])
  })

  test('reading gives way to another reader of the registers, and begins some seconds after its end', async () => {
    const found = await at()
    if (found === undefined) throw new Error('Nothing to be read')
    const needs = { ...reader(), ...pace, registerSpacingMs: 6_500 }
    const taken = sql`insert into register_reading (organisation_id, company_id, busy_until)
      select organisation_id, id, ${instantText(house.clock.now() + 60_000)}::timestamptz from company`
    await taken.execute(house.db)
    expect(await readReactions(needs, found, 'reader')).toEqual({ kind: 'registersBusy' })
    await sql`update register_reading set busy_until = null,
      taken_at = ${instantText(house.clock.now())}::timestamptz`.execute(house.db)
    await house.clock.advance(6_000)
    expect(await readReactions(needs, found, 'reader')).toEqual({ kind: 'registersBusy' })
    expect(await turn()).toBe(0)
    await house.clock.advance(1_000)
    expect((await readReactions(needs, found, 'reader')).kind).toBe('ok')
  })

  test('reading gives way for half an hour when the registers ask for slowness, and the person goes on', async () => {
    const shut = async () => ({ kind: 'unavailable', cause: 'waitingRoom', text: '' }) as const
    expect(await readDueReactions(answering(reader(), shut))).toEqual(['unavailable'])
    await house.clock.advance(20 * 60_000)
    expect(await read()).toEqual(['registersBusy'])
    await house.clock.advance(11 * 60_000)
    expect(await read()).toEqual(['ok'])
    expect(await turn()).toBe(0)
  })

  test('the next reading waits longer after each failure', async () => {
    house.simulator.admin.scenarios.set({ name: 'register-error' })
    expect(await read()).toEqual(['unavailable'])
    expect(await read()).toEqual([])
    await house.clock.advance(16 * 60_000)
    expect(await read()).toEqual(['unavailable'])
    await house.clock.advance(16 * 60_000)
    expect(await read()).toEqual([])
    await house.clock.advance(15 * 60_000)
    expect(await read()).toEqual(['unavailable'])
  })
})

describe('the chore', () => {
  /** The waits of a run while another reads the registers for so long. */
  async function runBeside(seconds: number): Promise<number[]> {
    const until = instantText(house.clock.now() + seconds * 1_000)
    await sql`insert into register_reading (organisation_id, company_id, busy_until)
      select organisation_id, id, ${until}::timestamptz from company`.execute(house.db)
    const waits: number[] = []
    const clock = {
      ...house.clock,
      wait: (ms: number, signal?: AbortSignal) => {
        // The lease has waits of its own.
        if (ms !== 6_500) return house.clock.wait(ms, signal)
        waits.push(ms)
        return house.clock.advance(ms)
      },
    }
    const logger = pino({ enabled: false })
    const needs = { ...reader(), ...pace, registerSpacingMs: 6_500, clock, logger }
    await readReactionsInTurn(needs)
    return waits
  }

  test('the chore waits for another reader of the registers and reads after it', async () => {
    expect(await runBeside(10)).toEqual([6_500, 6_500])
    expect(await states()).toHaveLength(2)
  })

  test('the chore leaves to its next run what others keep for long', async () => {
    expect(await runBeside(100)).toHaveLength(5)
    expect(await states()).toEqual([])
    await house.clock.advance(100_000)
    expect(await read()).toEqual(['ok'])
  })
})

test('the lists of two months are a request each, and what was read before a failure is kept', async () => {
  await sql`update document set issue_day = '2026-10-31' where recipient_rut = ${FIRST}`.execute(
    house.db,
  )
  const lists: string[] = []
  const failsThen = async ({ month }: { month: string }): Promise<Answer<ReactionRow[]>> => {
    lists.push(month)
    if (lists.length > 1) return { kind: 'unavailable', cause: 'serverError', text: '' }
    const { folio } = await folioOf(FIRST)
    return { kind: 'ok', value: [{ folio: folio ?? 0, received: null, reactions: [] }] }
  }
  expect(await readDueReactions(answering(reader(), failsThen))).toEqual(['unavailable'])
  expect(lists).toEqual(['2026-10', '2026-11'])
  // Its eight days run from its own day where the SII doesn't tell another.
  expect(await states()).toEqual([
    { state: 'tacit', claim: null, received_day: '2026-10-31', is_final: true },
  ])
  await house.clock.advance(16 * 60_000)
  expect(await read()).toEqual(['ok'])
  expect(await stateOf(SECOND)).toMatchObject({ state: 'none' })
})

test('a turn reads of many companies four lists, each once, and then the connection rests', async () => {
  const ruts = ['76192083-9', '77111222-6', '96969696-7', '95959595-K']
  await sql`with copy as (
      insert into company (organisation_id, facturator_id, rut, name, created_at)
      select company.organisation_id, facturator_id, other, other, created_at
      from company, unnest(${ruts}::text[]) as other returning *)
    insert into document select (jsonb_populate_record(null::document, to_jsonb(document)
      || jsonb_build_object('id', 1000 + copy.id, 'company_id', copy.id, 'key', 'copy:' || copy.id))).*
    from copy, document where recipient_rut = ${FIRST}`.execute(house.db)
  const lists: string[] = []
  const none = async ({ company }: { company: string }) => {
    lists.push(company)
    return { kind: 'ok' as const, value: [] }
  }
  const needs = answering(reader(), none)
  expect(await readDueReactions(needs)).toEqual(['ok'])
  expect(lists).toHaveLength(4)
  expect(await readDueReactions(needs)).toEqual(['ok'])
  expect(await readDueReactions(needs)).toEqual([])
  expect(lists).toHaveLength(5)
  expect(new Set(lists).size).toBe(5)
})

async function folioOf(client: string) {
  return house.db
    .selectFrom('document')
    .select('folio')
    .where('recipient_rut', '=', client)
    .executeTakeFirstOrThrow()
}

type Reactions = PortalSession['registers']['reactions']

/** The portal as it is, but for what it says of reactions. */
function answering(needs: PortalNeeds, reactions: Reactions): PortalNeeds {
  const { sii } = needs
  const altered = (session: PortalSession): PortalSession => ({
    ...session,
    registers: { ...session.registers, reactions },
  })
  return {
    ...needs,
    sii: {
      login: async (credentials) => {
        const outcome = await sii.login(credentials)
        return outcome.kind === 'ok' ? { ...outcome, value: altered(outcome.value) } : outcome
      },
      resume: (stored) => altered(sii.resume(stored)),
    },
  }
}
