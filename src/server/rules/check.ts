import { addDays, compare, parseDay, type Day } from '#domain/day.ts'
import { clpFromWire } from '#domain/money.ts'
import { parseRut, type Rut } from '#domain/rut.ts'
import type { Schedule } from '#domain/schedule.ts'
import { BOLETA_MAX_LINES } from '#domain/totals.ts'
import { isZeroUf, quantityFromWire, ufFromWire } from '#domain/uf.ts'
import type { RefusalCode } from '#texts/refusals.ts'
import { InvalidInput, type FieldProblems, type Problem } from '../http/errors.ts'
import type { CheckedLine, CheckedRule, DraftClient, DraftLine, RuleDraft } from './draft.ts'

export type Say = (code: RefusalCode, values?: Record<string, string | number>) => Problem

/** What of the tenant's a draft may point at: only what exists and belongs to its company. */
export interface References {
  hasCompany: boolean
  /** False for a person's own entry, which issues boletas only. */
  issuesFacturas: boolean
  hasEmailAccount: boolean
  issuerAddressIds: Set<number>
  issuerActivityIds: Set<number>
  clients: Map<
    number,
    { addressIds: Set<number>; activityIds: Set<number>; contactIds: Set<number> }
  >
  products: Map<number, { currency: 'CLP' | 'UF' }>
}

export interface CheckContext {
  today: Day
  /** What the rule has so far and may keep: a start in the past, an imported day 29 to 31. */
  before: { startDay: Day; dayOfMonth: number | null } | null
  say: Say
}

/** Throws InvalidInput with every problem there is, in the draft's shape. */
export function checkDraft(
  draft: RuleDraft,
  known: References,
  context: CheckContext,
): CheckedRule {
  const { say } = context
  const problems = new Problems()
  if (!known.hasCompany) {
    problems.add('facturator_comp', say('unknownId', { id: draft.companyId }))
    // Nothing else can belong to a company that isn't there.
    problems.throwIfAny()
  }
  if (draft.kind === 'factura' && !known.issuesFacturas) {
    problems.add('facturator_comp', say('companyWithoutFacturas'))
  }
  problems.unlessKnown(say, 'issuer_address_id', draft.issuerAddressId, known.issuerAddressIds)
  problems.unlessKnown(say, 'issuer_activity_id', draft.issuerActivityId, known.issuerActivityIds)
  const schedule = checkSchedule(draft, context, problems)
  const startDay = checkStart(draft.startDay, context, problems)
  const endDay = checkEnd(draft.endDay, startDay, say, problems)
  const clients = checkClients(draft, known, say, problems)
  const lines = checkLines(draft, known, say, problems)
  checkUfRateType(draft, known, say, problems)
  checkEmail(draft, known, say, problems)
  problems.throwIfAny()
  if (schedule === null || startDay === null) throw new Error('Checked and yet not right')
  const ufRateType = draft.ufRateType ?? 'PREV_MONTH_CLOSE'
  const dayOfMonth = schedule.rule === 'EXACT' ? schedule.dayOfMonth : null
  return { ...draft, dayOfMonth, startDay, endDay, schedule, clients, lines, ufRateType }
}

class Problems {
  readonly fields: FieldProblems = {}

  add(field: string, ...found: Problem[]): void {
    if (found.length > 0) this.fields[field] = found
  }

  addItems(field: string, items: FieldProblems[]): void {
    if (items.some((item) => Object.keys(item).length > 0)) this.fields[field] = items
  }

  unlessKnown(say: Say, field: string, id: number | null, ids: Set<number>): void {
    if (id !== null && !ids.has(id)) this.add(field, say('unknownId', { id }))
  }

  throwIfAny(): void {
    if (Object.keys(this.fields).length > 0) throw new InvalidInput(this.fields)
  }
}

const LAST_DAY_TO_CHOOSE = 28

function checkSchedule(
  { businessDayRule, dayOfMonth }: RuleDraft,
  { before, say }: CheckContext,
  problems: Problems,
): Schedule | null {
  if (businessDayRule !== 'EXACT') return { rule: businessDayRule }
  const isKept = dayOfMonth !== null && dayOfMonth === before?.dayOfMonth
  if (dayOfMonth !== null && (dayOfMonth <= LAST_DAY_TO_CHOOSE || isKept)) {
    return { rule: 'EXACT', dayOfMonth }
  }
  problems.add('day_of_month', say('dayRequired'))
  return null
}

const MOST_YEARS_AHEAD = 5

/**
 * Never before today (the specification's client always sends today). Yesterday becomes today: at midnight, and on
 * Easter Island for two hours, a browser's day is one behind.
 */
function checkStart(
  text: string,
  { today, before, say }: CheckContext,
  problems: Problems,
): Day | null {
  const start = parseDay(text)
  if (start === null) {
    problems.add('start_date', 'notDate')
    return null
  }
  if (start === before?.startDay) return start
  if (compare(start, addDays(today, -1)) < 0) problems.add('start_date', say('startInPast'))
  if (compare(start, addDays(today, 366 * MOST_YEARS_AHEAD)) > 0) {
    problems.add('start_date', say('startTooFar', { years: MOST_YEARS_AHEAD }))
  }
  return compare(start, today) < 0 ? today : start
}

function checkEnd(
  text: string | null,
  start: Day | null,
  say: Say,
  problems: Problems,
): Day | null {
  if (text === null) return null
  const end = parseDay(text)
  if (end === null) problems.add('end_date', 'notDate')
  else if (start !== null && compare(end, start) < 0)
    problems.add('end_date', say('endBeforeStart'))
  return end
}

