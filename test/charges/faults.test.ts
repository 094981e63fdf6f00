import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { borrowTestDatabase, type TestDatabase } from '#server/db/test-database.ts'
import type { Schema } from '#server/db/schema.ts'
import { playApart } from './history.ts'
import { plant, type Fault } from './plant.ts'

// Faults planted in the triggers that charge, within a transaction each, because a database of its own for every fault, as
// test/mutants has, would take longer than all of them: each is noticed by a seeded history, whose ledger then differs
// from the other reckoning of it.

let database: TestDatabase
beforeAll(async () => {
  database = await borrowTestDatabase()
})
afterAll(() => database.drop())

const FAULTS: Fault[] = [
  {
    name: 'a document made at the portal is charged',
    function: 'charge_issued',
    from: 'new.told_folio = new.folio and',
    to: 'false and',
  },
  {
    name: 'a told number that a try signed is not charged',
    function: 'charge_issued',
    from: 'attempt.signed_folio = new.folio',
    to: 'attempt.signed_folio <> new.folio',
  },
  {
    name: 'a document costs its price with mail',
    function: 'charge_issued',
    from: "'document', 0.01",
    to: "'document', 0.015",
  },
  {
    name: 'another day’s UF prices a document',
    function: 'charge_issued',
    from: 'coalesce(new.issue_day,',
    to: 'coalesce(new.issue_day + 1,',
  },
  {
    name: 'a document is charged on the day in UTC',
    function: 'charge_in_uf',
    from: "(at at time zone 'America/Santiago')::date",
    to: "(at at time zone 'UTC')::date",
  },
  { name: 'a document or its mail is charged at each retry', index: 'charge_once' },
  {
    name: 'pesos are rounded down',
    function: 'charge_in_uf',
    from: 'net := round(price * rate)',
    to: 'net := trunc(price * rate)',
  },
  {
    name: 'IVA is rounded down',
    function: 'charge_iva',
    from: 'round(',
    to: 'trunc(',
  },
  {
    name: 'the mail of a document that cost nothing is charged',
    function: 'charge_mailed',
    from: 'new.sent_at) from charge',
    to: `new.sent_at) from (select d.organisation_id, d.id as document_id, 'document' as kind, d.issue_day as uf_day
      from document d) charge`,
  },
  {
    name: 'money that a person recorded is charged',
    trigger: 'payment_is_charged',
    on: 'payment',
    from: "new.source = 'provider'::text",
    to: "new.source <> 'statement'",
  },
  {
    name: 'a card costs what a transfer does',
    function: 'charge_payment',
    from: "when 'card' then 290",
    to: "when 'card' then 100",
  },
  {
    name: 'every way of paying costs something',
    function: 'charge_payment',
    from: "when 'card' then 290 end",
    to: 'else 290 end',
  },
  {
    name: 'a refund by hand reverses a fee',
    trigger: 'payment_refund_is_charged',
    on: 'payment_refund',
    from: "new.source = 'provider'::text",
    to: "new.source <> 'none'",
  },
  {
    name: 'each part given back is rounded by itself',
    function: 'charge_refund',
    from: '-net - before.net, -charge_iva(net) - before.iva, -net - before.net - charge_iva(net) - before.iva,',
    to: '-round(fee.net_clp * new.amount_clp / fee.base_clp::numeric), -charge_iva(round(fee.net_clp * new.amount_clp / fee.base_clp::numeric)), -round(fee.net_clp * new.amount_clp / fee.base_clp::numeric) - charge_iva(round(fee.net_clp * new.amount_clp / fee.base_clp::numeric)),',
  },
  {
    name: 'any refund reverses the whole fee',
    function: 'charge_refund',
    from: 'least(fee.base_clp, before.base + new.amount_clp)',
    to: 'fee.base_clp',
  },
  {
    name: 'a line that waits is never priced',
    function: 'price_charges',
    from: 'charge.uf_day = stored.day',
    to: 'charge.uf_day > stored.day + 365',
  },
  {
    name: 'a line that waits takes the UF of another day',
    function: 'price_charges',
    from: 'charge.uf_day = stored.day',
    to: 'charge.uf_day <= stored.day',
  },
]

test('no fault is planted in the schema as it is', async () => {
  expect(await isNoticed(async () => undefined)).toBe(false)
})

test.each(FAULTS)('it is noticed when $name', async (fault) => {
  expect(await isNoticed((trx) => plant(trx, fault))).toBe(true)
})

/** As many as it takes to meet what is rare: a refund by hand of a charged payment, several parts given back of one. */
const SEEDS = Array.from({ length: 12 }, (_, at) => `faults ${at + 1}`)

/** Whether a history ends with another ledger than it should. */
async function isNoticed(before: (trx: Kysely<Schema>) => Promise<void>): Promise<boolean> {
  for (const seed of SEEDS) {
    const { lines, expected } = await playApart(database.db, seed, before)
    if (JSON.stringify(lines) !== JSON.stringify(expected)) return true
  }
  return false
}
