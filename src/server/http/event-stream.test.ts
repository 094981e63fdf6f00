import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test-app.ts'
import { HEARTBEAT_MS, STREAMS_PER_USER } from './event-stream.ts'

let app: TestApp
let base: string
beforeAll(async () => {
  app = await startTestApp()
  base = await app.server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

type Stream = {
  status: number
  next(): Promise<EventSourceMessage | 'ended'>
  close(): Promise<void>
}

async function openStream(token: string, headers: Record<string, string> = {}): Promise<Stream> {
  const leaving = new AbortController()
  const reply = await fetch(`${base}/api/events/`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: leaving.signal,
  })
  const received: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => received.push(event) })
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()

  async function next(): Promise<EventSourceMessage | 'ended'> {
    while (received.length === 0) {
      const part = await reader?.read()
      if (!part || part.done) return 'ended'
      parser.feed(part.value)
    }
    return received.shift() ?? 'ended'
  }
  const close = async (): Promise<void> => {
    await reader?.cancel()
    leaving.abort()
  }
  return { status: reply.status, next, close }
}

async function announce(organisation: number, document?: number): Promise<void> {
  const payload = JSON.stringify({ organisation, document })
  await sql`select pg_notify('folio_changes', ${payload})`.execute(app.database.db)
}

async function organisationOf(email: string): Promise<number> {
  const row = await app.database.db
    .selectFrom('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .select('organisation_id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return row.organisation_id
}

test("a stream hears its own organisation's changes and never another's", async () => {
  const ana = await app.signIn()
  const rodrigo = await app.signIn()
  const stream = await openStream(ana.access)
  await announce(await organisationOf(rodrigo.email), 666)
  await announce(await organisationOf(ana.email), 42)
  expect(await stream.next()).toMatchObject({ event: 'document', data: '{"document":42}' })
  await stream.close()
})

test('a stream is told to look at everything when too many documents changed to name each', async () => {
  const { access, email } = await app.signIn()
  const stream = await openStream(access)
  await announce(await organisationOf(email))
  expect(await stream.next()).toMatchObject({ event: 'resync', data: '{}' })
  await stream.close()
})

test('a stream needs a session, and none of the rest of the API is told', async () => {
  const reply = await app.call({ path: '/events/' })
  expect(reply).toMatchObject({
    status: 401,
    body: { detail: 'Authentication credentials were not provided.' },
  })
})

test('whoever comes back is told to look at everything', async () => {
  const { access } = await app.signIn()
  const stream = await openStream(access, { 'last-event-id': '17' })
  expect(await stream.next()).toMatchObject({ event: 'resync', data: '{}' })
  await stream.close()
})

test('a stream ends with its session, at the next heartbeat', async () => {
  const { access } = await app.signIn()
  const stream = await openStream(access)
  await app.call({ path: '/auth/logout/', token: access, body: {} })
  await app.clock.advance(HEARTBEAT_MS)
  expect(await stream.next()).toBe('ended')
})

test('a stream of a session that ended hears nothing more, before any heartbeat', async () => {
  const { access, email } = await app.signIn()
  const organisation = await organisationOf(email)
  const stream = await openStream(access)
  await announce(organisation, 1)
  expect(await stream.next()).toMatchObject({ data: '{"document":1}' })
  await app.call({ path: '/auth/logout/', token: access, body: {} })
  await announce(organisation, 2)
  expect(await stream.next()).toBe('ended')
})

test('a user has so many streams and no more, and a closed one makes room', async () => {
  const { access } = await app.signIn()
  const streams: Stream[] = []
  for (let count = 0; count < STREAMS_PER_USER; count += 1) streams.push(await openStream(access))
  const refused = await openStream(access)
  expect(refused.status).toBe(429)
  await refused.close()
  await streams.shift()?.close()
  await expect
    .poll(async () => {
      const again = await openStream(access)
      await again.close()
      return again.status
    })
    .toBe(200)
  for (const stream of streams) await stream.close()
})

test('when the listening connection breaks, it is made anew and everybody looks at everything', async () => {
  const { access, email } = await app.signIn()
  const stream = await openStream(access)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'folio-changes' and datname = current_database()`.execute(
    app.database.db,
  )
  await expect.poll(() => app.clock.waiting).toBeGreaterThan(1)
  await app.clock.advance(1_000)
  expect(await stream.next()).toMatchObject({ event: 'resync' })
  await announce(await organisationOf(email), 7)
  expect(await stream.next()).toMatchObject({ data: '{"document":7}' })
  await stream.close()
})
