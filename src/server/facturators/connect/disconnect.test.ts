import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rut } from '#domain/rut.ts'
import { ana, rodrigo } from '#simulators/world.ts'
import { startTestBench, type Caller, type TestBench } from '../../test-bench.ts'

let bench: TestBench
beforeEach(async () => {
  bench = await startTestBench()
})
afterEach(() => bench.close())

type Connected = Awaited<ReturnType<TestBench['connected']>>

const AT = '2026-11-10T15:00:00Z'
const remove = (user: Caller, id: number) => user.call('DELETE', `/billing-sii/credentials/${id}/`)

/** Rodrigo too, in the same organisation. */
async function connectRodrigo(user: Connected): Promise<number> {
  const typed = { rut: rodrigo.rut, password: rodrigo.clave }
  await user.call('POST', '/billing-sii/credentials/', typed)
  const { id } = await bench.database.db
    .selectFrom('facturator')
    .select('id')
    .where('person_rut', '=', rodrigo.rut)
    .executeTakeFirstOrThrow()
  return id
}

async function companyOf(facturatorId: number): Promise<number> {
  const { id } = await bench.database.db
    .selectFrom('company')
    .select('id')
    .where('facturator_id', '=', facturatorId)
    .executeTakeFirstOrThrow()
  return id
}

async function insertDocument(
  { organisationId, facturatorId }: Pick<Connected, 'organisationId' | 'facturatorId'>,
  state: 'planned' | 'issuing' | 'uncertain',
  person = ana.rut,
): Promise<void> {
  const isFrozen = state !== 'planned'
  await bench.database.db
    .insertInto('document')
    .values({
      organisation_id: organisationId,
      key: `${person} ${state}`,
      kind: 'factura',
      company_id: await companyOf(facturatorId),
      person_rut: person,
      recipient_rut: '90909090-3',
      recipient_name: 'X',
      emission_day: '2026-11-10',
      service_month: '2026-11',
      state,
      content: isFrozen ? '{}' : null,
      content_digest: isFrozen ? Buffer.alloc(32) : null,
      created_at: AT,
      updated_at: AT,
    })
    .execute()
}

async function insertRule({ organisationId, facturatorId }: Connected): Promise<void> {
  await bench.database.db
    .insertInto('invoice_rule')
    .values({
      organisation_id: organisationId,
      company_id: await companyOf(facturatorId),
      kind: 'factura',
      name: 'Regla',
      business_day_rule: 'LAST_DAY',
      start_day: '2026-11-10',
      created_at: AT,
      updated_at: AT,
    })
    .execute()
}

async function secretsOf({ organisationId }: Caller): Promise<string[]> {
  const rows = await bench.database.db
    .selectFrom('secret')
    .select('kind')
    .where('organisation_id', '=', organisationId)
    .orderBy('kind')
    .execute()
  return rows.map(({ kind }) => kind)
}

const facturators = () =>
  bench.database.db
    .selectFrom('facturator')
    .select(['id', 'clave_state', 'certificate_password_state'])
    .orderBy('id')
    .execute()

describe('erasing a clave while the SII is away', () => {
  const away = () => bench.simulator.admin.scenarios.set({ name: 'maintenance' })

  it.each(['issuing', 'uncertain'] as const)('waits for a document that is %s', async (state) => {
    const user = await bench.connected()
    await insertDocument(user, state)
    away()
    expect((await remove(user, user.facturatorId)).status).toBe(503)
    expect(await secretsOf(user)).toEqual(['clave', 'portalSession'])
  })

  it('waits for no document of another person or organisation', async () => {
    const other = await bench.connected()
    await bench.clock.advance(121_000)
    const user = await bench.connected()
    await insertDocument(other, 'uncertain')
    await insertDocument(user, 'uncertain', rodrigo.rut)
    away()
    expect((await remove(user, user.facturatorId)).status).toBe(204)
    expect(await secretsOf(user)).toEqual([])
  })
})

it('a clave is erased although a document is in doubt, once its session is closed', async () => {
  const user = await bench.connected()
  await insertDocument(user, 'uncertain')
  expect((await remove(user, user.facturatorId)).status).toBe(204)
  expect(await secretsOf(user)).toEqual([])
  expect(bench.simulator.admin.sessions().filter((one) => one.open)).toEqual([])
})

describe('a connection that is erased', () => {
  it('leaves the others of its organisation with their claves and users', async () => {
    const user = await bench.connected()
    const second = await connectRodrigo(user)
    expect((await remove(user, second)).status).toBe(204)
    expect(await facturators()).toMatchObject([{ id: user.facturatorId, clave_state: 'valid' }])
    expect(await secretsOf(user)).toEqual(['clave', 'portalSession'])
    const active = bench.database.db.selectFrom('membership').select('active_facturator_id')
    expect(await active.execute()).toEqual([{ active_facturator_id: user.facturatorId }])
  })

  it('is removed although somebody acts through it, and documents hang on another', async () => {
    const user = await bench.connected()
    const second = await connectRodrigo(user)
    await insertDocument({ ...user, facturatorId: second }, 'planned', rodrigo.rut)
    expect((await remove(user, user.facturatorId)).status).toBe(204)
    expect(await facturators()).toMatchObject([{ id: second }])
  })

  it('stays without its secrets while a rule hangs on it, but for a deleted one', async () => {
    const user = await bench.connected()
    const other = await connectRodrigo(user)
    await insertRule(user)
    expect((await remove(user, user.facturatorId)).status).toBe(204)
    expect(await facturators()).toEqual([
      { id: user.facturatorId, clave_state: 'absent', certificate_password_state: 'absent' },
      expect.objectContaining({ id: other, clave_state: 'valid' }),
    ])
    await bench.database.db.updateTable('invoice_rule').set({ deleted_at: AT }).execute()
    expect((await remove(user, user.facturatorId)).status).toBe(204)
    expect(await facturators()).toMatchObject([{ id: other }])
  })

  it('is on record', async () => {
    const user = await bench.connected()
    await remove(user, user.facturatorId)
    const events = await bench.database.db
      .selectFrom('audit_event')
      .select(['kind', 'subject', 'data'])
      .where('kind', '=', 'credentialsErased')
      .execute()
    const subject = `facturator:${user.facturatorId}`
    expect(events).toEqual([{ kind: 'credentialsErased', subject, data: { kind: 'removed' } }])
  })

  it('keeps all of its secrets when something of it fails', async () => {
    const user = await bench.connected()
    const erase = bench.needs.vault.erase
    bench.needs.vault.erase = async () => {
      throw new Error('The database is gone')
    }
    expect((await remove(user, user.facturatorId)).status).toBe(500)
    bench.needs.vault.erase = erase
    expect(await facturators()).toMatchObject([{ clave_state: 'valid' }])
  })
})

it('the session of another person stays open', async () => {
  const user = await bench.connected()
  const second = await connectRodrigo(user)
  await remove(user, second)
  const open = bench.simulator.admin.sessions().filter((one) => one.open)
  expect(open.map(({ personRut }) => rut(personRut))).toEqual([ana.rut])
})
