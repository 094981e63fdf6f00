import { communeNamed } from '#domain/communes.ts'
import type { RuleKind } from '#domain/document.ts'
import type { Client, Company, DocumentTemplate, Product, Rule } from '#web/api/queries.ts'
import type { LineDraft, SaidLine } from './line.ts'
import { emptyLine, lineFromProduct, lineFromRule, OWN_WORDS } from './line.ts'
import { defaultBody, defaultSubject } from './mail-template.ts'

export type Kind = RuleKind

/** The address and activity a client's facturas carry, chosen among what the SII knows. */
export interface ChosenClient {
  client: Client
  addressId: number | null
  activityId: number | null
  contactName: string
  contactRut: string
  /** Contacts of the client, by number. */
  emailTo: number[]
  emailCc: number[]
  /** Of a one-off that repeats another: addresses of no contact. */
  mailboxes?: { to: string[]; cc: string[] } | undefined
}

/** Everything the person has chosen or typed; texts stay as typed until they are read. */
export interface WizardState {
  /** Null until it is chosen. */
  kind: Kind | null
  name: string
  companyId: number | null
  addressId: number | null
  activityId: number | null
  /** Typed where the SII has none for the address. */
  city: string
  email: string
  /** How clients are chosen. Null: by the RUT while there are none to choose among. */
  clientMode: 'existing' | 'new' | null
  clients: ChosenClient[]
  lines: LineDraft[]
  businessDayRule: Rule['business_day_rule']
  day: string
  monthOffset: Rule['month_offset']
  ufRateType: Rule['uf_rate_type']
  /** What becomes of an emission whose day was missed (docs/decisions/0017). */
  catchUp: Rule['catch_up']
  needsApproval: boolean
  /** As typed; empty leaves it to the client and the company. */
  dueDays: string
  sendsEmail: boolean
  emailAccountId: number | null
  /** As stored: the variables in double braces. */
  subject: string
  body: string
  /** Of a boleta. Null leaves it to what is usual for its recipient. */
  withholder: Rule['withholder']
  /** The answer when the first date is today (docs/decisions/0018). */
  first: 'today' | 'next'
  startDate: string
  /** One document is ordered, and no rule: nothing of a schedule counts then. Null: a rule. */
  once: Once | null
}

export interface Once {
  /** The day it is issued. Null: as soon as it can leave. */
  day: string | null
  /** The document that it takes the place of; null: it is another one. */
  replaces: number | null
}

/** What every step gets. */
export interface StepProps {
  state: WizardState
  onChange: (change: (state: WizardState) => WizardState) => void
}

export const FIRST_DAY = 1
/** What the screen takes. */
export const LAST_DAY = 28

/** Day of the month: today's, clamped to what the screen takes. */
export function newWizard(today: string, name: string, once: Once | null = null): WizardState {
  return {
    kind: null,
    name,
    companyId: null,
    addressId: null,
    activityId: null,
    city: '',
    email: '',
    clientMode: null,
    clients: [],
    lines: [emptyLine([])],
    businessDayRule: 'EXACT',
    day: String(Math.min(Number(today.slice(8)), LAST_DAY)),
    monthOffset: 0,
    ufRateType: 'PREV_MONTH_CLOSE',
    catchUp: 'notify',
    needsApproval: false,
    dueDays: '',
    sendsEmail: false,
    emailAccountId: null,
    subject: defaultSubject('factura'),
    body: defaultBody(),
    withholder: null,
    first: 'next',
    startDate: today,
    once,
  }
}

export function wizardFromRule(rule: Rule, company: Company | undefined): WizardState {
  return {
    ...saidBy(rule, company),
    name: rule.name,
    businessDayRule: rule.business_day_rule,
    day: String(rule.day_of_month ?? FIRST_DAY),
    catchUp: rule.catch_up,
    needsApproval: rule.needs_approval,
    city: '',
    clientMode: null,
    first: 'next',
    startDate: rule.start_date,
    once: null,
  }
}

/** What is begun anew says what an earlier document said. */
export function wizardFromDocument(
  fresh: WizardState,
  template: DocumentTemplate['content'],
  company: Company | undefined,
): WizardState {
  const said = saidBy(template, company)
  // A rule's lines are products: each that is none yet is chosen or made.
  const lines = said.lines.map((line) =>
    fresh.once === null && line.productId === OWN_WORDS ? { ...line, productId: null } : line,
  )
  // And it writes to contacts: plain addresses are left out.
  const clients = said.clients.map((chosen) =>
    fresh.once === null ? { ...chosen, mailboxes: undefined } : chosen,
  )
  return { ...fresh, ...said, lines, clients }
}

type Said = Omit<DocumentTemplate['content'], 'clients_detail' | 'invoice_lines_detail'> & {
  clients_detail: readonly (Rule['clients_detail'][number] & Pick<ChosenClient, 'mailboxes'>)[]
  invoice_lines_detail: readonly SaidLine[]
}

