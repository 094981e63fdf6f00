import { uf, type Uf } from '#domain/uf.ts'
import { MOST_PRODUCTS } from '../../parties/product-store.ts'
import { codeKey } from '../../uploads/judge/result.ts'
import { currencyOfPrice, readPrice, readProductName } from './cells.ts'
import { compareField, tidy, type FieldChange, type Findings } from './findings.ts'
import { pairByKey, type Comparison, type Pairing, type RowFields } from './pair.ts'
import { cellOf, type ReadRow } from './read-file.ts'
import type { StoredProduct } from './stored.ts'

type Currency = 'CLP' | 'UF'

export interface ProductWrite {
  /** Null: a new one. */
  stored: StoredProduct | null
  code: string
  name: string
  unitPrice: Uf
  currency: Currency
}

/** What the rows would write. A product is known by its code, and one without a code by its name. */
export function planProducts(
  rows: readonly ReadRow[],
  stored: readonly StoredProduct[],
  findings: Findings,
): ProductWrite[] {
  const writes: ProductWrite[] = []
  let room = MOST_PRODUCTS - stored.length
  for (const [row, pairing] of pairByKey(rows, stored, COMPARISON)) {
    const write = planProduct(row, pairing, findings)
    if (write === null) continue
    if (write.stored === null) {
      if (room <= 0) {
        findings.addFault(row, 'name', 'productsFull', { limit: MOST_PRODUCTS })
        continue
      }
      room -= 1
    }
    record(row, write, findings, writes)
  }
  return writes
}

const COMPARISON: Comparison<ReadRow, StoredProduct> = {
  keyOfRow: (row) => keyOf(cellOf(row, 'code').text, cellOf(row, 'name').text),
  keyOfStored: ({ code, name }) => keyOf(code, name),
  fieldsOfStored: ({ code, name, currency, unitPrice }) => [
    tidy(code),
    tidy(name),
    currency,
    unitPrice,
  ],
  fieldsOfRow,
}

function keyOf(code: string, name: string): string {
  const key = codeKey(tidy(code))
  return key === '' ? `name ${tidy(name)}` : `code ${key}`
}

/** A price without a currency may be in either. */
function fieldsOfRow(row: ReadRow): RowFields[] {
  const texts = [textOf(row, 'code'), textOf(row, 'name')]
  const { cell, read } = cellOf(row, 'currency')
  if (cell !== null && read.kind !== 'value') return []
  const currency = read.kind === 'value' ? read.value : null
  const price = cellOf(row, 'price')
  if (price.cell === null) return price.isMerged ? [] : [[...texts, currency, null]]
  return (['CLP', 'UF'] as const).flatMap((one) => {
    if (currency !== null && currency !== one) return []
    const said = readPrice(price, one)
    return said.kind === 'value' ? [[...texts, one, uf(said.value)]] : []
  })
}

function textOf(row: ReadRow, role: 'code' | 'name'): string | null {
  const { cell, text } = cellOf(row, role)
  return cell === null ? null : tidy(text)
}

function planProduct(
  row: ReadRow,
  pairing: Pairing<ReadRow, StoredProduct>,
  findings: Findings,
): ProductWrite | null {
  const role = cellOf(row, 'code').text === '' ? 'name' : 'code'
  if (pairing.kind === 'repeated') {
    findings.addFault(row, role, 'rowRepeated', { row: pairing.first.row })
    return null
  }
  if (pairing.kind === 'ambiguous') {
    findings.addFault(row, role, 'rowAmbiguous', { count: pairing.count })
    return null
  }
  if (pairing.kind === 'stored' && pairing.isSame) {
    findings.count('products', 'unchanged')
    return null
  }
  return readProduct(row, pairing.kind === 'stored' ? pairing.stored : null, findings)
}

function readProduct(
  row: ReadRow,
  stored: StoredProduct | null,
  findings: Findings,
): ProductWrite | null {
  const code = compareField(row, 'code', stored?.code ?? null, findings)
  const name = compareField(row, 'name', stored?.name ?? null, findings, readProductName)
  const currency = currencyOf(row, stored, findings)
  if (stored === null && name.kind === 'same') findings.addMissing(row, 'name')
  const unitPrice = currency === null ? null : priceOf(row, currency, stored, findings)
  if (code.kind === 'fault' || name.kind === 'fault') return null
  if (currency === null || unitPrice === null) return null
  if (stored === null && name.kind === 'same') return null
  return {
    stored,
    code: code.kind === 'other' ? code.value : (stored?.code ?? ''),
    name: name.kind === 'other' ? name.value : (stored?.name ?? ''),
    unitPrice,
    currency,
  }
}

/** Null where the cell says none, or another than its rules have. */
function currencyOf(
  row: ReadRow,
  stored: StoredProduct | null,
  findings: Findings,
): Currency | null {
  const read = compareField(row, 'currency', stored?.currency ?? null, findings)
  if (read.kind === 'fault') return null
  const said =
    read.kind === 'other' ? read.value : (stored?.currency ?? currencyOfPrice(cellOf(row, 'price')))
  const currency = said === 'UF' ? 'UF' : 'CLP'
  if (stored === null || currency === stored.currency || !stored.isUsed) return currency
  findings.addFault(row, 'currency', 'currencyInUse', { currency: stored.currency })
  return null
}

/** An empty cell keeps the price, as long as it is of the same currency. */
function priceOf(
  row: ReadRow,
  currency: Currency,
  stored: StoredProduct | null,
  findings: Findings,
): Uf | null {
  const cell = cellOf(row, 'price')
  const read = cell.cell === null ? null : readPrice(cell, currency)
  if (read?.kind === 'value') return uf(read.value)
  if (read?.kind === 'fault') findings.addFault(row, 'price', read.cause, read.values)
  else if (stored !== null && stored.currency === currency && !cell.isMerged)
    return stored.unitPrice
  else findings.addMissing(row, 'price')
  return null
}

function record(
  row: ReadRow,
  write: ProductWrite,
  findings: Findings,
  writes: ProductWrite[],
): void {
  const { stored } = write
  const fields: FieldChange[] = []
  const add = (role: FieldChange['role'], before: string | undefined, after: string) => {
    if (before !== after) fields.push({ role, before: before ?? null, after })
  }
  if (stored !== null) add('code', stored.code, write.code)
  if (stored !== null) add('name', stored.name, write.name)
  if (stored?.unitPrice !== write.unitPrice || stored.currency !== write.currency) {
    const { unitPrice: after, currency } = write
    const currencies = { before: stored?.currency ?? currency, after: currency }
    fields.push({ role: 'price', before: stored?.unitPrice ?? null, after, currencies })
  }
  add('currency', stored?.currency, write.currency)
  if (fields.length === 0) {
    findings.count('products', 'unchanged')
    return
  }
  writes.push(write)
  const { code: identifier, name } = write
  const at = { sheet: row.sheet.name, kind: 'products' as const, row: row.row, identifier, name }
  findings.addChange({ ...at, isNew: stored === null, fields })
}
