import type { Client, Company, Product, Rule } from '#web/api/queries.ts'
import type { LineDraft } from './line.ts'
import { emptyLine, lineFromProduct, lineFromRule, lineProblem } from './line.ts'

/** The steps of a factura's rule (spec 2). */
export type StepName = 'cert' | 'issuer' | 'clients' | 'lines' | 'dates' | 'review'

/** The address and activity a client's facturas carry, chosen among what the SII knows. */
export interface ChosenClient {
  client: Client
  addressId: number | null
  activityId: number | null
  contactName: string
  contactRut: string
  /** Kept as they came: whom the mails go to is chosen elsewhere. */
  emailTo: number[]
  emailCc: number[]
}

/** Everything the person has chosen or typed; texts stay as typed until they are read. */
export interface WizardState {
  name: string
  companyId: number | null
  addressId: number | null
  activityId: number | null
  /** Typed where the SII has none for the address. */
  city: string
  email: string
  clients: ChosenClient[]
  lines: LineDraft[]
  businessDayRule: Rule['business_day_rule']
  day: string
  monthOffset: Rule['month_offset']
  ufRateType: Rule['uf_rate_type']
  /** The answer when the first date is today (D-23). */
  first: 'today' | 'next'
  startDate: string
}

/** What every step gets. */
export interface StepProps {
  state: WizardState
  onChange: (change: (state: WizardState) => WizardState) => void
}

export const FIRST_DAY = 1
/** D-19: what the screen takes. */
export const LAST_DAY = 28

/** Day of the month: today's, clamped to what the screen takes (spec 5). */
export function newWizard(today: string, name: string): WizardState {
  return {
    name,
    companyId: null,
    addressId: null,
    activityId: null,
    city: '',
    email: '',
    clients: [],
    lines: [emptyLine([])],
    businessDayRule: 'EXACT',
    day: String(Math.min(Number(today.slice(8)), LAST_DAY)),
    monthOffset: 0,
    ufRateType: 'PREV_MONTH_CLOSE',
    first: 'next',
    startDate: today,
  }
}

/** Spec 4: the stored address and activity, else the first there is. */
export function wizardFromRule(rule: Rule, company: Company | undefined): WizardState {
  const { addresses = [], activities = [] } = company ?? {}
  return {
    name: rule.name,
    companyId: rule.facturator_comp_detail.id,
    addressId:
      (addresses.find(({ id }) => id === rule.issuer_address_id) ?? addresses[0])?.id ?? null,
    activityId:
      (activities.find(({ id }) => id === rule.issuer_activity_id) ?? activities[0])?.id ?? null,
    city: '',
    email: rule.issuer_email,
    clients: rule.clients_detail.map((detail) => ({
      client: {
        ...detail.client,
        label: detail.client.client_info.name,
        rut: detail.client.client_info.identifier,
      },
      addressId: detail.client_address?.id ?? null,
      activityId: detail.client_activity?.id ?? null,
      contactName: detail.contact_name,
      contactRut: detail.contact_rut,
      emailTo: detail.email_contacts_to,
      emailCc: detail.email_contacts_cc,
    })),
    lines: rule.invoice_lines_detail.map(lineFromRule),
    businessDayRule: rule.business_day_rule,
    day: String(rule.day_of_month ?? FIRST_DAY),
    monthOffset: rule.month_offset,
    ufRateType: rule.uf_rate_type,
    first: 'next',
    startDate: rule.start_date,
  }
}

/** Spec 4: another issuer clears what hung off the former and preselects its first address and activity. */
export function chooseCompany(state: WizardState, company: Company): WizardState {
  if (state.companyId === company.id) return state
  return {
    ...state,
    companyId: company.id,
    addressId: company.addresses[0]?.id ?? null,
    activityId: company.activities[0]?.id ?? null,
    city: '',
    email: company.issuer_email,
    clients: [],
    lines: [emptyLine([])],
  }
}

/** Spec 4: preselects the first address having a city, else the first, and the first activity. */
export function addClient(state: WizardState, client: Client): WizardState {
  if (state.clients.some((chosen) => chosen.client.id === client.id)) return state
  const address = client.addresses.find(({ city }) => city !== '') ?? client.addresses[0]
  const chosen: ChosenClient = {
    client,
    addressId: address?.id ?? null,
    activityId: client.activities[0]?.id ?? null,
    contactName: '',
    contactRut: '',
    emailTo: [],
    emailCc: [],
  }
  return { ...state, clients: [...state.clients, chosen] }
}

export function removeClient(state: WizardState, clientId: number): WizardState {
  return { ...state, clients: state.clients.filter(({ client }) => client.id !== clientId) }
}

export function changeClient(state: WizardState, changed: ChosenClient): WizardState {
  const clients = state.clients.map((chosen) =>
    chosen.client.id === changed.client.id ? changed : chosen,
  )
  return { ...state, clients }
}

