import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { at, startTestBench, type Caller, type TestBench } from '../test-bench.ts'
import { MOST_PARTS } from './client-parts.ts'

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
const ADDRESSES = '/billing-sii/clients-addresses/'
// Nobody at the SII has this one.
const UNKNOWN = '11.111.111-1'

const clients = () => `/billing-sii/companies/${company}/clients/`
const clientPath = (id: number) => `${clients()}${id}/`

function create(written: string, name = 'Persona Sin Inicio') {
  return user.call('POST', clients(), { rut: written, name })
}

describe('a client of whom the SII knows nothing', () => {
  it('is written by the user, with its address, and is then like any other', async () => {
    const made = await create(UNKNOWN)
    const id = Number(at(made.body, 'id'))
    const client = {
      id,
      label: 'Persona Sin Inicio',
      rut: '11111111-1',
      client_info: { id, identifier: '11111111-1', name: 'Persona Sin Inicio' },
      addresses: [],
      activities: [],
      due_days: null,
    }
    expect(made).toEqual({ status: 201, body: client })
    const address = { street_and_number: 'Los Aromos 12', commune: 'ÑUÑOA' }
    const added = await user.call('POST', ADDRESSES, { client: id, ...address })
    expect(added).toEqual({ status: 201, body: { id: expect.any(Number), ...address, city: '' } })
    const whole = { ...client, addresses: [added.body] }
    expect((await user.call('GET', clients())).body).toContainEqual(whole)
    const info = `/billing-sii/companies/${company}/client_info/${id}/`
    expect(await user.call('GET', info)).toEqual({ status: 200, body: whole })
    const lookUp = `${clients()}lookup/?rut=${UNKNOWN}`
    expect(await user.call('GET', lookUp)).toEqual({ status: 200, body: whole })
  })

  it('is one, however often it is sent', async () => {
    await create('22.222.222-2')
    expect(await create('222222222', 'Otro')).toEqual({
      status: 400,
      body: { rut: ['Ya tienes un cliente con este RUT.'] },
    })
  })

  it.each([
    ['a RUT that is none', { rut: '1-2', name: 'X' }, 'rut'],
    ['no name', { rut: '33.333.333-3', name: ' ' }, 'name'],
    ['a name no document can carry', { rut: '33.333.333-3', name: 'x'.repeat(101) }, 'name'],
  ])('is refused with %s, and not kept', async (_, body, field) => {
    const before = await user.call('GET', clients())
    expect(await user.call('POST', clients(), body)).toMatchObject({
      status: 400,
      body: { [field]: [expect.any(String)] },
    })
    expect(await user.call('GET', clients())).toEqual(before)
  })

  it('is not written into another’s company', async () => {
    expect(await other.call('POST', clients(), { rut: UNKNOWN, name: 'X' })).toEqual(NOT_FOUND)
  })

  it('a client that is renamed keeps its days to pay', async () => {
    const id = Number(at((await create('99.999.999-9')).body, 'id'))
    const days = await user.call('PATCH', clientPath(id), { due_days: 10 })
    expect(days).toMatchObject({ status: 200, body: { due_days: 10 } })
    const renamed = await user.call('PATCH', clientPath(id), { name: 'Otro nombre' })
    expect(renamed).toMatchObject({ body: { label: 'Otro nombre', due_days: 10 } })
    expect(await user.call('GET', clients())).toMatchObject({
      body: expect.arrayContaining([expect.objectContaining({ id, due_days: 10 })]),
    })
    const none = await user.call('PATCH', clientPath(id), { due_days: null })
    expect(none).toMatchObject({ body: { label: 'Otro nombre', due_days: null } })
  })

  it('gets the name the SII knows when it is looked up, and keeps that', async () => {
    const { body } = await create('95.959.595-K', 'Nombre mal escrito')
    const id = Number(at(body, 'id'))
    const corrected = await user.call('PATCH', clientPath(id), { name: 'Nombre bien escrito' })
    expect(corrected).toMatchObject({ status: 200, body: { label: 'Nombre bien escrito' } })
    expect(await other.call('PATCH', clientPath(id), { name: 'X' })).toEqual(NOT_FOUND)
    const found = await user.call('GET', `${clients()}lookup/?rut=95959595-K`)
    const name = String(at(found.body, 'label'))
    expect(found).toMatchObject({ status: 200, body: { id, client_info: { name } } })
    expect(name).not.toBe('Nombre bien escrito')
    expect(await user.call('PATCH', clientPath(id), { name: 'Otro' })).toEqual({
      status: 400,
      body: { name: ['El nombre de este cliente lo da el SII: no se puede cambiar aquí.'] },
    })
  })
})

