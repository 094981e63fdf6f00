import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rut } from '#domain/rut.ts'
import { ana, world } from '#simulators/world.ts'
import { markCertificatePassword } from './password.ts'
import { startTestBench, type TestBench } from '../../test-bench.ts'

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
      tries_left: null,
    })
    const saved = await user.call('PUT', path(user.facturatorId), {
      certificate_password: 'demo-cert-1',
    })
    expect(saved).toEqual({
      status: 200,
      body: {
        has_centralized_cert: true,
        has_cert_password: true,
        password_state: 'unverified',
        tries_left: null,
      },
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

  describe('after refusals', () => {
    type User = Awaited<ReturnType<TestBench['connected']>>

    /** The SII's word on the password that is stored. */
    async function judge(user: User, state: 'verified' | 'rejected') {
      const { organisation_id: organisationId, certificate_secret_id: secretId } =
        await bench.database.db
          .selectFrom('facturator')
          .select(['organisation_id', 'certificate_secret_id'])
          .where('id', '=', user.facturatorId)
          .executeTakeFirstOrThrow()
      const at = { organisationId, facturatorId: user.facturatorId, person: rut(ana.rut) }
      const needs = { db: bench.database.db, clock: bench.clock }
      return markCertificatePassword(needs, at, { secretId }, state)
    }
    const save = (user: User) =>
      user.call('PUT', path(user.facturatorId), { certificate_password: 'another' })
    const left = async (user: User) => (await user.call('GET', path(user.facturatorId))).body

    async function refused(times: number): Promise<User> {
      const user = await bench.connected()
      for (let time = 0; time < times; time += 1) {
        expect((await save(user)).status).toBe(200)
        await judge(user, 'rejected')
      }
      return user
    }

    it.each([
      [1, 2],
      [2, 1],
      [3, 0],
    ])('says after %i of them that %i attempts remain', async (times, expected) => {
      const user = await refused(times)
      expect(await left(user)).toMatchObject({ password_state: 'rejected', tries_left: expected })
    })

    it('a fourth password waits until an hour after the third refusal', async () => {
      const user = await refused(3)
      await bench.clock.advance(59 * 60_000)
      expect(await save(user)).toMatchObject({
        status: 400,
        body: { certificate_password: [expect.stringMatching(/ 1 min/)] },
      })
      expect(bench.told.restored.length).toBe(4)
      await bench.clock.advance(60_000)
      expect(await left(user)).toMatchObject({ tries_left: null })
      expect((await save(user)).status).toBe(200)
      await judge(user, 'rejected')
      expect(await left(user)).toMatchObject({ tries_left: 2 })
    })

    it('a password that signed gives all attempts back', async () => {
      const user = await refused(2)
      await save(user)
      expect(await left(user)).toMatchObject({ tries_left: 1 })
      await judge(user, 'verified')
      expect(await left(user)).toMatchObject({ password_state: 'verified', tries_left: null })
      await save(user)
      await judge(user, 'rejected')
      expect(await left(user)).toMatchObject({ tries_left: 2 })
    })

    it('a refusal of a password that was replaced meanwhile is not counted', async () => {
      const user = await refused(1)
      await save(user)
      const needs = { db: bench.database.db, clock: bench.clock }
      const { organisationId } = bench.told.restored.at(-1) ?? { organisationId: 0 }
      const at = { organisationId, facturatorId: user.facturatorId, person: rut(ana.rut) }
      expect(await markCertificatePassword(needs, at, { secretId: 1 }, 'rejected')).toBe(false)
      expect(await left(user)).toMatchObject({ tries_left: 2 })
    })
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
