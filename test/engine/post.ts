import { randomBytes } from 'node:crypto'
import { instantText, settableClock, systemClock, type SettableClock } from '#server/clock.ts'
import { borrowTestDatabase, type TestDatabase } from '#server/db/test-database.ts'
import type { DeliveryBoundary } from '#server/deliveries/needs.ts'
import { deliverDue, type WorkerNeeds } from '#server/deliveries/worker.ts'
import { createMailboxKeys } from '#server/mailer/accounts/mailbox-keys.ts'
import type { ProviderName } from '#server/mailer/providers/provider.ts'
import { keyRing } from '#server/vault/key-ring.ts'
import { createLinks, type Links } from '#server/vault/links.ts'
import { Secret } from '#server/vault/secret.ts'
import { createVault } from '#server/vault/vault.ts'
import { ANA, openMailStage, type MailStage } from '../contract/mail/stage.ts'

/** A worker's death: what it would have done next never happens. */
export class Killed extends Error {}

/** One organisation with a mailbox at a simulated provider, and documents that can be issued. */
export interface Post {
  clock: SettableClock
  database: TestDatabase
  stage: MailStage
  organisationId: number
  accountId: number
  failures: unknown[]
  links: Links
  worker(kill?: DeliveryBoundary): WorkerNeeds
  /** A document of the rule becomes issued, as the engine writes it. Answers its id. */
  issue(folio: number, options?: { withPdf?: boolean }): Promise<number>
  /** Passes, time moving on, until nothing is left to do by itself. */
  settle(needs?: WorkerNeeds, minutes?: number): Promise<void>
  delivery(documentId: number): Promise<{ state: string; reason: string | null; tries: number }>
  close(): Promise<void>
}

export interface PostRule {
  subject?: string
  body?: string
  to?: string[]
  cc?: string[]
  isAutomatic?: boolean
}

const STEP_MINUTES = 5

