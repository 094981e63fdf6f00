import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { instantText } from '#server/clock.ts'
import { deliverDue, type WorkerNeeds } from '#server/deliveries/worker.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import { createMailboxKeys } from '#server/mailer/accounts/mailbox-keys.ts'
import { createLinks } from '#server/vault/links.ts'
import { Secret } from '#server/vault/secret.ts'
import { ana, asesoriasPenaMunoz } from '#simulators/world.ts'
import { ANA, openMailStage, type MailStage } from '../../contract/mail/stage.ts'
import { documentsOf, issuedAtSii, openHouse, seedRule, type House } from '../house.ts'
import { checkTrails } from '../invariants.ts'

let house: House
let stage: MailStage
let mailer: WorkerNeeds

const TODAY = day(2026, 11, 30)
const user = { worker: 'user:1', epoch: null }
const PAGOS = 'pagos@aseo.example'

// 30 November 2026, 10:00 in Chile, when every company's turn has begun; the rule's day.
beforeEach(async () => {
  house = await openHouse('2026-11-30T13:00:00Z')
  stage = await openMailStage('google')
  const { db, clock, vault } = house
  const links = createLinks(new Secret('l'.repeat(32)))
  const needs = { db, clock, vault, links, mailProviders: { google: stage.client } }
  mailer = {
    ...needs,
    keys: createMailboxKeys(needs),
    publicUrl: () => 'https://folio.example',
    boundary: async () => undefined,
    onFailure: (_about, error) => void house.failures.push(error),
  }
})
afterEach(async () => {
  if (house.failures.length > 0) throw new Error('A worker failed', { cause: house.failures[0] })
  await checkTrails(house)
  await stage.close()
  await house.close()
})

