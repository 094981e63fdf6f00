import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { rut } from '#domain/rut.ts'
import { ana } from '#simulators/world.ts'
import { withLease } from '../facturators/lease.ts'
import { at, passTime, startTestBench, type Caller, type TestBench } from '../test-bench.ts'

let bench: TestBench
let user: Caller
let other: Caller
let company: number
beforeAll(async () => {
  bench = await startTestBench()
  user = await bench.connected()
  other = await bench.newUser()
  const { body } = await user.call('GET', '/billing-sii/companies/')
  company = Number(at(body, 0, 'id'))
})
afterEach(() => bench.simulator.admin.scenarios.clear({ name: 'maintenance' }))
afterAll(() => bench.close())

const NOT_FOUND = { status: 404, body: { detail: 'No encontrado.' } }

function lookUp(who: Caller, written: string, of = company) {
  const query = new URLSearchParams({ rut: written })
  return who.call('GET', `/billing-sii/companies/${of}/clients/lookup/?${query}`)
}

async function knownClient(written = '93939393-5'): Promise<number> {
  return Number(at((await lookUp(user, written)).body, 'id'))
}

describe('clients', () => {
  it('of another organisation’s company are not found, like those of no company', async () => {
    for (const id of [company, 999_999]) {
      expect(await other.call('GET', `/billing-sii/companies/${id}/clients/`)).toEqual(NOT_FOUND)
    }
    expect(await user.call('GET', '/billing-sii/companies/abc/clients/')).toEqual(NOT_FOUND)
  })

  it('are looked up at the SII by any way of writing their RUT, and kept', async () => {
    const found = await lookUp(user, '93.939.393-5')
    expect(found).toEqual({
      status: 200,
      body: {
        id: expect.any(Number),
        label: 'CLÍNICA DENTAL SONRISAS LIMITADA',
        rut: '93939393-5',
        client_info: {
          id: at(found.body, 'id'),
          identifier: '93939393-5',
          name: 'CLÍNICA DENTAL SONRISAS LIMITADA',
        },
        addresses: [
          expect.objectContaining({ commune: 'LAS CONDES', city: 'SANTIAGO' }),
          expect.objectContaining({ commune: 'TALCA' }),
          expect.objectContaining({ commune: 'CONCEPCIÓN' }),
        ],
        activities: [
          expect.objectContaining({ description: 'SERVICIOS ODONTOLÓGICOS' }),
          expect.objectContaining({ description: 'VENTA DE ARTÍCULOS DENTALES' }),
        ],
        due_days: null,
      },
    })
    const requests = bench.simulator.admin.requests().length
    expect(await lookUp(user, '939393935')).toEqual(found)
    expect(bench.simulator.admin.requests()).toHaveLength(requests)
    const { body } = await user.call('GET', `/billing-sii/companies/${company}/clients/`)
    expect(body).toContainEqual(found.body)
  })

  it('that nobody knows are not found, and nothing is kept of them', async () => {
    const list = () => user.call('GET', `/billing-sii/companies/${company}/clients/`)
    const before = await list()
    expect(await lookUp(user, '11111111-1')).toEqual(NOT_FOUND)
    expect(await list()).toEqual(before)
  })

  it.each(['1-2', 'hola', ''])('refuses %j as a RUT', async (written) => {
    const reply = await lookUp(user, written)
    expect(reply).toMatchObject({ status: 400, body: { rut: [expect.any(String)] } })
  })

  it('are not looked up for somebody else’s company', async () => {
    expect(await lookUp(other, '93939393-5')).toEqual(NOT_FOUND)
  })

  it('known from the issued list get their addresses when first asked for', async () => {
    const { body } = await user.call('GET', `/billing-sii/companies/${company}/clients/`)
    const clients: unknown[] = Array.isArray(body) ? body : []
    const known = clients.find((one) => at(one, 'rut') === '90909090-3')
    expect(known).toMatchObject({ addresses: [], activities: [] })
    const id = String(at(known, 'id'))
    const path = `/billing-sii/companies/${company}/client_info/${id}/`
    expect(await user.call('GET', path)).toMatchObject({
      status: 200,
      body: { rut: '90909090-3', addresses: [{ commune: 'CHILLÁN', city: 'CHILLÁN' }] },
    })
    bench.simulator.admin.scenarios.set({ name: 'maintenance' })
    expect((await user.call('GET', path)).status).toBe(200)
    expect(await other.call('GET', path)).toEqual(NOT_FOUND)
    const absent = `/billing-sii/companies/${company}/client_info/999999/`
    expect(await user.call('GET', absent)).toEqual(NOT_FOUND)
  })

  it('cannot be looked up while the SII is away, and that is said', async () => {
    bench.simulator.admin.scenarios.set({ name: 'maintenance' })
    expect(await lookUp(user, '95959595-K')).toEqual({
      status: 503,
      body: { detail: 'El SII está en mantención. Vuelve a intentarlo más tarde.' },
    })
  })

  it('wait ten seconds for whoever uses the portal, no longer', async () => {
    const person = rut(ana.rut)
    const reply = await withLease(bench.needs, { person, worker: 'worker:1' }, async () => {
      const before = bench.clock.now()
      const looked = await passTime(bench.clock, lookUp(user, '95959595-K'))
      expect(bench.clock.now() - before).toBe(10_000)
      return looked
    })
    expect(reply?.value).toEqual({
      status: 503,
      body: {
        detail: 'El SII está atendiendo otra operación tuya. Vuelve a intentarlo en unos segundos.',
      },
    })
  })
})

