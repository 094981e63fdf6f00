import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import * as contract from '#contract/index.ts'
import { dayInChile, dayOfMonth } from '#domain/day.ts'
import {
  DEMO_PASSWORD,
  demoPeople,
  type DemoContact,
  type DemoPerson,
  type DemoRule,
} from '#simulators/demonstration.ts'
import { consentAt } from '#simulators/mail/providers/consent.ts'
import type { Clock } from './clock.ts'
import type { Schema } from './db/schema.ts'
import type { DemoLogin } from './installation.ts'
import { makeActivationLink } from './users/account/registration.ts'

export interface DemonstrationNeeds {
  db: Kysely<Schema>
  clock: Clock
  server: FastifyInstance
}

export const demoLogins: DemoLogin[] = demoPeople.map(({ person, name, story }) => ({
  email: person.email,
  password: DEMO_PASSWORD,
  name,
  story,
}))

/**
 * Gives the characters their accounts and rules through the front door, call by call as their browsers
 * would. Harmless when run again: who has an account is left as they are.
 */
export async function furnishDemonstration(needs: DemonstrationNeeds): Promise<void> {
  for (const character of demoPeople) await furnish(needs, character)
}

/**
 * Beside a portal that isn't our own its people may be unknown: then Folio starts without them. Answers whether
 * they are there; of our own portal a failure goes on.
 */
export async function furnishBeside(
  portal: 'own' | 'other',
  furnishAll: () => Promise<void>,
  onUnknown: (error: unknown) => void,
): Promise<boolean> {
  try {
    await furnishAll()
    return true
  } catch (error) {
    if (portal === 'own') throw error
    onUnknown(error)
    return false
  }
}

async function furnish(needs: DemonstrationNeeds, character: DemoPerson): Promise<void> {
  const { person, companies: stories } = character
  const entered = await enter(needs, person.email)
  if (entered === null) return
  const { ask, access } = entered
  const { id } = contract.createCredentials.reply.parse(
    await ask('POST', '/billing-sii/credentials/', { rut: person.rut, password: person.clave }),
  )
  if (person.certificatePassword !== null) {
    const body = { certificate_password: person.certificatePassword }
    await ask('PUT', `/billing-sii/facturators/${id}/certificate/`, body)
  }
  const mailbox = await connectMailbox(needs, access, person.email)
  const companies = contract.listCompanies.reply.parse(await ask('GET', '/billing-sii/companies/'))
  for (const [index, company] of companies.entries()) {
    await giveCity(ask, company)
    // Before anything is issued, so that all of it is followed.
    await givePayments(needs, ask, company, person.email)
    for (const story of stories[index] ?? [])
      await giveRule(needs, ask, { company, mailbox }, story)
    // A first look, so that its registers are read by the time somebody opens the dashboard.
    await ask('GET', `/billing-sii/companies/${company.id}/analytics/`)
  }
}

/** Registers, activates and logs in; null when the account was there before. */
async function enter(
  needs: DemonstrationNeeds,
  email: string,
): Promise<{ ask: Ask; access: string } | null> {
  const password = DEMO_PASSWORD
  const body = { email, password, re_password: password }
  if ((await inject(needs.server, 'POST', '/auth/users/', body)).status !== 201) return null
  const link = await makeActivationLink(needs, email)
  if (link !== null) {
    await inject(needs.server, 'POST', '/auth/users/activation/', { ...link, password })
  }
  const login = await inject(needs.server, 'POST', '/auth/jwt/create/', { email, password })
  const { access } = contract.createToken.reply.parse(login.body)
  const ask: Ask = async (method, path, asked) => {
    const reply = await inject(needs.server, method, path, asked, access)
    if (reply.status < 300) return reply.body
    throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
  }
  return { ask, access }
}

/** As a browser that goes to the provider's page, allows what is asked there and comes back with its cookie. */
async function connectMailbox(
  { server }: DemonstrationNeeds,
  access: string,
  email: string,
): Promise<number> {
  const begun = await server.inject({
    url: `/api${contract.authorizeGoogle.path}`,
    headers: { authorization: `Bearer ${access}` },
  })
  const { auth_url: asked } = contract.authorizeGoogle.reply.parse(begun.json())
  const callback = new URL(asked).searchParams.get('redirect_uri') ?? ''
  const { pathname, search } = await consentAt(asked, { email }, callback)
  const cookie = begun.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const back = await server.inject({ url: pathname + search, headers: { cookie } })
  const { searchParams } = new URL(String(back.headers.location))
  const fault = searchParams.get('email_account_error')
  if (fault !== null) throw new Error(`Mailbox of ${email} not connected: ${fault}`)
  return Number(searchParams.get('new_email_account'))
}

