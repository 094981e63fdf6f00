import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDirectoryProduct } from '#contract/directory.ts'
import { untilBlockedBy } from '../../../engine/lock-wait.ts'
import { startDirectoryApp, type DirectoryApp } from './room.ts'

let room: DirectoryApp
beforeAll(async () => {
  room = await startDirectoryApp()
})
afterAll(() => room.app.close())

async function pageOf(product: number) {
  const reply = await room.call({ path: `/directory/products/${product}/` })
  return readDirectoryProduct.reply.parse(reply.body)
}

function change(product: number, body: { unit_price: string; seen: string; rules: number[] }) {
  return room.call({ method: 'PUT', path: `/directory/products/${product}/price/`, body })
}

async function priceOfRule(rule: number): Promise<string | null> {
  const row = await room.app.database.db
    .selectFrom('rule_line')
    .select('price')
    .where('rule_id', '=', rule)
    .executeTakeFirstOrThrow()
  return row.price === null ? null : String(Number(row.price))
}

async function rulesOfThreeKinds(name: string) {
  const product = await room.insertProduct({ name, price: '50000' })
  const following = await room.insertRule({ name: `${name} sigue`, product, price: '50000' })
  const second = await room.insertRule({ name: `${name} también`, product, price: '50000.00' })
  const own = await room.insertRule({ name: `${name} propio`, product, price: '45000' })
  const monthly = await room.insertRule({
    name: `${name} mensual`,
    product,
    price: null,
    isFixed: false,
  })
  return { product, following, second, own, monthly }
}

test('a price changes in the product and in the rules chosen of those that follow it', async () => {
  const { product, following, second, own, monthly } = await rulesOfThreeKinds('Plan')
  const before = await pageOf(product)
  const takes = new Map(before.rules.map(({ id, lines }) => [id, lines[0]?.takes]))
  expect([following, second, own, monthly].map((id) => takes.get(id))).toEqual([
    'product',
    'product',
    'own',
    'monthly',
  ])
  const order = { unit_price: '55000', seen: before.version, rules: [following] }
  const reply = await change(product, order)
  expect(reply.status).toBe(200)
  const after = readDirectoryProduct.reply.parse(reply.body)
  expect(after.product.unit_price).toBe('55000')
  expect(await Promise.all([following, second, own, monthly].map(priceOfRule))).toEqual([
    '55000',
    '50000',
    '45000',
    null,
  ])
  expect(after.version).not.toBe(before.version)
  const { rows } = await sql<{ kind: string; subject: string }>`
    select kind, subject from audit_event where organisation_id = ${room.ana.organisationId}
    order by id desc limit 2`.execute(room.app.database.db)
  expect(rows.toReversed()).toEqual([
    { kind: 'productPriceChanged', subject: `product:${product}` },
    { kind: 'ruleChanged', subject: `rule:${following}` },
  ])
})

test('a rule whose price changes from a month on has a price of its own', async () => {
  const product = await room.insertProduct({ name: 'Con alza', price: '10000' })
  const rule = await room.insertRule({ name: 'Con alza', product, price: '10000' })
  const { version: before } = await pageOf(product)
  await room.app.database.db
    .insertInto('rule_price')
    .values({
      organisation_id: room.ana.organisationId,
      rule_id: rule,
      position: 1,
      from_period: '2099-01',
      price: '11000',
    })
    .execute()
  const late = await change(product, { unit_price: '12000', seen: before, rules: [rule] })
  expect(late.status).toBe(409)
  const { version, rules } = await pageOf(product)
  expect(rules[0]?.lines).toMatchObject([{ takes: 'own' }])
  const own = await change(product, { unit_price: '12000', seen: version, rules: [rule] })
  expect(own.status).toBe(400)
})

test('lines of a following rule with another price, now or from a month on, keep it', async () => {
  const product = await room.insertProduct({ name: 'Doble', price: '10000' })
  const rule = await room.insertRule({ name: 'Dos líneas', product, price: '10000' })
  await room.app.database.db
    .insertInto('rule_line')
    .values(
      [
        { position: 2, price: '7000' },
        { position: 3, price: '10000' },
      ].map((line) => ({
        organisation_id: room.ana.organisationId,
        rule_id: rule,
        product_id: product,
        quantity: '1',
        ...line,
      })),
    )
    .execute()
  await room.app.database.db
    .insertInto('rule_price')
    .values({
      organisation_id: room.ana.organisationId,
      rule_id: rule,
      position: 3,
      from_period: '2099-01',
      price: '11000',
    })
    .execute()
  const { version } = await pageOf(product)
  await change(product, { unit_price: '12000', seen: version, rules: [rule] })
  const lines = await room.app.database.db
    .selectFrom('rule_line')
    .select('price')
    .where('rule_id', '=', rule)
    .orderBy('position')
    .execute()
  expect(lines.map(({ price }) => Number(price))).toEqual([12_000, 7_000, 10_000])
})

