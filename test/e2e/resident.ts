import type { z } from 'zod'
import * as contract from '#contract/index.ts'
import { ana, type WorldPerson } from '#simulators/world.ts'
import type { City } from './city.ts'
import { until } from './until.ts'

/** Somebody with an account, brought by the public API to where a test of the screens begins. */
export interface Resident {
  email: string
  tokens: { access: string; refresh: string }
  ask: Ask
}

export type Ask = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  path: string,
  body?: object,
) => Promise<unknown>

export const PASSWORD = 'Cuncuna-43-verde'

/** An active account that hasn't met the SII yet. */
export async function newcomer(city: City, email = 'ana.munoz@empresa.example'): Promise<Resident> {
  await register(city, email)
  await city.activate(email)
  return login(city, email)
}

/** An account that waits for its link to be followed. */
export async function register(city: City, email: string): Promise<void> {
  const body = { email, password: PASSWORD, re_password: PASSWORD }
  await asker(city, null)('POST', '/auth/users/', body)
}

/** A session of its own of somebody who has an account. */
export async function login(city: City, email: string): Promise<Resident> {
  const made = await asker(city, null)('POST', '/auth/jwt/create/', { email, password: PASSWORD })
  const tokens = contract.createToken.reply.parse(made)
  return { email, tokens, ask: asker(city, tokens.access) }
}

/** An account that has met the SII and told it nothing more. */
export async function connected(city: City, person: WorldPerson): Promise<Resident> {
  const settler = await newcomer(city, person.email)
  await connect(settler, person)
  return settler
}

/** The number of the new connection. */
export async function connect({ ask }: Resident, { rut, clave }: WorldPerson): Promise<number> {
  const made = await ask('POST', '/billing-sii/credentials/', { rut, password: clave })
  return contract.createCredentials.reply.parse(made).id
}

/** Connected, with the certificate's password and every issuer's city: ready for a rule. */
export async function resident(city: City, person: WorldPerson = ana): Promise<Resident> {
  const settler = await newcomer(city, person.email)
  const { ask } = settler
  const id = await connect(settler, person)
  if (person.certificatePassword !== null) {
    await ask('PUT', `/billing-sii/facturators/${id}/certificate/`, {
      certificate_password: person.certificatePassword,
    })
  }
  for (const { addresses } of await companies(settler)) {
    for (const { id, city: known, commune } of addresses) {
      if (known !== '') continue
      await ask('PATCH', `/billing-sii/issuers-addresses/${id}/`, { city: commune })
    }
  }
  return settler
}

/** Of the first company: somebody looks at the dashboard, and what the SII has comes in behind. */
export async function readSalesAndPurchases(
  city: City,
  settler: Resident,
): Promise<{ id: number; name: string }> {
  const [company] = await companies(settler)
  if (company === undefined) throw new Error('Nobody to read registers of')
  await settler.ask('GET', `/billing-sii/companies/${company.id}/analytics/`)
  await city.readRegisters()
  return { id: company.id, name: company.company_info.name }
}

export type Rule = z.output<typeof contract.rule>

export interface RuleWish {
  name?: string
  ruts?: string[]
  price?: string
  currency?: 'CLP' | 'UF'
  /** Mails each document from this mailbox to a contact of each client. */
  mailFrom?: number
  /** The fifth is today, when a new city opens. */
  on?: number | 'LAST_DAY'
}

/** A monthly factura of 100.000 pesos to the SII's own office, due today unless told otherwise. */
export async function addRule(settler: Resident, wish: RuleWish = {}): Promise<Rule> {
  const { name = 'Asesoría mensual', price = '100000', currency = 'CLP', on = 5 } = wish
  const { ask } = settler
  const [company] = await companies(settler)
  if (company === undefined) throw new Error('A rule needs a company')
  const product = contract.createProduct.reply.parse(
    await ask('POST', '/billing-core/products/', {
      party_id: company.company_info.id,
      name: 'Asesoría de {{mes}}',
      unit_price: price,
      currency,
    }),
  )
  const made = await ask('POST', '/billing-sii/invoice-rules/', {
    name,
    facturator_comp: company.id,
    document_type: '33',
    issuer_address_id: company.addresses[0]?.id,
    issuer_activity_id: company.activities[0]?.id,
    issuer_email: company.issuer_email,
    clients: await clientsOf(settler, company.id, wish),
    day_of_month: on === 'LAST_DAY' ? null : on,
    business_day_rule: on === 'LAST_DAY' ? 'LAST_DAY' : 'EXACT',
    month_offset: 0,
    start_date: '2026-11-05',
    ...(currency === 'UF' ? { uf_rate_type: 'PREV_MONTH_CLOSE' } : {}),
    invoice_lines: [{ product_id: product.id, quantity: '1', price, order: 1 }],
    send_email_automatic: wish.mailFrom !== undefined,
    email_account: wish.mailFrom ?? null,
  })
  return contract.createRule.reply.parse(made)
}

type BoletaWish = Pick<RuleWish, 'ruts' | 'mailFrom'> & { on?: number }

