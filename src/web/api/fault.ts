/** A call that did not end as its contract says. Status null: the server said nothing we could read. */
export class ApiFault extends Error {
  readonly status: number | null
  readonly body: unknown

  constructor(status: number | null, body: unknown) {
    super(status === null ? 'No answer' : `Answer ${status}`)
    this.status = status
    this.body = body
  }
}

/** The sentences of one field in the server's error shape (docs/decisions/0018): a list of text, or one text. */
export function fieldMessages(fault: unknown, field: string): string[] {
  if (!(fault instanceof ApiFault) || !isRecord(fault.body)) return []
  return texts(fault.body[field])
}

/** The same of a field of one of a list's items: `{ values: [{}, { price: ['…'] }] }`. */
export function itemMessages(fault: unknown, list: string, index: number, field: string): string[] {
  if (!(fault instanceof ApiFault) || !isRecord(fault.body)) return []
  const items = fault.body[list]
  const item: unknown = Array.isArray(items) ? items[index] : null
  return isRecord(item) ? texts(item[field]) : []
}

/** The first sentence the server wrote anywhere, `detail` and `error` before the fields. */
export function firstMessage(fault: unknown): string | null {
  if (!(fault instanceof ApiFault) || !isRecord(fault.body)) return null
  const { detail, error, ...fields } = fault.body
  for (const value of [detail, error, ...Object.values(fields)]) {
    const found = texts(value)[0]
    if (found !== undefined) return found
  }
  return null
}

export function isUnreachable(fault: unknown): boolean {
  return fault instanceof ApiFault && fault.status === null
}

/** The server judged what was sent; any other fault says nothing of it. */
export function isRefusal(fault: unknown): boolean {
  return fault instanceof ApiFault && fault.status !== null && fault.status < 500
}

export function hasStatus(fault: unknown, status: number): boolean {
  return fault instanceof ApiFault && fault.status === status
}

/** The `code` beside a `detail`, which names one refusal among others of its status. */
export function hasCode(fault: unknown, code: string): boolean {
  return fault instanceof ApiFault && isRecord(fault.body) && fault.body['code'] === code
}

/** How many more tries the refusal leaves; null when it says nothing of them. */
export function triesLeft(fault: unknown): number | null {
  if (!(fault instanceof ApiFault) || !isRecord(fault.body)) return null
  const left = fault.body['tries_left']
  return typeof left === 'number' ? left : null
}

const DEEPEST = 4

/** Nested objects nest the same shape: the first text inside stands for the field. */
function texts(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  if (depth === DEEPEST) return []
  if (Array.isArray(value)) return value.flatMap((item) => texts(item, depth + 1))
  if (isRecord(value)) return Object.values(value).flatMap((item) => texts(item, depth + 1))
  return []
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