export type ClientGap = 'address' | 'activity' | 'city'

/** What a client lacks to be invoiced; null when complete. A missing city only warns (D-41). */
export function clientGap({ client, addressId, activityId }: ChosenClient): ClientGap | null {
  const address = client.addresses.find(({ id }) => id === addressId)
  if (address === undefined) return 'address'
  if (!client.activities.some(({ id }) => id === activityId)) return 'activity'
  return address.city === '' ? 'city' : null
}

export function addLine(state: WizardState): WizardState {
  return { ...state, lines: [...state.lines, emptyLine(state.lines)] }
}

/** The last line is never taken away: it is emptied. */
export function removeLine(state: WizardState, key: number): WizardState {
  const lines = state.lines.filter((line) => line.key !== key)
  return { ...state, lines: lines.length === 0 ? [emptyLine(state.lines)] : lines }
}

export function changeLine(
  state: WizardState,
  key: number,
  change: Partial<LineDraft>,
): WizardState {
  const lines = state.lines.map((line) => (line.key === key ? { ...line, ...change } : line))
  return { ...state, lines }
}

/** Picking a product fills the price with its unit price (spec 5). */
export function pickProduct(state: WizardState, key: number, product: Product): WizardState {
  const lines = state.lines.map((line) =>
    line.key === key ? { ...line, ...lineFromProduct(product) } : line,
  )
  return { ...state, lines }
}

export function hasUfLine(state: WizardState): boolean {
  return state.lines.some(({ productId, currency }) => productId !== null && currency === 'UF')
}

/** 1–28, or null for anything else (spec 5). */
export function readDay(text: string): number | null {
  const day = /^\s*\d{1,2}\s*$/.test(text) ? Number(text) : Number.NaN
  return day >= FIRST_DAY && day <= LAST_DAY ? day : null
}

export interface WizardFacts {
  company: Company | undefined
  certificate: { has_centralized_cert: boolean; has_cert_password: boolean; password_state: string }
}

export type StepProblem =
  | 'certMissing'
  | 'certPassword'
  | 'companyMissing'
  | 'addressMissing'
  | 'cityMissing'
  | 'activityMissing'
  | 'emailInvalid'
  | 'clientsMissing'
  | 'clientIncomplete'
  | 'linesInvalid'
  | 'dayMissing'
  | 'nameMissing'

/** The password step is there only while something is missing (spec 2). */
export function stepsFor({ certificate }: Pick<WizardFacts, 'certificate'>): StepName[] {
  const rest: StepName[] = ['issuer', 'clients', 'lines', 'dates', 'review']
  return certificateProblem(certificate) === null ? rest : ['cert', ...rest]
}

/** Why the step can't be left; null when it can (spec 4). */
export function stepProblem(
  state: WizardState,
  step: StepName,
  facts: WizardFacts,
): StepProblem | null {
  switch (step) {
    case 'cert':
      return certificateProblem(facts.certificate)
    case 'issuer':
      return issuerProblem(state, facts.company)
    case 'clients':
      return clientsProblem(state)
    case 'lines':
      return state.lines.some((line) => lineProblem(line) !== null) ? 'linesInvalid' : null
    case 'dates':
      return state.businessDayRule === 'EXACT' && readDay(state.day) === null ? 'dayMissing' : null
    case 'review':
      return state.name.trim() === '' ? 'nameMissing' : null
  }
}

/** The first step that can't be left, so none after it can be opened. */
export function furthestStep(
  state: WizardState,
  steps: readonly StepName[],
  facts: WizardFacts,
): number {
  const blocked = steps.findIndex((step) => stepProblem(state, step, facts) !== null)
  return blocked === -1 ? steps.length - 1 : blocked
}

function certificateProblem(certificate: WizardFacts['certificate']): StepProblem | null {
  if (!certificate.has_centralized_cert) return 'certMissing'
  const isUsable = certificate.has_cert_password && certificate.password_state !== 'rejected'
  return isUsable ? null : 'certPassword'
}

function issuerProblem(state: WizardState, company: Company | undefined): StepProblem | null {
  if (company === undefined || company.id !== state.companyId) return 'companyMissing'
  const address = company.addresses.find(({ id }) => id === state.addressId)
  if (address === undefined) return 'addressMissing'
  if (address.city === '' && state.city.trim() === '') return 'cityMissing'
  if (!company.activities.some(({ id }) => id === state.activityId)) return 'activityMissing'
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(state.email.trim()) ? null : 'emailInvalid'
}

function clientsProblem(state: WizardState): StepProblem | null {
  if (state.clients.length === 0) return 'clientsMissing'
  const isBlocked = (chosen: ChosenClient) => !['city', null].includes(clientGap(chosen))
  return state.clients.some(isBlocked) ? 'clientIncomplete' : null
}
