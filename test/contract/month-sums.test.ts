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
import { countedOf, daysOf, sumOf } from '#web/screens/this-month/groups.ts'
import { seededRandom, type RandomSource } from '../setup/random.ts'

// The card of a month is made by the server, the days and lists below it by the browser: random months, in which both
// must come to the same, and to what is computed here from what was inserted.

let rules: TestRules
beforeAll(async () => {
  rules = await startTestRules()
})
afterAll(() => rules.close())
beforeEach(async () => {
  await rules.bench.database.db.deleteFrom('document').execute()
  await rules.forget()
})

const MONTHS = 12
const MOST_DOCUMENTS = 30
const STATES: readonly DocumentState[] = [
  'planned',
  'waiting',
  'needs_data',
  'queued',
  'issuing',
  'uncertain',
  'issued',
  'failed',
  'skipped',
]

interface Made {
  kind: DocumentContent['kind']
  state: DocumentState
  day: string
  amountClp: number
  notaOf: number | null
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

function contentOf({ kind, day, amountClp: amount }: Made): DocumentContent {
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
    code: 1,
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
      company_id: rules.known.company,
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
      nota_of: made.notaOf,
      nota_code: made.notaOf === null ? null : 1,
      created_at: BENCH_START,
      updated_at: BENCH_START,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Facturas, boletas, facturas with the nota that annuls them, annulled boletas, and whatever stands still. */
async function insertMonth(random: RandomSource): Promise<Made[]> {
  const all: Made[] = []
  const add = async (made: Made): Promise<number> => {
    all.push(made)
    return insert(made, all.length)
  }
  const dayOf = () => `2026-11-${String(random.integer(1, 31)).padStart(2, '0')}`
  for (let left = random.integer(3, MOST_DOCUMENTS); left > 0; left -= 1) {
    const day = dayOf()
    const amountClp = random.integer(100, 5_000_000)
    const kind = random.fraction() < 0.3 ? 'boletaHonorarios' : 'factura'
    const isAnnulled = random.fraction() < 0.25
    const state = isAnnulled ? 'annulled' : (STATES[random.integer(0, STATES.length)] ?? 'issued')
    const id = await add({ kind, state, day, amountClp, notaOf: null })
    if (kind !== 'factura' || (state !== 'annulled' && state !== 'issued')) continue
    // An issued factura may have a nota that stands still, or was refused: then it isn't annulled.
    const nota = state === 'annulled' ? 'issued' : random.fraction() < 0.3 ? 'failed' : null
    if (nota !== null) {
      await add({ kind: 'notaCredito', state: nota, day: dayOf(), amountClp, notaOf: id })
    }
  }
  return all
}

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

test('the card of a month is the sum of its days, of its list, and of its documents', async () => {
  let annulled = 0
  for (let seed = 1; seed <= MONTHS; seed += 1) {
    await rules.bench.database.db.deleteFrom('document').execute()
    const all = await insertMonth(seededRandom(`month ${seed}`))
    annulled += all.filter(({ state }) => state === 'annulled').length
    const { body } = await rules.user.call('GET', '/billing-scheduler/this-month/')
    const [month] = contract.readThisMonth.reply.parse(body).months
    const expected = expectedOf(all)
    const { totals, rows = [] } = month ?? {}
    expect(totals, `month ${seed}`).toMatchObject(expected)
    expect(rows).toHaveLength(all.length)
    expect((totals?.documents ?? 0) + (totals?.left_out ?? 0)).toBe(rows.length)
    const days = daysOf(rows).map(({ groups }) => groups.flatMap((group) => group.rows))
    const sum = (amounts: readonly number[]) => amounts.reduce((so, one) => so + one, 0)
    expect(sum(days.map((day) => sumOf(day).total ?? 0)), `days of ${seed}`).toBe(expected.total)
    expect(sum(days.map((day) => countedOf(day).length))).toBe(expected.documents)
    const groups = daysOf(rows).flatMap((day) => day.groups)
    expect(sum(groups.map((group) => sumOf(group.rows).total ?? 0))).toBe(expected.total)
  }
  // Months without one would prove nothing about what once went wrong.
  expect(annulled).toBeGreaterThan(MONTHS)
})
