import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { instantText } from '../clock.ts'
import { RULES, startTestRules, type TestRules } from './test-rules.ts'

let house: TestRules
beforeAll(async () => {
  house = await startTestRules()
})
afterAll(() => house.close())
beforeEach(() => house.forget())

describe('a rule is refused', () => {
  it.each<[string, object, object]>([
    ['without a name', { name: '' }, { name: ['Este campo no puede estar en blanco.'] }],
    [
      'without a company',
      { facturator_comp: undefined },
      { facturator_comp: ['Este campo es requerido.'] },
    ],
    [
      'with another type',
      { document_type: '61' },
      { document_type: ['"61" no es una opción válida.'] },
    ],
    [
      'on an exact day without the day',
      { day_of_month: null },
      { day_of_month: ['Elige un día del 1 al 28.'] },
    ],
    [
      'on the 29th',
      { day_of_month: 29 },
      { day_of_month: ['Asegúrate de que este valor sea menor o igual a 28.'] },
    ],
    [
      'starting in the past',
      { start_date: '2026-10-31' },
      { start_date: ['La fecha de inicio no puede ser anterior a hoy.'] },
    ],
    ['starting on no day', { start_date: '2026-02-30' }, { start_date: [expect.any(String)] }],
    [
      'starting in the year 2090',
      { start_date: '2090-01-01' },
      { start_date: ['La fecha de inicio no puede estar a más de 5 años.'] },
    ],
    [
      'starting in the year 3000',
      { start_date: '3000-01-01' },
      { start_date: [expect.any(String)] },
    ],
    ['without clients', { clients: [] }, { clients: ['Elige al menos un cliente.'] }],
    ['without lines', { invoice_lines: [] }, { invoice_lines: ['Agrega al menos una línea.'] }],
    ['with a bad e-mail', { issuer_email: 'x' }, { issuer_email: [expect.any(String)] }],
    ['with another month offset', { month_offset: 2 }, { month_offset: [expect.any(String)] }],
    [
      'sending by itself without an account',
      { send_email_automatic: true, clients: [] },
      {
        clients: [expect.any(String)],
        email_account: ['Conecta una cuenta de correo para enviar automáticamente.'],
      },
    ],
  ])('%s', async (_, changed, body) => {
    expect(await house.create(changed)).toEqual({ status: 400, body })
  })

  it('with a UF line and no rate type', async () => {
    const reply = await house.create({
      invoice_lines: [house.lineOf({ product_id: house.known.uf, price: 1 })],
    })
    const body = { uf_rate_type: ['Elige qué valor de la UF se usa.'] }
    expect(reply).toEqual({ status: 400, body })
  })

  it.each<[string, object, object]>([
    [
      'no quantity',
      { quantity: null },
      { quantity: ['Ingresa la cantidad, o márcala como variable.'] },
    ],
    ['a quantity of zero', { quantity: 0 }, { quantity: ['Debe ser mayor que cero.'] }],
    ['no price', { price: null }, { price: ['Ingresa el precio, o márcalo como variable.'] }],
    ['a price of zero', { price: '0' }, { price: ['Debe ser mayor que cero.'] }],
    [
      'pesos with decimals',
      { price: '10.5' },
      { price: ['El precio en pesos no lleva decimales.'] },
    ],
    [
      'seven decimals',
      { quantity: 0.1234567 },
      { quantity: [expect.stringContaining('6 decimales')] },
    ],
    ['the order of another line', { order: 1 }, { order: ['Hay dos líneas con este orden.'] }],
  ])('for a line with %s, the good line marked as good', async (_, changed, problem) => {
    const lines = [house.lineOf({}), house.lineOf({ order: 2, ...changed })]
    const reply = await house.create({ invoice_lines: lines })
    expect(reply).toEqual({ status: 400, body: { invoice_lines: [{}, problem] } })
  })

  it('with eleven lines', async () => {
    const lines = Array.from({ length: 11 }, (_, index) =>
      house.lineOf({ order: Math.min(index + 1, 10) }),
    )
    const reply = await house.create({ invoice_lines: lines })
    expect(reply).toMatchObject({
      status: 400,
      body: { invoice_lines: ['Asegúrate de que no haya más de 10 elementos.'] },
    })
  })

  it('for a client that comes twice or whose contact’s RUT is wrong', async () => {
    const reply = await house.create({
      clients: [house.clientOf({ contact_rut: '1-2' }), house.clientOf({})],
    })
    expect(reply).toEqual({
      status: 400,
      body: {
        clients: [{ contact_rut: ['RUT inválido'] }, { client: ['Este cliente está repetido.'] }],
      },
    })
  })

  it('for parts that belong to another client', async () => {
    const client = house.clientOf({
      client: house.known.otherClient,
      email_contacts_to: [house.known.contact],
    })
    const reply = await house.create({ clients: [client] })
    expect(reply).toEqual({
      status: 400,
      body: {
        clients: [
          {
            client_address_id: [`El elemento ${house.known.clientAddress} no existe.`],
            client_activity_id: [`El elemento ${house.known.clientActivity} no existe.`],
            email_contacts_to: [`El elemento ${house.known.contact} no existe.`],
          },
        ],
      },
    })
  })

  it('with ids of another organisation exactly as with ids of nobody', async () => {
    const body = { facturator_comp: [`El elemento ${house.known.company} no existe.`] }
    expect(await house.other.call('POST', RULES, house.written())).toEqual({ status: 400, body })
    const nobody = await house.create({ facturator_comp: 999_999 })
    expect(nobody).toEqual({
      status: 400,
      body: { facturator_comp: ['El elemento 999999 no existe.'] },
    })
    const ids = { issuer_address_id: 999_999, issuer_activity_id: 999_998 }
    const strange = await house.create({
      ...ids,
      invoice_lines: [house.lineOf({ product_id: 999_997 })],
    })
    expect(strange).toEqual({
      status: 400,
      body: {
        issuer_address_id: ['El elemento 999999 no existe.'],
        issuer_activity_id: ['El elemento 999998 no existe.'],
        invoice_lines: [{ product_id: ['El elemento 999997 no existe.'] }],
      },
    })
  })

  it('sending by itself with a client nobody of whom gets the mail', async () => {
    const account = await mailbox()
    house.bench.told.emailAccounts.push(account)
    const automatic = { send_email_automatic: true, email_account: account }
    const toEva = house.clientOf({ email_contacts_to: [house.known.contact] })
    const toNobody = house.bareClient()
    expect(await house.create({ ...automatic, clients: [toEva, toNobody] })).toEqual({
      status: 400,
      body: {
        clients: [
          {},
          {
            email_contacts_to: ['Elige al menos un destinatario para el envío automático.'],
          },
        ],
      },
    })
    const good = await house.create({ ...automatic, clients: [toEva] })
    expect(good).toMatchObject({ status: 201, body: { email_account: account } })
  })

  it('with a mail account that is not the organisation’s', async () => {
    const reply = await house.create({ email_account: 7 })
    expect(reply).toEqual({ status: 400, body: { email_account: ['El elemento 7 no existe.'] } })
  })

  it('whole: nothing of it is stored', async () => {
    await house.create({ invoice_lines: [house.lineOf({ price: '0' })] })
    const rows = await house.bench.database.db.selectFrom('invoice_rule').select('id').execute()
    expect(rows).toEqual([])
  })
})

/** One of Ana's, as if she had connected it. */
async function mailbox(): Promise<number> {
  const { needs, clock } = house.bench
  const { organisationId } = house.user
  const token_secret_id = await needs.vault.seal(needs.db, {
    organisationId,
    kind: 'mailToken',
    plaintext: 'un-token',
  })
  const at = instantText(clock.now())
  const { id } = await needs.db
    .insertInto('email_account')
    .values({
      organisation_id: organisationId,
      provider: 'google',
      address: 'ana@empresa.example',
      token_secret_id,
      connected_at: at,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