describe('addresses', () => {
  it('of the issuer take a city', async () => {
    const { body } = await user.call('GET', '/billing-sii/companies/')
    const path = `/billing-sii/issuers-addresses/${String(at(body, 0, 'addresses', 0, 'id'))}/`
    expect(await user.call('PATCH', path, { city: ' Santiago ' })).toMatchObject({
      status: 200,
      body: { city: 'Santiago', commune: 'PROVIDENCIA' },
    })
    expect(await user.call('PATCH', path, { city: '' })).toEqual({
      status: 400,
      body: { city: ['Este campo no puede estar en blanco.'] },
    })
    expect((await user.call('PATCH', path, { city: 'x'.repeat(21) })).status).toBe(400)
    expect(await other.call('PATCH', path, { city: 'Talca' })).toEqual(NOT_FOUND)
    const after = await user.call('GET', '/billing-sii/companies/')
    expect(at(after.body, 0, 'addresses', 0, 'city')).toBe('Santiago')
  })

  it('of a client change in what is sent and in nothing else', async () => {
    const { body } = await lookUp(user, '93939393-5')
    const path = (index: number) =>
      `/billing-sii/clients-addresses/${String(at(body, 'addresses', index, 'id'))}/`
    expect(await user.call('PATCH', path(2), { city: 'Concepción' })).toMatchObject({
      status: 200,
      body: { city: 'Concepción', commune: 'CONCEPCIÓN' },
    })
    const taken = { street_and_number: '1 NORTE 1145', commune: 'TALCA' }
    expect(await user.call('PATCH', path(2), taken)).toEqual({
      status: 400,
      body: { street_and_number: ['El cliente ya tiene esa dirección.'] },
    })
    expect(await other.call('PATCH', path(2), { city: 'Talca' })).toEqual(NOT_FOUND)
    const again = await lookUp(user, '93939393-5')
    expect(at(again.body, 'addresses', 2, 'city')).toBe('Concepción')
  })
})

describe('a new activity', () => {
  const path = '/billing-sii/clients-activities/'

  it('is added to a client of whom the SII knows none, once', async () => {
    const id = await knownClient('10101010-4')
    const made = await user.call('POST', path, { client: id, description: 'Asesor' })
    expect(made).toEqual({ status: 201, body: { id: expect.any(Number), description: 'Asesor' } })
    expect(await user.call('POST', path, { client: id, description: 'Asesor' })).toEqual(made)
    const again = await lookUp(user, '10101010-4')
    expect(at(again.body, 'activities')).toEqual([made.body])
  })

  it('is refused without words, and for another’s client as for none', async () => {
    const id = await knownClient()
    expect(await user.call('POST', path, { client: id, description: ' ' })).toEqual({
      status: 400,
      body: { description: ['Este campo no puede estar en blanco.'] },
    })
    for (const client of [id, 999_999]) {
      expect(await other.call('POST', path, { client, description: 'x' })).toEqual({
        status: 400,
        body: { client: [`El elemento ${client} no existe.`] },
      })
    }
  })
})

