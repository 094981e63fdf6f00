import { afterEach, beforeEach, expect, it } from 'vitest'
import { rut } from '#domain/rut.ts'
import { ana } from '#simulators/world.ts'
import { at, startTestBench, type TestBench } from '../test-bench.ts'
import { withLease } from './lease.ts'
import { refreshFacturator, staleFacturators } from './refresh.ts'

let bench: TestBench
beforeEach(async () => {
  bench = await startTestBench()
})
afterEach(() => bench.close())

const DAY_MS = 24 * 60 * 60_000

it('keeps what the user wrote and what the SII no longer lists', async () => {
  const user = await bench.connected()
  const { db } = bench.database
  const before = await user.call('GET', '/billing-sii/companies/')
  const address = String(at(before.body, 0, 'addresses', 0, 'id'))
  await user.call('PATCH', `/billing-sii/issuers-addresses/${address}/`, { city: 'Santiago' })
  const gone = await db
    .insertInto('issuer_activity')
    .values({
      organisation_id: user.organisationId,
      company_id: Number(at(before.body, 0, 'id')),
      code: '999999',
      description: 'GIRO TERMINADO',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await bench.clock.advance(DAY_MS)
  expect(await refreshFacturator(bench.needs, user, 'worker:1')).toEqual({
    kind: 'ok',
    value: null,
  })
  const { body } = await user.call('GET', '/billing-sii/companies/')
  expect(body).toMatchObject([{ addresses: [{ id: Number(address), city: 'Santiago' }] }])
  expect(at(body, 0, 'activities')).toContainEqual({ id: gone.id, description: 'GIRO TERMINADO' })
  expect(await db.selectFrom('facturator').select('refreshed_at').execute()).toEqual([
    { refreshed_at: '2026-11-11T15:00:00.000Z' },
  ])
})

it('stops every log-in of the person once the stored clave is refused', async () => {
  const user = await bench.connected()
  await bench.clock.advance(DAY_MS)
  bench.simulator.admin.expireSessions()
  bench.simulator.admin.scenarios.set({ name: 'wrong-clave', rut: ana.rut })
  const refused = await refreshFacturator(bench.needs, user, 'worker:1')
  expect(refused.kind).toBe('invalidCredentials')
  await bench.clock.advance(DAY_MS)
  const later = await refreshFacturator(bench.needs, user, 'worker:1')
  expect(later).toEqual({ kind: 'claveRejected' })
  expect(bench.simulator.admin.wrongClaves()).toEqual({ [ana.rut]: 1 })
  expect(await staleFacturators(bench.needs, { ageMs: DAY_MS, limit: 10 })).toEqual([])
})

it('gives way at once to whoever uses the session', async () => {
  const user = await bench.connected()
  await withLease(bench.needs, { person: rut(ana.rut), worker: 'worker:2' }, async () => {
    expect(await refreshFacturator(bench.needs, user, 'worker:1')).toEqual({ kind: 'busy' })
  })
})

it('offers those whose data are old', async () => {
  const user = await bench.connected()
  const ask = () => staleFacturators(bench.needs, { ageMs: DAY_MS, limit: 10 })
  expect(await ask()).toEqual([])
  await bench.clock.advance(DAY_MS + 1)
  const { organisationId, facturatorId } = user
  expect(await ask()).toEqual([{ organisationId, facturatorId }])
})
