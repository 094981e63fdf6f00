import { MAX_BOLETA_LINES, type RuleKind } from '#domain/document.ts'
import { retention, usualWithholder } from '#domain/retention.ts'
import { FACTURA_MAX_LINES, facturaTotals, MINIMUM_NETO_CLP } from '#domain/totals.ts'
import { sumClp } from '#domain/money.ts'
import type { DocumentRole } from '#domain/upload.ts'
import type { Faults } from './faults.ts'
import { readGroup, type Group, type GroupRead } from './groups.ts'
import { judgeLine } from './judge-line.ts'
import type {
  UploadClient,
  UploadDocument,
  UploadFacts,
  UploadLine,
  UploadTotals,
} from './result.ts'

/** The document of a group as it would be issued, with everything that keeps it from that. */
export function judgeDocument(group: Group, facts: UploadFacts, faults: Faults): UploadDocument {
  const read = readGroup(group, faults)
  const { values } = read
  const kind = kindOf(group, read, facts, faults)
  checkRecipient(group, read, kind, facts, faults)
  checkWithholder(group, read, kind, faults)
  const client = clientOf(group, read, kind, facts, faults)
  checkMail(group, read, facts, faults)
  const ufDate = values.ufDate ?? 'PREV_MONTH_CLOSE'
  checkLineCount(group, kind, faults)
  const lines = group.rows.flatMap((row) => judgeLine(row, { kind, ufDate }, facts, faults) ?? [])
  const totals = totalsOf(lines, kind, facts)
  if (lines.length === group.rows.length) checkTotals(group, totals, kind, faults)
  return {
    key: group.key,
    group: group.name,
    rows: group.rows.map(({ sheetRow }) => sheetRow.row),
    // Once all is judged.
    isValid: false,
    kind,
    rut: values.rut ?? null,
    client,
    written: {
      name: values.name ?? '',
      giro: values.giro ?? '',
      street: values.street ?? '',
      commune: values.commune ?? '',
      city: values.city ?? '',
    },
    withholder: withholderOf(read, kind),
    ufDate,
    dueDay: values.dueDay ?? null,
    serviceMonth: values.serviceMonth ?? null,
    sendsEmail: values.sendEmail ?? (values.to ?? []).length > 0,
    to: values.to ?? [],
    cc: (values.cc ?? []).filter((one) => !(values.to ?? []).includes(one)),
    ownId: values.ownId ?? '',
    lines,
    totals: lines.length === group.rows.length ? totals : null,
    sameAs: [],
  }
}

function kindOf(
  { rows }: Group,
  { values, faulty }: GroupRead,
  facts: UploadFacts,
  faults: Faults,
): RuleKind | null {
  const [first] = rows
  const kind = values.kind ?? facts.defaultKind
  if (first === undefined || faulty.has('kind')) return null
  if (kind === null) faults.addMissing(first.sheetRow, 'kind')
  if (kind === 'factura' && !facts.issuesFacturas) {
    faults.addCause(rowWith(rows, 'kind').sheetRow, 'kind', 'kindNotIssued')
  }
  return kind
}

/** The row that says it, else the first. */
function rowWith(rows: Group['rows'], role: DocumentRole): Group['rows'][number] {
  const found = rows.find(({ values }) => values[role] !== undefined) ?? rows[0]
  if (found === undefined) throw new Error('A group without rows')
  return found
}

function checkRecipient(
  { rows }: Group,
  { values, faulty }: GroupRead,
  kind: RuleKind | null,
  { personRut }: UploadFacts,
  faults: Faults,
): void {
  const row = rowWith(rows, 'rut')
  if (values.rut === undefined && !faulty.has('rut')) faults.addMissing(row.sheetRow, 'rut')
  if (kind === 'boletaHonorarios' && values.rut === personRut) {
    faults.addCause(row.sheetRow, 'rut', 'rutIsIssuer')
  }
}

function checkWithholder(
  { rows }: Group,
  { values }: GroupRead,
  kind: RuleKind | null,
  faults: Faults,
): void {
  if (kind !== 'factura' || values.withholder === undefined) return
  faults.addCause(rowWith(rows, 'withholder').sheetRow, 'withholder', 'withholderOfFactura')
}