describe('contacts', () => {
  const path = '/billing-sii/clients-contacts/'
  const contact = {
    first_name: 'Ana',
    last_name: 'Pérez',
    email: 'Ana@X.cl',
    gender: 'F',
    role: '',
  }

  it('are created with either spelling of the gender and listed by client', async () => {
    const client = await knownClient()
    const made = await user.call('POST', path, { client, contact })
    expect(made).toEqual({
      status: 201,
      body: {
        id: expect.any(Number),
        client,
        contact: { ...contact, email: 'ana@x.cl', gender: 'female' },
        rules: [],
      },
    })
    const short = { first_name: 'Luis', email: 'luis@x.cl', gender: 'male' }
    await user.call('POST', path, { client, contact: short })
    const bare = { ...short, last_name: null, role: null }
    expect((await user.call('POST', path, { client: String(client), contact: bare })).status).toBe(
      201,
    )
    const list = await user.call('GET', `${path}?client=${client}`)
    expect(list.body).toMatchObject([
      made.body,
      { contact: { last_name: '', role: '' } },
      { contact: { last_name: '', role: '' } },
    ])
  })

  it('need a first name, an e-mail and a gender', async () => {
    const client = await knownClient()
    const empty = { first_name: '', email: 'no', gender: 'X' }
    expect(await user.call('POST', path, { client, contact: empty })).toMatchObject({
      status: 400,
      body: {
        contact: {
          first_name: ['Este campo no puede estar en blanco.'],
          email: ['Ingresa una dirección de correo electrónico válida.'],
          gender: [expect.stringContaining('"X"')],
        },
      },
    })
  })

  it('of another’s client are neither listed nor created', async () => {
    const client = await knownClient()
    expect(await other.call('GET', `${path}?client=${client}`)).toEqual(NOT_FOUND)
    expect(await other.call('POST', path, { client, contact })).toEqual({
      status: 400,
      body: { client: [`El elemento ${client} no existe.`] },
    })
  })
})

describe('products', () => {
  const path = '/billing-core/products/'
  const product = (changed: object) => ({
    party_id: company,
    name: 'Asesoría',
    unit_price: '1.5',
    currency: 'UF',
    ...changed,
  })

  it('are created for a company and listed', async () => {
    const made = await user.call('POST', path, product({ code: 'A-1' }))
    expect(made).toEqual({
      status: 201,
      body: {
        id: expect.any(Number),
        code: 'A-1',
        name: 'Asesoría',
        unit_price: '1.5',
        currency: 'UF',
      },
    })
    const list = await user.call('GET', `${path}?company=${company}`)
    expect(list.body).toContainEqual(made.body)
  })

  it('are in pesos unless said otherwise', async () => {
    const { body } = await user.call('POST', path, {
      party_id: company,
      code: null,
      name: 'Hora',
      unit_price: 15_000,
    })
    expect(body).toMatchObject({ code: '', unit_price: '15000', currency: 'CLP' })
    const list = await user.call('GET', `${path}?company=${company}`)
    expect(list.body).toContainEqual(body)
  })

  it.each([
    ['pesos with decimals', { currency: 'CLP', unit_price: '1.5' }, 'unit_price'],
    ['zero', { unit_price: '0' }, 'unit_price'],
    ['a negative price', { unit_price: -1 }, 'unit_price'],
    ['too many decimals', { unit_price: 0.1234567 }, 'unit_price'],
    ['a text for a price', { unit_price: 'mil' }, 'unit_price'],
    ['no name', { name: '' }, 'name'],
    ['another currency', { currency: 'USD' }, 'currency'],
  ])('refuses %s', async (_, changed, field) => {
    const reply = await user.call('POST', path, product(changed))
    expect(reply).toMatchObject({ status: 400, body: { [field]: [expect.any(String)] } })
  })

  it('of another’s company are neither listed nor created', async () => {
    expect(await other.call('GET', `${path}?company=${company}`)).toEqual(NOT_FOUND)
    for (const party of [company, 999_999]) {
      expect(await other.call('POST', path, product({ party_id: party }))).toEqual({
        status: 400,
        body: { party_id: [`El elemento ${party} no existe.`] },
      })
    }
  })
})

it('leaves an audit event for every change, with who did it', async () => {
  const client = await knownClient('65656565-9')
  await user.call('POST', '/billing-sii/clients-activities/', { client, description: 'Otra' })
  const subject = `client:${client}`
  const rows = await bench.database.db
    .selectFrom('audit_event')
    .select(['kind', 'user_id'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { kind: 'clientLookedUp', user_id: user.userId },
    { kind: 'clientActivityCreated', user_id: user.userId },
  ])
})
