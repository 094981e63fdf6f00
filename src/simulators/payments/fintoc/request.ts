import { z } from 'zod'
import { parseRut } from '#domain/rut.ts'
import { isWebAddress } from '../common/fields.ts'

const address = z.string().refine((text) => isWebAddress(text))
/** A RUT without punctuation: '111111111'. */
const holderId = z.string().refine((text) => /^[\dK]+$/i.test(text) && parseRut(text) !== null)

const transferAccount = z.object({
  holder_id: holderId,
  number: z.string().regex(/^\d{1,20}$/),
  type: z.enum(['checking_account', 'sight_account', 'savings_account']),
  institution_id: z.string().regex(/^cl_[a-z_]+$/),
})

export type TransferAccount = z.infer<typeof transferAccount>

const customerData = z
  .object({
    name: z.string().optional(),
    email: z.email().optional(),
    phone: z.string().optional(),
    metadata: z.record(z.string(), z.unknown()).optional(),
    tax_id: z.object({ type: z.literal('cl_rut'), value: holderId }).optional(),
  })
  .refine(({ email, tax_id }) => email !== undefined || tax_id !== undefined)

const lineItem = z.object({
  name: z.string().optional(),
  amount: z.number().int().positive(),
  quantity: z.number().int().positive().optional(),
})

/** POST /checkout_sessions of both versions; what else is sent is passed over. */
export const sessionRequest = z
  .object({
    amount: z.number().int().positive().optional(),
    line_items: z.array(lineItem).min(1).optional(),
    currency: z.enum(['CLP', 'MXN']),
    success_url: address.optional(),
    cancel_url: address.optional(),
    flow: z.literal('payment').optional(),
    customer: z.string().optional(),
    customer_data: customerData.optional(),
    customer_email: z.email().optional(),
    expires_at: z.iso.datetime({ offset: true }).optional(),
    metadata: z.record(z.string(), z.unknown()).optional(),
    payment_methods: z.array(z.string()).optional(),
    payment_method_types: z
      .array(z.enum(['bank_transfer', 'card', 'installment', 'cash']))
      .optional(),
    payment_method_options: z
      .object({
        bank_transfer: z.object({ recipient_account: transferAccount.optional() }).optional(),
        payment_intent: z.object({ recipient_account: transferAccount.optional() }).optional(),
      })
      .optional(),
    business_profile: z
      .object({ name: z.string(), tax_id: holderId, category: z.string() })
      .optional(),
  })
  .superRefine((request, context) => {
    if (request.amount === undefined && request.line_items === undefined) {
      context.addIssue({ code: 'custom', path: ['amount'], message: 'missing', input: undefined })
    }
  })

export type SessionRequest = z.infer<typeof sessionRequest>

const known = new Set(Object.keys(sessionRequest.shape))
/** The official client puts these into the body. */
const ofTheClient = ['idempotency_key', 'path_']

export function ignoredFields(body: Record<string, unknown>): string[] {
  return Object.keys(body).filter((name) => !known.has(name) && !ofTheClient.includes(name))
}

export function amountOf({ amount, line_items: items = [] }: SessionRequest): number {
  return amount ?? items.reduce((sum, item) => sum + item.amount * (item.quantity ?? 1), 0)
}

export function recipientOf({
  payment_method_options: options,
}: SessionRequest): TransferAccount | null {
  return (
    options?.bank_transfer?.recipient_account ?? options?.payment_intent?.recipient_account ?? null
  )
}

export const refundRequest = z.object({
  resource_id: z.string(),
  resource_type: z.literal('payment_intent'),
  amount: z.number().int().positive().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  recipient_account: transferAccount.optional(),
})

export const endpointRequest = z.object({
  // HTTPS only, but for the machine that the stand-in itself runs on.
  url: z.string().refine((text) => isWebAddress(text, 'https')),
  enabled_events: z.array(z.string()).min(1),
  description: z.string().optional(),
  disabled: z.boolean().optional(),
})

export const endpointUpdate = z.object({
  url: endpointRequest.shape.url.optional(),
  enabled_events: endpointRequest.shape.enabled_events.optional(),
  description: z.string().optional(),
  disabled: z.boolean().optional(),
})
