import { z } from 'zod'
import { isWebAddress } from '../common/fields.ts'

const address = z
  .string()
  .max(500)
  .refine((text) => isWebAddress(text))

const item = z.looseObject({
  id: z.string().optional(),
  title: z.string().min(1).max(256),
  description: z.string().max(256).optional(),
  quantity: z.number().int().positive(),
  // Pesos have no cents.
  unit_price: z.number().int().positive(),
  currency_id: z.literal('CLP').optional(),
})

const backUrls = z.object({
  success: address.optional(),
  pending: address.optional(),
  failure: address.optional(),
})

/** POST /checkout/preferences; what else is sent is passed over. */
export const preferenceRequest = z
  .object({
    items: z.array(item).min(1),
    additional_info: z.string().optional(),
    auto_return: z.enum(['approved', 'all']).optional(),
    back_urls: backUrls.optional(),
    binary_mode: z.boolean().optional(),
    date_of_expiration: z.iso.datetime({ offset: true }).optional(),
    expiration_date_from: z.iso.datetime({ offset: true }).optional(),
    expiration_date_to: z.iso.datetime({ offset: true }).optional(),
    expires: z.boolean().optional(),
    external_reference: z.string().max(256).optional(),
    marketplace: z.string().optional(),
    marketplace_fee: z.number().int().nonnegative().optional(),
    metadata: z.record(z.string(), z.unknown()).optional(),
    notification_url: z
      .string()
      .max(500)
      .refine((text) => isWebAddress(text, 'https'))
      .optional(),
    operation_type: z.string().optional(),
    payer: z.looseObject({ name: z.string().optional(), email: z.email().optional() }).optional(),
    payment_methods: z.looseObject({}).optional(),
    processing_modes: z.array(z.string()).optional(),
    purpose: z.string().optional(),
    statement_descriptor: z.string().max(22).optional(),
    tracks: z.array(z.looseObject({})).optional(),
  })
  .superRefine(({ auto_return, back_urls }, context) => {
    if (auto_return !== undefined && back_urls?.success === undefined) {
      context.addIssue({ code: 'custom', path: ['auto_return'], message: 'back_url.success' })
    }
  })

export type PreferenceRequest = z.infer<typeof preferenceRequest>

const known = new Set(Object.keys(preferenceRequest.shape))

export function ignoredFields(body: Record<string, unknown>): string[] {
  return Object.keys(body).filter((name) => !known.has(name))
}

export function totalOf({ items }: PreferenceRequest): number {
  return items.reduce((sum, { quantity, unit_price: price }) => sum + quantity * price, 0)
}

export const paymentUpdate = z.object({
  status: z.literal('cancelled').optional(),
  capture: z.boolean().optional(),
  transaction_amount: z.number().optional(),
})

export const refundRequest = z.object({ amount: z.number().int().positive().optional() })