function withholderOf({ values }: GroupRead, kind: RuleKind | null): UploadDocument['withholder'] {
  if (kind !== 'boletaHonorarios') return null
  return values.withholder ?? (values.rut === undefined ? null : usualWithholder(values.rut))
}

const BOLETA_NEEDS = ['name', 'street', 'commune'] as const
const FACTURA_NEEDS = ['name', 'giro', 'street', 'commune'] as const

/**
 * A client that we know, one that the rows describe whole, or one whose data the SII has: its form of facturas fills them
 * in by the RUT. For a boleta of one that we don't know, the rows say who it is.
 */
function clientOf(
  { rows }: Group,
  { values, faulty }: GroupRead,
  kind: RuleKind | null,
  facts: UploadFacts,
  faults: Faults,
): UploadClient | null {
  if (values.rut === undefined || kind === null) return null
  const lacks = (roles: readonly ('name' | 'giro' | 'street' | 'commune' | 'city')[]) =>
    roles.filter((role) => values[role] === undefined && !faulty.has(role))
  const needs = kind === 'factura' ? FACTURA_NEEDS : BOLETA_NEEDS
  const known = facts.clients.get(values.rut)
  if (known !== undefined) {
    const isBoleta = kind === 'boletaHonorarios'
    const open = known.lacks.filter((role) => !isBoleta || (role !== 'giro' && role !== 'city'))
    for (const role of lacks(open)) faults.addMissing(rowWith(rows, role).sheetRow, role)
    return { kind: 'known', id: known.id, name: known.name }
  }
  const missing = lacks(needs)
  if (missing.length === 0) return { kind: 'fromRow', name: values.name ?? '' }
  if (kind === 'factura') return { kind: 'lookUp' }
  for (const role of missing) faults.addMissing(rowWith(rows, role).sheetRow, role)
  return null
}

function checkMail(
  { rows }: Group,
  { values, faulty }: GroupRead,
  facts: UploadFacts,
  faults: Faults,
): void {
  const known = values.rut === undefined ? undefined : facts.clients.get(values.rut)
  const hasAddress = values.to !== undefined || faulty.has('to') || known?.hasContacts === true
  if (hasAddress) return
  if (values.sendEmail === true) {
    faults.addCause(rowWith(rows, 'sendEmail').sheetRow, 'sendEmail', 'sendWithoutAddress')
  } else if (values.cc !== undefined) {
    faults.addCause(rowWith(rows, 'cc').sheetRow, 'cc', 'copyWithoutAddress')
  }
}

function checkLineCount({ rows }: Group, kind: RuleKind | null, faults: Faults): void {
  const max = kind === 'boletaHonorarios' ? MAX_BOLETA_LINES : FACTURA_MAX_LINES
  const over = rows[max]
  if (over === undefined) return
  faults.addCause(over.sheetRow, 'group', 'tooManyLines', { max, count: rows.length })
}

function totalsOf(
  lines: readonly UploadLine[],
  kind: RuleKind | null,
  { today }: UploadFacts,
): UploadTotals | null {
  const amounts = lines.flatMap(({ amountClp }) => (amountClp === null ? [] : [{ amountClp }]))
  if (kind === null || amounts.length < lines.length) return null
  if (kind === 'factura') {
    const { netoClp, ivaClp, totalClp } = facturaTotals(amounts)
    return { netoClp, taxClp: ivaClp, totalClp }
  }
  const grossClp = sumClp(amounts.map(({ amountClp }) => amountClp))
  const { retentionClp, liquidoClp } = retention(grossClp, today)
  return { netoClp: liquidoClp, taxClp: retentionClp, totalClp: grossClp }
}

function checkTotals(
  { rows }: Group,
  totals: UploadTotals | null,
  kind: RuleKind | null,
  faults: Faults,
): void {
  const [first] = rows
  if (first === undefined || totals === null || kind !== 'factura') return
  if (totals.netoClp < MINIMUM_NETO_CLP) {
    faults.addCause(first.sheetRow, 'price', 'totalTooSmall', { min: MINIMUM_NETO_CLP })
  }
}
