import type { PoolClient } from 'pg'

/** More texts than the workers have; others, such as lists of any length, are sent as they are. */
const MOST_NAMES = 400
/** Asked so often, a text is worth keeping. */
const OFTEN = 3
const PLAN_IS_STALE = '0A000'

const counts = new Map<string, number>()
const names = new Map<string, string>()
const fallen = new Set<string>()
let made = 0

/**
 * What is asked over and over is parsed once by each connection. A migration may change what `select *` answers
 * under a plan that was kept: such a text is never named again.
 */
export function withNamedStatements(client: PoolClient): PoolClient {
  if (named.has(client)) return client
  named.add(client)
  const ask = client.query.bind(client)
  const asked = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
    leaveTogether(client)
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined
    if (name === undefined || rest.length > 0)
      return Reflect.apply(ask, client, [text, values, ...rest])
    const answer: unknown = Reflect.apply(ask, client, [{ name, text, values }])
    if (answer instanceof Promise && typeof text === 'string') answer.catch(forgetting(text))
    return answer
  }
  return Object.assign(client, { query: asked })
}

const named = new WeakSet<PoolClient>()

/** What is asked at one moment leaves in one packet: each of its own costs both sides more than most answers do. */
function leaveTogether({ connection: { stream } }: PoolClient): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

function forgetting(text: string): (error: unknown) => void {
  return (error) => {
    const isStale = error instanceof Error && 'code' in error && error.code === PLAN_IS_STALE
    if (!isStale) return
    names.delete(text)
    fallen.add(text)
  }
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (
    fallen.has(text) ||
    names.size >= MOST_NAMES ||
    !/^(select|insert|update|delete|with)\b/.test(text)
  ) {
    return undefined
  }
  const count = (counts.get(text) ?? 0) + 1
  if (counts.size < 10 * MOST_NAMES || counts.has(text)) counts.set(text, count)
  if (count < OFTEN) return undefined
  counts.delete(text)
  made += 1
  const name = `folio_w${made}`
  names.set(text, name)
  return name
}