test('what has changed since it was seen is refused, and nothing is written', async () => {
  const { product, following, own } = await rulesOfThreeKinds('Visto')
  const seen = await pageOf(product)
  await sql`update rule_line set price = 48000 where rule_id = ${own}`.execute(room.app.database.db)
  const order = { unit_price: '60000', seen: seen.version, rules: [following] }
  expect(await change(product, order)).toMatchObject({
    status: 409,
    body: { code: 'price_changed' },
  })
  expect((await pageOf(product)).product.unit_price).toBe('50000')
  expect(await priceOfRule(following)).toBe('50000')
})

test('a price that was changed is not changed again by the same request', async () => {
  const { product, following } = await rulesOfThreeKinds('Doble clic')
  const { version } = await pageOf(product)
  const order = { unit_price: '51000', seen: version, rules: [following] }
  const replies = await Promise.all([change(product, order), change(product, order)])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await priceOfRule(following)).toBe('51000')
})

test('another change of the price is waited for, and then what was seen is refused', async () => {
  const { product, following } = await rulesOfThreeKinds('A la vez')
  const { version } = await pageOf(product)
  const { db } = room.app.database
  const { asked } = await db.transaction().execute(async (trx) => {
    await sql`update product set unit_price = 50500 where id = ${product}`.execute(trx)
    const sent = change(product, { unit_price: '60000', seen: version, rules: [following] })
    await untilBlockedBy(db, trx)
    return { asked: sent }
  })
  expect(await asked).toMatchObject({ status: 409 })
  expect((await pageOf(product)).product.unit_price).toBe('50500')
})

test('an edit of a rule that follows is waited for, and then what was seen is refused', async () => {
  const { product, following } = await rulesOfThreeKinds('En edición')
  const { version } = await pageOf(product)
  const { db } = room.app.database
  const { asked } = await db.transaction().execute(async (trx) => {
    await sql`select from invoice_rule where id = ${following} for update`.execute(trx)
    const sent = change(product, { unit_price: '60000', seen: version, rules: [following] })
    await untilBlockedBy(db, trx)
    await sql`update rule_line set price = 1 where rule_id = ${following}`.execute(trx)
    return { asked: sent }
  })
  expect(await asked).toMatchObject({ status: 409 })
  expect(await priceOfRule(following)).toBe('1')
})

test('a rule with its own price, one that fills it in and one of another product are refused', async () => {
  const { product, own, monthly } = await rulesOfThreeKinds('Ajeno')
  const { version } = await pageOf(product)
  for (const rule of [own, monthly, room.ana.ids.rule, room.rodrigo.ids.rule]) {
    const reply = await change(product, { unit_price: '1', seen: version, rules: [rule] })
    expect(reply).toMatchObject({ status: 400, body: { rules: [expect.any(String)] } })
  }
  expect((await pageOf(product)).product.unit_price).toBe('50000')
})

test.each([
  ['zero', '0'],
  ['pesos with decimals', '100.5'],
])('a price of %s is refused', async (_, unit_price) => {
  const product = await room.insertProduct({ name: `Precio ${unit_price}`, price: '100' })
  const { version } = await pageOf(product)
  const reply = await change(product, { unit_price, seen: version, rules: [] })
  expect(reply).toMatchObject({ status: 400, body: { unit_price: [expect.any(String)] } })
})

test('a deleted rule and a single document follow no price', async () => {
  const product = await room.insertProduct({ name: 'Restos', price: '900' })
  const deleted = await room.insertRule({ name: 'Borrada', product, price: '900' })
  const single = await room.insertRule({ name: 'Única', product, price: '900' })
  const { db } = room.app.database
  await sql`update invoice_rule set deleted_at = now() where id = ${deleted}`.execute(db)
  await sql`update invoice_rule set request_key = gen_random_uuid(), next_emission_day = null
    where id = ${single}`.execute(db)
  const { rules, version } = await pageOf(product)
  expect(rules).toEqual([])
  await change(product, { unit_price: '950', seen: version, rules: [] })
  expect(await priceOfRule(deleted)).toBe('900')
  expect(await priceOfRule(single)).toBe('900')
})

test('a frozen document keeps its total when its rule follows a new price', async () => {
  const { product, following } = await rulesOfThreeKinds('Congelado')
  const { db } = room.app.database
  const { organisationId, ids } = room.ana
  await sql`insert into document (organisation_id, key, kind, company_id, rule_id, person_rut, recipient_rut,
      recipient_name, emission_day, service_month, state, total_clp, content, content_digest, created_at, updated_at)
    values (${organisationId}, 'test:frozen', 'factura', ${ids.company}, ${following}, '15151515-0', '90909090-3', 'X',
      '2026-11-30', '2026-11', 'waiting', 59500, '{}', '\\x00', now(), now())`.execute(db)
  const { rules, version } = await pageOf(product)
  expect(rules.find(({ id }) => id === following)?.waiting).toBe(1)
  await change(product, { unit_price: '70000', seen: version, rules: [following] })
  const { rows } = await sql<{ total: number; content: unknown }>`
    select total_clp as total, content from document where key = 'test:frozen'`.execute(db)
  expect(rows).toEqual([{ total: 59_500, content: {} }])
})