export async function openPost(provider: ProviderName, rule: PostRule = {}): Promise<Post> {
  const database = await borrowTestDatabase()
  const { db } = database
  const clock = settableClock(systemClock.now())
  const stage = await openMailStage(provider)
  const vault = createVault(keyRing(new Secret(randomBytes(32).toString('base64'))), clock)
  const links = createLinks(new Secret(randomBytes(32).toString('base64')))
  const failures: unknown[] = []
  const { refresh } = await stage.grant()
  const now = instantText(clock.now())
  const organisation = await db
    .insertInto('organisation')
    .values({ name: 'Ana', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const organisation_id = organisation.id
  const user = await db
    .insertInto('app_user')
    .values({ email: 'ana@folio.example', password_hash: '', activated_at: now, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('membership')
    .values({ organisation_id, user_id: user.id, role: 'owner', created_at: now })
    .execute()
  const sealed = { organisationId: organisation_id, kind: 'mailToken', plaintext: refresh } as const
  const account = await db
    .insertInto('email_account')
    .values({
      organisation_id,
      provider,
      address: ANA,
      full_name: 'Ana Peña',
      signature: '<p>Ana <b>Peña</b></p>',
      token_secret_id: await vault.seal(db, sealed),
      connected_at: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const made = await makeRule(database, now, { organisation_id, account: account.id }, rule)

  function worker(kill?: DeliveryBoundary): WorkerNeeds {
    let isAlive = true
    const needs = { db, clock, vault, links, mailProviders: { [provider]: stage.client } }
    return {
      ...needs,
      keys: createMailboxKeys(needs),
      publicUrl: () => 'https://folio.example',
      boundary: async (at) => {
        if (!isAlive || at === kill) {
          isAlive = false
          throw new Killed(at)
        }
      },
      onFailure: (_about, error) => {
        if (!(error instanceof Killed)) failures.push(error)
      },
    }
  }

  async function issue(folio: number, { withPdf = true } = {}): Promise<number> {
    const at = instantText(clock.now())
    const document = await db
      .insertInto('document')
      .values({
        organisation_id,
        key: `rule:${made.rule}:${folio}`,
        kind: 'factura',
        company_id: made.company,
        rule_id: made.rule,
        client_id: made.client,
        person_rut: '15151515-0',
        recipient_rut: '90909090-3',
        recipient_name: 'Aseo del Sur',
        emission_day: '2026-11-30',
        issue_day: '2026-11-30',
        service_month: '2026-11',
        state: 'issuing',
        content: JSON.stringify({}),
        content_digest: Buffer.alloc(32),
        total_clp: 148_750,
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('document')
      .set({ state: 'issued', folio, issued_how: 'answered', issued_at: at, updated_at: at })
      .where('id', '=', document.id)
      .execute()
    if (withPdf) await giveFiles(database, organisation_id, document.id, at)
    return document.id
  }

  return {
    clock,
    database,
    stage,
    organisationId: organisation_id,
    accountId: account.id,
    failures,
    links,
    worker,
    issue,
    async settle(needs = worker(), minutes = 40) {
      for (let passed = 0; passed <= minutes; passed += STEP_MINUTES) {
        for (let passes = 0; passes < 20 && (await deliverDue(needs)) > 0; passes += 1);
        await clock.advance(STEP_MINUTES * 60_000)
      }
    },
    async delivery(documentId) {
      return db
        .selectFrom('delivery')
        .select(['state', 'reason', 'tries'])
        .where('document_id', '=', documentId)
        .executeTakeFirstOrThrow()
    },
    async close() {
      await stage.close()
      await database.drop()
    },
  }
}

export async function giveFiles(
  { db }: TestDatabase,
  organisation_id: number,
  document_id: number,
  at: string,
): Promise<void> {
  await db
    .insertInto('document_file')
    .values(
      (['pdf', 'xml'] as const).map((kind) => ({
        organisation_id,
        document_id,
        kind,
        bytes: Buffer.from(kind === 'pdf' ? '%PDF-1.7 ñ' : '<DTE/>'),
        sha256: Buffer.alloc(32),
        stored_at: at,
      })),
    )
    .execute()
}

async function makeRule(
  { db }: TestDatabase,
  now: string,
  { organisation_id, account }: { organisation_id: number; account: number },
  rule: PostRule,
): Promise<{ rule: number; company: number; client: number }> {
  const of = { organisation_id }
  const facturator = await db
    .insertInto('facturator')
    .values({ ...of, label: 'Ana', person_rut: '15151515-0', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const company = await db
    .insertInto('company')
    .values({
      ...of,
      facturator_id: facturator.id,
      rut: '77070707-2',
      name: 'Ana',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const client = await db
    .insertInto('client')
    .values({ ...of, company_id: company.id, rut: '90909090-3', name: 'Aseo', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const made = await db
    .insertInto('invoice_rule')
    .values({
      ...of,
      company_id: company.id,
      kind: 'factura',
      name: 'Asesoría',
      business_day_rule: 'LAST_DAY',
      start_day: '2026-11-01',
      send_email_automatic: rule.isAutomatic ?? true,
      email_account_id: account,
      email_subject_template: rule.subject ?? 'Factura {{numero_documento}} – {{Mes}}',
      email_body_template: rule.body ?? '<p>Hola, va la de {{mes}} de {{año}}.</p>',
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('rule_client')
    .values({ ...of, rule_id: made.id, client_id: client.id, position: 0 })
    .execute()
  for (const copy of ['to', 'cc'] as const) {
    for (const email of rule[copy] ?? (copy === 'to' ? ['pagos@aseo.example'] : [])) {
      const contact = await db
        .insertInto('contact')
        .values({
          ...of,
          client_id: client.id,
          first_name: 'José',
          gender: 'male',
          email,
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('rule_client_contact')
        .values({ ...of, rule_id: made.id, client_id: client.id, contact_id: contact.id, copy })
        .execute()
    }
  }
  return { rule: made.id, company: company.id, client: client.id }
}
