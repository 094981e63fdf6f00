import { z } from 'zod'
import { client } from '#contract/parties.ts'
import { businessDayRule, catchUp, monthOffset, ufRateType, withholder } from '#contract/rules.ts'
import { discardDraft, DRAFT_KEY } from '#web/session/draft-storage.ts'
import type { StepName } from './steps.ts'
import type { WizardState } from './wizard.ts'

/** Another shape of the state is another version: an old one is not offered. */
const VERSION = 2
/** A wizard is walked in minutes; what is older speaks of another month. */
const LONGEST_MS = 30 * 24 * 3600_000

/** Whose it is and of which rule; null is a new one. */
export interface DraftPlace {
  user: string
  facturatorId: number
  ruleId: number | null
}

export interface Draft {
  state: WizardState
  step: StepName
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
})
const chosenClient = z.object({
  client,
  addressId: z.number().nullable(),
  activityId: z.number().nullable(),
  contactName: z.string(),
  contactRut: z.string(),
  emailTo: z.array(z.number()),
  emailCc: z.array(z.number()),
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
  sendsEmail: z.boolean(),
  emailAccountId: z.number().nullable(),
  subject: z.string(),
  body: z.string(),
  withholder,
  first: z.enum(['today', 'next']),
  startDate: z.string(),
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
const kept = z.object({
  version: z.literal(VERSION),
  user: z.string(),
  facturatorId: z.number(),
  ruleId: z.number().nullable(),
  savedAtMs: z.number(),
  step: z.enum(steps),
  state: wizardState,
})

/** What this person left of this rule. Somebody else's is thrown away, and so is what can't be read. */
export function readDraft(place: DraftPlace, nowMs: number): Draft | null {
  const text = localStorage.getItem(DRAFT_KEY)
  if (text === null) return null
  const read = kept.safeParse(parseJson(text))
  if (!read.success || read.data.user !== place.user || nowMs - read.data.savedAtMs > LONGEST_MS) {
    discardDraft()
    return null
  }
  const { facturatorId, ruleId, state, step } = read.data
  const isOfPlace = facturatorId === place.facturatorId && ruleId === place.ruleId
  return isOfPlace ? { state, step } : null
}

/** A full or forbidden storage loses the draft and nothing else. */
export function writeDraft(place: DraftPlace, { state, step }: Draft, nowMs: number): void {
  const draft: z.output<typeof kept> = { version: VERSION, ...place, savedAtMs: nowMs, step, state }
  try {
    localStorage.setItem(DRAFT_KEY, JSON.stringify(draft))
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
