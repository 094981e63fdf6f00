import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendRequest, type OutgoingRequest } from './request.ts'
import { startProviderServer, type ProviderServer, type TestReply } from './test-provider-server.ts'

let server: ProviderServer
beforeAll(async () => {
  server = await startProviderServer()
})
afterAll(() => server.close())

function send(more: Partial<OutgoingRequest> = {}) {
  return sendRequest({ method: 'GET', url: `${server.url}/v1/thing`, headers: {}, ...more })
}

test.each([200, 201, 400, 401, 403, 404, 405, 406, 409, 415, 422, 429, 500, 502, 503, 504])(
  'JSON with status %d is an answer',
  async (status) => {
    server.answer({ status, json: { said: 'so' } })
    expect(await send()).toEqual({ kind: 'answered', status, json: { said: 'so' } })
  },
)

const JSON_TYPE = { 'content-type': 'application/json' }

test.each<[string, TestReply, string]>([
  ['a page', { text: '<html>Bad gateway</html>' }, 'notJson (HTTP 200)'],
  ['a page of a gateway', { status: 502, text: '<html></html>' }, 'notJson (HTTP 502)'],
  ['a page called JSON', { text: '<html>', headers: JSON_TYPE }, 'notJson (HTTP 200)'],
  ['JSON that is not called so', { text: '{}' }, 'notJson (HTTP 200)'],
  ['half of a JSON text', { text: '{"token":"e9d5', headers: JSON_TYPE }, 'notJson (HTTP 200)'],
  ['nothing', { text: '', headers: JSON_TYPE }, 'empty (HTTP 200)'],
  ['no content', { status: 204 }, 'empty (HTTP 204)'],
  ['an empty error', { status: 500, text: '' }, 'empty (HTTP 500)'],
])('%s is no answer, and what the request did is not known', async (_what, reply, cause) => {
  server.answer(reply)
  expect(await send({ method: 'POST', body: {} })).toEqual({ kind: 'lost', cause })
})

test.each([401, 429])('status %d is an answer in whatever page it comes', async (status) => {
  server.answer({ status, text: '<html></html>' })
  expect(await send()).toEqual({ kind: 'answered', status, json: undefined })
})

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'Application/JSON;charset=UTF-8',
  'application/problem+json',
])('%s is JSON', async (type) => {
  server.answer({ text: '{"a":1}', headers: { 'content-type': type } })
  expect(await send()).toMatchObject({ kind: 'answered', json: { a: 1 } })
})

test.each([301, 302, 303, 307, 308])('a redirect with %d is not followed', async (status) => {
  server.answer({ status, json: {}, headers: { location: `${server.url}/elsewhere` } })
  const headers = { 'x-api-key': 'secret' }
  expect(await send({ headers })).toEqual({ kind: 'lost', cause: `redirect (HTTP ${status})` })
  expect(server.seen.map(({ path }) => path)).toEqual(['/v1/thing'])
})

test('an answer larger than any of a provider is not read to its end', async () => {
  server.answer({ json: { text: 'x'.repeat(256 * 1024) } })
  expect(await send()).toEqual({ kind: 'lost', cause: 'tooLarge (HTTP 200)' })
  server.answer({ json: { text: 'x'.repeat(200 * 1024) } })
  expect(await send()).toMatchObject({ kind: 'answered' })
})

test('an answer that is small while it is compressed is measured as it really is', async () => {
  const text = gzipSync(JSON.stringify({ text: 'x'.repeat(300_000) }))
  server.answer({ text, headers: { ...JSON_TYPE, 'content-encoding': 'gzip' } })
  expect(await send()).toEqual({ kind: 'lost', cause: 'tooLarge (HTTP 200)' })
})

test('a server that never answers is left after the time limit', async () => {
  server.answer({ trouble: 'silence' })
  expect(await send({ timeoutMs: 50 })).toEqual({ kind: 'lost', cause: 'TimeoutError' })
})

test('the time limit outlasts garbage collections', async () => {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  server.answer(() => {
    // Now the request waits for its answer and nothing else holds on to the limit.
    setImmediate(() => typeof collect === 'function' && collect())
    return { trouble: 'silence' }
  })
  expect(await send({ timeoutMs: 100 })).toEqual({ kind: 'lost', cause: 'TimeoutError' })
})

test.each(['cut', 'half'] as const)('a connection that is %s loses the answer', async (trouble) => {
  server.answer({ trouble, json: { token: 'e9d555262db0f989', url: 'https://x' } })
  expect((await send()).kind).toBe('lost')
})

test('a server that is not there was sent nothing', async () => {
  const gone = await startProviderServer()
  await gone.close()
  expect(await send({ url: gone.url })).toEqual({ kind: 'notSent', cause: 'ECONNREFUSED' })
})

test.each(['key\r\nx-evil: 1', 'clave ñandú ✓', 'a\u0000b'])(
  'a key that no header holds is sent nowhere and is not in the outcome: %j',
  async (key) => {
    server.answer({ json: {} })
    const answer = await send({ headers: { 'x-api-key': key } })
    expect(answer).toEqual({ kind: 'notSent', cause: 'invalidRequest' })
    expect(server.seen).toEqual([])
  },
)

test('a request is sent once, as JSON', async () => {
  server.answer({ status: 503, json: {} })
  await send({ method: 'POST', body: { amount: 1000 }, headers: { 'x-api-key': 'k' } })
  expect(server.seen).toHaveLength(1)
  expect(server.seen[0]).toMatchObject({
    method: 'POST',
    body: { amount: 1000 },
    headers: { 'content-type': 'application/json', accept: 'application/json', 'x-api-key': 'k' },
  })
})
