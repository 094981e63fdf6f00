import { afterEach, beforeEach, expect, it } from 'vitest'
import { rut } from '#domain/rut.ts'
import { createSii, siiOrigins, type PortalSession } from '#sii/sii.ts'
import { ana } from '#simulators/world.ts'
import { startTestBench, type TestBench } from '../test-bench.ts'
import { visitPortal } from './visit.ts'

/** Two processes of Folio: each its own client of the SII and its own connections, one database. */
let bench: TestBench
beforeEach(async () => {
  bench = await startTestBench()
})
afterEach(() => bench.close())

const anotherProcess = () => ({
  ...bench.needs,
  sii: createSii({
    nowMs: () => bench.clock.now(),
    origins: siiOrigins(bench.simulator.url),
    paceMs: 0,
  }),
})

type Process = Pick<TestBench, 'needs'>['needs']

const profile = (session: PortalSession) => session.profile()

function visit(
  needs: Process,
  user: { organisationId: number; facturatorId: number },
  worker: string,
) {
  const { organisationId, facturatorId } = user
  const at = { organisationId, facturatorId, person: rut(ana.rut) }
  return visitPortal(needs, at, { worker, patienceMs: 0 }, profile)
}

const logins = () =>
  bench.simulator.admin.requests().filter(({ path }) => path.endsWith('CAutInicio.cgi')).length

it('a session opened by one process is used by the others: one log-in between them', async () => {
  const user = await bench.connected()
  const before = logins()
  await bench.clock.advance(121_000)
  const first = await visit(bench.needs, user, 'process:1')
  const second = await visit(anotherProcess(), user, 'process:2')
  const third = await visit(bench.needs, user, 'process:1')
  expect([first, second, third].map(({ kind }) => kind)).toEqual(['ok', 'ok', 'ok'])
  expect(logins() - before).toBe(0)
  expect(bench.simulator.admin.sessions().filter((one) => one.open)).toHaveLength(1)
})

it('what is kept of it is sealed: neither cookie nor token can be read in the database', async () => {
  const user = await bench.connected()
  await bench.clock.advance(121_000)
  await visit(bench.needs, user, 'process:1')
  const kept = await bench.database.db.selectFrom('secret').selectAll().execute()
  const text = JSON.stringify(
    kept.map((row) => Buffer.from(JSON.stringify(row)).toString('latin1')),
  )
  for (const { token } of bench.simulator.admin.sessions()) expect(text).not.toContain(token)
  expect(kept.map(({ kind }) => kind)).toContain('portalSession')
})

it('the distance between log-ins and the rest after a sign hold for all processes together', async () => {
  const user = await bench.connected()
  const { admin } = bench.simulator
  await bench.clock.advance(121_000)
  admin.expireSessions()
  expect(await visit(bench.needs, user, 'process:1')).toMatchObject({ kind: 'ok' })
  admin.expireSessions()
  expect(await visit(anotherProcess(), user, 'process:2')).toMatchObject({
    kind: 'paused',
    reason: 'loginSpacing',
  })
  await bench.clock.advance(121_000)
  admin.expireSessions()
  admin.scenarios.set({ name: 'too-many-sessions', rut: ana.rut })
  expect(await visit(bench.needs, user, 'process:1')).toMatchObject({ kind: 'tooManySessions' })
  const knocks = logins()
  await bench.clock.advance(20 * 60_000)
  expect(await visit(anotherProcess(), user, 'process:2')).toMatchObject({
    kind: 'paused',
    reason: 'tooManySessions',
  })
  expect(logins()).toBe(knocks)
  admin.scenarios.clear({ name: 'too-many-sessions' })
  await bench.clock.advance(11 * 60_000)
  expect(await visit(anotherProcess(), user, 'process:2')).toMatchObject({ kind: 'ok' })
})
