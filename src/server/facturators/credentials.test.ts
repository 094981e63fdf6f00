import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LEGAL_VERSION } from '#domain/legal.ts'
import { rut } from '#domain/rut.ts'
import { ana } from '#simulators/world.ts'
import { at, passTime, startTestBench, type Caller, type TestBench } from '../test-bench.ts'
import { withLease } from './lease.ts'

let bench: TestBench
beforeEach(async () => {
  bench = await startTestBench()
})
afterEach(() => bench.close())

type Connected = Caller & { facturatorId: number }

const pathOf = ({ facturatorId }: Connected) => `/billing-sii/credentials/${facturatorId}/`
const tryOut = (user: Connected) => user.call('POST', `${pathOf(user)}test/`)
const remove = (user: Connected) => user.call('DELETE', pathOf(user))

async function secretsOf({ organisationId }: Caller): Promise<string[]> {
  const rows = await bench.database.db
    .selectFrom('secret')
    .select('kind')
    .where('organisation_id', '=', organisationId)
    .orderBy('kind')
    .execute()
  return rows.map(({ kind }) => kind)
}

function knocks(): number {
  return bench.simulator.admin
    .requests()
    .filter(({ path, method }) => method === 'POST' && path.endsWith('CAutInicio.cgi')).length
}

async function savePassword(user: Connected): Promise<void> {
  const path = `/billing-sii/facturators/${user.facturatorId}/certificate/`
  const reply = await user.call('PUT', path, { certificate_password: ana.certificatePassword })
  expect(reply.status).toBe(200)
}

/** What was accepted of the mandate, in its order. */
async function mandates({ organisationId, facturatorId }: Connected): Promise<unknown[]> {
  const rows = await bench.database.db
    .selectFrom('audit_event')
    .select('data')
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', 'mandateAccepted')
    .where('subject', '=', `facturator:${facturatorId}`)
    .orderBy('id')
    .execute()
  return rows.map(({ data }) => data)
}

/** A document of the user's first company, in that state; the rest of it matters to nobody here. */
async function insertDocument(user: Connected, state: 'planned' | 'uncertain'): Promise<void> {
  const { db } = bench.database
  const company = await db
    .selectFrom('company')
    .select('id')
    .where('organisation_id', '=', user.organisationId)
    .executeTakeFirstOrThrow()
  const at = '2026-11-10T15:00:00Z'
  await db
    .insertInto('document')
    .values({
      organisation_id: user.organisationId,
      key: 'rule:1:2026-11:client:1',
      kind: 'factura',
      company_id: company.id,
      person_rut: ana.rut,
      recipient_rut: '90909090-3',
      recipient_name: 'X',
      emission_day: '2026-11-10',
      service_month: '2026-11',
      state,
      content: state === 'planned' ? null : '{}',
      content_digest: state === 'planned' ? null : Buffer.alloc(32),
      created_at: at,
      updated_at: at,
    })
    .execute()
}

describe('trying the stored clave', () => {
  it('logs in once, and the user can read that it was used and why', async () => {
    const user = await bench.connected()
    await bench.clock.advance(121_000)
    expect(await tryOut(user)).toMatchObject({ status: 200, body: { clave_state: 'valid' } })
    expect(knocks()).toBe(2)
    const { body } = await user.call('GET', '/audit-events/?about=secrets')
    expect(at(body, 'events')).toMatchObject([
      {
        kind: 'secretOpened',
        text: 'Usamos tu clave del SII porque pediste probarla.',
        person: expect.stringContaining('ANA'),
        user: null,
      },
    ])
    expect(bench.simulator.admin.sessions().filter((one) => one.open)).toHaveLength(1)
  })

  it('stops everything of the person once the SII refuses it, and never tries it again', async () => {
    const user = await bench.connected()
    await bench.clock.advance(121_000)
    bench.simulator.admin.scenarios.set({ name: 'wrong-clave', rut: ana.rut })
    expect((await tryOut(user)).status).toBe(400)
    expect((await user.call('GET', pathOf(user))).body).toMatchObject({ clave_state: 'rejected' })
    await bench.clock.advance(121_000)
    expect(await tryOut(user)).toMatchObject({ status: 409 })
    expect(knocks()).toBe(2)
  })

  it('keeps the distance between log-ins', async () => {
    const user = await bench.connected()
    expect((await tryOut(user)).status).toBe(503)
    expect(knocks()).toBe(1)
  })

  it('gives way to whoever uses the session', async () => {
    const user = await bench.connected()
    await withLease(bench.needs, { person: rut(ana.rut), worker: 'worker:1' }, async () => {
      expect(await passTime(bench.clock, tryOut(user))).toMatchObject({ status: 503 })
    })
    expect(knocks()).toBe(1)
  })
})

