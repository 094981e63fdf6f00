import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { day } from '#domain/day.ts'
import { MAX_OPEN_OF_UPLOADS } from '#domain/upload.ts'
import { instantText } from '#server/clock.ts'
import { decideRuns } from '#server/documents/queue/decide-runs.ts'
import { InvalidInput, NotFound } from '#server/http/errors.ts'
import { orderUpload } from '#server/uploads/issue/order.ts'
import { presentUpload } from '#server/uploads/present.ts'
import { forgetUpload, openUpload } from '#server/uploads/uploads.ts'
import { documentsOf, issuedAtSii } from '../house.ts'
import { checkInvariants } from '../invariants.ts'
import { untilLockWait } from '../lock-wait.ts'
import {
  dyingAt,
  HEADINGS,
  KNOWN_RUT,
  openUploadHouse,
  OTHER_RUT,
  TODAY,
  type UploadHouse,
} from './upload-house.ts'

let own: UploadHouse
beforeEach(async () => {
  own = await openUploadHouse()
})
afterEach(async () => {
  await checkInvariants(own.house)
  await own.close()
})

const ROWS = [
  `A;Factura;${KNOWN_RUT};Instalación de red;2;70000;CLP`,
  `A;;;Cables;1;15000;CLP`,
  `B;Factura;${KNOWN_RUT};Soporte;1;90000;CLP`,
]

const orders = () =>
  own.house.db.selectFrom('upload_order').selectAll().orderBy('position').execute()
const documents = () => documentsOf(own.house)
const totals = async () =>
  (await documents()).map(({ key, state, total_clp }) => [key, state, total_clp])

test('what was ordered of a file becomes documents of its keys, which wait and are issued once each', async () => {
  const id = await own.upload(ROWS)
  await own.order(id)
  expect(await orders()).toMatchObject([
    { group_key: 'g:A', state: 'ordering', document_id: null, issue_day: TODAY },
    { group_key: 'g:B', state: 'ordering', document_id: null },
  ])
  const worker = own.house.worker('w1')
  await own.house.settle(worker)
  expect(await totals()).toEqual([
    [`upload:${id}:g:A`, 'waiting', 184_450],
    [`upload:${id}:g:B`, 'waiting', 107_100],
  ])
  await own.house.live(worker, 60, 10)
  expect(await totals()).toEqual([
    [`upload:${id}:g:A`, 'issued', 184_450],
    [`upload:${id}:g:B`, 'issued', 107_100],
  ])
  expect(issuedAtSii(own.house).map(({ totalClp, issueDay }) => [totalClp, issueDay])).toEqual([
    [184_450, TODAY],
    [107_100, TODAY],
  ])
  expect(await orders()).toMatchObject([{ state: 'made' }, { state: 'made' }])
})

test('a line of a file is a line of its own words, and makes no product', async () => {
  const products = () => own.house.db.selectFrom('product').select('name').execute()
  const before = await products()
  await own.order(await own.upload(ROWS))
  await own.house.settle(own.house.worker('w1'))
  const [first] = await documents()
  expect(first?.content).toMatchObject({
    lines: [
      { name: 'Instalación de red', quantity: '2', amountClp: 140_000 },
      { name: 'Cables', amountClp: 15_000 },
    ],
  })
  expect(await products()).toEqual(before)
})

async function addMailbox(): Promise<void> {
  await own.house.db
    .insertInto('email_account')
    .values({
      organisation_id: own.rule.organisationId,
      provider: 'google',
      address: 'ana@ejemplo.cl',
      token_secret_id: sql`(select min(id) from secret)`,
      connected_at: '2026-11-01T00:00:00Z',
      created_at: '2026-11-01T00:00:00Z',
    })
    .execute()
}

