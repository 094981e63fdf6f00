import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '#contract/index.ts'
import { BENCH_START } from '#server/test-bench.ts'
import { startTestRules, type TestRules } from '#server/rules/test-rules.ts'
import { seededRandom, type RandomSource } from '../../setup/random.ts'

// The cards of the dashboard against what is in the registers of two companies: random months, with notas de crédito.

let rules: TestRules
beforeAll(async () => {
  rules = await startTestRules()
})
afterAll(() => rules.close())

const REGISTERS = 12
/** The one in course last: the averages leave it out. */
const MONTHS = ['2026-09', '2026-10', '2026-11'] as const
const SIDES = ['sales', 'purchases'] as const
const MOST_ENTRIES = 12

interface Entry {
  company_id: number
  month: string
  side: (typeof SIDES)[number]
  total_clp: number
}

async function otherCompany(): Promise<number> {
  const { db } = rules.bench.database
  const known = await db
    .selectFrom('company')
    .select(['organisation_id', 'facturator_id'])
    .where('id', '=', rules.known.company)
    .executeTakeFirstOrThrow()
  const row = { ...known, rut: '76767676-K', name: 'Otra empresa', created_at: BENCH_START }
  const { id } = await db
    .insertInto('company')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function fillRegisters(random: RandomSource, companies: readonly number[]): Promise<Entry[]> {
  const { db } = rules.bench.database
  const { organisationId: organisation_id } = rules.user
  await db.deleteFrom('register_month').execute()
  const all: Entry[] = []
  for (const company_id of companies) {
    for (const month of MONTHS) {
      const read = { organisation_id, company_id, month, read_at: BENCH_START }
      await db.insertInto('register_month').values(read).execute()
      for (const side of SIDES) {
        for (let position = random.integer(0, MOST_ENTRIES); position > 0; position -= 1) {
          const isNota = random.fraction() < 0.3
          const amount = random.integer(100, 5_000_000)
          const entry = { company_id, month, side, total_clp: isNota ? -amount : amount }
          all.push(entry)
          await db
            .insertInto('register_entry')
            .values({
              ...entry,
              organisation_id,
              position,
              tipo_dte: isNota ? 61 : 33,
              folio: position,
              counterpart_rut: '93939393-5',
              counterpart_name: 'Cliente',
              issue_day: `${month}-05`,
              documents: 1,
            })
            .execute()
        }
      }
    }
  }
  return all
}

const sum = (amounts: readonly number[]) => amounts.reduce((so, one) => so + one, 0)

test('the cards of the dashboard are the sums of the registers of their own company', async () => {
  const companies = [rules.known.company, await otherCompany()]
  for (let seed = 1; seed <= REGISTERS; seed += 1) {
    const all = await fillRegisters(seededRandom(`registers ${seed}`), companies)
    for (const company of companies) {
      const path = `/billing-sii/companies/${company}/analytics/?months_back=${MONTHS.length}`
      const { body } = await rules.user.call('GET', path)
      const { general, temporal, ...sides } = contract.readAnalytics.reply.parse(body)
      const own = all.filter(({ company_id }) => company_id === company)
      const totalOf = (side: Entry['side'], months: readonly string[]) =>
        sum(
          own
            .filter((entry) => entry.side === side && months.includes(entry.month))
            .map(({ total_clp }) => total_clp),
        )
      const ended = MONTHS.slice(0, -1)
      expect(general.summary, `company ${company} of ${seed}`).toEqual({
        avg_monthly_sales: Math.round(totalOf('sales', ended) / ended.length),
        avg_monthly_purchases: Math.round(totalOf('purchases', ended) / ended.length),
        total_months: ended.length,
        net_flow: totalOf('sales', MONTHS) - totalOf('purchases', MONTHS),
      })
      for (const side of SIDES) {
        const ofMonths = temporal.map((month) => month[side].amount)
        expect(ofMonths).toEqual(MONTHS.map((month) => totalOf(side, [month])))
        const listed = sides[side].documents.map(({ total_amount }) => total_amount)
        expect(sum(listed)).toBe(sum(ofMonths))
      }
    }
  }
})
