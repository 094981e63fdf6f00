import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listDirectoryClients } from '#contract/directory.ts'
import { listClients } from '#contract/parties.ts'
import { rut } from '#domain/rut.ts'
import { rememberClients } from '#server/parties/remember-clients.ts'
import { replaceClients } from '#server/rules/store.ts'
import { untilBlockedBy } from '../../../engine/lock-wait.ts'
import { rowsOf, startDirectoryApp, type DirectoryApp } from './room.ts'

const RUT = '77777777-7'

let room: DirectoryApp
let client: number
let clients: string
beforeAll(async () => {
  room = await startDirectoryApp()
  clients = `/billing-sii/companies/${room.ana.ids.company}/clients/`
})
afterAll(() => room.app.close())

beforeEach(async () => {
  const { db } = room.app.database
  await sql`delete from rule_client where client_id in (select id from client where rut = ${RUT})`.execute(
    db,
  )
  await sql`delete from client where rut = ${RUT}`.execute(db)
  client = await room.insertClient({ rut: RUT, name: 'Álamos Ltda' })
  await sql`insert into contact (organisation_id, client_id, first_name, gender, email, created_at)
    values (${room.ana.organisationId}, ${client}, 'Rosa', 'female', 'rosa@alamos.example', now())`.execute(
    db,
  )
  await sql`insert into client_address (organisation_id, client_id, street_and_number, commune)
    values (${room.ana.organisationId}, ${client}, 'Los Álamos 1', 'TALCA')`.execute(db)
})

const remove = (id = client) => room.call({ method: 'DELETE', path: `/directory/clients/${id}/` })

async function ruleOf(id: number, name: string): Promise<number> {
  const product = await room.insertProduct({ name, price: '50000' })
  const rule = await room.insertRule({ name, product, price: '50000' })
  await room.app.database.db
    .updateTable('rule_client')
    .set({ client_id: id })
    .where('rule_id', '=', rule)
    .execute()
  return rule
}

async function isListed(): Promise<boolean> {
  const { company } = room.ana.ids
  const found = await room.call({ path: `/directory/clients/?company=${company}&search=${RUT}` })
  const isInDirectory = listDirectoryClients.reply.parse(found.body).clients.length > 0
  const all = listClients.reply.parse((await room.call({ path: clients })).body)
  const file = await rowsOf(await room.exported('clients'))
  const isInFile = JSON.stringify([...file.values()]).includes('7777777')
  const places = [isInDirectory, all.some((one) => one.rut === RUT), isInFile]
  if (new Set(places).size > 1) throw new Error(`Listed in some places only: ${places.join(', ')}`)
  return isInDirectory
}

test('a deleted client is on no list and in no file, and its contacts are gone', async () => {
  expect(await isListed()).toBe(true)
  expect(await remove()).toMatchObject({ status: 204 })
  expect(await isListed()).toBe(false)
  expect(await room.call({ path: `/directory/clients/${client}/` })).toMatchObject({ status: 404 })
  const { db } = room.app.database
  const { rows } = await sql`select 1 from contact where client_id = ${client}`.execute(db)
  expect(rows).toEqual([])
  const log = await sql`select kind from audit_event where subject = ${`client:${client}`}`.execute(
    db,
  )
  expect(log.rows).toContainEqual({ kind: 'clientDeleted' })
  expect(await remove()).toMatchObject({ status: 404 })
})

test('a client that a rule or an open single document names is not deleted, and they are named', async () => {
  const { db } = room.app.database
  const rule = await ruleOf(client, 'Asesoría de enero')
  const { body, status } = await remove()
  expect(status).toBe(409)
  expect(JSON.stringify(body)).toContain('«Asesoría de enero»')
  await sql`update invoice_rule set deleted_at = now() where id = ${rule}`.execute(db)
  const single = await ruleOf(client, 'Documento único')
  await sql`update invoice_rule set request_key = 'once', next_emission_day = null
    where id = ${single}`.execute(db)
  await sql`insert into document (organisation_id, key, kind, company_id, person_rut, rule_id, client_id, recipient_rut,
      recipient_name, emission_day, service_month, state, created_at, updated_at)
    values (${room.ana.organisationId}, 'once', 'factura', ${room.ana.ids.company}, '15151515-0', ${single}, ${client},
      ${RUT}, 'X', '2026-11-30', '2026-11', 'planned', now(), now())`.execute(db)
  expect(await remove()).toMatchObject({ status: 409 })
  const page = await room.call({ path: `/directory/clients/${client}/` })
  expect(page.body).toMatchObject({ rules: [], single_documents: 1 })
  await sql`update document set state = 'skipped' where key = 'once'`.execute(db)
  expect(await remove()).toMatchObject({ status: 204 })
  await sql`delete from document where key = 'once'`.execute(db)
})