function checkClients(
  draft: RuleDraft,
  known: References,
  say: Say,
  problems: Problems,
): CheckedRule['clients'] {
  // A boleta arrives without clients and lines and waits for them (docs/decisions/0018).
  if (draft.kind === 'factura' && draft.clients.length === 0) {
    problems.add('clients', say('clientsRequired'))
  }
  const seen = new Set<number>()
  const items = draft.clients.map((client) => {
    const found = clientProblems(draft, client, known, say)
    if (seen.has(client.clientId)) found.client = [say('repeatedClient')]
    seen.add(client.clientId)
    return found
  })
  problems.addItems('clients', items)
  return draft.clients.map((client) => ({ ...client, contactRut: contactRutOf(client) }))
}

function clientProblems(
  draft: RuleDraft,
  client: DraftClient,
  known: References,
  say: Say,
): FieldProblems {
  const of = known.clients.get(client.clientId)
  if (of === undefined) return { client: [say('unknownId', { id: client.clientId })] }
  const item = new Problems()
  item.unlessKnown(say, 'client_address_id', client.addressId, of.addressIds)
  item.unlessKnown(say, 'client_activity_id', client.activityId, of.activityIds)
  if (client.contactRut !== '' && contactRutOf(client) === null) {
    item.add('contact_rut', 'invalidRut')
  }
  for (const [field, ids] of [
    ['email_contacts_to', client.emailTo],
    ['email_contacts_cc', client.emailCc],
  ] as const) {
    const lost = ids.filter((id) => !of.contactIds.has(id))
    item.add(field, ...lost.map((id) => say('unknownId', { id })))
  }
  // Each client has its own document and so its own mail.
  const hasRecipient = client.emailTo.length > 0 || (client.mailboxes?.to ?? []).length > 0
  if (draft.sendEmailAutomatic && !hasRecipient) {
    item.add('email_contacts_to', say('emailRecipientRequired'))
  }
  return item.fields
}

function contactRutOf({ contactRut }: DraftClient): Rut | null {
  return parseRut(contactRut)
}

function checkLines(
  draft: RuleDraft,
  known: References,
  say: Say,
  problems: Problems,
): CheckedLine[] {
  if (draft.kind === 'factura' && draft.lines.length === 0) {
    problems.add('invoice_lines', say('linesRequired'))
  }
  if (draft.kind === 'boletaHonorarios' && draft.lines.length > BOLETA_MAX_LINES) {
    problems.add('invoice_lines', say('tooManyBoletaLines', { limit: BOLETA_MAX_LINES }))
    return []
  }
  const orders = new Set<number>()
  const checked = draft.lines.map((line) => {
    const read = checkLine(line, known, say)
    if (orders.has(line.order)) read.problems.order = [say('repeatedOrder')]
    orders.add(line.order)
    return read
  })
  problems.addItems(
    'invoice_lines',
    checked.map((read) => read.problems),
  )
  return checked.map((read) => read.line)
}

/** What isn't fixed is filled in each month: a value sent along is not kept, or it would be issued. */
function checkLine(
  line: DraftLine,
  known: References,
  say: Say,
): { line: CheckedLine; problems: FieldProblems } {
  const item = new Problems()
  const { own = null, ...said } = line
  const product = line.productId === null ? own : known.products.get(line.productId)
  if (product == null) item.add('product_id', say('unknownId', { id: line.productId ?? 0 }))
  const quantity = line.quantityIsFixed ? checkQuantity(line.quantity, say, item) : null
  const price = line.priceIsFixed
    ? checkPrice(line.price, product?.currency ?? 'UF', say, item)
    : null
  return {
    line: { ...said, own: line.productId === null ? own : null, quantity, price },
    problems: item.fields,
  }
}

function checkQuantity(value: DraftLine['quantity'], say: Say, item: Problems): string | null {
  if (value === null) {
    item.add('quantity', say('quantityRequired'))
    return null
  }
  const read = quantityFromWire(value)
  if (read === null) item.add('quantity', say(Number(value) === 0 ? 'aboveZero' : 'notDecimal'))
  return read
}

function checkPrice(
  value: DraftLine['price'],
  currency: 'CLP' | 'UF',
  say: Say,
  item: Problems,
): string | null {
  if (value === null) {
    item.add('price', say('priceRequired'))
    return null
  }
  const read = ufFromWire(value)
  if (read === null) item.add('price', say('notDecimal'))
  else if (isZeroUf(read)) item.add('price', say('aboveZero'))
  else if (currency === 'CLP' && clpFromWire(value) === null) item.add('price', say('wholePesos'))
  return read
}

function checkUfRateType(draft: RuleDraft, known: References, say: Say, problems: Problems): void {
  const hasUf = draft.lines.some(
    ({ productId, own }) =>
      (productId === null ? own : known.products.get(productId))?.currency === 'UF',
  )
  if (hasUf && draft.ufRateType === null) {
    problems.add('uf_rate_type', say('ufRateTypeRequired'))
  }
}

function checkEmail(draft: RuleDraft, known: References, say: Say, problems: Problems): void {
  const { emailAccountId, sendEmailAutomatic } = draft
  if (emailAccountId === null) {
    if (sendEmailAutomatic) problems.add('email_account', say('emailAccountRequired'))
  } else if (!known.hasEmailAccount) {
    problems.add('email_account', say('unknownId', { id: emailAccountId }))
  }
}