test('the month, the due day and the recipients of a document are those that its row names', async () => {
  const headings = `${HEADINGS};Mes de servicio;Vencimiento;Para;Cc;Enviar correo`
  await addMailbox()
  const row = `A;Factura;${KNOWN_RUT};Soporte de {{Mes}};1;90000;CLP;2026-08;10-12-2026;pagos@ejemplo.cl;jefe@ejemplo.cl;sí`
  await own.order(await own.upload([row], headings))
  await own.house.settle(own.house.worker('w1'))
  const [document] = await documents()
  expect(document).toMatchObject({
    service_month: '2026-08',
    content: { serviceMonth: '2026-08', lines: [{ name: 'Soporte de Agosto' }] },
  })
  const rule = await own.house.db
    .selectFrom('invoice_rule')
    .select(['due_days', 'due_day', 'send_email_automatic', 'email_account_id'])
    .where('request_key', 'is not', null)
    .executeTakeFirstOrThrow()
  expect(rule).toMatchObject({ due_days: null, due_day: '2026-12-10', send_email_automatic: true })
  expect(
    await own.house.db.selectFrom('rule_mailbox').select(['copy', 'address']).execute(),
  ).toEqual([
    { copy: 'to', address: 'pagos@ejemplo.cl' },
    { copy: 'cc', address: 'jefe@ejemplo.cl' },
  ])
})

test('documents are ordered while the client of another, found and deleted, is requested again', async () => {
  const id = await own.upload([...ROWS, `C;Factura;${OTHER_RUT};Sin datos;1;70000;CLP`])
  const { contents } = await own.seen(id)
  const { db, clock } = own.house
  await db
    .updateTable('upload_look_up')
    .set({ state: 'found', next_try_at: null, settled_at: instantText(clock.now()) })
    .execute()
  contents.delete('g:C')
  const order = { id, documents: contents, count: 2, issueDay: TODAY, confirmed: new Map() }
  await orderUpload(own.house, own.by, order, 'es')
  expect(await orders()).toHaveLength(2)
  expect(await db.selectFrom('upload_look_up').select(['rut', 'state']).execute()).toEqual([
    { rut: OTHER_RUT, state: 'waiting' },
  ])
})

async function preview(id: number) {
  const opened = await openUpload(own.house, { organisationId: own.rule.organisationId, id })
  const { content } = presentUpload(opened, 'es')
  if (content.kind !== 'judged') throw new Error(content.kind)
  return content
}

/** What its preview says that will have documents refused. */
async function lacks(id: number) {
  return (await preview(id)).lacks.map(({ code }) => code)
}

