import { dayInChile } from '#domain/day.ts'
import { at, BENCH_START, startTestBench, type Caller, type TestBench } from '../test-bench.ts'

export const RULES = '/billing-sii/invoice-rules/'
export const NOT_FOUND = { status: 404, body: { detail: 'No encontrado.' } }

/** Rules of Ana's company, written as the specification shows them; and somebody else who has none. */
export interface TestRules {
  bench: TestBench
  user: Caller
  other: Caller
  known: Known
  today(): string
  written(changed?: object): object
  clientOf(changed: object): object
  /** A client without anything chosen. */
  bareClient(): object
  lineOf(changed: object): object
  create(changed?: object): Promise<Reply>
  /** The id of one that must be right. */
  created(changed?: object): Promise<number>
  change(id: number, body: object): Promise<Reply>
  read(id: number): Promise<Reply>
  /** As if the pipeline had planned that month. */
  plan(id: number, period: string): Promise<void>
  /** No rules, good credentials, and nothing told yet. */
  forget(): Promise<void>
  close(): Promise<void>
}

type Reply = Awaited<ReturnType<Caller['call']>>

/** What Ana has: her company's ids, a client with a contact, and a product of each currency. */
export interface Known {
  company: number
  issuerAddress: number
  issuerActivity: number
  client: number
  clientAddress: number
  clientActivity: number
  contact: number
  otherClient: number
  pesos: number
  uf: number
}

export async function startTestRules(): Promise<TestRules> {
  const bench = await startTestBench()
  const user = await bench.connected()
  const other = await bench.newUser()
  const known = await furnish(user)
  const today = () => dayInChile(bench.clock.now())
  const payload = payloadOf(known, today)
  const create = (changed: object = {}) => user.call('POST', RULES, payload.written(changed))
  return {
    bench,
    user,
    other,
    known,
    today,
    ...payload,
    create,
    async created(changed) {
      const reply = await create(changed)
      if (reply.status !== 201) throw new Error(JSON.stringify(reply))
      return Number(at(reply.body, 'id'))
    },
    change: (id, body) => user.call('PATCH', `${RULES}${id}/`, body),
    read: (id) => user.call('GET', `${RULES}${id}/`),
    plan: (id, period) => insertOccurrence(bench, { ...user, ruleId: id, period }),
    forget: () => forget(bench),
    close: () => bench.close(),
  }
}

/** As section 3 of the specification shows it, key by key. */
function payloadOf(known: Known, today: () => string) {
  const clientOf = (changed: object) => ({
    client: known.client,
    client_address_id: known.clientAddress,
    client_activity_id: known.clientActivity,
    contact_name: 'Eva',
    contact_rut: '',
    email_contacts_to: [],
    email_contacts_cc: [],
    ...changed,
  })
  const lineOf = (changed: object) => ({
    product_id: known.pesos,
    quantity: 2,
    price: 15_000,
    quantity_is_fixed: true,
    price_is_fixed: true,
    order: 1,
    ...changed,
  })
  const written = (changed: object = {}) => ({
    name: 'Factura 11-2026',
    facturator_comp: known.company,
    document_type: '33',
    issuer_address_id: known.issuerAddress,
    issuer_activity_id: known.issuerActivity,
    issuer_email: 'facturas@penamunoz.example',
    clients: [clientOf({})],
    day_of_month: 20,
    business_day_rule: 'EXACT',
    month_offset: 0,
    start_date: today(),
    invoice_lines: [lineOf({})],
    send_email_automatic: false,
    email_subject_template: 'Factura {{numero_documento}} – {{Mes}}',
    email_body_template: '<p>Hola</p>',
    ...changed,
  })
  const bareClient = () => ({
    client: known.otherClient,
    client_address_id: null,
    client_activity_id: null,
  })
  return { clientOf, lineOf, written, bareClient }
}

async function insertOccurrence(
  { database }: TestBench,
  made: { organisationId: number; ruleId: number; period: string },
): Promise<void> {
  await database.db
    .insertInto('occurrence')
    .values({
      organisation_id: made.organisationId,
      rule_id: made.ruleId,
      period: made.period,
      emission_day: `${made.period}-10`,
      service_month: made.period,
      created_at: BENCH_START,
    })
    .execute()
}

async function forget({ database: { db }, told }: TestBench): Promise<void> {
  for (const table of [
    'monthly_value',
    'occurrence',
    'rule_line',
    'rule_client',
    'invoice_rule',
  ] as const) {
    await db.deleteFrom(table).execute()
  }
  await db
    .updateTable('facturator')
    .set({
      clave_state: 'valid',
      certificate_state: 'centralized',
      certificate_password_state: 'unverified',
    })
    .execute()
  told.stopped.length = 0
  told.applied.length = 0
  told.filledIn.length = 0
  told.emailAccounts.length = 0
}

async function furnish(owner: Caller): Promise<Known> {
  const companies = await owner.call('GET', '/billing-sii/companies/')
  const company = Number(at(companies.body, 0, 'id'))
  const issuerAddress = Number(at(companies.body, 0, 'addresses', 0, 'id'))
  await owner.call('PATCH', `/billing-sii/issuers-addresses/${issuerAddress}/`, {
    city: 'Santiago',
  })
  const lookUp = (rut: string) =>
    owner.call('GET', `/billing-sii/companies/${company}/clients/lookup/?rut=${rut}`)
  const client = (await lookUp('93939393-5')).body
  const contact = await owner.call('POST', '/billing-sii/clients-contacts/', {
    client: at(client, 'id'),
    contact: { first_name: 'Eva', last_name: '', email: 'eva@x.cl', gender: 'F', role: '' },
  })
  const product = async (name: string, unit_price: string, currency: string) => {
    const body = { party_id: company, name, unit_price, currency, code: '' }
    return Number(at((await owner.call('POST', '/billing-core/products/', body)).body, 'id'))
  }
  return {
    company,
    issuerAddress,
    issuerActivity: Number(at(companies.body, 0, 'activities', 0, 'id')),
    client: Number(at(client, 'id')),
    clientAddress: Number(at(client, 'addresses', 0, 'id')),
    clientActivity: Number(at(client, 'activities', 0, 'id')),
    contact: Number(at(contact.body, 'id')),
    otherClient: Number(at((await lookUp('94949494-2')).body, 'id')),
    pesos: await product('Hora', '15000', 'CLP'),
    uf: await product('Servicio', '1.5', 'UF'),
  }
}
