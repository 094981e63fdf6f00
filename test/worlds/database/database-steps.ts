import { isDocumentEventKind } from '#domain/document.ts'

/**
 * What a statement does for issuing, in a word: the step that a fault strikes. Reads are one step, as
 * nothing is lost with them; a transaction is what its events say, else its first change.
 */
export function stepOfStatement(sql: string, parameters: readonly unknown[]): string {
  const shape = shapeOf(sql)
  if (shape.kindPlace === null) return shape.step
  const [kind] = [parameters[shape.kindPlace]].flat()
  return typeof kind === 'string' && isDocumentEventKind(kind) ? `event ${kind}` : shape.step
}

export function stepOfTransaction(steps: readonly string[]): string {
  const events = steps.filter((step) => step.startsWith('event '))
  return events.at(-1) ?? steps.find((step) => step !== 'read') ?? 'read'
}

interface Shape {
  step: string
  /** Where among the parameters an inserted event's kind stands. */
  kindPlace: number | null
}

const shapes = new Map<string, Shape>()

function shapeOf(sql: string): Shape {
  const known = shapes.get(sql)
  if (known !== undefined) return known
  const made = { step: stepOf(sql), kindPlace: kindPlaceIn(sql) }
  shapes.set(sql, made)
  return made
}

function kindPlaceIn(sql: string): number | null {
  const columns = /^(?:with "told" as \()?insert into "document_event" \(([^)]*)\)/.exec(sql)?.[1]
  return columns === undefined ? null : columns.split(', ').indexOf('"kind"')
}

/** The first that fits; `table` and the columns it sets tell one change from another. */
const STEPS: readonly (readonly [RegExp, string])[] = [
  [/^with recursive person as/, 'persons due'],
  [/^with "opened"/, 'secret opened'],
  [/^with "told" as \(insert into "document_event"/, 'document'],
  [/^(select|with)/, 'read'],
  [/^insert into "portal_person"/, 'claim'],
  [/^update "portal_person" set "lease_until"/, 'renew'],
  [/^update "portal_person" set "lease_worker"/, 'release'],
  [/^update "portal_person" set "last_login_at"/, 'log-in mark'],
  [/^update "portal_person" set "paused_until"/, 'pause mark'],
  [/^update "portal_person" set "session_organisation_id"/, 'session'],
  [/^(insert into|delete from) "secret"/, 'session'],
  [/^update "facturator" set "clave_state"/, 'clave refused'],
  [/^update "facturator" set "certificate_password_state"/, 'certificate password'],
  [/^update "document" set "next_try_at"/, 'next try'],
  [/^update "document" set "reason/, 'setback again'],
  [/^insert into "audit_event"/, 'secret opened'],
  [/^(insert into "occurrence"|update "invoice_rule")/, 'rule planned'],
  [/^(insert into|update) "attempt"/, 'attempt'],
  [/^insert into "document_event"/, 'document'],
  [/^insert into "document_file"/, 'files'],
  [/^update "document"/, 'document'],
  [/^insert into "document"/, 'document'],
]

function stepOf(sql: string): string {
  return STEPS.find(([pattern]) => pattern.test(sql))?.[1] ?? 'other'
}