/** The rule's own from now on, behind the company's first. */
async function moveIssuer(): Promise<void> {
  const { db } = own.house
  const { id } = await db
    .insertInto('issuer_address')
    .values({
      organisation_id: own.rule.organisationId,
      company_id: own.companyId,
      street_and_number: 'Nueva 9',
      commune: 'Temuco',
      city: 'Temuco',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('invoice_rule').set({ issuer_address_id: id }).execute()
}

test('the issuer that a preview names is the one that its documents are issued by', async () => {
  await moveIssuer()
  const id = await own.upload(ROWS)
  const { issuing } = await preview(id)
  expect(issuing).toMatchObject({
    address: { street: 'Nueva 9', commune: 'Temuco', city: 'Temuco' },
    mailbox: null,
  })
  await own.order(id)
  await own.house.settle(own.house.worker('w1'))
  expect((await documents())[0]?.content).toMatchObject({
    issuer: { address: { street: 'Nueva 9' }, activity: { description: issuing.giro } },
  })
})

test('an order of another issuer than its person saw is refused, and nothing is recorded', async () => {
  const id = await own.upload(ROWS)
  const { contents } = await own.seen(id)
  await moveIssuer()
  await expect(own.order(id, { contents })).rejects.toMatchObject({
    code: 'upload_content_changed',
  })
  expect(await orders()).toEqual([])
})

test('an order from another mailbox than its person saw is refused, and nothing is recorded', async () => {
  const id = await own.upload(ROWS)
  const { contents } = await own.seen(id)
  await addMailbox()
  expect((await preview(id)).issuing.mailbox).toBe('ana@ejemplo.cl')
  await expect(own.order(id, { contents })).rejects.toMatchObject({
    code: 'upload_content_changed',
  })
  expect(await orders()).toEqual([])
})

test('a boleta needs nothing of the company, and a factura its activity', async () => {
  const { db } = own.house
  await db.updateTable('invoice_rule').set({ issuer_activity_id: null }).execute()
  await db.deleteFrom('issuer_activity').execute()
  expect(await lacks(await own.upload(ROWS))).toEqual(['issuerIncomplete'])
  expect(await lacks(await own.upload([`B;Boleta;${KNOWN_RUT};Servicio;1;50000;CLP`]))).toEqual([])
})

test('a mail is not ordered without a mailbox to send it from, and nothing is recorded', async () => {
  const headings = `${HEADINGS};Para;Enviar correo`
  const id = await own.upload(
    [`A;Factura;${KNOWN_RUT};Soporte;1;90000;CLP;a@ejemplo.cl;sí`],
    headings,
  )
  expect(await lacks(id)).toEqual(['mailboxMissing'])
  await expect(own.order(id)).rejects.toBeInstanceOf(InvalidInput)
  expect(await orders()).toEqual([])
})

test('facturas of a company without its city are not ordered: none of them could be prepared', async () => {
  const id = await own.upload(ROWS)
  expect(await lacks(id)).toEqual([])
  await own.house.db.updateTable('issuer_address').set({ city: '' }).execute()
  expect(await lacks(id)).toEqual(['issuerCityMissing'])
  await expect(own.order(id)).rejects.toBeInstanceOf(InvalidInput)
  expect(await orders()).toEqual([])
})

const NEW_CLIENT = 'Comercial Nueva SpA;Comercio;Calle Nueva 12;Santiago;Valparaíso'
const CLIENT_HEADINGS = `${HEADINGS};Razón social;Giro;Dirección;Comuna;Ciudad`

test('an unknown client is made from its row once, however many documents name it', async () => {
  const rows = [1, 2].map(
    (n) => `${n};Factura;${OTHER_RUT};Servicio ${n};1;${n}0000;CLP;${NEW_CLIENT}`,
  )
  await own.order(await own.upload(rows, CLIENT_HEADINGS))
  await own.house.settle(own.house.worker('w1'))
  const clients = await own.house.db
    .selectFrom('client')
    .select(['rut', 'name'])
    .orderBy('id')
    .execute()
  expect(clients.filter(({ rut }) => rut === OTHER_RUT)).toEqual([
    { rut: OTHER_RUT, name: 'Comercial Nueva SpA' },
  ])
  expect(await documents()).toMatchObject([
    {
      state: 'waiting',
      content: { recipient: { giro: 'Comercio', address: { street: 'Calle Nueva 12' } } },
    },
    { state: 'waiting' },
  ])
})

test('a new client has the whole address of its row', async () => {
  await own.order(
    await own.upload(
      [`A;Factura;${OTHER_RUT};Servicio;1;50000;CLP;${NEW_CLIENT}`],
      CLIENT_HEADINGS,
    ),
  )
  await own.house.settle(own.house.worker('w1'))
  const address = { street: 'Calle Nueva 12', commune: 'SANTIAGO', city: 'Valparaíso' }
  expect(await documents()).toMatchObject([
    { state: 'waiting', content: { recipient: { giro: 'Comercio', address } } },
  ])
})

test('a known client that lacks its city gets the one that its row says', async () => {
  const { db } = own.house
  await db.updateTable('client_address').set({ city: '' }).execute()
  const row = `A;Factura;${KNOWN_RUT};Soporte;1;90000;CLP;;;;;Temuco`
  await own.order(await own.upload([row], CLIENT_HEADINGS))
  await own.house.settle(own.house.worker('w1'))
  expect(await documents()).toMatchObject([
    { state: 'waiting', content: { recipient: { address: { city: 'Temuco' } } } },
  ])
  expect(await db.selectFrom('client_address').select('city').execute()).toEqual([
    { city: 'Temuco' },
  ])
})

test('a known client is not changed by what a row says of it', async () => {
  const of = () =>
    own.house.db
      .selectFrom('client')
      .innerJoin('client_address', 'client_address.client_id', 'client.id')
      .select(['client.name', 'street_and_number', 'city'])
      .execute()
  const before = await of()
  const [known] = before
  const row = `A;Factura;${KNOWN_RUT};Soporte;1;90000;CLP;${known?.name ?? ''};Otro giro;Otra calle 1;Santiago;Santiago`
  await own.order(await own.upload([row], CLIENT_HEADINGS))
  await own.house.settle(own.house.worker('w1'))
  expect(await of()).toEqual(before)
})

const MOVED = 'Calle Nueva 12;Santiago;Valparaíso'

test('a document to a deleted client goes to the address that its preview shows, that of its rows', async () => {
  const { db, clock } = own.house
  await db
    .updateTable('client')
    .set({ deleted_at: instantText(clock.now()) })
    .where('rut', '=', KNOWN_RUT)
    .execute()
  const rows = [1, 2].map(
    (n) => `${n};Factura;${KNOWN_RUT};Servicio ${n};1;${n}0000;CLP;;Otro giro;${MOVED}`,
  )
  const id = await own.upload(rows, CLIENT_HEADINGS)
  const shown = (await preview(id)).documents.map(({ recipient }) => recipient)
  expect(shown).toMatchObject([{ street: 'Calle Nueva 12' }, { street: 'Calle Nueva 12' }])
  await own.order(id)
  await own.house.settle(own.house.worker('w1'))
  expect((await documents()).map(({ content }) => recipientIn(content))).toEqual(shown)
})

test('a document goes to the address that its preview showed, whatever the client has once it is made', async () => {
  const id = await own.upload(ROWS)
  const shown = (await preview(id)).documents.map(({ recipient }) => recipient)
  await own.order(id)
  await own.house.db.updateTable('client_address').set({ street_and_number: 'Otra 5' }).execute()
  await own.house.settle(own.house.worker('w1'))
  expect((await documents()).map(({ content }) => recipientIn(content))).toEqual(shown)
})

test('an order to another address than its person saw is refused, and nothing is recorded', async () => {
  const id = await own.upload(ROWS)
  const { contents } = await own.seen(id)
  await own.house.db.updateTable('client_address').set({ street_and_number: 'Otra 5' }).execute()
  await expect(own.order(id, { contents })).rejects.toMatchObject({
    code: 'upload_content_changed',
  })
  expect(await orders()).toEqual([])
})

const recipientOnPaper = z.object({
  recipient: z.object({
    name: z.string(),
    giro: z.string(),
    address: z.object({ street: z.string(), commune: z.string(), city: z.string() }),
  }),
})

function recipientIn(content: unknown) {
  const { name, giro, address } = recipientOnPaper.parse(content).recipient
  return { name, giro, ...address }
}

test('nothing that changes after an order reaches what was confirmed', async () => {
  await sql`update product set code = 'ASE'`.execute(own.house.db)
  const headings = 'Documento;Tipo;RUT;Código;Cantidad'
  const id = await own.upload([`A;Factura;${KNOWN_RUT};ASE;1`], headings)
  await own.order(id)
  await sql`update product set name = 'Otra cosa', unit_price = 1, code = 'X'`.execute(own.house.db)
  await sql`delete from rule_line`.execute(own.house.db)
  await sql`delete from product`.execute(own.house.db)
  await forgetUpload(own.house, own.by, id)
  await own.house.settle(own.house.worker('w1'))
  const [document] = await documents()
  expect(document).toMatchObject({
    total_clp: 119_000,
    content: { lines: [{ name: 'Asesoría de Noviembre', code: 'ASE', amountClp: 100_000 }] },
  })
})

test('a file that something was ordered of is known after it is deleted, and its documents are not new', async () => {
  const id = await own.upload(ROWS)
  await own.order(id, { keys: ['g:A'] })
  await forgetUpload(own.house, own.by, id)
  const upload = await own.house.db.selectFrom('upload').selectAll().executeTakeFirstOrThrow()
  expect(upload).toMatchObject({ id, bytes: null })
  const documents = new Map([['g:B', '']])
  const late = { id, documents, count: 1, issueDay: TODAY, confirmed: new Map() }
  await expect(orderUpload(own.house, own.by, late, 'es')).rejects.toBeInstanceOf(NotFound)
  await own.house.settle(own.house.worker('w1'))
  expect(await totals()).toEqual([[`upload:${id}:g:A`, 'waiting', 184_450]])
})

test('an order of other content than its person saw is refused, and nothing is recorded', async () => {
  await sql`update product set code = 'ASE'`.execute(own.house.db)
  const id = await own.upload(
    [`A;Factura;${KNOWN_RUT};ASE;1`],
    'Documento;Tipo;RUT;Código;Cantidad',
  )
  const { contents } = await own.seen(id)
  await sql`update product set unit_price = unit_price + 1`.execute(own.house.db)
  await expect(own.order(id, { contents })).rejects.toMatchObject({
    code: 'upload_content_changed',
  })
  expect(await orders()).toEqual([])
})

test('an order with a count that is not that of its documents is refused whole', async () => {
  const id = await own.upload(ROWS)
  await expect(own.order(id, { count: 3 })).rejects.toBeInstanceOf(InvalidInput)
  expect(await orders()).toEqual([])
})

test('an order with a document that the file does not have is refused whole', async () => {
  const id = await own.upload(ROWS)
  await expect(own.order(id, { keys: ['g:A', 'g:C'] })).rejects.toMatchObject({
    code: 'upload_content_changed',
  })
  expect(await orders()).toEqual([])
})

test('a document with a fault is not ordered, nor the others of its order', async () => {
  // All that is issued is there: only its due day can't be read.
  const faulty = `C;Factura;${KNOWN_RUT};Soporte;1;5000;CLP;pronto`
  const id = await own.upload([...ROWS, faulty], `${HEADINGS};Vencimiento`)
  await expect(own.order(id, { keys: ['g:A', 'g:C'] })).rejects.toBeInstanceOf(InvalidInput)
  expect(await orders()).toEqual([])
})

test.each([
  ['the day before', day(2026, 11, 24), 'otherDate'],
  [
    'a day more than a year away',
    day(2027, 12, 1),
    expect.objectContaining({ text: expect.stringContaining('26/11/2027') }),
  ],
])('documents are not ordered for %s', async (_, issueDay, why) => {
  const id = await own.upload(ROWS)
  await expect(own.order(id, { issueDay })).rejects.toMatchObject({ fields: { issue_date: [why] } })
  expect(await orders()).toEqual([])
})

test('no more are ordered for a day than can leave before its closing hour, at the pace of their person', async () => {
  // Its undo window ends at 17:59, and each takes twenty seconds.
  await own.house.clock.advanceTo('2026-11-25T20:29:00Z')
  const rows = [1, 2, 3, 4].map((n) => `${n};Factura;${KNOWN_RUT};Visita;1;${n}000;CLP`)
  const id = await own.upload(rows)
  await expect(own.order(id)).rejects.toMatchObject({
    fields: {
      issue_date: [expect.objectContaining({ text: expect.stringContaining('cerca de 3.') })],
    },
  })
  expect(await orders()).toEqual([])
  await own.order(id, { keys: ['g:1', 'g:2'] })
  await expect(own.order(id, { keys: ['g:3', 'g:4'] })).rejects.toBeInstanceOf(InvalidInput)
  await own.order(id, { keys: ['g:3'] })
  await expect(own.order(id, { keys: ['g:4'] })).rejects.toMatchObject({
    fields: { issue_date: [expect.objectContaining({ text: expect.stringContaining('ninguno') })] },
  })
  const more = await own.upload([`Z;Factura;${KNOWN_RUT};Otra;1;9000;CLP`])
  await own.order(more, { issueDay: day(2026, 11, 26) })
})

test('documents that are due before their date are not ordered, and all their rows are named', async () => {
  const due = ['30-11-2026', '01-12-2026', '29-11-2026']
  const id = await own.upload(
    due.map((date, n) => `${n};Factura;${KNOWN_RUT};Soporte ${n};1;9000${n};CLP;${date}`),
    `${HEADINGS};Vencimiento`,
  )
  const text = expect.stringContaining('emisión: 2, 4.')
  await expect(own.order(id, { issueDay: day(2026, 12, 1) })).rejects.toMatchObject({
    fields: { issue_date: [expect.objectContaining({ text })] },
  })
  expect(await orders()).toEqual([])
})

test('no more are ordered than may be on their way at once', async () => {
  const filling = await own.upload([`Z;Factura;${KNOWN_RUT};Otro;1;5000;CLP`])
  await own.order(filling)
  await sql`insert into upload_order (organisation_id, upload_id, group_key, company_id, position, state,
      content, issue_day, next_try_at, ordered_by, ordered_at)
    select organisation_id, upload_id, 'x:' || n, company_id, n, state, content, issue_day + 30, next_try_at,
      ordered_by, ordered_at
    from upload_order, generate_series(1, ${MAX_OPEN_OF_UPLOADS - 2}::int) n`.execute(own.house.db)
  const id = await own.upload(ROWS)
  await expect(own.order(id)).rejects.toBeInstanceOf(InvalidInput)
  await own.order(id, { keys: ['g:A'] })
  await sql`delete from upload_order where group_key like 'x:%'`.execute(own.house.db)
})

test('an order that is sent twice at the same moment is recorded once', async () => {
  const id = await own.upload(ROWS)
  const { db } = own.house
  const both = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('upload').select('id').forUpdate().execute()
    const sent = [own.order(id), own.order(id)]
    await untilLockWait(db, 2)
    return { answers: Promise.allSettled(sent) }
  })
  const answers = await both.answers
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const refused = answers.find(({ status }) => status === 'rejected')
  expect(refused).toMatchObject({ reason: { status: 409, code: 'upload_already_ordered' } })
  expect(await orders()).toMatchObject([{ revision: 1 }, { revision: 1 }])
})

