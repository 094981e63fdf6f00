import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ana, world } from '#simulators/world.ts'
import { startTestBench, type TestBench } from '../test-bench.ts'

let bench: TestBench
beforeEach(async () => {
  bench = await startTestBench()
})
afterEach(() => bench.close())

describe('the certificate', () => {
  const path = (id: number) => `/billing-sii/facturators/${id}/certificate/`

  it('is there with Ana, and its password can be kept, unproved', async () => {
    const user = await bench.connected()
    const before = await user.call('GET', path(user.facturatorId))
    expect(before.body).toEqual({
      has_centralized_cert: true,
      has_cert_password: false,
      password_state: 'absent',
    })
    const saved = await user.call('PUT', path(user.facturatorId), {
      certificate_password: 'demo-cert-1',
    })
    expect(saved).toEqual({
      status: 200,
      body: { has_centralized_cert: true, has_cert_password: true, password_state: 'unverified' },
    })
    expect(bench.told.restored.at(-1)).toMatchObject({ what: 'certificatePassword' })
  })

  it('must be typed again once the SII rejected it', async () => {
    const user = await bench.connected()
    await user.call('PUT', path(user.facturatorId), { certificate_password: 'old' })
    await bench.database.db
      .updateTable('facturator')
      .set({ certificate_password_state: 'rejected' })
      .execute()
    const rejected = await user.call('GET', path(user.facturatorId))
    expect(rejected.body).toMatchObject({ has_cert_password: false, password_state: 'rejected' })
    await user.call('PUT', path(user.facturatorId), { certificate_password: 'new' })
    const { db } = bench.database
    const secrets = await db.selectFrom('secret').select('kind').execute()
    expect(secrets.filter(({ kind }) => kind === 'certificatePassword')).toHaveLength(1)
  })

  it('refuses a password where the SII keeps no certificate', async () => {
    const camila = world.people.find(({ key }) => key === 'camila')
    const user = await bench.connected(camila)
    expect(camila?.certificatePassword).toBeNull()
    const reply = await user.call('PUT', path(user.facturatorId), { certificate_password: 'x' })
    expect(reply).toMatchObject({
      status: 400,
      body: { certificate_password: [expect.stringMatching(/certificado digital/)] },
    })
  })

  it('is seen when it was uploaded meanwhile, asking at most once a minute', async () => {
    bench.simulator.admin.scenarios.set({ name: 'no-certificate', rut: ana.rut })
    const user = await bench.connected()
    const asked = () =>
      bench.simulator.admin.requests().filter((one) => /certif|cert/i.test(one.path)).length
    expect((await user.call('GET', path(user.facturatorId))).body).toMatchObject({
      has_centralized_cert: false,
    })
    bench.simulator.admin.scenarios.clear({ name: 'no-certificate' })
    const before = asked()
    await user.call('GET', path(user.facturatorId))
    expect(asked()).toBe(before)
    await bench.clock.advance(61_000)
    expect((await user.call('GET', path(user.facturatorId))).body).toMatchObject({
      has_centralized_cert: true,
    })
  })

  it('answers 404 to anybody else', async () => {
    const user = await bench.connected()
    const other = await bench.newUser()
    for (const id of [user.facturatorId, 999_999]) {
      expect((await other.call('GET', path(id))).status).toBe(404)
      const body = { certificate_password: 'x' }
      expect((await other.call('PUT', path(id), body)).status).toBe(404)
    }
  })
})
