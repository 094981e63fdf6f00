import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkDigit, rut } from '#domain/rut.ts'
import { ana, antonia, rodrigo, world } from '#simulators/world.ts'
import { at, passTime, startTestBench, type Caller, type TestBench } from '../test-bench.ts'
import { withLease } from './lease.ts'

let bench: TestBench
beforeEach(async () => {
  bench = await startTestBench()
})
afterEach(() => bench.close())

const CREDENTIALS = '/billing-sii/credentials/'

function connect(user: Caller, person: { rut: string; clave: string }) {
  return user.call('POST', CREDENTIALS, { rut: person.rut, password: person.clave })
}

/** How often the SII was asked to let somebody in. */
function knocks(): number {
  return bench.simulator.admin
    .requests()
    .filter(({ path, method }) => method === 'POST' && path.endsWith('CAutInicio.cgi')).length
}

function trouble(key: string) {
  const person = world.people.find((one) => one.key === key)
  if (person === undefined) throw new Error(`Nobody called ${key}`)
  return person
}

describe('connecting a person to the SII', () => {
  it('stores the person, the companies with their data and the clients they bill', async () => {
    const user = await bench.newUser()
    const reply = await connect(user, ana)
    expect(reply).toEqual({
      status: 201,
      body: {
        id: expect.any(Number),
        rut: '151515150',
        label: expect.stringContaining('ANA'),
        clave_state: 'valid',
        refreshed_at: '2026-11-10T15:00:00.000Z',
      },
    })
    const companies = await user.call('GET', '/billing-sii/companies/')
    expect(companies.body).toMatchObject([
      {
        company_info: { identifier: '77070707-2' },
        addresses: [{ street_and_number: 'AV. PROVIDENCIA 1234 OF. 502', commune: 'PROVIDENCIA' }],
        activities: [{ description: expect.stringContaining('CONSULTOR') }],
        issuer_email: 'facturas@penamunoz.example',
      },
    ])
    const company = at(companies.body, 0, 'id')
    const clients = await user.call('GET', `/billing-sii/companies/${String(company)}/clients/`)
    expect(clients.body).toMatchObject([
      { rut: '90909090-3', addresses: [] },
      { rut: '96969696-7' },
      { rut: '92929292-8' },
    ])
  })

  it('makes the first one active and keeps it so when another comes', async () => {
    const user = await bench.newUser()
    await connect(user, ana)
    const first = await user.call('GET', '/billing-core/facturators/')
    await connect(user, rodrigo)
    const second = await user.call('GET', '/billing-core/facturators/')
    expect(at(first.body, 'active', 'id')).toBe(at(first.body, 'facturators', 0, 'id'))
    expect(at(second.body, 'facturators')).toHaveLength(2)
    expect(at(second.body, 'active')).toEqual(at(first.body, 'active'))
  })

  it('makes the only one active although nobody chose it', async () => {
    const user = await bench.connected()
    await bench.database.db
      .updateTable('membership')
      .set({ active_facturator_id: null })
      .where('user_id', '=', user.userId)
      .execute()
    const { body } = await user.call('GET', '/billing-core/facturators/')
    expect(at(body, 'active')).toEqual({ type: 'sii', id: user.facturatorId })
  })

  it('takes somebody without companies, who issues boletas as themselves', async () => {
    const user = await bench.newUser()
    expect((await connect(user, antonia)).status).toBe(201)
    const { body } = await user.call('GET', '/billing-sii/companies/')
    expect(body).toMatchObject([
      { company_info: { identifier: antonia.rut }, addresses: [], issues_facturas: false },
    ])
  })

  it('logs in once and uses that session for what comes next', async () => {
    const user = await bench.connected(rodrigo)
    const companies = await user.call('GET', '/billing-sii/companies/')
    const id = String(at(companies.body, 0, 'id'))
    const path = `/billing-sii/companies/${id}/clients/lookup/?rut=94949494-2`
    expect((await user.call('GET', path)).status).toBe(200)
    expect(knocks()).toBe(1)
  })

  it('updates the same person instead of making another', async () => {
    const user = await bench.connected()
    await bench.clock.advance(121_000)
    const again = await connect(user, ana)
    expect(again).toMatchObject({ status: 201, body: { id: user.facturatorId } })
    expect(bench.told.restored.at(-1)).toMatchObject({ person: ana.rut, what: 'clave' })
    const { body } = await user.call('GET', '/billing-sii/companies/')
    expect(body).toHaveLength(1)
    const open = bench.simulator.admin.sessions().filter((one) => one.open)
    expect(open).toHaveLength(1)
  })

  it('keeps two organisations of the same person apart', async () => {
    const one = await bench.connected()
    await bench.clock.advance(121_000)
    const other = await bench.connected()
    expect(other.facturatorId).not.toBe(one.facturatorId)
    const path = `${CREDENTIALS}${one.facturatorId}/`
    expect((await other.call('GET', path)).status).toBe(404)
    expect((await one.call('GET', path)).status).toBe(200)
  })

  it.each([
    ['digits with the check digit', '151515150', 201],
    ['digits without it', '15151515', 201],
    ['dots and hyphen', '15.151.515-0', 201],
    ['a wrong check digit', '15.151.515-1', 400],
    ['a word', 'ana', 400],
  ])('reads a RUT written as %s', async (_, written, status) => {
    const user = await bench.newUser()
    const reply = await user.call('POST', CREDENTIALS, { rut: written, password: ana.clave })
    expect(reply.status).toBe(status)
    if (status === 400) expect(reply.body).toEqual({ detail: 'RUT inválido' })
  })

  it.each([
    ['77.070.707-2', 'El RUT debe ser de una Persona Natural'],
    [
      `30.000.000-${checkDigit(30_000_000)}`,
      'El RUT debe ser menor a 30.000.000: es el de la persona que entra al SII.',
    ],
  ])('refuses %s without asking the SII', async (written, detail) => {
    const user = await bench.newUser()
    const reply = await user.call('POST', CREDENTIALS, { rut: written, password: 'x' })
    expect(reply).toEqual({ status: 400, body: { detail } })
    expect(knocks()).toBe(0)
  })

  it('says which field is missing', async () => {
    const user = await bench.newUser()
    expect(await user.call('POST', CREDENTIALS, { rut: ana.rut })).toEqual({
      status: 400,
      body: { password: ['Este campo es requerido.'] },
    })
  })

  it.each([
    ['tomas', 400, /bloqueada/],
    ['ursula', 503, /demasiadas sesiones/],
  ])('says what stopped %s and stores nothing', async (key, status, sentence) => {
    const user = await bench.newUser()
    const reply = await connect(user, trouble(key))
    expect(reply.status).toBe(status)
    expect(at(reply.body, 'detail')).toMatch(sentence)
    const { body } = await user.call('GET', '/billing-core/facturators/')
    expect(body).toEqual({ facturators: [], active: null })
    const secrets = await bench.database.db.selectFrom('secret').select('id').execute()
    expect(secrets).toEqual([])
  })

  it('asks the user to answer what the SII asks at its door', async () => {
    bench.simulator.admin.scenarios.set({ name: 'interstitial-change-clave', rut: ana.rut })
    const reply = await connect(await bench.newUser(), ana)
    expect(reply.status).toBe(400)
    expect(at(reply.body, 'detail')).toMatch(/aviso al entrar/)
  })

  it('takes somebody whom the SII asks as whom to come in', async () => {
    expect((await connect(await bench.newUser(), trouble('ignacio'))).status).toBe(201)
  })

  it('says that the SII is being maintained', async () => {
    bench.simulator.admin.scenarios.set({ name: 'maintenance' })
    const reply = await connect(await bench.newUser(), ana)
    expect(reply).toEqual({
      status: 503,
      body: { detail: 'El SII está en mantención. Vuelve a intentarlo más tarde.' },
    })
  })

  it('keeps a company whose data cannot be read today', async () => {
    bench.simulator.admin.scenarios.set({ name: 'company-refused', rut: '77171717-9' })
    const user = await bench.newUser()
    expect((await connect(user, rodrigo)).status).toBe(201)
    const { body } = await user.call('GET', '/billing-sii/companies/')
    expect(body).toMatchObject([
      { company_info: { identifier: '77171717-9' }, addresses: [] },
      { company_info: { identifier: '77272727-5' }, addresses: [{ commune: 'TEMUCO' }] },
    ])
  })
})

