import { z } from 'zod'
import { client } from '#contract/parties.ts'
import { businessDayRule, catchUp, monthOffset, ufRateType, withholder } from '#contract/rules.ts'
import { discardDraft, DRAFT_KEY } from '#web/session/draft-storage.ts'
import type { StepName } from './steps.ts'
import type { WizardState } from './wizard.ts'

/** Another shape of the state is another version: an old one is not offered. */
const VERSION = 7
/** A wizard is walked in minutes; what is older speaks of another month. */
const LONGEST_MS = 30 * 24 * 3600_000
/** A new rule's beside those of saved rules, under the one key: to change one loses nothing of another. */
const MOST = 5

/** Whose it is and of what. */
export interface DraftPlace {
  user: string
  facturatorId: number
  purpose: Purpose
  /** Null: a new rule, or a document that no rule makes. */
  ruleId: number | null
}

export type Purpose = 'rule' | 'document'

export interface Draft {
  state: WizardState
  step: StepName
  /**
   * Idempotency key under which it is saved: sent again after a lost answer, it makes no second rule. It tells the drafts
   * of new rules apart, too.
   */
  requestKey: string
}

const line = z.object({
  key: z.number(),
  productId: z.number().nullable(),
  name: z.string(),
  currency: z.enum(['CLP', 'UF']),
  quantity: z.string(),
  price: z.string(),
  quantityIsFixed: z.boolean(),
  priceIsFixed: z.boolean(),
  code: z.string().optional(),
})
const chosenClient = z.object({
  client,
  addressId: z.number().nullable(),
  activityId: z.number().nullable(),
  contactName: z.string(),
  contactRut: z.string(),
  emailTo: z.array(z.number()),
  emailCc: z.array(z.number()),
  mailboxes: z.object({ to: z.array(z.string()), cc: z.array(z.string()) }).optional(),
})
const wizardState: z.ZodType<WizardState> = z.object({
  kind: z.enum(['factura', 'boletaHonorarios']).nullable(),
  name: z.string(),
  companyId: z.number().nullable(),
  addressId: z.number().nullable(),
  activityId: z.number().nullable(),
  city: z.string(),
  email: z.string(),
  clientMode: z.enum(['existing', 'new']).nullable(),
  clients: z.array(chosenClient),
  lines: z.array(line).min(1),
  businessDayRule,
  day: z.string(),
  monthOffset,
  ufRateType,
  catchUp,
  needsApproval: z.boolean(),
  dueDays: z.string(),
  sendsEmail: z.boolean(),
  emailAccountId: z.number().nullable(),
  subject: z.string(),
  body: z.string(),
  withholder,
  first: z.enum(['today', 'next']),
  startDate: z.string(),
  once: z.object({ day: z.string().nullable(), replaces: z.number().nullable() }).nullable(),
})
const steps = [
  'choose',
  'boleta',
  'cert',
  'issuer',
  'clients',
  'lines',
  'dates',
  'email',
  'review',
] as const satisfies StepName[]
const whose = {
  facturatorId: z.number(),
  purpose: z.enum(['rule', 'document']),
  ruleId: z.number().nullable(),
  companyId: z.number().nullable(),
  savedAtMs: z.number(),
  requestKey: z.string().min(1),
}
const kept = z.object({
  ...whose,
  step: z.enum(steps),
  state: wizardState,
})
type Kept = z.output<typeof kept>
/** Of each only whose it is: the rest is examined when it is taken up, not at every key. */
const stored = z.object({
  version: z.literal(VERSION),
  user: z.string(),
  drafts: z.array(z.looseObject(whose)),
})

/**
 * What this person left of this rule; of a new one for that company, or the newest where `company` is null. Somebody
 * else's is thrown away, and so is what can't be read.
 */
export function readDraft(place: DraftPlace, company: number | null, nowMs: number): Draft | null {
  const left = readAll(place.user).find(
    (draft) => isAt(place, draft) && (company === null || draft.companyId === company),
  )
  if (left === undefined) return null
  const read = kept.safeParse(left)
  if (!read.success || isOld(left, nowMs)) {
    dropDraft(place, left.requestKey)
    return null
  }
  const { state, step, requestKey } = read.data
  return { state, step, requestKey }
}

/** A full or forbidden storage loses the drafts and nothing else. */
export function writeDraft(
  place: DraftPlace,
  { state, step, requestKey }: Draft,
  nowMs: number,
): void {
  const { facturatorId, purpose, ruleId } = place
  const { companyId } = state
  const whose = { facturatorId, purpose, ruleId, companyId, savedAtMs: nowMs, requestKey }
  const draft: Kept = { ...whose, step, state }
  writeAll(place.user, [draft, ...others(place, requestKey)].slice(0, MOST))
}

/** The companies for which this person left a new rule, of all connections; the newest first. */
export function companiesLeft(user: string, nowMs: number): number[] {
  return readAll(user)
    .filter((draft) => draft.purpose === 'rule' && draft.ruleId === null && !isOld(draft, nowMs))
    .flatMap(({ companyId }) => companyId ?? [])
}

/** Once it is saved or not wanted any more; those of other rules stay. */
export function dropDraft(place: DraftPlace, requestKey: string): void {
  const left = others(place, requestKey)
  if (left.length === 0) discardDraft()
  else writeAll(place.user, left)
}

function others(place: DraftPlace, requestKey: string) {
  // Of a saved rule there is one; of new ones, each that was begun for another company.
  return readAll(place.user).filter(
    (draft) => !isAt(place, draft) || (place.ruleId === null && draft.requestKey !== requestKey),
  )
}

function isAt(
  place: DraftPlace,
  { facturatorId, purpose, ruleId }: Omit<DraftPlace, 'user'>,
): boolean {
  return facturatorId === place.facturatorId && purpose === place.purpose && ruleId === place.ruleId
}

function isOld({ savedAtMs }: { savedAtMs: number }, nowMs: number): boolean {
  return nowMs - savedAtMs > LONGEST_MS
}

function readAll(user: string) {
  const text = localStorage.getItem(DRAFT_KEY)
  if (text === null) return []
  const read = stored.safeParse(parseJson(text))
  if (read.success && read.data.user === user) return read.data.drafts
  discardDraft()
  return []
}

function writeAll(user: string, drafts: z.output<typeof stored>['drafts']): void {
  const all: z.output<typeof stored> = { version: VERSION, user, drafts }
  try {
    localStorage.setItem(DRAFT_KEY, JSON.stringify(all))
  } catch {
    discardDraft()
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
