import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { addMonths, dayInChile, monthOf, type Day } from '#domain/day.ts'
import type { EmissionHours } from '#domain/departure.ts'
import { rut } from '#domain/rut.ts'
import { settableClock, instantText, type Clock, type SettableClock } from '#server/clock.ts'
import type { Schema } from '#server/db/schema.ts'
import { borrowTestDatabase, type TestDatabase } from '#server/db/test-database.ts'
import type { Boundary } from '#server/documents/portal/portal-step.ts'
import { runPass, type PipelineNeeds } from '#server/pipeline.ts'
import { createVault, type Vault } from '#server/vault/vault.ts'
import { keyRing } from '#server/vault/key-ring.ts'
import { Secret } from '#server/vault/secret.ts'
import { startSiiSimulator, type ListeningSiiSimulator } from '#simulators/sii/simulator.ts'
import { ana, asesoriasPenaMunoz, world } from '#simulators/world.ts'
import { createSii, siiOrigins } from '#sii/sii.ts'
import { directWire } from '../contract/sii/direct-wire.ts'

/** A worker's death, thrown at a boundary: what it would have done next never happens. */
export class Killed extends Error {}

const HOURS = { window: { fromHour: 9, toHour: 18 }, undoWindowMs: 30 * 60_000 }

export interface House extends EmissionHours {
  clock: SettableClock
  database: TestDatabase
  db: Kysely<Schema>
  simulator: ListeningSiiSimulator
  vault: Vault
  /** Another process with the same database; `kill` makes it die at a boundary, once. */
  worker(name: string, kill?: Boundary): PipelineNeeds
  /** Passes until nothing is due now. */
  settle(needs: PipelineNeeds): Promise<void>
  /** Moves time on in steps and settles after each, so that every wait in between has its turn. */
  live(needs: PipelineNeeds, minutes: number, stepMinutes?: number): Promise<void>
  failures: unknown[]
  close(): Promise<void>
}

/** One organisation with Ana's company, the simulated SII and time that stands still. */
export async function openHouse(start: string): Promise<House> {
  const database = await borrowTestDatabase()
  const clock = settableClock(start)
  const simulator = await startSiiSimulator({ port: 0, world, now: () => clock.now() })
  const vault = createVault(keyRing(new Secret(randomBytes(32).toString('base64'))), clock)
  const failures: unknown[] = []
  const dead = new Set<string>()
  const sii = createSii({
    origins: siiOrigins(simulator.url),
    nowMs: () => clock.now(),
    paceMs: 0,
    wait: async () => undefined,
    wire: directWire(simulator),
  })
  const authority = simulator.admin.authority()

  function worker(name: string, kill?: Boundary): PipelineNeeds {
    let isAlive = true
    return {
      db: database.db,
      clock,
      vault,
      sii,
      portalPace: { loginSpacingMs: 120_000, pauseAfterThrottleMs: 30 * 60_000 },
      ...HOURS,
      databaseClock: () => clock.now(),
      timing: { sendLimitMs: 90_000, quietMs: 120_000 },
      random: () => 0.5,
      siiKeys: { extraSiiKeys: new Map([[authority.idk, authority.publicKey]]) },
      worker: name,
      personSlots: 4,
      onFailure: (_about, error) => {
        if (!(error instanceof Killed)) failures.push(error)
      },
      boundary: async (at) => {
        if (!isAlive || at === kill) {
          isAlive = false
          dead.add(name)
          throw new Killed(at)
        }
      },
    }
  }

  async function settle(needs: PipelineNeeds): Promise<void> {
    for (let passes = 0; passes < 50; passes += 1) {
      if (dead.has(needs.worker)) return
      if ((await runPass(needs)) === 0) return
    }
    throw new Error('The pipeline never came to rest')
  }

  async function live(needs: PipelineNeeds, minutes: number, stepMinutes = 1): Promise<void> {
    for (let passed = 0; passed < minutes; passed += stepMinutes) {
      await clock.advance(stepMinutes * 60_000)
      await settle(needs)
    }
  }

  return {
    ...HOURS,
    clock,
    database,
    db: database.db,
    simulator,
    vault,
    worker,
    settle,
    live,
    failures,
    close: async () => {
      await simulator.close()
      await database.drop()
    },
  }
}

export interface SeededRule {
  organisationId: number
  ruleId: number
  clientIds: number[]
}

