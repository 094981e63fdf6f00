import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at } from '../test-bench.ts'
import { startTestRules, type TestRules } from './test-rules.ts'

let house: TestRules
beforeAll(async () => {
  house = await startTestRules()
})
afterAll(() => house.close())
beforeEach(() => house.forget())

describe('a rule written as the specification shows it', () => {
  it('may bring its numbers as text, as forms do', async () => {
    const { contact, ...known } = house.known
    const reply = await house.create({
      facturator_comp: String(known.company),
      issuer_address_id: String(known.issuerAddress),
      issuer_activity_id: String(known.issuerActivity),
      day_of_month: '20',
      month_offset: '-1',
      clients: [
        {
          client: String(known.client),
          client_address_id: String(known.clientAddress),
          client_activity_id: String(known.clientActivity),
          email_contacts_to: [String(contact)],
        },
      ],
      invoice_lines: [
        { product_id: String(known.pesos), quantity: '2', price: '15000', order: '1' },
      ],
    })
    expect(reply).toMatchObject({
      status: 201,
      body: {
        day_of_month: 20,
        month_offset: -1,
        facturator_comp: known.company,
        clients_detail: [{ client: { id: known.client }, email_contacts_to: [contact] }],
        invoice_lines_detail: [{ product_id: known.pesos, quantity: '2', order: 1 }],
      },
    })
  })

  it.each([
    ['day_of_month', '29'],
    ['day_of_month', '1.5'],
    ['month_offset', '2'],
    ['facturator_comp', 'uno'],
    ['facturator_comp', '-1'],
  ])('refuses %s %j', async (field, value) => {
    const reply = await house.create({ [field]: value })
    expect(reply).toMatchObject({ status: 400, body: { [field]: [expect.any(String)] } })
  })

  it('is kept and read back whole', async () => {
    const reply = await house.create({
      clients: [house.clientOf({ email_contacts_to: [house.known.contact] })],
    })
    expect(reply).toEqual({
      status: 201,
      body: {
        id: expect.any(Number),
        name: 'Factura 11-2026',
        document_type: 33,
        document_type_name: 'Factura electrónica',
        period: 'MONTHLY',
        day_of_month: 20,
        business_day_rule: 'EXACT',
        month_offset: 0,
        start_date: '2026-11-10',
        catch_up: 'notify',
        end_date: null,
        max_emissions: null,
        needs_approval: false,
        due_days: null,
        is_paused: false,
        next_emission_date: '2026-11-20',
        last_emission: null,
        facturator_comp: house.known.company,
        facturator_comp_detail: {
          id: house.known.company,
          company_info: {
            id: house.known.company,
            identifier: '77070707-2',
            name: expect.stringContaining('ASESOR'),
          },
        },
        issuer_address_id: house.known.issuerAddress,
        issuer_activity_id: house.known.issuerActivity,
        issuer_email: 'facturas@penamunoz.example',
        clients_detail: [
          {
            client: {
              id: house.known.client,
              client_info: {
                id: house.known.client,
                identifier: '93939393-5',
                name: 'CLÍNICA DENTAL SONRISAS LIMITADA',
              },
              addresses: expect.any(Array),
              activities: expect.any(Array),
              due_days: null,
            },
            client_address: expect.objectContaining({ id: house.known.clientAddress }),
            client_activity: {
              id: house.known.clientActivity,
              description: 'SERVICIOS ODONTOLÓGICOS',
            },
            contact_name: 'Eva',
            contact_rut: '',
            email_contacts_to: [house.known.contact],
            email_contacts_cc: [],
          },
        ],
        invoice_lines_detail: [
          {
            product_id: house.known.pesos,
            description: 'Hora',
            currency: 'CLP',
            quantity: '2',
            price: '15000',
            quantity_is_fixed: true,
            price_is_fixed: true,
            order: 1,
          },
        ],
        send_email_automatic: false,
        email_account: null,
        email_subject_template: 'Factura {{numero_documento}} – {{Mes}}',
        email_body_template: '<p>Hola</p>',
        uf_rate_type: 'PREV_MONTH_CLOSE',
        withholder: null,
        readiness: [],
      },
    })
    const id = Number(at(reply.body, 'id'))
    expect((await house.read(id)).body).toEqual(reply.body)
  })

  it('of a boleta arrives without clients and lines and waits for them', async () => {
    const reply = await house.create({
      document_type: '39',
      name: 'Boleta 11-2026',
      clients: [],
      invoice_lines: [],
      issuer_address_id: null,
      issuer_activity_id: null,
    })
    expect(reply).toMatchObject({
      status: 201,
      body: {
        document_type: 39,
        document_type_name: 'Boleta de honorarios',
        next_emission_date: null,
        last_emission: null,
        readiness: [{ code: 'boletaDataMissing' }],
      },
    })
  })

  it('takes UF lines with their rate type', async () => {
    const reply = await house.create({
      uf_rate_type: 'DAY_OF',
      invoice_lines: [house.lineOf({ product_id: house.known.uf, price: '1.25', quantity: '0.5' })],
    })
    expect(reply).toMatchObject({
      status: 201,
      body: {
        uf_rate_type: 'DAY_OF',
        invoice_lines_detail: [{ currency: 'UF', price: '1.25', quantity: '0.5' }],
      },
    })
  })

  it('does not keep a value that is filled in each month', async () => {
    const reply = await house.create({
      invoice_lines: [house.lineOf({ quantity_is_fixed: false })],
    })
    expect(at(reply.body, 'invoice_lines_detail', 0)).toMatchObject({
      quantity: null,
      quantity_is_fixed: false,
      price: '15000',
    })
  })
})

describe('the first emission', () => {
  it.each<[string, object, string]>([
    ['today when the day is today', { day_of_month: 10 }, '2026-11-10'],
    ['next month when the day is over', { day_of_month: 9 }, '2026-12-09'],
    ['from its start on', { day_of_month: 9, start_date: '2027-03-10' }, '2027-04-09'],
    [
      'on the last business day',
      { business_day_rule: 'LAST_BUSINESS', day_of_month: null },
      '2026-11-30',
    ],
    ['on the first business day', { business_day_rule: 'FIRST_BUSINESS' }, '2026-12-01'],
    [
      'today when the browser is a day behind',
      { day_of_month: 9, start_date: '2026-11-09' },
      '2026-12-09',
    ],
  ])('comes %s', async (_, changed, day) => {
    expect((await house.create(changed)).body).toMatchObject({ next_emission_date: day })
  })

  it('keeps no day of the month with a rule that has none', async () => {
    const { body } = await house.create({ business_day_rule: 'LAST_DAY', day_of_month: 15 })
    expect(body).toMatchObject({ day_of_month: null, next_emission_date: '2026-11-30' })
  })
})