test('of two tabs that order different documents with one in common, the second orders none', async () => {
  const id = await own.upload([...ROWS, `C;Factura;${KNOWN_RUT};Visita;1;20000;CLP`])
  await own.order(id, { keys: ['g:A', 'g:B'] })
  const second = own.order(id, { keys: ['g:B', 'g:C'] })
  await expect(second).rejects.toMatchObject({ status: 409, code: 'upload_already_ordered' })
  expect((await orders()).map(({ group_key }) => group_key)).toEqual(['g:A', 'g:B'])
  await own.order(id, { keys: ['g:C'] })
  expect(await orders()).toHaveLength(3)
})

test('a process that is killed at any statement of an order records all of it or nothing', async () => {
  const id = await own.upload(ROWS)
  const { contents } = await own.seen(id)
  const order = { id, documents: contents, count: 2, issueDay: TODAY, confirmed: new Map() }
  for (let number = 1; number < 200; number += 1) {
    const dying = dyingAt(own.house.db, number)
    const done = orderUpload({ ...own.house, db: dying.db }, own.by, order, 'es')
    const isDone = await done.then(
      () => true,
      () => false,
    )
    expect(await orders()).toHaveLength(isDone ? 2 : 0)
    if (isDone) return
  }
  throw new Error('The order never came to an end')
})