describe('erasing the credentials', () => {
  it('erases every secret, closes the session at the SII and removes what nothing hangs on', async () => {
    const user = await bench.connected()
    await savePassword(user)
    expect(await secretsOf(user)).toEqual(['certificatePassword', 'clave', 'portalSession'])
    expect(await remove(user)).toEqual({ status: 204, body: null })
    expect(await secretsOf(user)).toEqual([])
    expect(bench.simulator.admin.sessions().filter((one) => one.open)).toEqual([])
    expect((await user.call('GET', '/billing-core/facturators/')).body).toEqual({
      facturators: [],
      active: null,
    })
    expect((await remove(user)).status).toBe(404)
  })

  it('keeps the facturator while a document hangs on it, and the same RUT takes it up again', async () => {
    const user = await bench.connected()
    await savePassword(user)
    await insertDocument(user, 'planned')
    expect((await remove(user)).status).toBe(204)
    expect(await secretsOf(user)).toEqual([])
    expect((await user.call('GET', pathOf(user))).body).toMatchObject({ clave_state: 'absent' })
    const certificate = await user.call(
      'GET',
      `/billing-sii/facturators/${user.facturatorId}/certificate/`,
    )
    expect(certificate.body).toMatchObject({ has_cert_password: false, password_state: 'absent' })
    expect(await tryOut(user)).toEqual({
      status: 409,
      body: { detail: 'No hay una clave del SII guardada. Guárdala en Conexiones para continuar.' },
    })
    await bench.clock.advance(121_000)
    const body = { rut: ana.rut, password: ana.clave }
    const again = await user.call('POST', '/billing-sii/credentials/', body)
    expect(again).toMatchObject({ body: { id: user.facturatorId, clave_state: 'valid' } })
    // The mandate that was revoked with the clave was given anew.
    expect(await mandates(user)).toEqual([{ version: LEGAL_VERSION }, { version: LEGAL_VERSION }])
  })

  it('puts the mandate on record once for as long as it lasts, and anew when its text changed', async () => {
    const user = await bench.connected()
    const connectAgain = async () => {
      await bench.clock.advance(121_000)
      const body = { rut: ana.rut, password: ana.clave }
      expect((await user.call('POST', '/billing-sii/credentials/', body)).status).toBe(201)
    }
    await connectAgain()
    expect(await mandates(user)).toEqual([{ version: LEGAL_VERSION }])
    const data = JSON.stringify({ version: LEGAL_VERSION - 1 })
    const { db } = bench.database
    await db
      .updateTable('audit_event')
      .set({ data })
      .where('kind', '=', 'mandateAccepted')
      .execute()
    await connectAgain()
    expect(await mandates(user)).toEqual([
      { version: LEGAL_VERSION - 1 },
      { version: LEGAL_VERSION },
    ])
  })

  it('erases although the SII is away, unless the end of an attempt is still unknown', async () => {
    const user = await bench.connected()
    await insertDocument(user, 'uncertain')
    bench.simulator.admin.scenarios.set({ name: 'maintenance' })
    expect((await remove(user)).status).toBe(503)
    expect(await secretsOf(user)).toEqual(['clave', 'portalSession'])
    await bench.database.db.deleteFrom('document').execute()
    expect((await remove(user)).status).toBe(204)
    expect(await secretsOf(user)).toEqual([])
  })

  it("leaves another organisation's secrets and session of the same person alone", async () => {
    const other = await bench.connected()
    await bench.clock.advance(121_000)
    const user = await bench.connected()
    await bench.clock.advance(121_000)
    expect((await tryOut(other)).status).toBe(200)
    expect((await remove(user)).status).toBe(204)
    expect(await secretsOf(user)).toEqual([])
    expect(await secretsOf(other)).toEqual(['clave', 'portalSession'])
    expect(bench.simulator.admin.sessions().filter((one) => one.open)).toHaveLength(1)
  })

  it("is nobody else's to do", async () => {
    const user = await bench.connected()
    const stranger = { ...(await bench.newUser()), facturatorId: user.facturatorId }
    for (const reply of [await remove(stranger), await tryOut(stranger)]) {
      expect(reply).toEqual({ status: 404, body: { detail: 'No encontrado.' } })
    }
    expect(await secretsOf(user)).toEqual(['clave', 'portalSession'])
  })
})

describe('the record of what was done', () => {
  it('names who did it, newest first, a page at a time, without any secret', async () => {
    const user = await bench.connected()
    await savePassword(user)
    await insertDocument(user, 'planned')
    await remove(user)
    const first = await user.call('GET', '/audit-events/?limit=2')
    const next = Number(at(first.body, 'next'))
    expect(at(first.body, 'events')).toMatchObject([
      {
        kind: 'credentialsErased',
        text: 'Se borraron la clave del SII y la clave del certificado.',
        subject: `facturator:${user.facturatorId}`,
        user: { id: user.userId, email: expect.stringContaining('@') },
      },
      { kind: 'secretOpened', text: expect.stringContaining('sesión abierta'), user: null },
    ])
    const second = await user.call('GET', `/audit-events/?before=${next}`)
    expect(at(second.body, 'next')).toBeNull()
    expect(at(second.body, 'events', 0, 'kind')).toBe('certificatePasswordSaved')
    expect(JSON.stringify(second.body)).toContain(
      `Se aceptó el mandato para actuar en el SII, versión ${LEGAL_VERSION}.`,
    )
    for (const { body } of [first, second]) {
      expect(JSON.stringify(body)).not.toContain(ana.clave)
      expect(JSON.stringify(body)).not.toContain(ana.certificatePassword)
    }
  })

  it("shows nothing of another organisation's", async () => {
    await bench.connected()
    const other = await bench.newUser()
    expect((await other.call('GET', '/audit-events/')).body).toEqual({ events: [], next: null })
  })
})
