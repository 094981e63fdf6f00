import type { Month } from '#domain/day.ts'
import { parseDay, parseMonth } from '#domain/day.ts'
import type { Clp } from '#domain/money.ts'
import { sumClp } from '#domain/money.ts'
import type { Retention, Withholder } from '#domain/retention.ts'
import { retention, usualWithholder } from '#domain/retention.ts'
import { parseRut } from '#domain/rut.ts'
import { renderTemplate } from '#domain/template.ts'
import { facturaTotals } from '#domain/totals.ts'
import type { Uf } from '#domain/uf.ts'
import { ufFromWire } from '#domain/uf.ts'
import { showClp, showQuantity, showUf } from '#texts/formats.ts'
import type { Company, Credentials, Emission } from '#web/api/queries.ts'
import type { SheetContent, SheetLine, SheetParty } from '#web/ui/sheet/Sheet.tsx'
import type { LineDraft } from './line.ts'
import { lineClp, readPrice, readQuantity } from './line.ts'
import type { ChosenClient, WizardState } from './wizard.ts'
import { hasUfLine } from './wizard.ts'

/** The factura the next emission would be, as far as it is known; counted by the code that issues. */
export function previewOf(
  state: WizardState,
  company: Company | undefined,
  client: ChosenClient | undefined,
  emission: Emission | undefined,
  person?: Credentials,
): SheetContent {
  const rate = rateOf(emission)
  const month = emission === undefined ? null : parseMonth(emission.service_month)
  const lines = state.lines.map((line) => sheetLine(line, rate))
  const amounts = lines.map(({ amountClp }) => amountClp).filter((amount) => amount !== null)
  const isComplete = amounts.length === lines.length
  const totals = facturaTotals(amounts.map((amountClp) => ({ amountClp })))
  const isBoleta = state.kind === 'boletaHonorarios'
  const boleta = isBoleta ? boletaTotals(state, client, emission) : null
  return {
    kind: isBoleta ? 'boleta' : 'factura',
    retention: boleta && {
      amount: boleta.retentionClp,
      liquido: boleta.liquidoClp,
      withholder: boleta.withholder,
    },
    folio: null,
    issueDate:
      emission === undefined || parseDay(emission.emission_date) === null
        ? null
        : emission.emission_date,
    issuer: issuerOf(state, company, person),
    recipient: client === undefined ? null : clientParty(client),
    lines: lines.map(({ amountClp, ...line }) => ({
      ...line,
      name: inWords(line.name, month),
      amount: amountClp,
    })),
    neto: isComplete ? totals.netoClp : null,
    iva: isComplete ? totals.ivaClp : null,
    total: isBoleta ? (boleta?.grossClp ?? null) : isComplete ? totals.totalClp : null,
    uf: hasUfLine(state) && emission?.uf ? emission.uf : null,
  }
}

export interface BoletaTotals extends Retention {
  grossClp: Clp
  withholder: Withholder
}

/**
 * Gross, retention and líquido as that emission would have them; the SII's own figure wins later.
 * Null until every line's pesos and the date are known.
 */
export function boletaTotals(
  state: WizardState,
  client: ChosenClient | undefined,
  emission: Emission | undefined,
): BoletaTotals | null {
  const rate = rateOf(emission)
  const day = emission === undefined ? null : parseDay(emission.emission_date)
  const amounts = state.lines.map((line) => (line.productId === null ? null : lineClp(line, rate)))
  const known = amounts.filter((amount) => amount !== null)
  if (day === null || known.length < amounts.length) return null
  const grossClp = sumClp(known)
  return { grossClp, ...retention(grossClp, day), withholder: withholderOf(state, client) }
}

/** The person's choice, else what is usual for that recipient. */
export function withholderOf(state: WizardState, client: ChosenClient | undefined): Withholder {
  const rut = parseRut(client?.client.client_info.identifier ?? '')
  return state.withholder ?? (rut === null ? 'recipient' : usualWithholder(rut))
}

/** What the client is billed for in that emission: with IVA, or gross. Null while it can't be known. */
export function totalOf(state: WizardState, emission: Emission): number | null {
  return state.kind === 'boletaHonorarios' ? emission.neto : emission.total
}

/** A product's name as a factura of that month says it. */
export function inWords(name: string, month: Month | null): string {
  return month === null
    ? name.replaceAll(/\{\{|\}\}/g, '')
    : renderTemplate(name, { folio: null, serviceMonth: month })
}

/** The UF the next emission takes; null while it isn't published: nothing is guessed. */
export function rateOf(emission: Emission | undefined): Uf | null {
  const value = emission?.uf?.value
  return value === undefined ? null : ufFromWire(value)
}

function sheetLine(
  line: LineDraft,
  rate: Uf | null,
): Omit<SheetLine, 'amount'> & { amountClp: Clp | null } {
  const quantity = readQuantity(line)
  const price = readPrice(line)
  return {
    key: line.key,
    name: line.name,
    description: '',
    quantity: quantity === null ? null : showQuantity(quantity),
    price:
      price === null
        ? null
        : price.currency === 'UF'
          ? showUf(price.unitUf)
          : showClp(price.unitClp),
    amountClp: line.productId === null ? null : lineClp(line, rate),
  }
}

/** A boleta is the person's own also where its rule hangs on a company: nothing of that stands on it. */
export function isOfPerson({ kind }: WizardState, company: Company | undefined): boolean {
  return kind === 'boletaHonorarios' && company?.issues_facturas === true
}

function issuerOf(
  state: WizardState,
  company: Company | undefined,
  person: Credentials | undefined,
): SheetParty | null {
  if (company === undefined) return null
  if (!isOfPerson(state, company)) return issuerParty(state, company)
  if (person === undefined) return null
  return { rut: person.rut, name: person.label, giro: '', street: '', commune: '', city: '' }
}

function issuerParty(state: WizardState, company: Company): SheetParty {
  const address = company.addresses.find(({ id }) => id === state.addressId)
  return {
    rut: company.company_info.identifier,
    name: company.company_info.name,
    giro: company.activities.find(({ id }) => id === state.activityId)?.description ?? '',
    street: address?.street_and_number ?? '',
    commune: address?.commune ?? '',
    city: (address?.city ?? '') || state.city.trim(),
  }
}

function clientParty({ client, addressId, activityId, contactName }: ChosenClient): SheetParty {
  const address = client.addresses.find(({ id }) => id === addressId)
  return {
    rut: client.client_info.identifier,
    name: client.client_info.name,
    giro: client.activities.find(({ id }) => id === activityId)?.description ?? '',
    street: address?.street_and_number ?? '',
    commune: address?.commune ?? '',
    city: address?.city ?? '',
    contactName,
  }
}