test('a process that is killed at any statement of making a document leaves nothing or all of it', async () => {
  const rows = [
    `A;Factura;${OTHER_RUT};Servicio;1;50000;CLP;${NEW_CLIENT}`,
    `B;Factura;${KNOWN_RUT};Soporte;1;90000;CLP;;;;;`,
  ]
  await own.order(await own.upload(rows, CLIENT_HEADINGS))
  let deaths = 0
  for (let number = 1; number < 200; number += 1) {
    const dying = dyingAt(own.house.db, number)
    await own.make(dying.db).catch(() => 0)
    if (dying.died()) deaths += 1
    await expectWhole()
    await own.house.clock.advance(60_000)
    if (!dying.died()) break
  }
  expect(deaths).toBeGreaterThan(20)
  await own.make()
  expect(await orders()).toMatchObject([{ state: 'made' }, { state: 'made' }])
  expect(await documents()).toHaveLength(2)
})

/** Each order that is made has its document, with its row behind it; no other has either, nor a client. */
async function expectWhole(): Promise<void> {
  const { db } = own.house
  const made = (await orders()).filter(({ state }) => state === 'made')
  const all = await documents()
  expect(made.map(({ document_id }) => document_id).toSorted()).toEqual(
    all.map(({ id }) => id).toSorted(),
  )
  const rows = await db
    .selectFrom('invoice_rule')
    .select('id')
    .where('request_key', 'is not', null)
    .execute()
  expect(rows).toHaveLength(all.length)
  const isClientMade = made.some(({ group_key }) => group_key === 'g:A')
  const clients = await db.selectFrom('client').select('id').where('rut', '=', OTHER_RUT).execute()
  expect(clients).toHaveLength(isClientMade ? 1 : 0)
}