/** The rule mails from Ana's mailbox to one contact of its client. */
async function mails({ organisationId, ruleId, clientIds: [client = 0] }: Rule): Promise<void> {
  const { db, clock, vault } = house
  const of = { organisation_id: organisationId, created_at: instantText(clock.now()) }
  const { refresh } = await stage.grant()
  const sealed = { organisationId, kind: 'mailToken', plaintext: refresh } as const
  const account = await db
    .insertInto('email_account')
    .values({
      ...of,
      provider: 'google',
      address: ANA,
      full_name: 'Ana Peña',
      token_secret_id: await vault.seal(db, sealed),
      connected_at: of.created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const contact = await db
    .insertInto('contact')
    .values({ ...of, client_id: client, first_name: 'José', gender: 'male', email: PAGOS })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('rule_client_contact')
    .values({
      organisation_id: organisationId,
      rule_id: ruleId,
      client_id: client,
      contact_id: contact.id,
      copy: 'to',
    })
    .execute()
  await db
    .updateTable('invoice_rule')
    .set({
      send_email_automatic: true,
      email_account_id: account.id,
      email_subject_template: 'Factura {{numero_documento}} de {{mes}}',
    })
    .execute()
}

type Rule = Awaited<ReturnType<typeof seedRule>>

/** Somebody issued the rule's factura by hand that morning: ours waits for a word. */
async function heldByOneMadeByHand({ isMailed = true } = {}) {
  const rule = await seedRule(house, { nextDay: TODAY })
  if (isMailed) await mails(rule)
  const byHand = house.simulator.admin.issueByHand({
    issuerRut: asesoriasPenaMunoz.rut,
    sentByRut: ana.rut,
    receiverRut: '90909090-3',
    lines: [{ name: 'A mano', description: '', quantity: 1, unitClp: 100_000 }],
  })
  const worker = house.worker('w1')
  await house.live(worker, 60, 10)
  const [document] = await documentsOf(house)
  if (document === undefined) throw new Error('no document')
  expect(document).toMatchObject({ state: 'queued', reason: 'looksRepeated' })
  const at = { organisationId: document.organisation_id, id: document.id }
  return { worker, at, byHand }
}

/** Both kinds of workers, for as long as a mail in doubt may take. */
async function liveAndMail(worker: ReturnType<House['worker']>): Promise<void> {
  for (let passes = 0; passes < 4; passes += 1) {
    await house.live(worker, 15, 5)
    for (let mailings = 0; mailings < 20 && (await deliverDue(mailer)) > 0; mailings += 1);
  }
}

function deliveries() {
  return house.db.selectFrom('delivery').selectAll().execute()
}

async function storedFile(kind: 'pdf' | 'xml') {
  const { bytes } = await house.db
    .selectFrom('document_file')
    .select('bytes')
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return bytes
}

test('an adopted document is mailed once, with its number and the files of the SII', async () => {
  const { worker, at, byHand } = await heldByOneMadeByHand()
  await liveAndMail(worker)
  expect(stage.accepted).toEqual([])
  expect(await documentActions(house).adopt(at, user, byHand.folio)).toBe(true)
  await liveAndMail(worker)
  await liveAndMail(worker)
  expect(issuedAtSii(house)).toEqual([])
  expect(stage.accepted.map(({ from, to }) => [from, to])).toEqual([[ANA, [PAGOS]]])
  const mail = await PostalMime.parse(stage.accepted[0]?.raw ?? '', {
    attachmentEncoding: 'arraybuffer',
  })
  expect(mail.subject).toBe(`Factura ${byHand.folio} de noviembre`)
  const attached = mail.attachments.map(({ filename, content }) => [
    filename,
    typeof content === 'string' ? content : Buffer.from(new Uint8Array(content)),
  ])
  expect(attached).toEqual([
    [`Factura ${byHand.folio}.pdf`, await storedFile('pdf')],
    [`Factura ${byHand.folio}.xml`, await storedFile('xml')],
  ])
  expect((await storedFile('xml')).toString('latin1')).toContain(`<Folio>${byHand.folio}</Folio>`)
  expect(await deliveries()).toMatchObject([{ document_id: at.id, nth: 1, state: 'sent' }])
})

test('an adopted document is not mailed before its files are proved', async () => {
  const { worker, at, byHand } = await heldByOneMadeByHand()
  expect(await documentActions(house).adopt(at, user, byHand.folio)).toBe(true)
  const stopping = {
    ...worker,
    boundary: async (name: string) => {
      if (name === 'beforeFiling') house.simulator.admin.scenarios.set({ name: 'maintenance' })
    },
  }
  await liveAndMail(stopping)
  expect((await documentsOf(house))[0]).toMatchObject({ state: 'issued', files_state: 'wanted' })
  expect(await deliveries()).toMatchObject([{ state: 'queued' }])
  expect(stage.accepted).toEqual([])
  house.simulator.admin.scenarios.clear()
  await liveAndMail(worker)
  expect(stage.accepted).toHaveLength(1)
})

test('an adopted document of a rule that does not mail is not mailed', async () => {
  const { worker, at, byHand } = await heldByOneMadeByHand({ isMailed: false })
  expect(await documentActions(house).adopt(at, user, byHand.folio)).toBe(true)
  await liveAndMail(worker)
  expect((await documentsOf(house))[0]).toMatchObject({ state: 'issued', files_state: 'stored' })
  expect(await deliveries()).toEqual([])
  expect(stage.accepted).toEqual([])
})

test('an adopted document whose mail was delivered already is not mailed again', async () => {
  const { worker, at, byHand } = await heldByOneMadeByHand()
  const sentAt = instantText(house.clock.now())
  await house.db
    .insertInto('delivery')
    .values({
      organisation_id: at.organisationId,
      document_id: at.id,
      purpose: 'document',
      subject_template: '',
      body_template: '',
      recipients: '[]',
      state: 'sent',
      sent_at: sentAt,
      message_id: '<before@folio.example>',
      created_at: sentAt,
    })
    .execute()
  const before = await deliveries()
  expect(await documentActions(house).adopt(at, user, byHand.folio)).toBe(true)
  await liveAndMail(worker)
  expect((await documentsOf(house))[0]).toMatchObject({ state: 'issued', folio: byHand.folio })
  expect(stage.accepted).toEqual([])
  expect(await deliveries()).toEqual(before)
})
