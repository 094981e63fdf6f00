import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { readDueRegisters } from '#server/analytics/test-registers.ts'
import { at } from '#server/test-bench.ts'
import { ana } from '#simulators/world.ts'
import { openStreet, type Street } from '../../flows/street.ts'

// A client written years ago from the specification's table of calls (section 7) and its payloads (section 3)
// alone: paths and bodies are typed here by hand, over real HTTP, and nothing is taken from the contract.

let street: Street
let base: string
beforeAll(async () => {
  street = await openStreet('2026-11-10T15:00:00Z')
  base = `${await street.app.server.listen({ port: 0, host: '127.0.0.1' })}/api`
})
afterAll(() => street.close())

interface Reply {
  status: number
  data: unknown
}

let tokens = { access: '', refresh: '' }

/** As the specification's client: the bearer token on all calls but those of signing in. */
async function http(method: string, path: string, body?: unknown, language = 'es'): Promise<Reply> {
  const isAuth =
    /^\/auth\/(users\/(activation|reset_password|reset_password_confirm)?\/?$|jwt\/|forgot)/
  const reply = await fetch(base + path, {
    method,
    headers: {
      Accept: 'application/json, text/plain, */*',
      'Accept-Language': language,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(isAuth.test(path) ? {} : { Authorization: `Bearer ${tokens.access}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  return { status: reply.status, data: text === '' ? null : JSON.parse(text) }
}

async function ok(status: number, method: string, path: string, body?: unknown): Promise<unknown> {
  const reply = await http(method, path, body)
  expect(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.data)}`).toMatch(
    `${method} ${path}: ${status} `,
  )
  return reply.data
}

async function recoveryLink(email: string): Promise<{ uid: string; token: string }> {
  // The street's own reading of the mailbox sends what waits; the newest mail is the recovery.
  await street.activationLink(email).catch(() => undefined)
  const answer = await fetch(`${street.mailboxUrl}/messages.json?to=${encodeURIComponent(email)}`)
  const text = String(at(await answer.json(), 0, 'text'))
  const [, uid = '', token = ''] = /\/reset-password\/([^/\s]+)\/([^/\s]+)/.exec(text) ?? []
  return { uid, token }
}

const email = 'antigua@empresa.example'
const password = 'Cuncuna-43-verde'

async function logIn(secret: string): Promise<void> {
  const data = await ok(200, 'POST', '/auth/jwt/create/', { email, password: secret })
  tokens = { access: String(at(data, 'access')), refresh: String(at(data, 'refresh')) }
}

test('an old client registers, signs in, renews its session and recovers its password', async () => {
  await ok(201, 'POST', '/auth/users/', { email, password, re_password: password })
  await ok(204, 'POST', '/auth/users/resend_activation/', { email })
  await ok(204, 'POST', '/auth/users/activation/', await street.activationLink(email))
  const refused = await http('POST', '/auth/users/', { email, password, re_password: password })
  expect(refused.status).toBe(400)
  expect(at(refused.data, 'email', 0)).toEqual(expect.any(String))
  await logIn(password)

  const claims: unknown = JSON.parse(atob(tokens.access.split('.')[1] ?? ''))
  expect(claims).toMatchObject({ email, user_id: expect.anything(), username: expect.any(String) })
  // The client refreshes five minutes before expiry: a shorter token would refresh for ever.
  expect(Number(at(claims, 'exp')) - Number(at(claims, 'iat'))).toBeGreaterThan(300)
  const renewed = await ok(200, 'POST', '/auth/jwt/refresh/', { refresh: tokens.refresh })
  expect(at(renewed, 'access')).toEqual(expect.any(String))

  const sent = await ok(200, 'POST', '/auth/forgot-password', { email })
  expect(sent).toMatchObject({ success: true, message: expect.any(String) })
  const link = await recoveryLink(email)
  const other = 'Loica-71-parda'
  const mismatch = await http('POST', '/auth/users/reset_password_confirm/', {
    ...link,
    new_password: 'corta',
    re_new_password: 'corta',
  })
  expect(at(mismatch.data, 'new_password', 0)).toEqual(expect.any(String))
  await ok(204, 'POST', '/auth/users/reset_password_confirm/', {
    ...link,
    new_password: other,
    re_new_password: other,
  })
  expect((await http('GET', '/billing-core/facturators/')).status).toBe(401)
  await logIn(other)
})

test('it connects the SII, works with companies, clients and products, and keeps a rule', async () => {
  expect(await ok(200, 'GET', '/billing-core/facturators/')).toEqual({
    facturators: [],
    active: null,
  })
  // Stored without dots and hyphens, upper case.
  const rut = ana.rut.replace('-', '').toUpperCase()
  const credentials = await ok(201, 'POST', '/billing-sii/credentials/', {
    rut,
    password: ana.clave,
  })
  const credentialsId = String(at(credentials, 'id'))
  expect(await ok(200, 'GET', `/billing-sii/credentials/${credentialsId}/`)).toMatchObject({ rut })

  const list = await ok(200, 'GET', '/billing-core/facturators/')
  const facturator = at(list, 'facturators', 0)
  expect(facturator).toMatchObject({
    type: 'sii',
    id: expect.any(Number),
    label: expect.any(String),
  })
  expect(at(list, 'active')).toEqual({ type: 'sii', id: at(facturator, 'id') })
  await ok(200, 'POST', '/billing-core/facturators/active/', {
    type: 'sii',
    id: at(facturator, 'id'),
  })

  const companies = await ok(200, 'GET', '/billing-sii/companies/')
  const company = at(companies, 0)
  expect(company).toMatchObject({
    id: expect.any(Number),
    company_info: {
      id: expect.any(Number),
      identifier: expect.any(String),
      name: expect.any(String),
    },
    addresses: [{ street_and_number: expect.any(String), commune: expect.any(String) }],
    activities: [{ id: expect.any(Number), description: expect.any(String) }],
    issuer_email: expect.any(String),
  })
  const companyId = Number(at(company, 'id'))
  const issuerAddress = Number(at(company, 'addresses', 0, 'id'))
  await ok(200, 'PATCH', `/billing-sii/issuers-addresses/${issuerAddress}/`, { city: 'SANTIAGO' })

  const clients = await ok(200, 'GET', `/billing-sii/companies/${companyId}/clients/`)
  expect(at(clients, 0)).toMatchObject({ id: expect.any(Number), label: expect.any(String) })
  const clientId = Number(at(clients, 0, 'id'))
  const info = await ok(200, 'GET', `/billing-sii/companies/${companyId}/client_info/${clientId}/`)
  expect(info).toMatchObject({
    id: clientId,
    client_info: { identifier: expect.any(String), name: expect.any(String) },
    addresses: [{ id: expect.any(Number), street_and_number: expect.any(String) }],
    activities: [{ id: expect.any(Number), description: expect.any(String) }],
  })
  const clientAddress = Number(at(info, 'addresses', 0, 'id'))
  await ok(200, 'PATCH', `/billing-sii/clients-addresses/${clientAddress}/`, { city: 'SANTIAGO' })

  const contact = {
    first_name: 'Eva',
    last_name: 'Rojas',
    email: 'eva@cliente.example',
    gender: 'F',
    role: 'Pagos',
  }
  const made = await ok(201, 'POST', '/billing-sii/clients-contacts/', {
    client: clientId,
    contact,
  })
  expect(made).toMatchObject({ client: clientId, contact: { ...contact, gender: 'female' } })
  const contacts = await ok(200, 'GET', `/billing-sii/clients-contacts/?client=${clientId}`)
  expect(contacts).toEqual([made])

  const product = await ok(201, 'POST', '/billing-core/products/', {
    party_id: companyId,
    code: 'A1',
    name: 'Asesoría',
    unit_price: 150000,
    currency: 'CLP',
  })
  const products = await ok(200, 'GET', `/billing-core/products/?company=${companyId}`)
  expect(products).toEqual([product])

  const payload = {
    name: 'Factura 11-2026',
    facturator_comp: companyId,
    document_type: '33',
    issuer_address_id: issuerAddress,
    issuer_activity_id: Number(at(company, 'activities', 0, 'id')),
    issuer_email: 'facturas@empresa.example',
    clients: [
      {
        client: clientId,
        client_address_id: clientAddress,
        client_activity_id: Number(at(info, 'activities', 0, 'id')),
        contact_name: '',
        contact_rut: '',
        email_contacts_to: [Number(at(made, 'id'))],
        email_contacts_cc: [],
      },
    ],
    day_of_month: 28,
    business_day_rule: 'EXACT',
    month_offset: 0,
    start_date: '2026-11-10',
    invoice_lines: [
      {
        product_id: Number(at(product, 'id')),
        quantity: 2,
        price: 150000,
        quantity_is_fixed: true,
        price_is_fixed: true,
        order: 1,
      },
    ],
    send_email_automatic: false,
    email_subject_template: 'Factura {{numero_documento}} – {{Mes}}',
    email_body_template: '',
  }
  const rule = await ok(201, 'POST', '/billing-sii/invoice-rules/', payload)
  const ruleId = Number(at(rule, 'id'))
  expect(await ok(200, 'GET', `/billing-sii/invoice-rules/${ruleId}/`)).toMatchObject({
    id: ruleId,
    name: 'Factura 11-2026',
    document_type: 33,
    document_type_name: expect.any(String),
    period: 'MONTHLY',
    day_of_month: 28,
    business_day_rule: 'EXACT',
    month_offset: 0,
    is_paused: false,
    next_emission_date: '2026-11-28',
    facturator_comp_detail: {
      id: companyId,
      company_info: {
        id: expect.any(Number),
        identifier: expect.any(String),
        name: expect.any(String),
      },
    },
    issuer_address_id: issuerAddress,
    issuer_activity_id: payload.issuer_activity_id,
    issuer_email: 'facturas@empresa.example',
    clients_detail: [
      {
        client: {
          id: clientId,
          client_info: { identifier: expect.any(String), name: expect.any(String) },
          addresses: [{ id: clientAddress, commune: expect.any(String), city: 'SANTIAGO' }],
          activities: [{ id: expect.any(Number), description: expect.any(String) }],
        },
        client_address: { id: clientAddress, city: 'SANTIAGO' },
        client_activity: { id: expect.any(Number) },
        contact_name: '',
        contact_rut: '',
        email_contacts_to: [Number(at(made, 'id'))],
        email_contacts_cc: [],
      },
    ],
    invoice_lines_detail: [
      {
        product_id: Number(at(product, 'id')),
        description: 'Asesoría',
        quantity: '2',
        price: '150000',
        quantity_is_fixed: true,
        price_is_fixed: true,
        order: 1,
      },
    ],
    send_email_automatic: false,
    email_account: null,
    email_subject_template: 'Factura {{numero_documento}} – {{Mes}}',
    email_body_template: '',
    uf_rate_type: 'PREV_MONTH_CLOSE',
  })
  expect(await ok(200, 'GET', '/billing-scheduler/rules/active/')).toMatchObject([{ id: ruleId }])
  const changed = {
    ...payload,
    name: 'Factura mensual',
    start_date: '2026-11-11',
  }
  await street.app.clock.advance(24 * 60 * 60_000)
  await logIn('Loica-71-parda')
  expect(await ok(200, 'PATCH', `/billing-sii/invoice-rules/${ruleId}/`, changed)).toMatchObject({
    id: ruleId,
    name: 'Factura mensual',
    clients_detail: [{ client: { id: clientId } }],
    invoice_lines_detail: [{ order: 1 }],
  })
  const paused = { is_paused: true }
  await ok(200, 'PATCH', `/billing-sii/invoice-rules/${ruleId}/`, paused)
  expect(await ok(200, 'GET', '/billing-scheduler/rules/active/')).toEqual([])
  await ok(204, 'DELETE', `/billing-sii/invoice-rules/${ruleId}/`)
  expect((await http('GET', `/billing-sii/invoice-rules/${ruleId}/`)).status).toBe(404)
})

test('a rule with a line in UF, on each business-day rule, says which UF it takes', async () => {
  const company = at(await ok(200, 'GET', '/billing-sii/companies/'), 0)
  const companyId = Number(at(company, 'id'))
  const client = at(await ok(200, 'GET', `/billing-sii/companies/${companyId}/clients/`), 0)
  const product = await ok(201, 'POST', '/billing-core/products/', {
    party_id: companyId,
    code: '',
    name: 'Arriendo',
    unit_price: '12.5',
    currency: 'UF',
  })
  expect(product).toMatchObject({ unit_price: '12.5', currency: 'UF', code: '' })
  for (const businessDayRule of ['FIRST_BUSINESS', 'LAST_DAY', 'LAST_BUSINESS']) {
    const rule = await ok(201, 'POST', '/billing-sii/invoice-rules/', {
      name: `Arriendo ${businessDayRule}`,
      facturator_comp: companyId,
      document_type: '33',
      issuer_address_id: Number(at(company, 'addresses', 0, 'id')),
      issuer_activity_id: Number(at(company, 'activities', 0, 'id')),
      clients: [
        {
          client: Number(at(client, 'id')),
          client_address_id: Number(at(client, 'addresses', 0, 'id')),
          client_activity_id: Number(at(client, 'activities', 0, 'id')),
          contact_name: 'Eva Rojas',
          contact_rut: '96969696-7',
          email_contacts_to: [],
          email_contacts_cc: [],
        },
      ],
      // The wizard's form keeps its day whatever the rule is.
      day_of_month: 10,
      business_day_rule: businessDayRule,
      month_offset: -1,
      start_date: '2026-11-11',
      uf_rate_type: 'DAY_OF',
      invoice_lines: [
        {
          product_id: Number(at(product, 'id')),
          quantity: 1,
          price: '12.5',
          quantity_is_fixed: true,
          price_is_fixed: false,
          order: 1,
        },
      ],
      send_email_automatic: false,
      email_subject_template: '',
      email_body_template: '<p>Hola</p>',
    })
    expect(rule).toMatchObject({
      business_day_rule: businessDayRule,
      month_offset: -1,
      uf_rate_type: 'DAY_OF',
      clients_detail: [{ contact_name: 'Eva Rojas', contact_rut: '96969696-7' }],
      invoice_lines_detail: [{ currency: 'UF', price_is_fixed: false }],
      email_body_template: '<p>Hola</p>',
    })
    await ok(204, 'DELETE', `/billing-sii/invoice-rules/${String(at(rule, 'id'))}/`)
  }
})

test('a rule that is wrong is refused field by field, in the language asked for', async () => {
  const wrong = { name: '', document_type: '34', clients: [], invoice_lines: [] }
  const spanish = await http('POST', '/billing-sii/invoice-rules/', wrong)
  expect(spanish.status).toBe(400)
  expect(spanish.data).toMatchObject({
    name: ['Este campo no puede estar en blanco.'],
    document_type: ['"34" no es una opción válida.'],
    business_day_rule: ['Este campo es requerido.'],
  })
  const english = await http('POST', '/billing-sii/invoice-rules/', wrong, 'en')
  expect(english.data).toMatchObject({
    name: ['This field may not be blank.'],
    document_type: ['"34" is not a valid choice.'],
    business_day_rule: ['This field is required.'],
  })
})

test('it reads, saves unchanged and removes a mailbox, and begins to connect one', async () => {
  expect(await ok(200, 'GET', '/mailer/email-accounts/')).toEqual([])
  const google = await ok(200, 'GET', '/mailer/oauth/google/authorize/')
  expect(String(at(google, 'auth_url'))).toMatch(/^https?:\/\//)
  const microsoft = await fetch(`${base}/mailer/oauth/microsoft/authorize/`, { redirect: 'manual' })
  expect(microsoft.status).toBe(302)
  expect(microsoft.headers.get('location')).toMatch(/\/email-accounts\?connect=microsoft$/)

  await connectMailbox()
  const accounts = await ok(200, 'GET', '/mailer/email-accounts/?ordering=id')
  const id = Number(at(accounts, 0, 'id'))
  const account = {
    id,
    full_name: 'Ana Antigua',
    email_address: 'antigua@gmail.example',
    provider: 'google',
  }
  expect(accounts).toMatchObject([account])
  expect(await ok(200, 'PATCH', `/mailer/email-accounts/${id}/`, {})).toMatchObject(account)
  await ok(204, 'DELETE', `/mailer/email-accounts/${id}/`)
  expect((await http('DELETE', `/mailer/email-accounts/${id}/`)).status).toBe(404)
})

/** As if the provider's pages had been walked. */
async function connectMailbox(): Promise<void> {
  const { database, vault } = street.app
  const { user_id: userId, organisation_id: organisationId } = z
    .object({ user_id: z.coerce.number(), organisation_id: z.coerce.number() })
    .parse(JSON.parse(atob(tokens.access.split('.')[1] ?? '')))
  expect(userId).toBeGreaterThan(0)
  const secret = { organisationId, kind: 'mailToken', plaintext: 'permiso' } as const
  await database.db
    .insertInto('email_account')
    .values({
      organisation_id: organisationId,
      provider: 'google',
      address: 'antigua@gmail.example',
      full_name: 'Ana Antigua',
      token_secret_id: await vault.seal(database.db, secret),
      connected_at: '2026-11-10T15:00:00Z',
      created_at: '2026-11-10T15:00:00Z',
    })
    .execute()
}

test('the boleta variant of a rule sends empty clients and lines and no e-mail', async () => {
  const company = at(await ok(200, 'GET', '/billing-sii/companies/'), 0)
  const rule = await ok(201, 'POST', '/billing-sii/invoice-rules/', {
    name: 'Boleta 11-2026',
    facturator_comp: Number(at(company, 'id')),
    document_type: '39',
    issuer_address_id: Number(at(company, 'addresses', 0, 'id')),
    issuer_activity_id: Number(at(company, 'activities', 0, 'id')),
    clients: [],
    day_of_month: 10,
    business_day_rule: 'EXACT',
    month_offset: 0,
    start_date: '2026-11-10',
    invoice_lines: [],
    send_email_automatic: false,
  })
  expect(rule).toMatchObject({ document_type: 39, clients_detail: [], invoice_lines_detail: [] })
})

test('it changes its credentials, and reads their failure as the screen does', async () => {
  const list = await ok(200, 'GET', '/billing-core/facturators/')
  const path = `/billing-sii/credentials/${String(at(list, 'facturators', 0, 'id'))}/`
  await street.app.clock.advance(121_000)
  const refused = await http('PATCH', path, { password: 'nope1' })
  expect(refused.status).toBe(400)
  expect(at(refused.data, 'detail')).toEqual(expect.any(String))
  await street.app.clock.advance(121_000)
  await ok(200, 'PATCH', path, { password: ana.clave })
})

test('what the specification shows no path for is where it was decided to be', async () => {
  const companies = await ok(200, 'GET', '/billing-sii/companies/')
  const companyId = String(at(companies, 0, 'id'))
  const list = await ok(200, 'GET', '/billing-core/facturators/')
  const facturatorId = String(at(list, 'active', 'id'))
  expect(await ok(200, 'GET', '/billing-sii/invoice-rules/')).toHaveLength(1)
  const certificate = `/billing-sii/facturators/${facturatorId}/certificate/`
  expect(await ok(200, 'GET', certificate)).toMatchObject({
    has_centralized_cert: true,
    has_cert_password: false,
  })
  const failed = await http('PUT', certificate, { certificate_password: '' })
  expect(at(failed.data, 'certificate_password', 0)).toEqual(expect.any(String))
  const body = { certificate_password: ana.certificatePassword }
  expect(await ok(200, 'PUT', certificate, body)).toMatchObject({ has_cert_password: true })
  const lookUp = `/billing-sii/companies/${companyId}/clients/lookup/?rut=96969696-7`
  expect(await ok(200, 'GET', lookUp)).toMatchObject({ rut: '96969696-7' })
})

test('its dashboard draws what the registers of sales and purchases say', async () => {
  const companies = await ok(200, 'GET', '/billing-sii/companies/')
  const path = `/billing-sii/companies/${String(at(companies, 0, 'id'))}/analytics/`
  // The first look finds nothing, and is why the months are read.
  expect(await ok(200, 'GET', path)).toMatchObject({
    general: { summary: { total_months: 0, net_flow: 0 } },
    temporal: [],
  })
  await street.app.clock.advance(121_000)
  await readDueRegisters(street.worker('reader'))
  const analysis = await ok(200, 'GET', `${path}?months_back=6&year=2026&month=1`)
  const { summary } = z
    .object({ general: z.object({ summary: z.record(z.string(), z.number()) }) })
    .parse(analysis).general
  expect(Object.keys(summary).toSorted()).toEqual([
    'avg_monthly_purchases',
    'avg_monthly_sales',
    'net_flow',
    'total_months',
  ])
  // November isn't over: the averages are of the five before it.
  expect(summary).toMatchObject({ total_months: 5 })
  expect(at(analysis, 'temporal')).toHaveLength(6)
  expect(at(analysis, 'temporal', 5)).toEqual({
    month_name: 'noviembre de 2026',
    sales: { amount: expect.any(Number), unique_clients: expect.any(Number) },
    purchases: { amount: expect.any(Number) },
  })
  expect(at(analysis, 'sales', 'top_clients', 0)).toEqual({
    recipient__name: expect.any(String),
    recipient__identifier: expect.stringMatching(/^\d+-[\dK]$/),
    count: expect.any(Number),
    total: expect.any(Number),
  })
  expect(at(analysis, 'purchases', 'top_suppliers', 0)).toEqual({
    issuer__name: expect.any(String),
    issuer__identifier: expect.any(String),
    count: expect.any(Number),
    total: expect.any(Number),
  })
  expect(at(analysis, 'sales', 'documents', 0)).toEqual({
    issue_date: expect.stringMatching(/^2026-/),
    tipo_dte: expect.any(Number),
    total_amount: expect.any(Number),
    folio: expect.any(Number),
    recipient__name: expect.any(String),
    recipient__identifier: expect.any(String),
  })
  expect(at(analysis, 'purchases', 'documents', 0)).toEqual({
    issue_date: expect.stringMatching(/^2026-/),
    tipo_dte: expect.any(Number),
    total_amount: expect.any(Number),
    folio: expect.any(Number),
    issuer__name: expect.any(String),
    issuer__identifier: expect.any(String),
  })
  const one = await ok(200, 'GET', `${path}?year=2026&month=10`)
  expect(at(one, 'general', 'summary', 'total_months')).toBe(1)
  expect((await http('GET', `${path}?year=2026`)).data).toEqual({
    month: ['Este campo es requerido.'],
  })
})
