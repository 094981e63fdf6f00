import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as contract from '#contract/index.ts'
import { knownDay, knownMonth } from '#domain/day.ts'
import type { BoletaContent, DocumentContent, DocumentState } from '#domain/document.ts'
import { clp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import { facturaTotals } from '#domain/totals.ts'
import { quantity } from '#domain/uf.ts'
import { contentDigest } from '#server/documents/trail/trail.ts'
import { startTestRules, type TestRules } from '#server/rules/test-rules.ts'
import { BENCH_START } from '#server/test-bench.ts'
import { countedOf, daysOf, sumOf } from '#web/documents/groups.ts'
import { seededRandom, type RandomSource } from '../../setup/random.ts'

// The card of a month is made by the server, the days and lists below it by the browser: random months of two companies,
// with annulling and partial notas, with a stop in force and with a rule that will issue, in which both must come to the
// same, and to what is computed here from what was inserted.

let rules: TestRules
let companies: readonly number[]
beforeAll(async () => {
  rules = await startTestRules()
  companies = [rules.known.company, await otherCompany()]
})
afterAll(() => rules.close())
beforeEach(async () => {
  await rules.bench.database.db.deleteFrom('document').execute()
  await rules.forget()
})

/** Pairs of months: this one and the next, as the screen shows them. */
const PAIRS = 12
const MONTHS = ['2026-11', '2026-12'] as const
const MOST_DOCUMENTS = 30
const STATES: readonly DocumentState[] = [
  'planned',
  'waiting',
  'needs_data',
  'queued',
  'issuing',
  'uncertain',
  'issued',
  'issued',
  'issued',
  'failed',
  'skipped',
]

interface Made {
  company: number
  kind: DocumentContent['kind']
  state: DocumentState
  day: string
  amountClp: number
  /** Of a nota: what it refers to. Code 1 annuls it, 3 corrects its amount. */
  nota: { of: number; code: 1 | 3 } | null
}

async function otherCompany(): Promise<number> {
  const { db } = rules.bench.database
  const { organisation_id, facturator_id } = await db
    .selectFrom('company')
    .select(['organisation_id', 'facturator_id'])
    .where('id', '=', rules.known.company)
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('company')
    .values({
      organisation_id,
      facturator_id,
      rut: '76767676-K',
      name: 'Otra empresa',
      created_at: BENCH_START,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const issuer = {
  rut: rut('77070707-2'),
  name: 'Empresa',
  address: { street: 'Uno 1', commune: 'Santiago', city: 'Santiago', branchCode: '1' },
  activity: { code: '620200', description: 'Consultoría' },
  email: '',
}
const recipient = {
  rut: rut('93939393-5'),
  name: 'Cliente',
  giro: 'Comercio',
  address: { street: 'Dos 2', commune: 'Arica', city: 'Arica' },
  contactName: '',
  contactRut: null,
}

function contentOf({ kind, day, amountClp: amount, nota }: Made): DocumentContent {
  const amountClp = clp(amount)
  const dates = { issueDate: knownDay(day), serviceMonth: knownMonth(day.slice(0, 7)) }
  if (kind === 'boletaHonorarios') {
    const boleta: BoletaContent = {
      ...dates,
      kind,
      issuer: { rut: rut('15151515-0'), name: 'Ana', addressId: null },
      withholder: 'issuer',
      recipient: {
        rut: recipient.rut,
        name: recipient.name,
        address: { street: 'Dos 2', region: 15, communeCode: 15101, commune: 'Arica' },
      },
      lines: [{ description: 'Asesoría', grossClp: amountClp }],
      grossClp: amountClp,
      retentionClp: clp(0),
      liquidoClp: amountClp,
    }
    return boleta
  }
  const line = {
    name: 'Asesoría',
    description: '',
    code: '',
    quantity: quantity('1'),
    price: { currency: 'CLP', unitClp: amountClp },
    amountClp,
  } as const
  const common = { ...dates, issuer, recipient, lines: [line], ...facturaTotals([line]) }
  if (kind === 'factura') return { ...common, kind, paymentForm: 2 }
  const reference = {
    folio: 1,
    issueDate: dates.issueDate,
    totalClp: common.totalClp,
    code: nota?.code ?? 1,
    reason: 'Anula',
  } as const
  return { ...common, kind, paymentForm: 2, reference }
}

async function insert(made: Made, index: number): Promise<number> {
  const content = contentOf(made)
  const hasFolio = made.state === 'issued' || made.state === 'annulled'
  const { id } = await rules.bench.database.db
    .insertInto('document')
    .values({
      organisation_id: rules.user.organisationId,
      key: `month:${index}`,
      kind: made.kind,
      company_id: made.company,
      person_rut: '15151515-0',
      recipient_rut: '93939393-5',
      recipient_name: 'Cliente',
      emission_day: made.day,
      issue_day: made.day,
      service_month: made.day.slice(0, 7),
      state: made.state,
      content: JSON.stringify(content),
      content_digest: contentDigest(content),
      total_clp: content.kind === 'boletaHonorarios' ? content.grossClp : content.totalClp,
      folio: hasFolio ? index + 1 : null,
      nota_of: made.nota?.of ?? null,
      nota_code: made.nota?.code ?? null,
      created_at: BENCH_START,
      updated_at: BENCH_START,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Facturas, boletas, facturas with the notas that annul or correct them, annulled boletas, and whatever stands still. */
async function insertPair(random: RandomSource): Promise<Made[]> {
  const all: Made[] = []
  const add = async (made: Made): Promise<number> => {
    all.push(made)
    return insert(made, all.length)
  }
  const oneOf = <T>(list: readonly T[], otherwise: T): T =>
    list[random.integer(0, list.length)] ?? otherwise
  const dayOf = () =>
    `${oneOf(MONTHS, '2026-11')}-${String(random.integer(1, 31)).padStart(2, '0')}`
  for (let left = random.integer(3, MOST_DOCUMENTS); left > 0; left -= 1) {
    const company = oneOf(companies, rules.known.company)
    const amountClp = random.integer(100, 5_000_000)
    const kind = random.fraction() < 0.3 ? 'boletaHonorarios' : 'factura'
    const state = random.fraction() < 0.25 ? 'annulled' : oneOf(STATES, 'issued')
    const id = await add({ company, kind, state, day: dayOf(), amountClp, nota: null })
    if (kind !== 'factura') continue
    const nota = { company, kind: 'notaCredito', day: dayOf() } as const
    if (state === 'annulled') {
      await add({ ...nota, state: 'issued', amountClp, nota: { of: id, code: 1 } })
    }
    // An issued factura may have a nota that stands still, or was refused, and several that take a part of it away.
    if (state !== 'issued') continue
    if (random.fraction() < 0.3) {
      await add({ ...nota, state: 'failed', amountClp, nota: { of: id, code: 1 } })
    }
    for (let parts = random.integer(0, 4); parts > 0; parts -= 1) {
      const part = random.integer(1, Math.ceil(amountClp / 3) + 1)
      await add({
        ...nota,
        day: dayOf(),
        state: oneOf(STATES, 'issued'),
        amountClp: part,
        nota: { of: id, code: 3 },
      })
    }
  }
  return all
}

/** A rule of two hours of 15.000 pesos, and the dates on which it will issue: never today, whose hour may be over. */
async function addRule(random: RandomSource): Promise<string[]> {
  const drawn = random.integer(1, 29)
  const day = drawn === 10 ? 11 : drawn
  await rules.created({ day_of_month: day })
  const dates = MONTHS.map((month) => `${month}-${String(day).padStart(2, '0')}`)
  return dates.filter((date) => date >= rules.today())
}
const OF_RULE_CLP = 35_700

/** By the words of the law and no code of the product's. */
function expectedOf(all: readonly Made[]): { documents: number; total: number } {
  let [documents, total] = [0, 0]
  for (const { kind, state, amountClp } of all) {
    if (state === 'failed' || state === 'skipped') continue
    if (state === 'annulled' && kind === 'boletaHonorarios') continue
    documents += 1
    const withIva =
      kind === 'boletaHonorarios' ? amountClp : amountClp + Math.round(amountClp * 0.19)
    total += kind === 'notaCredito' ? -withIva : withIva
  }
  return { documents, total }
}

type MonthAhead = ReturnType<typeof contract.readThisMonth.reply.parse>['months'][number]

const sum = (amounts: readonly number[]) => amounts.reduce((so, one) => so + one, 0)

function expectSums({ totals, rows }: MonthAhead, expected: ReturnType<typeof expectedOf>): void {
  expect(totals).toMatchObject(expected)
  expect(totals.documents + totals.left_out).toBe(rows.length)
  const days = daysOf(rows)
  const ofDays = days.map(({ groups }) => groups.flatMap((group) => group.rows))
  expect(sum(ofDays.map((day) => sumOf(day).total ?? 0))).toBe(expected.total)
  expect(sum(ofDays.map((day) => countedOf(day).length))).toBe(expected.documents)
  const groups = days.flatMap((day) => day.groups)
  expect(sum(groups.map((group) => sumOf(group.rows).total ?? 0))).toBe(expected.total)
}

test('the card of a month is the sum of its days, of its list, and of its documents', async () => {
  const seen = { annulled: 0, partial: 0, forecast: 0, stopped: 0 }
  for (let seed = 1; seed <= PAIRS; seed += 1) {
    const random = seededRandom(`month ${seed}`)
    await rules.bench.database.db.deleteFrom('document').execute()
    await rules.forget()
    const isStopped = random.fraction() < 0.5
    const stops = '/billing-scheduler/stops/'
    await rules.user.call(isStopped ? 'PUT' : 'DELETE', stops)
    const dates = random.fraction() < 0.6 ? await addRule(random) : []
    const all = await insertPair(random)
    const { body } = await rules.user.call('GET', '/billing-scheduler/this-month/')
    const read = contract.readThisMonth.reply.parse(body)
    expect(read.stops.map(({ code }) => code)).toEqual(isStopped ? ['issuingStopped'] : [])
    for (const [index, month] of MONTHS.entries()) {
      const ahead = read.months[index]
      if (ahead === undefined) throw new Error(`No ${month}`)
      const made = all.filter(({ day }) => day.startsWith(month))
      const forecast = dates.filter((date) => date.startsWith(month)).length
      const expected = expectedOf(made)
      expect(ahead.rows, `${month} of ${seed}`).toHaveLength(made.length + forecast)
      expectSums(ahead, {
        documents: expected.documents + forecast,
        total: expected.total + forecast * OF_RULE_CLP,
      })
      seen.forecast += forecast
    }
    seen.annulled += all.filter(({ state }) => state === 'annulled').length
    seen.partial += all.filter(({ nota }) => nota?.code === 3).length
    seen.stopped += isStopped ? 1 : 0
  }
  // Months without one of them would prove nothing about what once went wrong.
  expect(seen.annulled).toBeGreaterThan(PAIRS)
  expect(seen.partial).toBeGreaterThan(PAIRS)
  expect(seen.forecast).toBeGreaterThan(2)
  expect(seen.stopped).toBeGreaterThan(2)
})