/** What decides when the person's own work is due. */
function portalPerson() {
  return bench.database.db
    .selectFrom('portal_person')
    .select(['served_at', 'asked_until'])
    .where('person_rut', '=', ana.rut)
    .execute()
}

describe('a clave that the SII refuses', () => {
  const wrong = (clave: string) => ({ rut: ana.rut, clave })

  it('may be corrected at once', async () => {
    const user = await bench.newUser()
    const refused = await connect(user, wrong('nope1'))
    expect(refused.status).toBe(400)
    expect(at(refused.body, 'detail')).toMatch(/no aceptó ese RUT con esa clave/)
    expect((await connect(user, ana)).status).toBe(201)
  })

  it('is not tried a second time when sent again', async () => {
    const user = await bench.newUser()
    await connect(user, wrong('nope1'))
    const again = await connect(user, wrong('nope1'))
    expect(again.status).toBe(400)
    expect(at(again.body, 'detail')).toMatch(/esa misma clave/)
    expect(bench.simulator.admin.wrongClaves()).toEqual({ [ana.rut]: 1 })
  })

  it('is tried once when a form is sent twice at the same time', async () => {
    const user = await bench.newUser()
    const twice = [connect(user, wrong('nope1')), connect(user, wrong('nope1'))]
    const both = await passTime(bench.clock, Promise.all(twice))
    expect(both.map((reply) => reply.status)).toContain(400)
    expect(bench.simulator.admin.wrongClaves()).toEqual({ [ana.rut]: 1 })
  })

  it('a third refusal bars its organisation for an hour, and each refusal says how many tries remain', async () => {
    const user = await bench.newUser()
    const details: unknown[] = []
    for (const clave of ['nope1', 'nope2', 'nope3']) {
      details.push(at((await connect(user, wrong(clave))).body, 'detail'))
    }
    expect(details).toEqual([
      expect.stringMatching(/antes de esperar una hora: 2\.$/),
      expect.stringMatching(/antes de esperar una hora: 1\.$/),
      expect.stringMatching(/Era el último intento/),
    ])
    const barred = await connect(user, ana)
    expect(barred.status).toBe(503)
    expect(at(barred.body, 'detail')).toMatch(/en 60 min/)
    expect(bench.simulator.admin.wrongClaves()).toEqual({ [ana.rut]: 3 })
    await bench.clock.advance(61 * 60_000)
    expect((await connect(user, ana)).status).toBe(201)
  })

  it('three refusals of strangers leave the first clave of another organisation free', async () => {
    const [stranger, owner] = [await bench.newUser(), await bench.newUser()]
    for (const clave of ['nope1', 'nope2', 'nope3']) await connect(stranger, wrong(clave))
    expect((await connect(owner, ana)).status).toBe(201)
  })

  it('refusals of strangers do not count against the second and third of one never connected', async () => {
    const [stranger, owner] = [await bench.newUser(), await bench.newUser()]
    await connect(stranger, wrong('nope1'))
    await connect(stranger, wrong('nope2'))
    const first = await connect(owner, wrong('nope3'))
    expect(at(first.body, 'detail')).toMatch(/antes de esperar una hora: 2\.$/)
    const second = await connect(owner, wrong('nope4'))
    expect(at(second.body, 'detail')).toMatch(/antes de esperar una hora: 1\.$/)
    expect((await connect(owner, ana)).status).toBe(201)
  })

  it('refusals of strangers neither bar the owner nor reject the stored clave', async () => {
    const owner = await bench.connected()
    const stranger = await bench.newUser()
    for (const clave of ['nope1', ana.clave.toUpperCase(), 'nope3']) {
      await bench.clock.advance(121_000)
      await connect(stranger, wrong(clave))
    }
    expect(
      (await owner.call('GET', `/billing-sii/credentials/${owner.facturatorId}/`)).body,
    ).toMatchObject({
      clave_state: 'valid',
    })
    const again = await connect(owner, ana)
    expect(again.status).toBe(201)
  })

  it('a pause that the SII asks of a stranger keeps nobody else waiting', async () => {
    const owner = await bench.connected()
    const stranger = await bench.newUser()
    await bench.clock.advance(121_000)
    bench.simulator.admin.scenarios.set({ name: 'too-many-sessions', rut: ana.rut })
    expect((await connect(stranger, wrong('nope1'))).status).toBe(503)
    bench.simulator.admin.scenarios.clear()
    expect((await connect(owner, ana)).status).toBe(201)
  })

  it('that will not be tried is refused at once, whoever holds the session', async () => {
    const stranger = await bench.newUser()
    await connect(stranger, wrong('nope1'))
    await withLease(bench.needs, { person: rut(ana.rut), worker: 'worker:1' }, async () => {
      const before = await portalPerson()
      const reply = await connect(stranger, wrong('nope1'))
      expect(at(reply.body, 'detail')).toMatch(/esa misma clave/)
      expect(await portalPerson()).toEqual(before)
    })
  })

  it('of a stranger takes neither a turn of the person nor asks for the next one', async () => {
    await bench.connected()
    const before = await portalPerson()
    await bench.clock.advance(121_000)
    const stranger = await bench.newUser()
    expect((await connect(stranger, wrong('nope1'))).status).toBe(400)
    await withLease(
      bench.needs,
      { person: rut(ana.rut), worker: 'w', isStranger: true },
      async () => {
        const asked = connect(await bench.newUser(), wrong('nope2'))
        expect((await passTime(bench.clock, asked)).status).toBe(503)
      },
    )
    expect(await portalPerson()).toEqual(before)
  })

  it('leaves neither the clave nor a hash of it behind', async () => {
    const user = await bench.newUser()
    await connect(user, wrong('canario9'))
    const { db } = bench.database
    const rows = [
      await db.selectFrom('refused_clave').selectAll().execute(),
      await db.selectFrom('audit_event').selectAll().execute(),
      await db.selectFrom('portal_person').selectAll().execute(),
    ]
    expect(rows[0]).toEqual([
      {
        person_rut: ana.rut,
        id: expect.any(Number),
        organisation_id: user.organisationId,
        at: '2026-11-10T15:00:00.000Z',
      },
    ])
    expect(JSON.stringify(rows)).not.toContain('canario9')
  })

  it('never gets in on a session that is still open', async () => {
    const user = await bench.connected()
    await bench.clock.advance(121_000)
    const path = `${CREDENTIALS}${user.facturatorId}/`
    const reply = await user.call('PATCH', path, { password: 'nope1' })
    expect(reply.status).toBe(400)
    expect((await user.call('GET', path)).body).toMatchObject({ clave_state: 'valid' })
  })
})

