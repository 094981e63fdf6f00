import { MAX_BOLETA_LINES, type RuleKind } from '#domain/document.ts'
import { retention, usualWithholder } from '#domain/retention.ts'
import { FACTURA_MAX_LINES, facturaTotals, MINIMUM_NETO_CLP } from '#domain/totals.ts'
import { sumClp } from '#domain/money.ts'
import { MAX_UPLOAD_ADDRESSES, type DocumentRole } from '#domain/upload.ts'
import type { Faults } from './faults.ts'
import { readGroup, type Group, type GroupRead } from './groups.ts'
import { judgeLine } from './judge-line.ts'
import { mayBeSameName } from './same-name.ts'
import type {
  ClientFacts,
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
  const mail = mailOf(group, read, facts, faults)
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
    waits: false,
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
    ...mail,
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
const FACTURA_NEEDS = ['name', 'giro', 'street', 'commune', 'city'] as const

/**
 * A client whose data we have, one that the rows describe whole, or one whose data the SII has: its form of facturas fills
 * them in by the RUT. Of whom the SII knows nothing, and for a boleta of one that we don't know, the rows say who it is.
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
  if (known !== undefined) checkName(rows, known, faults)
  const isBoleta = kind === 'boletaHonorarios'
  const open = known?.lacks.filter((role) => !isBoleta || (role !== 'giro' && role !== 'city'))
  const missing = lacks(open ?? needs)
  const lookUp = facts.lookUps.get(values.rut)
  const failed = lookUp?.state === 'failed' ? lookUp.reason : null
  const isAtSii = !isBoleta && known?.isLookedUp !== true && failed !== 'unknown'
  if (missing.length > 0 && isAtSii) return { kind: 'lookUp', failed }
  for (const role of missing) faults.addMissing(rowWith(rows, role).sheetRow, role)
  if (known !== undefined) {
    const { id, name } = known
    return { kind: 'known', id, name, wasLookedUp: lookUp?.state === 'found' }
  }
  return missing.length > 0 ? null : { kind: 'fromRow', name: values.name ?? '' }
}

/** A RUT with another's name is a RUT mistyped as often as a name: nothing is issued before a person says which. */
function checkName(rows: Group['rows'], { name }: ClientFacts, faults: Faults): void {
  for (const { sheetRow, values } of rows) {
    if (values.name === undefined || mayBeSameName(values.name, name)) continue
    faults.addCause(sheetRow, 'name', 'nameOfAnother', { name })
  }
}

/** To whom the rows say, else to the client's contacts; to nobody unless the rows ask for it or name somebody. */
function mailOf(
  { rows }: Group,
  { values, faulty }: GroupRead,
  facts: UploadFacts,
  faults: Faults,
): Pick<UploadDocument, 'sendsEmail' | 'to' | 'cc'> {
  const known = values.rut === undefined ? undefined : facts.clients.get(values.rut)
  const contacts = known?.contacts ?? []
  const sendsEmail = values.sendEmail ?? values.to !== undefined
  const to = values.to ?? (sendsEmail ? contacts.slice(0, MAX_UPLOAD_ADDRESSES) : [])
  const cc = (values.cc ?? []).filter((one) => !to.includes(one))
  if (values.to === undefined && !faulty.has('to')) {
    if (sendsEmail) checkContacts(rowWith(rows, 'sendEmail'), contacts, faults)
    else if (
      values.cc !== undefined &&
      values.sendEmail === undefined &&
      !faulty.has('sendEmail')
    ) {
      // Without an answer whether it is sent, and with nobody in "Para", the copy would go to nobody.
      const cause = contacts.length === 0 ? 'copyWithoutAddress' : 'copyUnsent'
      faults.addCause(rowWith(rows, 'cc').sheetRow, 'cc', cause)
    }
  }
  return { sendsEmail, to, cc }
}

function checkContacts(
  { sheetRow }: Group['rows'][number],
  contacts: readonly string[],
  faults: Faults,
): void {
  const [max, count] = [MAX_UPLOAD_ADDRESSES, contacts.length]
  if (count === 0) faults.addCause(sheetRow, 'sendEmail', 'sendWithoutAddress')
  if (count > max) faults.addCause(sheetRow, 'to', 'tooManyAddresses', { max, count })
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
