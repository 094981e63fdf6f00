import type { Month } from '#domain/day.ts'
import { parseDay, parseMonth } from '#domain/day.ts'
import type { Clp } from '#domain/money.ts'
import { renderTemplate } from '#domain/template.ts'
import { facturaTotals } from '#domain/totals.ts'
import type { Uf } from '#domain/uf.ts'
import { ufFromWire } from '#domain/uf.ts'
import { showClp, showQuantity, showUf } from '#texts/formats.ts'
import type { Company, Emission } from '#web/api/queries.ts'
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
): SheetContent {
  const rate = rateOf(emission)
  const month = emission === undefined ? null : parseMonth(emission.service_month)
  const lines = state.lines.map((line) => sheetLine(line, rate))
  const amounts = lines.map(({ amountClp }) => amountClp).filter((amount) => amount !== null)
  const isComplete = amounts.length === lines.length
  const totals = facturaTotals(amounts.map((amountClp) => ({ amountClp })))
  return {
    folio: null,
    issueDate:
      emission === undefined || parseDay(emission.emission_date) === null
        ? null
        : emission.emission_date,
    issuer: company === undefined ? null : issuerParty(state, company),
    recipient: client === undefined ? null : clientParty(client),
    lines: lines.map(({ amountClp, ...line }) => ({
      ...line,
      name: inWords(line.name, month),
      amount: amountClp,
    })),
    neto: isComplete ? totals.netoClp : null,
    iva: isComplete ? totals.ivaClp : null,
    total: isComplete ? totals.totalClp : null,
    uf: hasUfLine(state) && emission?.uf ? emission.uf : null,
  }
}

/** A product's name as a factura of that month says it. */
export function inWords(name: string, month: Month | null): string {
  return month === null ? name : renderTemplate(name, { folio: null, serviceMonth: month })
}

/** The UF the next emission takes; null while it isn't published: nothing is guessed (D-28). */
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
