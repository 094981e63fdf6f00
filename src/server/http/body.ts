import type { FastifyInstance } from 'fastify'
import { ProtocolRefusal } from './protocol-refusal.ts'

/** JSON and form-encoded bodies, both accepted by the original; an empty one is an empty object. */
export function acceptBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJson(Buffer.from(body)))
    } catch (error) {
      done(error instanceof Error ? error : new Error('unreadable'))
    }
  })
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, parseForm(String(body))),
  )
}

function parseJson(bytes: Buffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.trim() === '' ? {} : JSON.parse(text)
  } catch (error) {
    // V8's message quotes the body, which may hold a password; the kind of fault is enough.
    const reason = error instanceof SyntaxError ? 'invalid syntax' : 'not UTF-8'
    throw new ProtocolRefusal(400, { code: 'jsonParse', values: { reason } })
  }
}

function parseForm(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}
