import type { Kysely } from 'kysely'
import type { Day } from '#domain/day.ts'
import { rut } from '#domain/rut.ts'
import { instantText } from '#server/clock.ts'
import type { Schema } from '#server/db/schema.ts'
import { antonia, world } from '#simulators/world.ts'
import type { House, SeededRule } from './house.ts'

export interface BoletaRule {
  nextDay: Day
  clients?: string[]
  lines?: { name: string; price: string }[]
  withholder?: 'recipient' | 'issuer'
}

/** Antonia, who has no company, with a rule of boletas; written straight into the tables. */
export async function seedBoletaRule(
  { db, vault, clock }: House,
  options: BoletaRule,
): Promise<SeededRule> {
  const now = instantText(clock.now())
  const { id: organisationId } = await db
    .insertInto('organisation')
    .values({ name: 'Antonia', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const inOrganisation = { organisation_id: organisationId }
  const clave = await vault.seal(db, { organisationId, kind: 'clave', plaintext: antonia.clave })
  const facturator = await db
    .insertInto('facturator')
    .values({
      ...inOrganisation,
      label: 'ANTONIA BELÉN RIQUELME SOTO',
      person_rut: antonia.rut,
      clave_secret_id: clave,
      certificate_state: 'none',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const company = await db
    .insertInto('company')
    .values({
      ...inOrganisation,
      facturator_id: facturator.id,
      rut: antonia.rut,
      name: 'ANTONIA BELÉN RIQUELME SOTO',
      issues_facturas: false,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ofCompany = { ...inOrganisation, company_id: company.id }
  const rule = await db
    .insertInto('invoice_rule')
    .values({
      ...ofCompany,
      kind: 'boletaHonorarios',
      name: 'Boleta mensual',
      withholder: options.withholder ?? null,
      business_day_rule: 'EXACT',
      day_of_month: Number(options.nextDay.slice(8)),
      start_day: options.nextDay,
      next_emission_day: options.nextDay,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const lines = options.lines ?? [{ name: 'Diseño de {{mes}}', price: '400000' }]
  for (const [index, { name, price }] of lines.entries()) {
    const product = await db
      .insertInto('product')
      .values({ ...ofCompany, name, unit_price: price, currency: 'CLP', created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const line = { product_id: product.id, quantity: '1', price, position: index + 1 }
    await db
      .insertInto('rule_line')
      .values({ ...inOrganisation, rule_id: rule.id, ...line })
      .execute()
  }
  const clientIds: number[] = []
  for (const [position, clientRut] of (options.clients ?? ['93939393-5']).entries()) {
    clientIds.push(await seedClient(db, ofCompany, { ruleId: rule.id, position, clientRut, now }))
  }
  return { organisationId, ruleId: rule.id, clientIds }
}

async function seedClient(
  db: Kysely<Schema>,
  ofCompany: { organisation_id: number; company_id: number },
  made: { ruleId: number; position: number; clientRut: string; now: string },
): Promise<number> {
  const known = world.receivers.find(({ rut: each }) => each === made.clientRut)
  const { organisation_id } = ofCompany
  const { id } = await db
    .insertInto('client')
    .values({
      ...ofCompany,
      rut: rut(made.clientRut),
      name: known?.name ?? '',
      created_at: made.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const address = await db
    .insertInto('client_address')
    .values({
      organisation_id,
      client_id: id,
      street_and_number: known?.addresses[0]?.street ?? 'CALLE UNO 1',
      commune: known?.addresses[0]?.commune ?? 'SANTIAGO',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('rule_client')
    .values({
      organisation_id,
      rule_id: made.ruleId,
      client_id: id,
      position: made.position,
      address_id: address.id,
    })
    .execute()
  return id
}

/** What the simulated SII issued as boletas of Antonia since the story's day. */
export function boletasAtSii({ simulator }: House, since: Day) {
  return simulator.admin
    .boletas()
    .filter((one) => one.issuerRut === antonia.rut && one.issueDay >= since)
}