/** What the documents say and how they are mailed. The stored address and activity, else the first there is. */
function saidBy(rule: Said, company: Company | undefined) {
  const { addresses = [], activities = [] } = company ?? {}
  const kind: Kind = rule.document_type === 33 ? 'factura' : 'boletaHonorarios'
  return {
    kind,
    companyId: rule.facturator_comp_detail.id,
    addressId:
      (addresses.find(({ id }) => id === rule.issuer_address_id) ?? addresses[0])?.id ?? null,
    activityId:
      (activities.find(({ id }) => id === rule.issuer_activity_id) ?? activities[0])?.id ?? null,
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
      mailboxes: detail.mailboxes,
    })),
    lines: linesOf(rule),
    monthOffset: rule.month_offset,
    ufRateType: rule.uf_rate_type,
    dueDays: rule.due_days === null ? '' : String(rule.due_days),
    sendsEmail: rule.send_email_automatic,
    emailAccountId: rule.email_account,
    subject: rule.email_subject_template || defaultSubject(kind),
    body: rule.email_body_template || defaultBody(),
    withholder: rule.withholder,
  }
}

/** A boleta may have been saved without any (docs/decisions/0018): the first one stands ready. */
function linesOf({ invoice_lines_detail: lines }: Said): LineDraft[] {
  return lines.length === 0 ? [emptyLine([])] : lines.map(lineFromRule)
}

/** Name and subject say the kind: those nobody has touched follow it. So does who issues. */
export function chooseKind(
  state: WizardState,
  kind: Kind,
  { names, companies }: { names: Readonly<Record<Kind, string>>; companies: readonly Company[] },
): WizardState {
  const other = kind === 'factura' ? 'boletaHonorarios' : 'factura'
  return {
    ...fitIssuer(state, kind, companies),
    kind,
    name: state.name === names[other] ? names[kind] : state.name,
    subject: state.subject === defaultSubject(other) ? defaultSubject(kind) : state.subject,
  }
}

/** One document begins with what its person can issue: a factura where there is a company and a certificate. */
export function chooseUsual(
  state: WizardState,
  about: {
    names: Readonly<Record<Kind, string>>
    companies: readonly Company[]
    certificate: { has_centralized_cert: boolean }
  },
): WizardState {
  const issuesFacturas = about.companies.some(({ issues_facturas }) => issues_facturas)
  const isFactura = issuesFacturas && about.certificate.has_centralized_cert
  return chooseKind(state, isFactura ? 'factura' : 'boletaHonorarios', about)
}

/**
 * Facturas are a company's; boletas the person's own, whose entry stays when companies appear later. Whoever has
 * only the other kind of entry keeps it.
 */
export function fitIssuer(
  state: WizardState,
  kind: Kind,
  companies: readonly Company[],
): WizardState {
  const isFitting = ({ issues_facturas }: Company) => issues_facturas === (kind === 'factura')
  const fitting = companies.filter(isFitting)
  const isFit = fitting.some(({ id }) => id === state.companyId)
  const [first] = fitting
  return isFit || first === undefined ? state : chooseCompany(state, first)
}

/** Another issuer clears what hung off the former and preselects its first address and activity. */
export function chooseCompany(state: WizardState, company: Company): WizardState {
  if (state.companyId === company.id) return state
  return {
    ...state,
    companyId: company.id,
    addressId: company.addresses[0]?.id ?? null,
    activityId: company.activities[0]?.id ?? null,
    city: '',
    email: company.issuer_email,
    clientMode: null,
    clients: [],
    lines: [emptyLine([])],
  }
}

/** Preselects the first address having a city, else the first, and the first activity. */
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
  // A one-off has one client: whoever is chosen takes the place of the one before.
  const others = state.once === null ? state.clients : []
  return { ...state, clients: [...others, chosen] }
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

/** How many its mail goes to, without copies. */
export function countTo({ emailTo, mailboxes }: ChosenClient): number {
  return emailTo.length + (mailboxes?.to.length ?? 0)
}

export type ClientGap = 'address' | 'activity' | 'city'

/**
 * What a client lacks for the document; null when complete. For a factura a missing city only warns
 * (docs/decisions/0018); a boleta needs neither city nor activity, but a commune that its form knows.
 */
export function clientGap(
  { client, addressId, activityId }: ChosenClient,
  kind: Kind,
): ClientGap | null {
  const address = client.addresses.find(({ id }) => id === addressId)
  if (address === undefined) return 'address'
  if (kind === 'boletaHonorarios') {
    return communeNamed(address.commune) === null ? 'address' : null
  }
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

/** Picking a product fills the price with its unit price. */
export function pickProduct(state: WizardState, key: number, product: Product): WizardState {
  const lines = state.lines.map((line) =>
    line.key === key ? { ...line, ...lineFromProduct(product) } : line,
  )
  return { ...state, lines }
}

export function hasUfLine(state: WizardState): boolean {
  return state.lines.some(({ productId, currency }) => productId !== null && currency === 'UF')
}

/** 1–28, or null for anything else. */
export function readDay(text: string): number | null {
  const day = /^\s*\d{1,2}\s*$/.test(text) ? Number(text) : Number.NaN
  return day >= FIRST_DAY && day <= LAST_DAY ? day : null
}
