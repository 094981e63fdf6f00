import type { TestedMutant } from './mutant.ts'

const PRICE = 'test/contract/api/directory/price.test.ts'
const FILES = 'test/contract/api/directory/files.test.ts'
const DELETION = 'test/contract/api/directory/delete-client.test.ts'
const DOMAIN = 'src/domain/product-price.test.ts'

/** Faults in what changes prices: of a product, of the rules that follow it, and by a file. */
export const DIRECTORY_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a price is changed although its rules are no longer those that were seen',
    file: 'server/directory/change-price.ts',
    from: `if (use.version !== order.seen) {`,
    to: `if (use.version === '' && order.seen === '') {`,
    caughtBy: { test: PRICE, name: 'what has changed since it was seen is refused' },
  },
  {
    name: 'the version of a price leaves out the prices of its rules',
    file: 'server/directory/product-page.ts',
    from: `lines.map(({ order, quantity: count, price, takes }) => [order, count, price, takes]),`,
    to: `lines.map(({ order, quantity: count, takes }) => [order, count, takes]),`,
    caughtBy: { test: PRICE, name: 'what has changed since it was seen is refused' },
  },
  {
    name: 'a rule with a price of its own is changed with the product',
    file: 'server/directory/change-price.ts',
    from: `rules.filter(({ lines }) => lines.some(({ takes }) => takes === 'product')).map(({ id }) => id),`,
    to: `rules.map(({ id }) => id),`,
    caughtBy: { test: PRICE, name: 'a rule with its own price' },
  },
  {
    name: 'every fixed line of a rule gets the price, whatever it had',
    file: 'server/directory/price.ts',
    from: '.where(sql<boolean>`price = ${before}::numeric`)',
    to: '.where(sql<boolean>`price > 0`)',
    caughtBy: { test: PRICE, name: 'lines of a following rule with another price' },
  },
  {
    name: 'a line with another price from a month on gets the price of its product',
    file: 'server/directory/price.ts',
    from: `.where(CHANGES_BY_MONTH, '=', false)`,
    to: ``,
    caughtBy: { test: PRICE, name: 'lines of a following rule with another price' },
  },
  {
    name: 'a price that changes from a month on follows its product',
    file: 'domain/product-price.ts',
    from: `if (line.changesByMonth) return 'own'`,
    to: ``,
    caughtBy: { test: DOMAIN, name: 'a line with the same price until some month' },
  },
  {
    name: 'the product keeps its price when its rules change',
    file: 'server/directory/price.ts',
    from: `.set({ unit_price: after })`,
    to: `.set({ unit_price: before })`,
    caughtBy: { test: PRICE, name: 'a price changes in the product' },
  },
  {
    name: 'the product is not locked before its version is compared',
    file: 'server/directory/change-price.ts',
    from: `if ((await lockProduct(trx, at)) === null) throw new NotFound()`,
    to: `await Promise.resolve(lockProduct)`,
    caughtBy: { test: PRICE, name: 'another change of the price is waited for' },
  },
  {
    name: 'the rules are not locked before the version is compared',
    file: 'server/directory/change-price.ts',
    from: `await lockRulesOfProducts(trx, by.organisationId, [id])`,
    to: `await Promise.resolve(lockRulesOfProducts)`,
    caughtBy: { test: PRICE, name: 'an edit of a rule that follows is waited for' },
  },
  {
    name: 'the products of a file are not locked before its plan is compared',
    file: 'server/directory/import.ts',
    from: `return planFile(trx, of, list, file, { isLocked: true })`,
    to: `return planFile(trx, of, list, file, { isLocked: false })`,
    caughtBy: { test: FILES, name: 'because its product is being changed is waited for' },
  },
  {
    name: 'a single document that waits follows a price',
    file: 'server/directory/rules-of.ts',
    from: `
    .where('rule.request_key', 'is', null)`,
    to: '',
    caughtBy: { test: PRICE, name: 'a deleted rule and a single document follow no price' },
  },
  {
    name: 'a deleted rule follows a price',
    file: 'server/directory/rules-of.ts',
    from: `
    .where('rule.deleted_at', 'is', null)`,
    to: '',
    caughtBy: { test: PRICE, name: 'a deleted rule and a single document follow no price' },
  },
  {
    name: 'a line that is filled in each month follows the price',
    file: 'domain/product-price.ts',
    from: `if (!line.priceIsFixed || line.price === null) return 'monthly'`,
    to: `if (line.price === null) return 'monthly'`,
    caughtBy: { test: DOMAIN, name: 'a price that is filled in each month' },
  },
  {
    name: 'the difference of the prices is rounded instead of each price',
    file: 'domain/product-price.ts',
    from: `quantities.map((one) => clpToPesos(one, to) - clpToPesos(one, from))`,
    to: `quantities.map((one) => clpToPesos(one, clp(Number(to) - Number(from))))`,
    also: {
      from: `import { clpFromWire, type Clp } from './money.ts'`,
      to: `import { clp, clpFromWire, type Clp } from './money.ts'`,
    },
    caughtBy: { test: DOMAIN, name: 'pesos of each line rounded' },
  },
  {
    name: 'a file is applied although it would change something else by now',
    file: 'server/directory/import.ts',
    from: `if (plan.digest !== seen) throw changedMeanwhile()`,
    to: `if (seen === '') throw changedMeanwhile()`,
    caughtBy: { test: FILES, name: 'a plan that is no longer what was seen' },
  },
  {
    name: 'the digest of a file leaves out the rules that follow its prices',
    file: 'server/directory/files/plan.ts',
    from: `    products,
  ])`,
    to: `    products.map(({ stored: known, ...write }) => [write, known?.unitPrice ?? null]),
  ])`,
    caughtBy: { test: FILES, name: "by a rule's price is refused" },
  },
  {
    name: 'rules follow the prices of a file that was to keep them',
    file: 'server/directory/files/apply-products.ts',
    from: `follows ? stored.following.map(({ id }) => id) : []`,
    to: `stored.following.map(({ id }) => id)`,
    caughtBy: { test: FILES, name: 'else in the product alone' },
  },
  {
    name: 'a rule with a price of its own follows a file',
    file: 'server/directory/files/stored.ts',
    from: `line.price !== null && uf(line.price) === price`,
    to: `line.price !== null`,
    caughtBy: { test: FILES, name: 'else in the product alone' },
  },
  {
    name: 'a product in use changes its currency by a file',
    file: 'server/directory/files/plan-products.ts',
    from: `currency === stored.currency || !stored.isUsed`,
    to: `currency === stored.currency || stored.isUsed`,
    caughtBy: { test: FILES, name: 'that rules charge in another currency' },
  },
  {
    name: 'a client whom a rule still bills is deleted',
    file: 'server/parties/delete-client.ts',
    from: `if (rules.length > 0) throw inUse('clientInUse', rules)`,
    to: `if (rules.length > 1) throw inUse('clientInUse', rules)`,
    caughtBy: { test: DELETION, name: 'is not deleted, and they are named' },
  },
  {
    name: 'a client is deleted while a rule that names it is being saved',
    file: 'server/parties/delete-client.ts',
    from: `
    .forUpdate()`,
    to: '',
    caughtBy: { test: DELETION, name: 'while a rule that names it is being saved' },
  },
  {
    name: 'a rule bills a client that is on no list',
    file: 'server/rules/store.ts',
    from: `await bringClientsBack(trx, at.organisationId, clientIds)`,
    to: `await bringClientsBack(trx, at.organisationId, [])`,
    caughtBy: { test: DELETION, name: 'is back by a rule that names it' },
  },
  {
    name: 'a price in UF is read as pesos because its column says so',
    file: 'server/directory/files/cells.ts',
    from: `if (written !== null && written !== currency) return wrong('currencyContradicts', { currency })`,
    to: `if (written === 'CLP' && currency === 'UF') return wrong('currencyContradicts', { currency })`,
    caughtBy: { test: FILES, name: 'at UF that its column calls pesos' },
  },
  {
    name: 'a price of zero is taken from a file',
    file: 'server/directory/files/cells.ts',
    from: `read.kind === 'value' && /^0(?:\\.0+)?$/.test(read.value) ? wrong('priceZero') : read`,
    to: `read`,
    caughtBy: { test: FILES, name: 'for nothing' },
  },
]
