import type { Rut } from '#domain/rut.ts'
import { formatRut, rutBody } from '#domain/rut.ts'
import type { ObservationCode } from './observations.ts'
import { plainLetters } from './portal-words.ts'
import type { Finding } from './walk.ts'
import type { Exchange } from './watched-wire.ts'

export interface Told {
  today: string
  findings: readonly Finding[]
  observed: readonly { code: ObservationCode; value: string }[]
  exchanges: readonly Exchange[]
  heldBack: readonly string[]
}

export interface Secrets {
  person: Rut
  clave: string
  /** Of people and companies that came along. */
  names: readonly string[]
  /** Cookies and tokens. */
  secrets: readonly string[]
}

/**
 * Everything worth sending, in JSON. Three fences: the shapes hold no values to begin with; words that are part
 * of a name seen in this account are hidden, though the SII uses them too; and what still holds a secret or
 * anything like a RUT isn't answered at all.
 */
export function redactedRecord(told: Told, secrets: Secrets): string | null {
  const hide = hider(secrets.names)
  const record = {
    made: told.today,
    findings: told.findings.map((finding) => ({ ...finding, said: hide(finding.said) })),
    observed: told.observed.map(({ code, value }) => ({ code, value: hide(value) })),
    heldBack: told.heldBack,
    exchanges: told.exchanges.map((exchange) => ({
      ...exchange,
      ...(exchange.title === undefined ? {} : { title: hide(exchange.title) }),
      ...(exchange.says === undefined ? {} : { says: hide(exchange.says) }),
    })),
  }
  const text = `${JSON.stringify(record, null, 1)}\n`
  return holdsSecret(text, secrets) ? null : text
}

function hider(names: readonly string[]): (words: string) => string {
  const parts = new Set(
    names.flatMap((name) => plainLetters(name).split(/[^a-z]+/)).filter((part) => part.length >= 3),
  )
  return (words) =>
    words
      .split(' ')
      .map((word) => (parts.has(word) ? '·' : word))
      .join(' ')
}

function holdsSecret(text: string, { person, clave, secrets }: Secrets): boolean {
  const plain = text.toLowerCase()
  const own = [clave, person, formatRut(person), String(rutBody(person)), ...secrets]
  if (own.some((secret) => secret !== '' && plain.includes(secret.toLowerCase()))) return true
  return /\b\d{1,2}\.?\d{3}\.?\d{3}-[\dk]\b/i.test(text)
}
