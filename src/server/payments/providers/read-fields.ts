import { z } from 'zod'
import { parseRut, type Rut } from '#domain/rut.ts'
import { msOf } from '../../clock.ts'
import type { MethodDetails } from './port.ts'

// What the answers of all providers are made of. A field that proves nothing and isn't as expected is left out, so
// that a new form of it never hides a payment.

const MAX_TEXT_CHARACTERS = 300

export const optionalText = z
  .string()
  .min(1)
  .max(MAX_TEXT_CHARACTERS)
  .nullish()
  .catch(null)
  .transform((text) => text ?? null)

/** An id that some write as a number and others as a text. */
export const optionalId = z
  .union([z.string().min(1).max(MAX_TEXT_CHARACTERS), z.int().nonnegative()])
  .nullish()
  .catch(null)
  .transform((id) => (id === null || id === undefined ? null : String(id)))

export const optionalCount = z
  .int()
  .nonnegative()
  .max(1000)
  .nullish()
  .catch(null)
  .transform((count) => count ?? null)

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

/** Null without a zone: whose clock it would be isn't said. */
export function instantMs(text: string | null): number | null {
  if (text === null || !INSTANT.test(text)) return null
  const ms = msOf(text)
  return Number.isNaN(ms) ? null : ms
}

/** The latest of several times; null where one of them isn't said. */
export function latestMs(texts: readonly (string | null)[]): number | null {
  const instants = texts.flatMap((text) => instantMs(text) ?? [])
  return instants.length === 0 || instants.length < texts.length ? null : Math.max(...instants)
}

export function rutOf(text: string | null): Rut | null {
  return text === null ? null : parseRut(text)
}

/** The last four digits of what may be a whole card number. */
export function lastFour(text: string | null): string | null {
  return /\d{4}$/.exec(text ?? '')?.[0] ?? null
}

export const NO_DETAILS: MethodDetails = {
  kind: null,
  cardLast4: null,
  instalments: null,
  authorisationCode: null,
  payerRut: null,
  bank: null,
}

/** Tokens that open something at a provider, and are no evidence of anything. */
const SECRET_NAMES = ['notification_token', 'session_token', 'widget_token']
const MAX_DEPTH = 12

/** An answer as it is kept: without tokens, and of card numbers the last four digits only. */
export function keptAnswer(json: unknown, depth = 0): unknown {
  if (typeof json !== 'object' || json === null) return json
  if (depth > MAX_DEPTH) return null
  if (Array.isArray(json)) return json.map((item: unknown) => keptAnswer(item, depth + 1))
  const kept = Object.entries(json)
    .filter(([name]) => !SECRET_NAMES.includes(name))
    .map(([name, value]: [string, unknown]) => {
      return [name, name === 'card_number' ? lastFour(String(value)) : keptAnswer(value, depth + 1)]
    })
  return Object.fromEntries(kept)
}
