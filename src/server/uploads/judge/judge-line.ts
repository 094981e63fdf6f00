import { BOLETA_LINE_LENGTH, type RuleKind } from '#domain/document.ts'
import type { UfRateType } from '#domain/rule.ts'
import { lineAmount } from '#domain/totals.ts'
import { isZeroUf, quantity, type Uf } from '#domain/uf.ts'
import { UPLOAD_LENGTHS } from '#domain/upload.ts'
import type { Cell, SheetRow } from '../../sheets/table.ts'
import type { CellRead } from '../cells/cell-read.ts'
import { listedKey } from '../cells/listed.ts'
import type { Currency } from '../cells/read-choice.ts'
import { readClp, readUf } from '../cells/read-number.ts'
import type { Faults } from './faults.ts'
import type { RowRead } from './read-row.ts'
import { codeKey, type ProductFacts, type UploadFacts, type UploadLine } from './result.ts'

const ONE = quantity('1')

export interface OfDocument {
  kind: RuleKind | null
  ufDate: UfRateType
}

/** Null where a cell of the line can't be issued as it stands. */
export function judgeLine(
  row: RowRead,
  of: OfDocument,
  facts: UploadFacts,
  faults: Faults,
): UploadLine | null {
  const { sheetRow, values } = row
  if (isEmptyLine(row)) {
    faults.addCause(sheetRow, 'description', 'emptyLine')
    return null
  }
  const code = codeOf(values.code ?? '', facts)
  const found = code === '' ? undefined : facts.products.get(codeKey(code))
  const product = found ?? undefined
  if (found === undefined && code.length > UPLOAD_LENGTHS.code) {
    const length = { max: UPLOAD_LENGTHS.code, length: code.length }
    faults.addCause(sheetRow, 'code', 'tooLong', length)
    return null
  }
  const isRepeated = found === null
  const description = descriptionOf(row, { product, isRepeated }, of, faults)
  const price = priceOf(row, product, faults)
  if (description === null || price === null || row.faulty.has('quantity')) return null
  if (row.faulty.has('code')) return null
  if (isZero(price)) {
    faults.addCause(sheetRow, 'price', 'zero')
    return null
  }
  const line = { quantity: values.quantity ?? ONE, price }
  const amount = amountOf(line, facts.ufRates[of.ufDate])
  if (amount === 'tooLarge') {
    faults.addCause(sheetRow, 'price', 'lineTooLarge')
    return null
  }
  if (amount === 0 && of.kind === 'boletaHonorarios') {
    faults.addCause(sheetRow, 'price', 'lineTooSmall')
    return null
  }
  return {
    row: sheetRow.row,
    code: product?.code ?? code,
    description,
    ...line,
    amountClp: amount,
  }
}

/** Of a text as the template's list has it, the code behind the name, where a product has that one. */
function codeOf(text: string, { products }: UploadFacts): string {
  if (products.has(codeKey(text))) return text
  const code = listedKey(text)
  return products.has(codeKey(code)) ? code : text
}

function isEmptyLine({ values, faulty }: RowRead): boolean {
  return (['code', 'description', 'price', 'quantity'] as const).every(
    (role) => values[role] === undefined && !faulty.has(role),
  )
}

function descriptionOf(
  row: RowRead,
  { product, isRepeated }: { product: ProductFacts | undefined; isRepeated: boolean },
  { kind }: OfDocument,
  faults: Faults,
): string | null {
  if (row.faulty.has('description')) return null
  const description = row.values.description ?? product?.name
  if (description === undefined) {
    if (isRepeated) faults.addCause(row.sheetRow, 'code', 'productRepeated')
    else if (isUnknownProduct(row, product)) faults.addCause(row.sheetRow, 'code', 'productUnknown')
    else faults.addMissing(row.sheetRow, 'description')
    return null
  }
  if (kind === 'boletaHonorarios' && description.length > BOLETA_LINE_LENGTH) {
    const values = { max: BOLETA_LINE_LENGTH, length: description.length }
    faults.addCause(row.sheetRow, 'description', 'tooLong', values)
    return null
  }
  return description
}

function isUnknownProduct({ values }: RowRead, product: ProductFacts | undefined): boolean {
  return values.code !== undefined && product === undefined
}

/** The cell's, by its currency; of a product without one in the row, the product's own. */
function priceOf(
  row: RowRead,
  product: ProductFacts | undefined,
  faults: Faults,
): UploadLine['price'] | null {
  const { sheetRow, values } = row
  if (row.faulty.has('currency') || row.faulty.has('price')) return null
  if (values.price === undefined) return productPrice(row, product, faults)
  const written = currencyIn(values.price)
  const currency = values.currency ?? written ?? product?.price.currency ?? 'CLP'
  if (written !== null && written !== currency) {
    faults.addCause(sheetRow, 'price', 'currencyContradicts', { currency })
    return null
  }
  return currency === 'CLP'
    ? priced(readClp(values.price), sheetRow, faults, (unitClp) => ({ currency: 'CLP', unitClp }))
    : priced(readUf(values.price), sheetRow, faults, (unitUf) => ({ currency: 'UF', unitUf }))
}

function productPrice(
  row: RowRead,
  product: ProductFacts | undefined,
  faults: Faults,
): UploadLine['price'] | null {
  const { sheetRow, values } = row
  if (product === undefined) {
    // Of a code that nobody knows the missing description has said it.
    const isSaid = isUnknownProduct(row, product) && values.description === undefined
    if (!isSaid) faults.addMissing(sheetRow, 'price')
    return null
  }
  if (values.currency !== undefined && values.currency !== product.price.currency) {
    const currency = product.price.currency
    faults.addCause(sheetRow, 'currency', 'productCurrency', { code: product.code, currency })
    return null
  }
  return product.price
}

function priced<T>(
  read: CellRead<T>,
  sheetRow: SheetRow,
  faults: Faults,
  make: (value: T) => UploadLine['price'],
): UploadLine['price'] | null {
  if (read.kind === 'value') return make(read.value)
  if (read.kind === 'fault') faults.add(sheetRow, 'price', read.fault)
  else faults.addMissing(sheetRow, 'price')
  return null
}

/** No document has a line whose price is zero. */
function isZero(price: UploadLine['price']): boolean {
  return price.currency === 'CLP' ? price.unitClp === 0 : isZeroUf(price.unitUf)
}

/** What a text says of its currency itself; a number says nothing. */
export function currencyIn(cell: Cell): Currency | null {
  if (typeof cell !== 'string') return null
  const text = cell.trim().slice(0, 40)
  if (/^(?:uf|clf)(?![a-z])|(?:uf|clf)$/i.test(text)) return 'UF'
  return /^(?:\$|clp(?![a-z]))|(?:\$|clp|pesos)$/i.test(text) ? 'CLP' : null
}

/** Null while the UF of its day isn't known. */
function amountOf(
  { quantity: count, price }: Pick<UploadLine, 'quantity' | 'price'>,
  rateClp: Uf | null,
): UploadLine['amountClp'] | 'tooLarge' {
  if (price.currency === 'CLP') return lineAmount({ quantity: count, price }) ?? 'tooLarge'
  if (rateClp === null) return null
  return lineAmount({ quantity: count, price: { ...price, rateClp } }) ?? 'tooLarge'
}
