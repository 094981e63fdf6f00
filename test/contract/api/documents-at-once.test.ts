import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideReturnedMails, listReturnedMails } from '#contract/deliveries.ts'
import {
  DOCUMENT_ARCHIVE_PATH,
  DOCUMENT_LIST_PATH,
  previewMailsAgain,
  sendMailsAgain,
} from '#contract/documents-at-once.ts'
import { memoryLimits } from '#server/http/limits.ts'
import { readSheets } from '#server/sheets/read-sheets.ts'
import { unzip } from '#server/sheets/test-unzip.ts'
import { safeName, uniqueName } from '#server/documents/many/archive.ts'
import { facturaContent } from '#server/documents/test-documents.ts'
import { contentDigest } from '#server/documents/trail/trail.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { UPLOAD_LIMITS } from '#server/uploads/read-upload.ts'
import { ANA, makeTenant, RODRIGO, type Tenant } from '../../walls/tenants.ts'

let app: TestApp
let limits = memoryLimits()
let ana: Tenant
let rodrigo: Tenant
beforeAll(async () => {
  app = await startTestApp('2026-11-05T15:00:00Z', undefined, (needs) => ({
    ...needs,
    limits: {
      consume: (name, key) => limits.consume(name, key),
      clear: (name, key) => limits.clear(name, key),
    },
  }))
  ana = await makeTenant(app, ANA)
  rodrigo = await makeTenant(app, RODRIGO)
})
afterAll(() => app.close())

const AT = '2026-11-01T12:00:00Z'

/** An issued factura of Ana's with its two files, to a client of that name. */
async function issued(folio: number, name: string): Promise<number> {
  const { db } = app.database
  const { organisation_id, company_id, person_rut } = await db
    .selectFrom('document')
    .selectAll()
    .where('id', '=', ana.ids.document)
    .executeTakeFirstOrThrow()
  const content = facturaContent({ day: '2026-11-03', net: 1_000 * folio })
  const { id } = await db
    .insertInto('document')
    .values({
      organisation_id,
      company_id,
      person_rut,
      content: JSON.stringify(content),
      content_digest: contentDigest(content),
      total_clp: content.totalClp,
      key: `test:${folio}`,
      kind: 'factura',
      recipient_rut: '93939393-5',
      recipient_name: name,
      emission_day: '2026-11-03',
      service_month: '2026-11',
      state: 'issued',
      folio,
      files_state: 'stored',
      created_at: AT,
      updated_at: AT,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const kind of ['pdf', 'xml'] as const) {
    await db
      .insertInto('document_file')
      .values({
        organisation_id,
        document_id: id,
        kind,
        bytes: Buffer.from(`${kind} of ${folio}`),
        sha256: Buffer.alloc(32),
        stored_at: AT,
      })
      .execute()
  }
  return id
}

async function fetchBytes(path: string, body: object, tenant = ana) {
  const reply = await app.server.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: {
      authorization: `Bearer ${tenant.access}`,
      'accept-language': 'es',
      'content-type': 'application/json',
    },
    payload: JSON.stringify(body),
  })
  return { status: reply.statusCode, bytes: reply.rawPayload, headers: reply.headers }
}

async function rowsOf(bytes: Buffer): Promise<unknown[][]> {
  const read = await readSheets(bytes, 'documentos.xlsx', UPLOAD_LIMITS)
  if (read.kind !== 'sheets') throw new Error(read.reason)
  return (read.tables[0]?.rows ?? []).map(({ cells }) => [...cells])
}