test('a client is not deleted while a rule that names it is being saved', async () => {
  const { db } = room.app.database
  const rule = await ruleOf(room.ana.ids.client, 'En guardado')
  const { asked } = await db.transaction().execute(async (trx) => {
    await sql`update rule_client set client_id = ${client} where rule_id = ${rule}`.execute(trx)
    const sent = remove()
    await untilBlockedBy(db, trx)
    return { asked: sent }
  })
  expect(await asked).toMatchObject({ status: 409 })
  expect(await isListed()).toBe(true)
})

describe('a deleted client', () => {
  beforeEach(async () => {
    const { status } = await remove()
    if (status !== 204) throw new Error(`Not deleted: ${status}`)
  })

  test('stays deleted when the SII’s register names it', async () => {
    const { organisationId, ids } = room.ana
    const at = { organisationId, companyId: ids.company }
    const { db } = room.app.database
    await rememberClients(room.app.clock)(db, at, [{ rut: rut(RUT), name: 'Álamos' }])
    expect(await isListed()).toBe(false)
  })

  test('is back by a rule that names it', async () => {
    const { db } = room.app.database
    const { organisationId } = room.ana
    const rule = await ruleOf(room.ana.ids.client, 'Vuelta')
    await db.transaction().execute((trx) =>
      replaceClients(trx, { organisationId, ruleId: rule }, [
        {
          clientId: client,
          addressId: null,
          activityId: null,
          contactName: '',
          contactRut: null,
          emailTo: [],
          emailCc: [],
        },
      ]),
    )
    expect(await isListed()).toBe(true)
  })

  test('is back under the name with which it is written again, with the addresses it had', async () => {
    const body = { rut: RUT, name: 'Álamos y Compañía' }
    const made = await room.call({ method: 'POST', path: clients, body })
    expect(made).toMatchObject({
      status: 201,
      body: { id: client, label: body.name, addresses: [{ commune: 'TALCA' }] },
    })
    expect(await isListed()).toBe(true)
  })

  test('keeps the name that the SII gave', async () => {
    const { db } = room.app.database
    await sql`update client set name_is_written = false where id = ${client}`.execute(db)
    const made = await room.call({
      method: 'POST',
      path: clients,
      body: { rut: RUT, name: 'Otro' },
    })
    expect(made).toMatchObject({ status: 201, body: { label: 'Álamos Ltda' } })
  })

  test('is back by a look-up of its RUT', async () => {
    const { db } = room.app.database
    await sql`update client set looked_up_at = now() where id = ${client}`.execute(db)
    const found = await room.call({ path: `${clients}lookup/?rut=${RUT}` })
    expect(found).toMatchObject({ status: 200, body: { id: client } })
    expect(await isListed()).toBe(true)
  })

  test('is back by a file that names it, once, with what the file says', async () => {
    const file = Buffer.from(
      'RUT;Razón social;Dirección;Comuna;Ciudad\n77.777.777-7;Álamos Dos;Los Álamos 1;TALCA;Talca\n',
    )
    const plan = await room.planned('clients', file, 'clientes.csv')
    expect(plan.changes).toMatchObject([{ kind: 'added', identifier: RUT }])
    const reply = await room.send('clients', file, { name: 'clientes.csv', seen: plan.digest })
    expect(reply).toMatchObject({ status: 200, body: { kind: 'applied' } })
    expect(await isListed()).toBe(true)
    const page = await room.call({ path: `/directory/clients/${client}/` })
    expect(page.body).toMatchObject({
      client: { label: 'Álamos Dos', addresses: [{ city: 'Talca' }] },
    })
  })
})

test('clients are listed a page at a time, by name', async () => {
  await room.insertClient({ rut: '76192083-9', name: 'Zeta SpA' })
  const page = async (query: string) => {
    const reply = await room.call({ path: `${clients}?${query}` })
    return listClients.reply.parse(reply.body).map(({ label }) => label)
  }
  const all = await page('')
  expect(all.length).toBeGreaterThan(2)
  expect(await page('limit=2')).toEqual(all.slice(0, 2))
  expect(await page('limit=2&offset=2')).toEqual(all.slice(2, 4))
  expect(await room.call({ path: `${clients}?limit=1001` })).toMatchObject({ status: 400 })
})