/** Ana's organisation with a rule for the given clients, written straight into the tables. */
export async function seedRule(
  { db, vault, clock }: Pick<House, 'db' | 'vault'> & { clock: Clock },
  options: {
    nextDay: Day
    clients?: string[]
    lines?: { name: string; currency: 'CLP' | 'UF'; quantity: string; price: string }[]
    city?: string
    dayOfMonth?: number
    clave?: string
  },
): Promise<SeededRule> {
  const now = instantText(clock.now())
  const organisation = await db
    .insertInto('organisation')
    .values({ name: 'Ana', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const organisationId = organisation.id
  const inOrganisation = { organisation_id: organisationId }
  const clave = await vault.seal(db, {
    organisationId,
    kind: 'clave',
    plaintext: options.clave ?? ana.clave,
  })
  const password = await vault.seal(db, {
    organisationId,
    kind: 'certificatePassword',
    plaintext: ana.certificatePassword ?? '',
  })
  const facturator = await db
    .insertInto('facturator')
    .values({
      ...inOrganisation,
      label: 'Ana',
      person_rut: ana.rut,
      clave_secret_id: clave,
      certificate_state: 'centralized',
      certificate_secret_id: password,
      certificate_password_state: 'unverified',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const company = await db
    .insertInto('company')
    .values({
      ...inOrganisation,
      facturator_id: facturator.id,
      rut: asesoriasPenaMunoz.rut,
      name: asesoriasPenaMunoz.name,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ofCompany = { ...inOrganisation, company_id: company.id }
  const [place] = asesoriasPenaMunoz.addresses
  const address = await db
    .insertInto('issuer_address')
    .values({
      ...ofCompany,
      street_and_number: place?.street ?? '',
      commune: place?.commune ?? '',
      city: 'SANTIAGO',
      branch_code: place?.branchCode ?? '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [acteco] = asesoriasPenaMunoz.activities
  const activity = await db
    .insertInto('issuer_activity')
    .values({ ...ofCompany, code: acteco?.code ?? '', description: acteco?.name ?? '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rule = await db
    .insertInto('invoice_rule')
    .values({
      ...ofCompany,
      kind: 'factura',
      name: 'Asesoría mensual',
      issuer_address_id: address.id,
      issuer_activity_id: activity.id,
      issuer_email: asesoriasPenaMunoz.email,
      business_day_rule: 'EXACT',
      day_of_month: options.dayOfMonth ?? Number(options.nextDay.slice(8)),
      start_day: options.nextDay,
      next_emission_day: options.nextDay,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const lines = options.lines ?? [
    { name: 'Asesoría de {{Mes}}', currency: 'CLP', quantity: '1', price: '100000' },
  ]
  for (const [index, line] of lines.entries()) {
    const product = await db
      .insertInto('product')
      .values({
        ...ofCompany,
        name: line.name,
        unit_price: line.price,
        currency: line.currency,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('rule_line')
      .values({
        ...inOrganisation,
        rule_id: rule.id,
        position: index + 1,
        product_id: product.id,
        quantity: line.quantity,
        price: line.price,
      })
      .execute()
  }
  const clientIds: number[] = []
  for (const [position, clientRut] of (options.clients ?? ['90909090-3']).entries()) {
    clientIds.push(
      await seedClient(db, ofCompany, rule.id, position, clientRut, now, options.city ?? 'CHILLÁN'),
    )
  }
  return { organisationId, ruleId: rule.id, clientIds }
}

async function seedClient(
  db: Kysely<Schema>,
  ofCompany: { organisation_id: number; company_id: number },
  ruleId: number,
  position: number,
  clientRut: string,
  now: string,
  city: string,
): Promise<number> {
  const known = world.receivers.find((receiver) => receiver.rut === clientRut)
  const inOrganisation = { organisation_id: ofCompany.organisation_id }
  const client = await db
    .insertInto('client')
    .values({ ...ofCompany, rut: rut(clientRut), name: known?.name ?? '', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const address = await db
    .insertInto('client_address')
    .values({
      ...inOrganisation,
      client_id: client.id,
      street_and_number: known?.addresses[0]?.street ?? 'CALLE UNO 1',
      commune: known?.addresses[0]?.commune ?? 'SANTIAGO',
      city,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const activity = await db
    .insertInto('client_activity')
    .values({
      ...inOrganisation,
      client_id: client.id,
      description: known?.giros[0] ?? 'SERVICIOS',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('rule_client')
    .values({
      ...inOrganisation,
      rule_id: ruleId,
      client_id: client.id,
      position,
      address_id: address.id,
      activity_id: activity.id,
    })
    .execute()
  return client.id
}

/** What the simulated SII issued for Ana's company since the story began. */
export function issuedAtSii({ simulator, clock }: House) {
  const lastMonth = addMonths(monthOf(dayInChile(clock.now())), -1)
  return simulator.admin
    .ledger()
    .filter((entry) => entry.issuerRut === asesoriasPenaMunoz.rut && entry.timesAsked > 0)
    .filter((entry) => entry.issueDay > lastMonth)
}

export async function documentsOf({ db }: House) {
  return db.selectFrom('document').selectAll().orderBy('id').execute()
}