async function giveCity(ask: Ask, { addresses }: Company): Promise<void> {
  for (const { id, city, commune } of addresses) {
    if (city === '') await ask('PATCH', `/billing-sii/issuers-addresses/${id}/`, { city: commune })
  }
}

/** A card and a transfer: the other providers are left to be connected by who looks around. */
const CONNECTED = ['transbank', 'khipu'] as const

async function givePayments(
  { clock }: DemonstrationNeeds,
  ask: Ask,
  company: Company,
  email: string,
): Promise<void> {
  await ask('PUT', `/payments/terms/${company.id}/`, {
    seen: null,
    enabled_from: dayInChile(clock.now()),
    due_days: 30,
    bank: {
      bank: 'BancoEstado',
      account_type: 'corriente',
      account_number: '00012345678',
      holder_name: company.company_info.name.slice(0, 100),
      holder_rut: company.company_info.identifier,
      email,
    },
  })
  for (const provider of CONNECTED) {
    await ask('POST', `/payments/terms/${company.id}/connections/test-account/`, { provider })
  }
}

async function giveRule(
  { db, clock }: DemonstrationNeeds,
  ask: Ask,
  { company, mailbox }: { company: Company; mailbox: number },
  story: DemoRule,
): Promise<void> {
  const today = dayInChile(clock.now())
  const day = dayOfMonth(today)
  const isToday = story.when === 'today'
  const rule = contract.createRule.reply.parse(
    await ask('POST', '/billing-sii/invoice-rules/', {
      name: story.name,
      facturator_comp: company.id,
      document_type: story.kind === 'boletaHonorarios' ? '39' : '33',
      issuer_address_id: company.addresses[0]?.id,
      issuer_activity_id: company.activities[0]?.id,
      issuer_email: company.issuer_email,
      clients: await clientsOf(ask, company, story),
      day_of_month: isToday ? Math.min(day, 28) : null,
      business_day_rule: story.when === 'today' ? 'EXACT' : story.when,
      month_offset: 0,
      start_date: today,
      uf_rate_type: story.kind === 'boletaHonorarios' ? null : 'PREV_MONTH_CLOSE',
      invoice_lines: await linesOf(ask, company, story),
      send_email_automatic: story.clients.every(({ contact }) => contact !== undefined),
      email_account: mailbox,
    }),
  )
  // The API takes days to 28; on the 29th to 31st the anchor is set as an import would set it.
  if (isToday && day > 28) {
    await db
      .updateTable('invoice_rule')
      .set({ day_of_month: day, next_emission_day: today })
      .where('id', '=', rule.id)
      .execute()
  }
}

async function clientsOf(ask: Ask, company: Company, story: DemoRule): Promise<object[]> {
  const clients: object[] = []
  for (const { rut, city, contact } of story.clients) {
    const path = `/billing-sii/companies/${company.id}/clients/lookup/?rut=${rut}`
    const client = contract.lookUpClient.reply.parse(await ask('GET', path))
    const [address] = client.addresses
    if (city !== null && address?.city === '') {
      await ask('PATCH', `/billing-sii/clients-addresses/${address.id}/`, { city })
    }
    clients.push({
      client: client.id,
      client_address_id: address?.id ?? null,
      client_activity_id: client.activities[0]?.id ?? null,
      email_contacts_to: contact === undefined ? [] : [await giveContact(ask, client.id, contact)],
    })
  }
  return clients
}

async function giveContact(ask: Ask, client: number, contact: DemoContact): Promise<number> {
  const { firstName: first_name, lastName: last_name, email } = contact
  const body = { client, contact: { first_name, last_name, email, gender: 'F', role: 'Pagos' } }
  return contract.createContact.reply.parse(
    await ask('POST', '/billing-sii/clients-contacts/', body),
  ).id
}

async function linesOf(ask: Ask, company: Company, story: DemoRule): Promise<object[]> {
  const lines: object[] = []
  for (const { name, price, currency } of story.lines) {
    const body = { party_id: company.id, name, unit_price: price, currency }
    const { id } = contract.createProduct.reply.parse(
      await ask('POST', '/billing-core/products/', body),
    )
    lines.push({ product_id: id, quantity: '1', price, order: lines.length + 1 })
  }
  return lines
}

type Company = z.output<typeof contract.company>
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH'
type Ask = (method: Method, path: string, body?: object) => Promise<unknown>

async function inject(
  server: FastifyInstance,
  method: Method,
  path: string,
  body?: object,
  access?: string,
): Promise<{ status: number; body: unknown }> {
  const reply = await server.inject({
    method,
    url: `/api${path}`,
    headers: access === undefined ? {} : { authorization: `Bearer ${access}` },
    ...(body === undefined ? {} : { payload: body }),
  })
  const parsed: unknown = reply.body === '' ? null : JSON.parse(reply.body)
  return { status: reply.statusCode, body: parsed }
}
