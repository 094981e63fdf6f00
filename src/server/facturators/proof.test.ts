import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rut } from '#domain/rut.ts'
import { ana } from '#simulators/world.ts'
import { at, passTime, startTestBench, type Caller, type TestBench } from '../test-bench.ts'
import { withLease } from './lease.ts'
import { pausePerson } from './portal-pause.ts'

let bench: TestBench
beforeEach(async () => {
  bench = await startTestBench()
})
afterEach(() => bench.close())

type Connected = Awaited<ReturnType<typeof connected>>

const PERSON = rut(ana.rut)
const SPACING_MS = 121_000
const pathOf = ({ facturatorId }: Connected) => `/billing-sii/credentials/${facturatorId}/`

/** Connected as Ana, two minutes later. */
async function connected() {
  const user = await bench.connected()
  await bench.clock.advance(SPACING_MS)
  return user
}

const prove = (user: Connected) => user.call('POST', `${pathOf(user)}test/`)
const stateOf = async (user: Connected) =>
  at((await user.call('GET', pathOf(user))).body, 'clave_state')
const logins = () =>
  bench.simulator.admin.requests().filter(({ path }) => path.endsWith('CAutInicio.cgi')).length

async function events({ organisationId }: Caller): Promise<string[]> {
  const rows = await bench.database.db
    .selectFrom('audit_event')
    .select('kind')
    .where('organisation_id', '=', organisationId)
    .orderBy('id')
    .execute()
  return rows.map(({ kind }) => kind)
}

describe('a clave that is proved', () => {
  it('lets go what waited for it, and is on record', async () => {
    const user = await connected()
    const before = bench.told.restored.length
    expect((await prove(user)).status).toBe(200)
    const { organisationId } = user
    expect(bench.told.restored.slice(before)).toEqual([
      { organisationId, person: ana.rut, what: 'clave' },
    ])
    expect(await events(user)).toContain('claveProved')
  })

  it('shows a certificate that was uploaded meanwhile', async () => {
    bench.simulator.admin.scenarios.set({ name: 'no-certificate', rut: ana.rut })
    const user = await connected()
    const certificates = () =>
      bench.database.db.selectFrom('facturator').select('certificate_state').execute()
    expect(await certificates()).toEqual([{ certificate_state: 'none' }])
    bench.simulator.admin.scenarios.clear()
    expect((await prove(user)).status).toBe(200)
    expect(await certificates()).toEqual([{ certificate_state: 'centralized' }])
  })

  it.each([
    ['interstitial', 200],
    ['loginRejected', 200],
    ['tooManySessions', 503],
    ['unknownPage', 503],
  ])('is tried during a pause for %s: %i', async (reason, status) => {
    const user = await connected()
    await pausePerson(
      bench.needs,
      { organisationId: 1, person: PERSON },
      bench.clock.now() + SPACING_MS,
      reason,
    )
    expect((await prove(user)).status).toBe(status)
  })
})

describe('a clave that is refused when it is tried', () => {
  const refuse = () => bench.simulator.admin.scenarios.set({ name: 'wrong-clave', rut: ana.rut })

  it('is good no more wherever the same one is kept, and on record', async () => {
    const other = await connected()
    const user = await connected()
    refuse()
    expect((await prove(user)).status).toBe(400)
    expect([await stateOf(user), await stateOf(other)]).toEqual(['rejected', 'rejected'])
    expect(await events(user)).toContain('claveRefused')
    expect(await events(user)).not.toContain('claveProved')
  })

  it('may be corrected at once, without the distance between log-ins', async () => {
    const user = await connected()
    refuse()
    await prove(user)
    bench.simulator.admin.scenarios.clear()
    expect((await user.call('PATCH', pathOf(user), { password: ana.clave })).status).toBe(200)
  })
})

it('a clave that was refused while its trial waited for the session is not tried', async () => {
  const user = await connected()
  const before = logins()
  // Counted before the lease, whose own renewal waits, too.
  const others = bench.clock.waiting
  const asked: ReturnType<typeof prove>[] = []
  await withLease(bench.needs, { person: PERSON, worker: 'worker:1' }, async () => {
    asked.push(passTime(bench.clock, prove(user), others))
    await bench.database.db.updateTable('facturator').set({ clave_state: 'rejected' }).execute()
  })
  const [reply] = await Promise.all(asked)
  expect(reply?.status).toBe(409)
  expect(logins()).toBe(before)
})
