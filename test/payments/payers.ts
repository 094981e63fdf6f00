import { sql } from 'kysely'
import { payerCode } from '#server/vault/payer-code.ts'
import { sendDueMails } from '#server/mailer/mailer.ts'
import type { Mail } from '#server/mailer/mail-content.ts'
import type { TestApp, TestReply } from '#server/test-app.ts'
import type { Stage } from './stage.ts'

export interface OtherDocument {
  folio: number
  amountClp: number
  /** The stage's unless given. */
  organisationId?: number
  companyId?: number
  clientRut?: string
}

/** Another issued document, followed and due: a copy of the stage's but for what is given. */
export async function makeOther({ app, ana, documentId }: Stage, other: OtherDocument) {
  const { folio, amountClp, organisationId = ana.organisationId } = other
  const { companyId = ana.ids.company, clientRut = '90909090-3' } = other
  const { db } = app.database
  const changes = JSON.stringify({
    organisation_id: organisationId,
    key: `copy:${folio}`,
    company_id: companyId,
    recipient_rut: clientRut,
    folio,
    rule_id: null,
    occurrence_id: null,
    client_id: null,
  })
  const { rows } = await sql<{ id: number }>`
    insert into document select (jsonb_populate_record(source, ${changes}::jsonb
      || jsonb_build_object('id', nextval(pg_get_serial_sequence('document', 'id'))))).*
    from document source where organisation_id = ${ana.organisationId} and id = ${documentId}
    returning id`.execute(db)
  const id = rows[0]?.id ?? 0
  await db
    .insertInto('receivable')
    .values({
      organisation_id: organisationId,
      document_id: id,
      company_id: companyId,
      client_rut: clientRut,
      base_clp: amountClp,
      due_day: '2026-11-30',
      closes_day: '2099-12-31',
      created_at: '2026-11-05T15:00:00Z',
    })
    .execute()
  return id
}

/** A payer's browser: it keeps the cookies of our answers and sends each along where its path says. */
export interface Browser {
  /** On the page of that token. */
  call(token: string, path: string, body?: object): Promise<TestReply>
  /** As `Set-Cookie` brought them, by name and path. */
  cookies: Map<string, { value: string; path: string; attributes: string }>
}

export function openBrowser(app: TestApp): Browser {
  const cookies: Browser['cookies'] = new Map()
  return {
    cookies,
    async call(token, path, body) {
      const where = `/shared-documents/${token}/${path}`
      const sent = [...cookies]
        .filter(([, cookie]) => `/api${where}`.startsWith(cookie.path))
        .map(([key, { value }]) => `${key.split(' ')[0] ?? ''}=${value}`)
      const headers: Record<string, string> = sent.length === 0 ? {} : { cookie: sent.join('; ') }
      const reply = await app.call({
        path: where,
        headers,
        ...(body === undefined ? {} : { body }),
      })
      const made = reply.headers['set-cookie']
      if (typeof made === 'string') keep(cookies, made)
      return reply
    },
  }
}

function keep(cookies: Browser['cookies'], made: string): void {
  const [pair = '', ...attributes] = made.split('; ')
  const [name = '', value = ''] = pair.split('=')
  const path = attributes.find((one) => one.startsWith('Path='))?.slice(5) ?? '/'
  cookies.set(`${name} ${path}`, { value, path, attributes: attributes.join('; ') })
}

/** The code that was mailed last. */
export async function lastCode({ app }: Stage): Promise<string> {
  const row = await app.database.db
    .selectFrom('payer_access')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return payerCode(app.links, row)
}

/** Asks for a code in a browser of its own, and gives it: the list is open there. */
export async function openList(
  stage: Stage,
  token = stage.token,
  contact = stage.ana.ids.contact,
): Promise<Browser> {
  const browser = openBrowser(stage.app)
  const asked = await browser.call(token, 'codes/', { address: contact })
  if (asked.status !== 204) throw new Error(`No code: ${JSON.stringify(asked.body)}`)
  const opened = await browser.call(token, 'access/', { code: await lastCode(stage) })
  if (opened.status !== 200) throw new Error(`Not opened: ${JSON.stringify(opened.body)}`)
  return browser
}

/** The folios that the browser is shown; null where the list isn't open in it. */
export async function foliosIn(browser: Browser, token: string): Promise<number[] | null> {
  const { body } = await browser.call(token, 'access/')
  const { until, documents } = Object(body)
  return until === null ? null : documents.map(({ folio }: { folio: number }) => folio)
}

/** What leaves by now, and to whom. */
export async function mailsLeaving({ app }: Stage): Promise<(Mail & { to: string })[]> {
  const left: (Mail & { to: string })[] = []
  await sendDueMails({
    db: app.database.db,
    clock: app.clock,
    links: app.links,
    publicUrl: 'https://folio.example',
    demonstration: false,
    writeAttention: () => Promise.resolve(null),
    transport: {
      send: (mail, { to }) => {
        left.push({ ...mail, to })
        return Promise.resolve({ kind: 'sent' })
      },
      close: () => undefined,
    },
    onFailure: ({ why }) => {
      throw new Error(why)
    },
  })
  return left
}
