import type { FastifyInstance } from 'fastify'
import { ProtocolRefusal } from './protocol-refusal.ts'

/**
 * The server's own limit, because a route that says nothing is open to strangers. The largest body without a session is
 * a contact message of 4,000 characters, each escaped in six bytes.
 */
export const PUBLIC_BODY_LIMIT_BYTES = 32 * 1024

/** For calls that know who asks before they read. The largest is a rule with 200 clients: under 100 KB. */
export const SESSION_BODY_LIMIT_BYTES = 512 * 1024

/** No call has as many, and an object of thousands of keys takes its time. */
const MAX_FORM_FIELDS = 100

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
    (_request, body, done) => {
      const text = String(body)
      if (hasTooManyFields(text)) return done(new ProtocolRefusal(413, 'bodyTooLarge'))
      done(null, parseForm(text))
    },
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

function hasTooManyFields(text: string): boolean {
  return text.split('&', MAX_FORM_FIELDS + 1).length > MAX_FORM_FIELDS
}
