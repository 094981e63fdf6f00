import { z } from 'zod'
import { MAILBOX, MAX_MAILBOX_LENGTH } from '#domain/mailbox.ts'
import { MAX_DUE_DAYS } from '#domain/receivable.ts'

// A length comes before its pattern, with `abort`: zod goes on to the pattern after a failed length otherwise, and a
// pattern must never meet a text without limit.
// The error codes stand in for sentences: the server and the browser turn them into the
// request's language (texts/problems). The shapes and limits are those of the specification.

export const id = z.int().positive()
/** Existing clients write numbers as text too, as forms do; Django REST framework takes both. */
export const idToWrite = z.union([id, digits(/^[1-9]\d{0,14}$/)])
export const idInPath = z.coerce.number().int().positive()

/** Any way of writing a RUT; domain/rut.ts parses it where it is used. */
export const rutText = z.string().trim().min(1).max(20)

/** Within the years that domain/day.ts knows. */
export const day = z
  .string()
  .max(10, { abort: true })
  .check(z.iso.date({ abort: true }))
  .regex(/^20/)
export const month = z
  .string()
  .max(7, { abort: true })
  .regex(/^20\d{2}-(0[1-9]|1[0-2])$/)
export const instant = z.iso.datetime({ offset: true })

/** Decimals leave as text with a point ("12.5"), as Django REST framework does, and come as text or number. */
export const decimal = z.string()
export const decimalToWrite = z.union([
  z
    .string()
    .trim()
    .max(20, { abort: true })
    .regex(/^\d{1,12}(\.\d{1,6})?$/),
  z.number().nonnegative().max(999_999_999_999),
])

export const email = written().toLowerCase().max(MAX_MAILBOX_LENGTH, { abort: true }).regex(MAILBOX)
export const emailOrEmpty = z.union([z.literal(''), email])

export const text = (max: number) => written().max(max)
/** What may be left out, or null, is empty. */
export const optionalText = (max: number) =>
  text(max)
    .nullish()
    .transform((value) => value ?? '')
export const requiredText = (max: number) => written().min(1).max(max)

export function digits(pattern: RegExp) {
  return z.string().trim().max(15, { abort: true }).regex(pattern).transform(Number)
}

/**
 * What is pasted may bring U+0000, which no column of PostgreSQL takes: it says nothing, so it goes. Half of a
 * surrogate pair, which its JSON refuses, becomes the sign for a lost character, as in its texts.
 */
function written() {
  return z
    .string()
    .overwrite((value) => value.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, '\ufffd'))
    .trim()
}

/** From issue to the due day of a payment. */
export const dueDays = z.int().min(0).max(MAX_DUE_DAYS)

export const gender = z
  .enum(['male', 'female', 'M', 'F'])
  .transform((value) => (value === 'M' ? 'male' : value === 'F' ? 'female' : value))