describe('a new address', () => {
  it('is added once; the same again completes its city and never empties it', async () => {
    const client = Number(at((await create('44.444.444-4')).body, 'id'))
    const written = { client, street_and_number: 'Uno 1', commune: 'TALCA' }
    const made = await user.call('POST', ADDRESSES, written)
    const again = await user.call('POST', ADDRESSES, { ...written, city: 'TALCA' })
    expect(again).toMatchObject({ status: 201, body: { id: at(made.body, 'id'), city: 'TALCA' } })
    expect(await user.call('POST', ADDRESSES, written)).toEqual(again)
  })

  it('is refused without street or commune, and for another’s client as for none', async () => {
    const client = Number(at((await create('55.555.555-5')).body, 'id'))
    expect(await user.call('POST', ADDRESSES, { client, street_and_number: '' })).toEqual({
      status: 400,
      body: {
        street_and_number: ['Este campo no puede estar en blanco.'],
        commune: ['Este campo es requerido.'],
      },
    })
    for (const id of [client, 999_999]) {
      const body = { client: id, street_and_number: 'Uno 1', commune: 'TALCA' }
      expect(await other.call('POST', ADDRESSES, body)).toEqual({
        status: 400,
        body: { client: [`El elemento ${id} no existe.`] },
      })
    }
  })

  it('and a new activity find room for a hundred of each', async () => {
    const client = Number(at((await create('66.666.666-6')).body, 'id'))
    const { db } = bench.database
    const owner = { organisation_id: user.organisationId, client_id: client }
    const numbers = Array.from({ length: MOST_PARTS }, (_, index) => String(index))
    const streets = numbers.map((one) => ({ ...owner, street_and_number: one, commune: 'TALCA' }))
    await db.insertInto('client_address').values(streets).execute()
    const giros = numbers.map((one) => ({ ...owner, description: one }))
    await db.insertInto('client_activity').values(giros).execute()
    const full = {
      status: 400,
      body: { client: ['Un cliente puede tener 100 direcciones y 100 actividades.'] },
    }
    const address = { client, street_and_number: 'Uno 1', commune: 'TALCA' }
    expect(await user.call('POST', ADDRESSES, address)).toEqual(full)
    const activity = { client, description: 'Otra' }
    expect(await user.call('POST', '/billing-sii/clients-activities/', activity)).toEqual(full)
  })
})

it('a boleta rule gets all it needs through the API alone', async () => {
  const rule = await user.call('POST', '/billing-sii/invoice-rules/', {
    name: 'Boleta 11-2026',
    facturator_comp: company,
    document_type: '39',
    clients: [],
    invoice_lines: [],
    business_day_rule: 'LAST_DAY',
    start_date: '2026-12-01',
  })
  expect(at(rule.body, 'readiness')).toContainEqual({ code: 'boletaDataMissing', place: 'boleta' })
  const client = Number(at((await create('77.777.777-7')).body, 'id'))
  const product = await user.call('POST', '/billing-core/products/', {
    party_id: company,
    name: 'Clases',
    unit_price: 100_000,
  })
  const path = `/billing-sii/invoice-rules/${String(at(rule.body, 'id'))}/`
  const line = { product_id: at(product.body, 'id'), quantity: 1, price: 100_000, order: 1 }
  const chosen = (address: unknown) => ({
    clients: [{ client, client_address_id: address, client_activity_id: null }],
    invoice_lines: [line],
  })
  const { body: bare } = await user.call('PATCH', path, chosen(null))
  expect(at(bare, 'readiness')).toContainEqual({
    code: 'recipientAddressMissing',
    client: { id: client, name: 'Persona Sin Inicio' },
    place: 'boleta',
  })
  const written = { client, street_and_number: 'Los Aromos 12', commune: 'Ñuñoa' }
  const address = await user.call('POST', ADDRESSES, written)
  const { body: whole } = await user.call('PATCH', path, chosen(at(address.body, 'id')))
  expect(whole).toMatchObject({ readiness: [], next_emission_date: '2026-12-31' })
})

it('leaves an audit event for every change, with who did it', async () => {
  const { body } = await create('88.888.888-8')
  const client = Number(at(body, 'id'))
  await user.call('PATCH', clientPath(client), { name: 'Otro' })
  await user.call('POST', ADDRESSES, { client, street_and_number: 'Uno 1', commune: 'TALCA' })
  const rows = await bench.database.db
    .selectFrom('audit_event')
    .select(['kind', 'user_id'])
    .where('subject', '=', `client:${client}`)
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { kind: 'clientCreated', user_id: user.userId },
    { kind: 'clientRenamed', user_id: user.userId },
    { kind: 'clientAddressCreated', user_id: user.userId },
  ])
})