test('two processes that make documents at once make each once', async () => {
  const rows = Array.from(
    { length: 12 },
    (_, n) => `${n};Factura;${KNOWN_RUT};Servicio ${n};1;${n + 1}000;CLP`,
  )
  await own.order(await own.upload(rows))
  const counts = await Promise.all([own.make(), own.make(), own.make()])
  expect(counts.reduce((sum, count) => sum + count)).toBe(12)
  expect(new Set((await documents()).map(({ key }) => key)).size).toBe(12)
  expect(await documents()).toHaveLength(12)
})

test('documents whose day went by before they were made wait for their person’s word', async () => {
  await own.order(await own.upload(ROWS))
  await own.house.clock.advanceTo('2026-11-27T14:00:00Z')
  await own.house.live(own.house.worker('w1'), 60, 30)
  expect(await documents()).toMatchObject([
    { state: 'planned', reason: 'missed', issue_day: null },
    { state: 'planned', reason: 'missed', issue_day: null },
  ])
  expect(issuedAtSii(own.house)).toEqual([])
})

test('documents of a file make no day of the rules unusual', async () => {
  // A first day is never unusual: a document of the rule is issued on the day before.
  await own.house.clock.advanceTo('2026-11-30T13:00:00Z')
  await own.house.live(own.house.worker('w0'), 60, 10)
  expect(await documents()).toMatchObject([{ state: 'issued', issue_day: day(2026, 11, 30) }])
  const tomorrow = day(2026, 12, 1)
  const rows = Array.from(
    { length: 40 },
    (_, n) => `${n};Factura;${KNOWN_RUT};Servicio ${n};1;${n + 1}000;CLP`,
  )
  await own.order(await own.upload(rows), { issueDay: tomorrow })
  await own.house.settle(own.house.worker('w1'))
  const company = { organisationId: own.rule.organisationId, companyId: own.companyId }
  const when = { now: '2026-11-30T23:00:00Z', day: tomorrow }
  await own.house.db.transaction().execute((trx) => decideRuns(trx, [company], when))
  expect(await own.house.db.selectFrom('unusual_run').selectAll().execute()).toEqual([])
  expect(new Set((await documents()).map(({ reason }) => reason))).toEqual(new Set([null]))
})