test('the archive has the PDF and the XML of each, under names that are safe and unique', async () => {
  const ids = [await issued(11, '../../Áridos: "Sur" S.A.'), await issued(12, 'Con')]
  const reply = await fetchBytes(DOCUMENT_ARCHIVE_PATH, { documents: ids })
  expect(reply.status).toBe(200)
  expect(reply.headers['content-type']).toBe('application/zip')
  expect(reply.headers['content-disposition']).toContain('documentos-2026-11-05.zip')
  const files = unzip(reply.bytes)
  const names = [...files.keys()]
  expect(names).toHaveLength(4)
  for (const name of names) expect(name).not.toMatch(/[/\\:*?"<>|]|\.\./)
  expect(names.map((name) => files.get(name)?.().toString())).toEqual([
    'pdf of 11',
    'xml of 11',
    'pdf of 12',
    'xml of 12',
  ])
})

test('an archive of documents without files is none', async () => {
  const reply = await fetchBytes(DOCUMENT_ARCHIVE_PATH, { documents: [ana.ids.document] })
  expect(reply.status).toBe(404)
})

test.each([
  ['no document', []],
  ['more than a hundred', Array.from({ length: 101 }, (_, index) => index + 1)],
  ['no number', ['x']],
])('an archive of %s is refused', async (_case, documents) => {
  expect((await fetchBytes(DOCUMENT_ARCHIVE_PATH, { documents })).status).toBe(400)
})

test('another tenant gets neither files nor rows', async () => {
  const id = await issued(21, 'Ajena')
  for (const path of [DOCUMENT_ARCHIVE_PATH, DOCUMENT_LIST_PATH]) {
    expect((await fetchBytes(path, { documents: [id] }, rodrigo)).status).toBe(404)
  }
  const { bytes } = await fetchBytes(DOCUMENT_LIST_PATH, { filter: { search: 'Ajena' } }, rodrigo)
  expect(await rowsOf(bytes)).toHaveLength(1)
})

test('the list has what is chosen, and a name that begins like a formula stays a text', async () => {
  const id = await issued(31, '=1+1')
  const { status, bytes } = await fetchBytes(DOCUMENT_LIST_PATH, { documents: [id] })
  expect(status).toBe(200)
  const [headings, row] = await rowsOf(bytes)
  expect(headings?.slice(0, 3)).toEqual(['Tipo', 'Número', 'Fecha'])
  expect(row?.slice(0, 2)).toEqual(['Factura', 31])
  expect(row).toContain('=1+1')
  expect(row).toContain('Emitida')
})

test('the list has what the filter finds', async () => {
  await issued(41, 'Filtrada Uno')
  await issued(42, 'Filtrada Dos')
  const { bytes } = await fetchBytes(DOCUMENT_LIST_PATH, { filter: { search: 'filtrada' } })
  expect((await rowsOf(bytes)).slice(1).map((row) => row[1])).toEqual([42, 41])
})

/** Planned documents of Ana's, to a client of that name. */
async function planned(count: number, name: string): Promise<void> {
  await sql`insert into document (organisation_id, company_id, person_rut, key, kind, recipient_rut, recipient_name,
      emission_day, service_month, state, created_at, updated_at)
    select organisation_id, company_id, person_rut, ${name} || ':' || n, 'factura', '93939393-5', ${name},
      date '2026-10-01' + n % 31, '2026-10', 'planned', ${AT}::timestamptz, ${AT}::timestamptz
    from document, generate_series(1, ${count}::int) n where document.id = ${ana.ids.document}`.execute(
    app.database.db,
  )
}

test('a list is whole, or refused with its limit', async () => {
  await planned(5_001, 'Larga')
  const whole = await fetchBytes(DOCUMENT_LIST_PATH, { filter: { search: 'larga' } })
  expect(await rowsOf(whole.bytes)).toHaveLength(1 + 5_001)
  await planned(20_001 - 5_001, 'Larguísima')
  const { status, bytes } = await fetchBytes(DOCUMENT_LIST_PATH, { filter: { search: 'larg' } })
  expect([status, JSON.parse(bytes.toString())]).toEqual([
    400,
    {
      detail:
        'La lista tiene más de 20.000 documentos. Filtra por mes o por estado y descárgala por partes.',
    },
  ])
})

test('names stay unique whatever their case, and end neither in a dot nor in a space', () => {
  const taken = new Set<string>()
  const names = ['Uno.pdf', 'uno.pdf', 'Uno.pdf'].map((name) => uniqueName(name, taken))
  expect(names).toEqual(['Uno.pdf', 'uno (2).pdf', 'Uno (3).pdf'])
  expect(safeName('. Con \u0000 \u202e puntos ... ')).toBe('Con puntos')
  expect(safeName('x'.repeat(500))).toHaveLength(110)
})

async function mailed(document: number): Promise<number> {
  const { db } = app.database
  const { id } = await db
    .insertInto('delivery')
    .values({
      organisation_id: ana.organisationId,
      document_id: document,
      purpose: 'document',
      email_account_id: ana.ids.emailAccount,
      subject_template: 'Factura',
      body_template: 'Hola',
      recipients: JSON.stringify([{ copy: 'to', name: 'Eva', address: 'eva@x.cl' }]),
      state: 'sent',
      message_id: `<${document}@folio.example>`,
      sent_at: AT,
      created_at: AT,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const mailsOf = (document: number) =>
  app.database.db
    .selectFrom('delivery')
    .select(['id', 'nth', 'state'])
    .where('document_id', '=', document)
    .orderBy('nth')
    .execute()

test('mails are sent again once each, whatever is pressed again; what was never mailed is said', async () => {
  const [one, other, bare] = [
    await issued(51, 'Uno'),
    await issued(52, 'Dos'),
    await issued(53, 'Tres'),
  ]
  const mails = [await mailed(one), await mailed(other)]
  const documents = [one, other, bare]
  const shown = await app.call({
    method: 'POST',
    path: previewMailsAgain.path,
    body: { documents },
    token: ana.access,
  })
  expect(shown.body).toMatchObject([
    { document: one, delivery: mails[0], to: ['eva@x.cl'], obstacle: null },
    { document: other, delivery: mails[1], obstacle: null },
    { document: bare, delivery: null, obstacle: 'notSent' },
  ])
  const send = (key: string) =>
    app.call({
      method: 'POST',
      path: sendMailsAgain.path,
      body: { mails: mails.map((delivery) => ({ delivery, to: ['eva@x.cl'] })) },
      token: ana.access,
      headers: { 'idempotency-key': key },
    })
  const expected = mails.map((delivery) => ({ delivery, outcome: 'queued', reason: null }))
  expect((await send('first')).body).toEqual(expected)
  expect((await send('first')).body).toEqual(expected)
  expect((await send('second')).body).toEqual(expected)
  expect(await mailsOf(one)).toMatchObject([{ nth: 1 }, { nth: 2, state: 'queued' }])
  expect(await mailsOf(other)).toMatchObject([{ nth: 1 }, { nth: 2, state: 'queued' }])
})

test('a mail that changed meanwhile is refused, and the others are sent', async () => {
  const [one, other] = [await issued(61, 'Uno'), await issued(62, 'Dos')]
  const mails = [await mailed(one), await mailed(other)]
  await sql`update delivery set state = 'failed', sent_at = null where id = ${mails[0] ?? 0}`.execute(
    app.database.db,
  )
  const { body } = await app.call({
    method: 'POST',
    path: sendMailsAgain.path,
    body: { mails: mails.map((delivery) => ({ delivery, to: ['eva@x.cl'] })) },
    token: ana.access,
  })
  expect(body).toMatchObject([
    { outcome: 'refused', reason: 'changed' },
    { outcome: 'queued', reason: null },
  ])
  expect(await mailsOf(one)).toHaveLength(1)
})

test('past the limit of the day each mail says whether it left, and one that left counts once', async () => {
  const [one, other] = [await issued(63, 'Uno'), await issued(64, 'Dos')]
  const mails = [await mailed(one), await mailed(other)]
  const used = limits
  const key = `organisation:${ana.organisationId}`
  try {
    limits = memoryLimits()
    while ((await limits.consume('mailAgainAccount', key)) > 1);
    const send = () =>
      app.call({
        method: 'POST',
        path: sendMailsAgain.path,
        body: { mails: mails.map((delivery) => ({ delivery, to: ['eva@x.cl'] })) },
        token: ana.access,
      })
    const expected = [
      { delivery: mails[0], outcome: 'queued', reason: null },
      { delivery: mails[1], outcome: 'refused', reason: 'dayLimit' },
    ]
    expect(await send()).toMatchObject({ status: 200, body: expected })
    expect((await send()).body).toEqual(expected)
  } finally {
    limits = used
  }
  expect(await mailsOf(one)).toHaveLength(2)
  expect(await mailsOf(other)).toHaveLength(1)
})

test('no mail is sent where one of them is another tenant’s', async () => {
  const document = await issued(71, 'Mía')
  const mine = await mailed(document)
  const { status } = await app.call({
    method: 'POST',
    path: sendMailsAgain.path,
    body: { mails: [mine, rodrigo.ids.delivery].map((delivery) => ({ delivery, to: ['e@x.cl'] })) },
    token: ana.access,
  })
  expect(status).toBe(404)
  expect(await mailsOf(document)).toHaveLength(1)
})

/** A mail of Ana's that came back. */
async function returned(document: number): Promise<number> {
  const id = await mailed(document)
  await app.database.db
    .updateTable('delivery')
    .set({ state: 'bounced', reason: 'returned', sent_at: null })
    .where('id', '=', id)
    .execute()
  return id
}

async function decideReturned(
  decision: 'resend' | 'leave',
  mails: readonly { delivery: number; resend_to: string[] }[],
) {
  const body = { decision, mails }
  return app.call({ method: 'POST', path: decideReturnedMails.path, body, token: ana.access })
}

async function returnedMails() {
  const { body } = await app.call({ path: listReturnedMails.path, token: ana.access })
  return listReturnedMails.reply.parse(body)
}

const TO = ['eva@x.cl']

test('mails that came back are sent again together, to whom they were shown to go', async () => {
  const documents = [await issued(81, 'Uno'), await issued(82, 'Dos'), await issued(83, 'Tres')]
  const one = await returned(documents[0] ?? 0)
  const other = await returned(documents[1] ?? 0)
  const third = await returned(documents[2] ?? 0)
  const shown = (await returnedMails()).filter(({ document }) => documents.includes(document))
  expect(shown).toMatchObject([
    { delivery: third, recipient: 'Tres', folio: 83, sent_to: TO, resend_to: TO },
    { delivery: other, recipient: 'Dos' },
    { delivery: one, recipient: 'Uno' },
  ])
  const { body } = await decideReturned('resend', [
    { delivery: one, resend_to: TO },
    { delivery: other, resend_to: ['nadie@x.cl'] },
  ])
  expect(body).toEqual([
    { delivery: one, outcome: 'done' },
    { delivery: other, outcome: 'changed' },
  ])
  expect(await mailsOf(documents[0] ?? 0)).toMatchObject([{ state: 'queued' }])
  expect(await mailsOf(documents[1] ?? 0)).toMatchObject([{ state: 'bounced' }])
  const again = await decideReturned('resend', [{ delivery: one, resend_to: TO }])
  expect(again.body).toEqual([{ delivery: one, outcome: 'changed' }])
})

test('mails that came back are left together, and asked about no more', async () => {
  const documents = [await issued(84, 'Uno'), await issued(85, 'Dos')]
  const mails = [await returned(documents[0] ?? 0), await returned(documents[1] ?? 0)]
  const { body } = await decideReturned(
    'leave',
    mails.map((delivery) => ({ delivery, resend_to: [] })),
  )
  expect(body).toEqual(mails.map((delivery) => ({ delivery, outcome: 'done' })))
  const left = (await returnedMails()).map(({ delivery }) => delivery)
  expect(mails.filter((id) => left.includes(id))).toEqual([])
})

test('a mail in doubt is not decided together with those that came back', async () => {
  const document = await issued(86, 'En duda')
  const delivery = await mailed(document)
  await app.database.db
    .updateTable('delivery')
    .set({ state: 'unknown', sent_at: null, reason: 'answerLost' })
    .where('id', '=', delivery)
    .execute()
  const { body } = await decideReturned('resend', [{ delivery, resend_to: TO }])
  expect(body).toEqual([{ delivery, outcome: 'changed' }])
  expect(await mailsOf(document)).toMatchObject([{ state: 'unknown' }])
})

test('no mail that came back is decided where one of them is another tenant’s', async () => {
  const document = await issued(87, 'Mía')
  const mine = await returned(document)
  const mails = [mine, rodrigo.ids.delivery].map((delivery) => ({ delivery, resend_to: TO }))
  expect((await decideReturned('resend', mails)).status).toBe(404)
  expect(await mailsOf(document)).toMatchObject([{ state: 'bounced' }])
})