describe('changing the clave', () => {
  it('proves the new one and lets go what waited for it', async () => {
    const user = await bench.connected()
    await bench.database.db.updateTable('facturator').set({ clave_state: 'rejected' }).execute()
    await bench.clock.advance(121_000)
    const path = `${CREDENTIALS}${user.facturatorId}/`
    const reply = await user.call('PATCH', path, { password: ana.clave })
    expect(reply).toMatchObject({ status: 200, body: { clave_state: 'valid' } })
    expect(bench.told.restored.at(-1)).toEqual({
      organisationId: user.organisationId,
      person: ana.rut,
      what: 'clave',
    })
  })

  it('may be sent with the RUT of its connection, and with no other', async () => {
    const user = await bench.connected()
    await bench.clock.advance(121_000)
    const path = `${CREDENTIALS}${user.facturatorId}/`
    const before = knocks()
    const other = { rut: '12.121.212-9', password: ana.clave }
    expect(await user.call('PATCH', path, other)).toEqual({
      status: 400,
      body: { rut: ['Esta conexión es de otro RUT: conecta el nuevo aparte.'] },
    })
    const unchanged = await user.call('PATCH', path, { rut: ana.rut })
    expect(unchanged).toEqual(await user.call('GET', path))
    expect(knocks()).toBe(before)
    const same = { rut: ana.rut, password: ana.clave }
    expect(await user.call('PATCH', path, same)).toMatchObject({ status: 200 })
    expect(knocks()).toBe(before + 1)
  })

  it('keeps a good one although nothing else can be read today', async () => {
    const user = await bench.connected()
    await bench.clock.advance(121_000)
    bench.simulator.admin.faults.add({ kind: 'error-before', cgi: 'mipeSelEmpresa.cgi', times: 50 })
    const path = `${CREDENTIALS}${user.facturatorId}/`
    expect((await user.call('PATCH', path, { password: ana.clave })).status).toBe(200)
  })

  it('spaces the log-ins', async () => {
    const user = await bench.connected()
    const path = `${CREDENTIALS}${user.facturatorId}/`
    const reply = await user.call('PATCH', path, { password: ana.clave })
    expect(reply.status).toBe(503)
    expect(at(reply.body, 'detail')).toMatch(/en 2 min/)
    expect(knocks()).toBe(1)
  })

  it('is nobody else’s to do', async () => {
    const user = await bench.connected()
    const other = await bench.newUser()
    const path = `${CREDENTIALS}${user.facturatorId}/`
    for (const reply of [
      await other.call('PATCH', path, { password: 'x' }),
      await other.call('GET', path),
      await other.call('GET', `${CREDENTIALS}999999/`),
    ]) {
      expect(reply).toEqual({ status: 404, body: { detail: 'No encontrado.' } })
    }
  })

  it('waits for whoever uses the session, and says so when that lasts', async () => {
    const user = await bench.connected()
    await bench.clock.advance(121_000)
    const path = `${CREDENTIALS}${user.facturatorId}/`
    await withLease(bench.needs, { person: rut(ana.rut), worker: 'worker:1' }, async () => {
      const asked = user.call('PATCH', path, { password: ana.clave })
      const reply = await passTime(bench.clock, asked)
      expect(reply).toMatchObject({ status: 503 })
      expect(at(reply.body, 'detail')).toMatch(/otra operación tuya/)
    })
  })
})

describe('choosing a facturator', () => {
  it('makes it the active one of that user', async () => {
    const user = await bench.connected()
    const second = await connect(user, rodrigo)
    const chosen = { type: 'sii', id: at(second.body, 'id') }
    const reply = await user.call('POST', '/billing-core/facturators/active/', chosen)
    expect(reply).toEqual({ status: 200, body: { active: chosen } })
    const { body } = await user.call('GET', '/billing-sii/companies/')
    expect(body).toHaveLength(2)
  })

  it('answers 404 for another’s and for none', async () => {
    const user = await bench.connected()
    const other = await bench.newUser()
    const path = '/billing-core/facturators/active/'
    for (const id of [user.facturatorId, 999_999]) {
      expect((await other.call('POST', path, { type: 'sii', id })).status).toBe(404)
    }
    const reply = await other.call('POST', path, { type: 'bank', id: 1 })
    expect(reply).toMatchObject({ status: 400, body: { type: [expect.any(String)] } })
  })
})
