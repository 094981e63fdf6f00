/** What a prepared query is given; numbers and booleans travel as their text. */
export type Parameter = string | number | boolean | null

export type Bound = { statement: string; parameters: readonly Parameter[] }

/**
 * Named statements run one after the other in one transaction, as PostgreSQL reads it: for each a Bind to the
 * unnamed portal, values and answers as text, and its Execute; then one Sync.
 */
export function transactionMessage(bounds: readonly Bound[]): Buffer {
  const length = bounds.reduce((sum, bound) => sum + bindLength(bound), SYNC.length)
  const bytes = Buffer.allocUnsafe(length)
  let at = 0
  for (const bound of bounds) at = writeBound(bytes, at, bound)
  bytes.set(SYNC, at)
  return bytes
}

// https://www.postgresql.org/docs/15/protocol-message-formats.html
const BIND = 'B'.charCodeAt(0)
const EXECUTE = Buffer.from([...Buffer.from('E'), 0, 0, 0, 9, 0, 0, 0, 0, 0])
const SYNC = Buffer.from([...Buffer.from('S'), 0, 0, 0, 4])
const FIXED_BYTES = 1 + 4 + 1 + 1 + 2 + 2 + 2

function bindLength({ statement, parameters }: Bound): number {
  let length = FIXED_BYTES + statement.length + EXECUTE.length
  for (const value of parameters) {
    length += 4 + (value === null ? 0 : Buffer.byteLength(String(value)))
  }
  return length
}

function writeBound(bytes: Buffer, from: number, bound: Bound): number {
  const { statement, parameters } = bound
  let at = bytes.writeUInt8(BIND, from)
  at = bytes.writeInt32BE(bindLength(bound) - EXECUTE.length - 1, at)
  at = bytes.writeUInt8(0, at)
  at += bytes.write(statement, at, 'latin1')
  at = bytes.writeUInt8(0, at)
  at = bytes.writeInt16BE(0, at)
  at = bytes.writeInt16BE(parameters.length, at)
  for (const value of parameters) at = writeValue(bytes, at, value)
  at = bytes.writeInt16BE(0, at)
  bytes.set(EXECUTE, at)
  return at + EXECUTE.length
}

function writeValue(bytes: Buffer, from: number, value: Parameter): number {
  if (value === null) return bytes.writeInt32BE(-1, from)
  const written = bytes.write(String(value), from + 4)
  bytes.writeInt32BE(written, from)
  return from + 4 + written
}