/** A monthly boleta of 640.000 pesos gross, due on the twentieth unless told otherwise. */
export async function addBoletaRule(settler: Resident, wish: BoletaWish = {}): Promise<Rule> {
  const { ruts = ['93939393-5'], mailFrom, on = 20 } = wish
  const { ask } = settler
  const [company] = await companies(settler)
  if (company === undefined) throw new Error('A rule needs an issuer')
  const price = '640000'
  const product = contract.createProduct.reply.parse(
    await ask('POST', '/billing-core/products/', {
      party_id: company.company_info.id,
      name: 'Diseño de {{mes}}',
      unit_price: price,
      currency: 'CLP',
    }),
  )
  const made = await ask('POST', '/billing-sii/invoice-rules/', {
    name: 'Boleta 11-2026',
    facturator_comp: company.id,
    document_type: '39',
    withholder: 'recipient',
    clients: await clientsOf(settler, company.id, { ...wish, ruts }),
    day_of_month: on,
    business_day_rule: 'EXACT',
    month_offset: 0,
    start_date: '2026-11-05',
    invoice_lines: [{ product_id: product.id, quantity: '1', price, order: 1 }],
    send_email_automatic: mailFrom !== undefined,
    email_account: mailFrom ?? null,
  })
  return contract.createRule.reply.parse(made)
}

async function clientsOf(settler: Resident, companyId: number, wish: RuleWish) {
  const { ask } = settler
  const { ruts = ['60803000-K'], mailFrom } = wish
  const clients: object[] = []
  for (const rut of ruts) {
    const found = await ask('GET', `/billing-sii/companies/${companyId}/clients/lookup/?rut=${rut}`)
    const { id, addresses, activities } = contract.lookUpClient.reply.parse(found)
    clients.push({
      client: id,
      client_address_id: addresses[0]?.id ?? null,
      client_activity_id: activities[0]?.id ?? null,
      ...(mailFrom === undefined
        ? {}
        : { email_contacts_to: [await addContact(settler, id, 'pagos@cliente.example')] }),
    })
  }
  return clients
}

/** Somebody at a client to whom mails may go. */
export async function addContact(
  { ask }: Resident,
  client: number,
  email: string,
): Promise<number> {
  const contact = { first_name: 'Paula', last_name: 'Rojas', gender: 'F', email, role: 'Pagos' }
  const made = await ask('POST', '/billing-sii/clients-contacts/', { client, contact })
  return contract.createContact.reply.parse(made).id
}

async function companies({ ask }: Resident) {
  return contract.listCompanies.reply.parse(await ask('GET', '/billing-sii/companies/'))
}

function asker(city: City, token: string | null): Ask {
  return async (method, path, body) => {
    const reply = await fetch(`${city.url}/api${path}`, {
      method,
      headers: {
        'accept-language': 'es',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
}

export type DocumentRow = z.output<typeof contract.documentRow>

/** That rule's document, once it is in that state. */
export function documentOf(
  { ask }: Resident,
  rule: Pick<Rule, 'id'>,
  state: DocumentRow['state'],
): Promise<DocumentRow> {
  return until(`rule ${rule.id}: ${state}`, async () => {
    const list = await ask('GET', `/documents/?rule=${rule.id}&state=${state}`)
    return contract.listDocuments.reply.parse(list).documents[0]
  })
}

export async function listRules({ ask }: Resident): Promise<Rule[]> {
  return contract.listRules.reply.parse(await ask('GET', '/billing-sii/invoice-rules/'))
}

/** Ends the undo window, as "Emitir ahora" does. */
export async function issueNow(settler: Resident, rule: Pick<Rule, 'id'>): Promise<DocumentRow> {
  const { id } = await documentOf(settler, rule, 'waiting')
  return contract.documentRow.parse(await settler.ask('POST', `/documents/${id}/issue-now/`, {}))
}

/** A document that stands at the SII, with the rule that was made for it. */
export async function issuedDocument(
  settler: Resident,
  wish: RuleWish = {},
): Promise<{ rule: Rule; document: DocumentRow }> {
  const rule = await addRule(settler, wish)
  await issueNow(settler, rule)
  return { rule, document: await documentOf(settler, rule, 'issued') }
}

/** Ends when that file is here: the SII publishes a document's files a while after issuing it. */
export async function fileOf({ ask }: Resident, id: number, kind: 'pdf' | 'xml'): Promise<void> {
  await until(`${kind} of document ${id}`, async () => {
    const document = await ask('GET', `/documents/${id}/`)
    return contract.readDocument.reply.parse(document)[`has_${kind}`]
  })
}

/** Where whoever it is for sees it. */
export async function sharedPath(settler: Resident, id: number): Promise<string> {
  await fileOf(settler, id, 'pdf')
  const { url } = contract.shareDocument.reply.parse(
    await settler.ask('POST', `/documents/${id}/share/`, {}),
  )
  return new URL(url ?? '').pathname
}

/** A boleta that stands at the SII. */
export async function issuedBoleta(settler: Resident, wish: BoletaWish = {}): Promise<DocumentRow> {
  const rule = await addBoletaRule(settler, { on: 5, ...wish })
  await issueNow(settler, rule)
  return documentOf(settler, rule, 'issued')
}
