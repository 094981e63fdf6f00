import { z } from 'zod'
import { parseRut } from '#domain/rut.ts'
import { isWebAddress } from '../common/fields.ts'

const currencies = ['CLP', 'CLF', 'ARS', 'PEN', 'MXN', 'USD', 'EUR', 'BOB', 'COP'] as const

const address = z
  .string()
  .max(1024)
  .refine((text) => isWebAddress(text))
const date = z.iso.datetime({ offset: true })
const text = (longest: number) => z.string().max(longest)

/** POST /v3/payments. That an unknown field is refused is a guess: it finds misspelt ones. */
export const paymentRequest = z
  .strictObject({
    amount: z
      .number()
      .positive()
      .refine((amount) => Number.isInteger(Math.round(amount * 1e8) / 1e4)),
    currency: z.enum(currencies),
    subject: text(255).min(1),
    transaction_id: text(255).optional(),
    custom: z.string().optional(),
    body: text(5120).optional(),
    bank_id: text(5).optional(),
    return_url: address.optional(),
    cancel_url: address.optional(),
    picture_url: address.optional(),
    notify_url: address.optional(),
    contract_url: address.optional(),
    notify_api_version: z.literal('3.0').optional(),
    expires_date: date.optional(),
    send_email: z.boolean().optional(),
    payer_name: text(255).optional(),
    payer_email: z.email().optional(),
    send_reminders: z.boolean().optional(),
    responsible_user_email: z.email().optional(),
    fixed_payer_personal_identifier: z
      .string()
      .refine((rut) => parseRut(rut) !== null)
      .optional(),
    integrator_fee: text(16).optional(),
    collect_account_uuid: z.string().optional(),
    confirm_timeout_date: date.optional(),
    mandatory_payment_method: text(255).optional(),
    psp_client_merchant_name: text(255).min(3).optional(),
  })
  .superRefine((request, context) => {
    const missing = (field: string): void =>
      context.addIssue({ code: 'custom', path: [field], message: 'is needed' })
    // Pesos have no cents [guess that it is checked].
    if (request.currency === 'CLP' && !Number.isInteger(request.amount)) missing('amount')
    if (request.send_email !== true) return
    if (request.payer_name === undefined) missing('payer_name')
    if (request.payer_email === undefined) missing('payer_email')
  })

export type PaymentRequest = z.infer<typeof paymentRequest>

export const receiverRequest = z.strictObject({
  admin_first_name: text(255),
  admin_last_name: text(255),
  admin_email: z.email(),
  admin_phone: text(255),
  business_identifier: z.string().refine((rut) => parseRut(rut) !== null),
  business_category: text(255),
  business_name: text(255),
  business_phone: text(255),
  business_address_line_1: text(255),
  business_address_line_2: text(255).optional(),
  business_address_line_3: text(255).optional(),
  country_code: z.literal('CL'),
  bank_account_bank_id: text(5).optional(),
  bank_account_identifier: text(255).optional(),
  bank_account_name: text(255).optional(),
  bank_account_number: text(255).optional(),
  notify_url: address.optional(),
})
