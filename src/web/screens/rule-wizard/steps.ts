import { MAX_DAYS_AHEAD } from '#contract/one-off.ts'
import { MAX_BODY_LENGTH, MAX_LINES, MAX_SUBJECT_LENGTH } from '#contract/rules.ts'
import { addDays, parseDay } from '#domain/day.ts'
import { templateProblems } from '#domain/template.ts'
import { BOLETA_MAX_LINES } from '#domain/totals.ts'
import type { Company, EmailAccount } from '#web/api/queries.ts'
import { isDueDaysWrong } from './due-days.ts'
import { lineProblem } from './line.ts'
import type { ChosenClient, Kind, WizardState } from './wizard.ts'
import { clientGap, countTo, readDay } from './wizard.ts'
import { isEmail } from '#web/ui/is-email.ts'

/** The steps of a factura; a boleta has one page for everything. */
export type StepName =
  | 'choose'
  | 'boleta'
  | 'cert'
  | 'issuer'
  | 'clients'
  | 'lines'
  | 'dates'
  | 'email'
  | 'review'

export interface WizardFacts {
  company: Company | undefined
  /** Undefined while they aren't known. */
  accounts: EmailAccount[] | undefined
  certificate: { has_centralized_cert: boolean; has_cert_password: boolean; password_state: string }
}

export type StepProblem =
  | 'kindMissing'
  | 'companyWithoutFacturas'
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
  | 'issueDayWrong'
  | 'dueDaysWrong'
  | 'accountMissing'
  | 'recipientMissing'
  | 'subjectTooLong'
  | 'bodyTooLong'
  | 'templateUnknown'
  | 'nameMissing'

/** The password step is there only while it is missing. */
export function stepsFor(kind: Kind | null, asksCertificate: boolean): StepName[] {
  if (kind === 'boletaHonorarios') return ['choose', 'boleta']
  const rest: StepName[] = ['issuer', 'clients', 'lines', 'dates', 'email', 'review']
  return ['choose', ...(asksCertificate ? (['cert'] as const) : []), ...rest]
}

/** Of one document the issuer isn't asked about where there is one company, and nothing of it is missing. */
export function stepAfterChoice(
  state: WizardState,
  steps: readonly StepName[],
  { facts, companies }: { facts: WizardFacts; companies: readonly Company[] },
): StepName | undefined {
  const [, next, following] = steps
  const issuers = companies.filter(({ issues_facturas }) => issues_facturas)
  const isSettled = issuers.length === 1 && stepProblem(state, 'issuer', facts) === null
  return state.once !== null && next === 'issuer' && isSettled ? following : next
}

/** Where the rule, or the document, is confirmed. */
export function isLastStep(step: StepName): boolean {
  return step === 'review' || step === 'boleta'
}

/** Why the step can't be left; null when it can. */
export function stepProblem(
  state: WizardState,
  step: StepName,
  facts: WizardFacts,
): StepProblem | null {
  switch (step) {
    case 'choose':
      return kindProblem(state, facts)
    case 'boleta':
      return (
        clientsProblem(state) ??
        linesProblem(state) ??
        datesProblem(state) ??
        emailProblem(state, facts) ??
        nameProblem(state)
      )
    case 'cert':
      return certificateProblem(facts.certificate)
    case 'issuer':
      return issuerProblem(state, facts.company)
    case 'clients':
      return clientsProblem(state)
    case 'lines':
      return linesProblem(state)
    case 'dates':
      return datesProblem(state)
    case 'email':
      return emailProblem(state, facts)
    case 'review':
      return nameProblem(state)
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

/** Facturas without a certificate at the SII: a notice says so, and nothing goes on. */
function kindProblem(
  state: WizardState,
  { company, certificate }: WizardFacts,
): StepProblem | null {
  if (state.kind === null) return 'kindMissing'
  if (state.kind === 'boletaHonorarios') return null
  if (company?.issues_facturas === false) return 'companyWithoutFacturas'
  return certificate.has_centralized_cert ? null : 'certMissing'
}

export function certificateProblem(certificate: WizardFacts['certificate']): StepProblem | null {
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
  return isEmail(state.email) ? null : 'emailInvalid'
}

function clientsProblem(state: WizardState): StepProblem | null {
  if (state.clients.length === 0) return 'clientsMissing'
  return incompleteClient(state) === undefined ? null : 'clientIncomplete'
}

/** The first that can't be billed as it is. */
export function incompleteClient(state: WizardState): ChosenClient | undefined {
  const kind = state.kind ?? 'factura'
  return state.clients.find((chosen) => !['city', null].includes(clientGap(chosen, kind)))
}

function linesProblem(state: WizardState): StepProblem | null {
  const isTooMany = state.lines.length > maxLines(state)
  return isTooMany || state.lines.some((line) => lineProblem(line) !== null) ? 'linesInvalid' : null
}

/** Ten of a factura, four of a boleta. */
export function maxLines({ kind }: Pick<WizardState, 'kind'>): number {
  return kind === 'boletaHonorarios' ? BOLETA_MAX_LINES : MAX_LINES
}

function datesProblem(state: WizardState): StepProblem | null {
  if (state.once !== null) {
    if (!isIssueDay(state.once.day, state.startDate)) return 'issueDayWrong'
    return isDueDaysWrong(state.dueDays) ? 'dueDaysWrong' : null
  }
  if (state.businessDayRule === 'EXACT' && readDay(state.day) === null) return 'dayMissing'
  return isDueDaysWrong(state.dueDays) ? 'dueDaysWrong' : null
}

/** As the server takes it: from today on, and within a year. */
export function lastIssueDay(today: string): string {
  const day = parseDay(today)
  return day === null ? today : addDays(day, MAX_DAYS_AHEAD)
}

/** Null is as soon as it can leave. */
export function isIssueDay(day: string | null, today: string): boolean {
  if (day === null) return true
  return parseDay(day) !== null && day >= today && day <= lastIssueDay(today)
}

/** Automatic sending needs an account and, for every client, somebody to write to. */
function emailProblem(state: WizardState, { accounts }: WizardFacts): StepProblem | null {
  if (!state.sendsEmail) return wordsProblem(state)
  const isGone = accounts?.every(({ id }) => id !== state.emailAccountId) === true
  if (state.emailAccountId === null || isGone) return 'accountMissing'
  if (unaddressedClient(state) !== undefined) return 'recipientMissing'
  return wordsProblem(state) ?? (unknownVariables(state).length > 0 ? 'templateUnknown' : null)
}

/** The rule keeps its mail's words while it sends none, and no more of them than the server takes. */
export function wordsProblem({ subject, body }: WizardState): StepProblem | null {
  if (subject.length > MAX_SUBJECT_LENGTH) return 'subjectTooLong'
  return body.length > MAX_BODY_LENGTH ? 'bodyTooLong' : null
}

/** The first whose mail would go to nobody. */
export function unaddressedClient(state: WizardState): ChosenClient | undefined {
  return state.clients.find((chosen) => countTo(chosen) === 0)
}

/** Names in double braces that a client would read as they are. */
export function unknownVariables({ subject, body }: WizardState): string[] {
  return templateProblems(subject + body)
}

function nameProblem({ name, once }: WizardState): StepProblem | null {
  return once === null && name.trim() === '' ? 'nameMissing' : null
}
