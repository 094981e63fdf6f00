import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importReply } from '#contract/directory.ts'
import { xlsxOfRows } from '#server/sheets/test-xlsx.ts'
import { untilBlockedBy } from '../../../engine/lock-wait.ts'
import { digestOfLists, rowsOf, startDirectoryApp, type DirectoryApp } from './room.ts'

let room: DirectoryApp
beforeAll(async () => {
  room = await startDirectoryApp()
  const { db } = room.app.database
  const { organisationId: of, ids } = room.ana
  // As registers and persons write: accents, signs of formulas, spaces, communes of the SII, several of everything.
  const odd = await room.insertClient({
    rut: '76192083-9',
    name: '=CMD|"/c" & <Hijos>  Ltda.',
    isWritten: false,
  })
  await sql`insert into client_address (organisation_id, client_id, street_and_number, commune, city) values
    (${of}, ${odd}, '@Av. Ñuble 12  Of. 3', 'ÑUÑOA', ''), (${of}, ${odd}, 'Sin comuna', 'EL QUISCO SUR', 'SANTIAGO'),
    (${of}, ${odd}, '', 'TALCA', '')`.execute(db)
  await sql`insert into client_activity (organisation_id, client_id, description) values
    (${of}, ${odd}, '-SERVICIOS, "VARIOS"'), (${of}, ${odd}, '+OTROS')`.execute(db)
  await sql`insert into contact (organisation_id, client_id, first_name, last_name, gender, email, role, created_at)
    values (${of}, ${odd}, '=1+1', '', 'male', 'pagos@x.example', 'Jefe', now()),
      (${of}, ${odd}, 'Otra', 'Con 日本', 'female', 'pagos@x.example', '', now())`.execute(db)
  await sql`update client set due_days = 45 where id = ${ids.client}`.execute(db)
  await room.insertClient({ rut: '77777777-7', name: 'Sin nada' })
  await room.insertProduct({ code: '007', name: '=Hora', price: '90000' })
  await room.insertProduct({ code: 'UF', name: 'Arriendo', price: '12.345678', currency: 'UF' })
  await room.insertProduct({ name: 'Largo', price: '999999999999.123456', currency: 'UF' })
  await room.insertProduct({ name: 'Gemelo', price: '5' })
  await room.insertProduct({ name: 'Gemelo', price: '6' })
  await room.insertProduct({ code: '1.5', name: 'Punto', price: '0.5', currency: 'UF' })
})
afterAll(() => room.app.close())

const HEADINGS = {
  clients: ['RUT', 'Razón social', 'Giro', 'Dirección', 'Comuna', 'Ciudad', 'Días de plazo'],
  contacts: ['RUT del cliente', 'Nombre', 'Apellido', 'Correo', 'Género', 'Cargo'],
  products: ['Código', 'Nombre', 'Precio', 'Moneda'],
}

describe.each(['clients', 'products'] as const)('exported %s', (list) => {
  test('come back without a difference', async () => {
    const file = await room.exported(list)
    const plan = await room.planned(list, file)
    expect(plan).toMatchObject({
      changes: [],
      faults: [],
      fault_count: 0,
      unread: [],
      following: [],
    })
    expect(plan.counts.every(({ added, changed }) => added + changed === 0)).toBe(true)
    expect(plan.counts.reduce((sum, { unchanged }) => sum + unchanged, 0)).toBe(
      list === 'clients' ? 3 + 3 : 7,
    )
    const before = await digestOfLists(room)
    expect(await room.applied(list, file)).toMatchObject({ kind: 'applied' })
    expect(await digestOfLists(room)).toEqual(before)
  })

  test('hold no formula, and RUTs and codes as texts', async () => {
    const rows = await rowsOf(await room.exported(list))
    const cells = [...rows.values()].flat(2)
    expect(cells.filter((cell) => cell !== null && typeof cell === 'object')).toEqual([])
    expect(cells).toContain(list === 'clients' ? '76192083-9' : '007')
    expect(cells).toContain(list === 'clients' ? '=CMD|"/c" & <Hijos>  Ltda.' : '=Hora')
  })
})

test('a file of clients adds and changes what it says, and deletes nothing', async () => {
  const file = await xlsxOfRows({
    Clientes: [
      HEADINGS.clients,
      ['11.111.111-1', 'Nuevo Cliente', 'Comercio', 'Calle 1', 'Ñuñoa', 'Santiago', 10],
      ['11111111-1', null, 'Transporte', 'Calle 2', 'Talca', null, null],
      ['77777777-7', 'Con otro nombre', null, 'Calle 3', 'Providencia', 'Santiago', '0'],
    ],
    Contactos: [
      HEADINGS.contacts,
      ['11111111-1', 'Rosa', 'Pino', 'Rosa@Nuevo.example', 'Femenino', 'Pagos'],
      ['77777777-7', 'Luis', null, 'luis@x.example', 'M', null],
    ],
  })
  const plan = await room.planned('clients', file)
  expect(plan.faults).toEqual([])
  expect(plan.counts).toEqual([
    { sheet: 'clients', added: 1, changed: 1, unchanged: 0 },
    { sheet: 'contacts', added: 2, changed: 0, unchanged: 0 },
  ])
  expect(plan.changes[0]).toMatchObject({
    sheet: 'Clientes',
    row: 2,
    kind: 'added',
    identifier: '11111111-1',
    name: 'Nuevo Cliente',
  })
  expect(plan.changes[1]).toMatchObject({
    kind: 'changed',
    fields: [
      { field: 'Razón social', before: 'Sin nada', after: 'Con otro nombre' },
      { field: 'Días de plazo', before: null, after: '0' },
      { field: 'Dirección', before: null, after: 'Calle 3, PROVIDENCIA, Santiago' },
    ],
  })
  const { db } = room.app.database
  const before = await db.selectFrom('client').select('id').execute()
  expect(await room.applied('clients', file)).toEqual({ kind: 'applied', counts: plan.counts })
  expect(await db.selectFrom('client').select('id').execute()).toHaveLength(before.length + 1)
  const made = await db
    .selectFrom('client')
    .selectAll()
    .where('rut', '=', '11111111-1')
    .executeTakeFirstOrThrow()
  expect(made).toMatchObject({ name: 'Nuevo Cliente', name_is_written: true, due_days: 10 })
  const addresses = await db
    .selectFrom('client_address')
    .select(['street_and_number', 'commune', 'city'])
    .where('client_id', '=', made.id)
    .orderBy('id')
    .execute()
  expect(addresses).toEqual([
    { street_and_number: 'Calle 1', commune: 'NUNOA', city: 'Santiago' },
    { street_and_number: 'Calle 2', commune: 'TALCA', city: '' },
  ])
  const contacts = await db
    .selectFrom('contact')
    .select(['first_name', 'email', 'gender', 'role'])
    .where('client_id', '=', made.id)
    .execute()
  expect(contacts).toEqual([
    { first_name: 'Rosa', email: 'rosa@nuevo.example', gender: 'female', role: 'Pagos' },
  ])
  const again = await room.planned('clients', file)
  expect(again.changes).toEqual([])
})

test('a contact that is corrected by a file keeps its number and its rules', async () => {
  const { ids } = room.ana
  const file = await xlsxOfRows({
    Contactos: [
      HEADINGS.contacts,
      ['90909090-3', 'Otro nombre', null, 'contacto.marca-ana@folio.example', null, 'Jefa'],
    ],
  })
  await room.applied('clients', file)
  const contact = await room.app.database.db
    .selectFrom('contact')
    .select(['first_name', 'role', 'gender'])
    .where('id', '=', ids.contact)
    .executeTakeFirstOrThrow()
  expect(contact).toEqual({ first_name: 'Otro nombre', role: 'Jefa', gender: 'female' })
})

const FAULTY_CLIENTS: [string, (string | number | null)[], string, string][] = [
  ['no RUT', [null, 'A'], 'A2', 'missing'],
  ['a wrong check digit', ['76192083-8', 'A'], 'A2', 'rutWrongCheckDigit'],
  ['a new client without a name', ['22222222-2', null], 'B2', 'missing'],
  ['another name than the SII gives', ['76192083-9', 'Otro'], 'B2', 'nameOfTheSii'],
  ['too long a name', ['22222222-2', 'x'.repeat(101)], 'B2', 'tooLong'],
  ['a street without a commune', ['77777777-7', null, null, 'Calle 9'], 'E2', 'missing'],
  [
    'a commune that is none',
    ['77777777-7', null, null, 'Calle 9', 'Narnia'],
    'E2',
    'communeUnknown',
  ],
  ['days that are none', ['77777777-7', null, null, null, null, null, 'mucho'], 'G2', 'daysWrong'],
  ['too many days', ['77777777-7', null, null, null, null, null, 366], 'G2', 'daysWrong'],
]

test.each(FAULTY_CLIENTS)('of clients, %s is a fault at its cell', async (_, row, cell, code) => {
  const plan = await room.planned(
    'clients',
    await xlsxOfRows({ Clientes: [HEADINGS.clients, row] }),
  )
  expect(plan.fault_count).toBe(1)
  const [fault] = plan.faults
  expect([`${fault?.column}${fault?.row}`, fault?.code]).toEqual([cell, code])
  expect(fault?.cause).not.toBe('')
  expect(fault?.instead).not.toBe('')
  expect(plan.changes).toEqual([])
})

const FAULTY_CONTACTS: [string, (string | null)[], string, string][] = [
  ['of nobody', ['22222222-2', 'A', null, 'a@x.example', 'F'], 'A2', 'clientUnknown'],
  ['without an address', ['77777777-7', 'A', null, null, 'F'], 'D2', 'missing'],
  [
    'with two addresses',
    ['77777777-7', 'A', null, 'a@x.example;b@x.example', 'F'],
    'D2',
    'tooManyAddresses',
  ],
  ['without a name', ['77777777-7', null, null, 'n@x.example', 'F'], 'B2', 'missing'],
  ['without a gender', ['77777777-7', 'A', null, 'n@x.example', null], 'E2', 'missing'],
  [
    'with a gender that is none',
    ['77777777-7', 'A', null, 'n@x.example', 'X'],
    'E2',
    'genderUnknown',
  ],
  [
    'that one of two alike may be',
    ['76192083-9', 'Nadie', null, 'pagos@x.example', 'F'],
    'D2',
    'rowAmbiguous',
  ],
]

test.each(FAULTY_CONTACTS)('a contact %s is a fault at its cell', async (_, row, cell, code) => {
  const plan = await room.planned(
    'clients',
    await xlsxOfRows({ Contactos: [HEADINGS.contacts, row] }),
  )
  const [fault] = plan.faults
  expect([`${fault?.column}${fault?.row}`, fault?.code]).toEqual([cell, code])
  expect(plan).toMatchObject({ fault_count: 1, changes: [] })
})

const FAULTY_PRODUCTS: [string, (string | number | null)[], string, string][] = [
  ['without a name', ['X-1', null, 100, 'CLP'], 'B2', 'missing'],
  ['without a price', ['X-1', 'A', null, 'CLP'], 'C2', 'missing'],
  ['for nothing', ['X-1', 'A', 0, 'CLP'], 'C2', 'priceZero'],
  ['at a negative price', ['X-1', 'A', -5, 'CLP'], 'C2', 'negative'],
  ['at an ambiguous price', ['X-1', 'A', '1.000', 'UF'], 'C2', 'numberAmbiguous'],
  ['at pesos with decimals', ['X-1', 'A', 10.5, 'CLP'], 'C2', 'pesosWithDecimals'],
  ['at UF that its column calls pesos', ['X-1', 'A', 'UF 25', 'CLP'], 'C2', 'currencyContradicts'],
  ['in dollars', ['X-1', 'A', 10, 'USD'], 'D2', 'currencyForeign'],
  ['that one of two alike may be', [null, 'Gemelo', 7, 'CLP'], 'B2', 'rowAmbiguous'],
  [
    'that rules charge in another currency',
    [null, 'MARCA-ANA-producto', 1, 'UF'],
    'D2',
    'currencyInUse',
  ],
]

test.each(FAULTY_PRODUCTS)('a product %s is a fault at its cell', async (_, row, cell, code) => {
  const plan = await room.planned('products', await xlsxOfRows({ P: [HEADINGS.products, row] }))
  const [fault] = plan.faults
  expect([`${fault?.column}${fault?.row}`, fault?.code]).toEqual([cell, code])
  expect(plan).toMatchObject({ fault_count: 1, changes: [] })
})

test('rows that say the same product twice are a fault at the second', async () => {
  const rows = [
    ['N-1', 'Nuevo', 100, 'CLP'],
    ['n-1', 'Nuevo', 200, 'CLP'],
    ['007', '=Hora', 90_000, 'CLP'],
    ['007', '=Hora', 95_000, 'CLP'],
  ]
  const plan = await room.planned('products', await xlsxOfRows({ P: [HEADINGS.products, ...rows] }))
  expect(plan.faults.map(({ row, code }) => [row, code])).toEqual([
    [3, 'rowRepeated'],
    [5, 'rowRepeated'],
  ])
  expect(plan.counts).toEqual([{ sheet: 'products', added: 1, changed: 0, unchanged: 1 }])
})

test('more rows of one client than it may have addresses and activities are a fault', async () => {
  const rows = Array.from({ length: 201 }, (_, n) => ['76192083-9', 'Nueva SpA', '', `Calle ${n}`])
  const plan = await room.planned('clients', await xlsxOfRows({ C: [HEADINGS.clients, ...rows] }))
  expect(plan.faults.map(({ row, code }) => [row, code])).toEqual([[202, 'rowsOfClient']])
  expect(plan.changes).toEqual([])
})

test('names of one client that differ are a fault at the second', async () => {
  const rows = [
    ['22222222-2', 'Uno'],
    ['22.222.222-2', 'Otro'],
  ]
  const plan = await room.planned('clients', await xlsxOfRows({ C: [HEADINGS.clients, ...rows] }))
  expect(plan.faults).toMatchObject([{ row: 3, column: 'B', code: 'differsBelow' }])
})

test('another city of the same address is a fault, but not the same in other letters', async () => {
  const row = (rut: string, street: string, commune: string, city: string) => [
    rut,
    'Nuevo Cliente',
    null,
    street,
    commune,
    city,
    null,
  ]
  const file = await xlsxOfRows({
    Clientes: [
      HEADINGS.clients,
      row('22222222-2', 'Calle 1', 'Talca', 'Talca'),
      row('22222222-2', 'Calle 1', 'Talca', 'TALCA '),
      row('22222222-2', 'Calle 1', 'Talca', 'Maule'),
    ],
  })
  const plan = await room.planned('clients', file)
  expect(plan.faults.map(({ row: at, column, code }) => [at, column, code])).toEqual([
    [4, 'F', 'differsBelow'],
  ])
})

test('two cities of one stored address are a fault at the second', async () => {
  const row = (city: string) => {
    const [street, commune] = ['@Av. Ñuble 12  Of. 3', 'ÑUÑOA']
    return ['76192083-9', null, null, street, commune, city, null]
  }
  const plan = async (...cities: string[]) => {
    const rows = [HEADINGS.clients, ...cities.map(row)]
    return room.planned('clients', await xlsxOfRows({ Clientes: rows }))
  }
  expect((await plan('Talca', 'Talca')).faults).toEqual([])
  expect((await plan('Talca', 'Maule')).faults).toMatchObject([
    { row: 3, column: 'F', code: 'differsBelow' },
  ])
})

test('a formula is never read for what it shows', async () => {
  const csv = Buffer.from('Código;Nombre;Precio;Moneda\r\nF-1;Nombre;#¡VALOR!;CLP')
  const plan = await room.planned('products', csv, 'precios.csv')
  expect(plan.faults).toMatchObject([{ code: 'errorValue', column: 'C', row: 2 }])
})

describe('prices of a file', () => {
  const file = (price: number) =>
    xlsxOfRows({
      P: [HEADINGS.products, ['TAR', 'Tarifa', price, 'CLP'], ['T-2', 'Nueva', 10, null]],
    })

  test('change in the rules that follow them where that is wanted, and else in the product alone', async () => {
    const product = await room.insertProduct({ code: 'TAR', name: 'Tarifa', price: '20000' })
    const following = await room.insertRule({ name: 'Sigue', product, price: '20000' })
    const own = await room.insertRule({ name: 'Propia', product, price: '15000' })
    const plan = await room.planned('products', await file(21_000))
    expect(plan.following).toEqual([
      {
        rule: { id: following, name: 'Sigue' },
        product: 'Tarifa',
        currency: 'CLP',
        before: '20000',
        after: '21000',
      },
    ])
    expect(plan.changes).toMatchObject([
      { kind: 'changed', fields: [{ field: 'Precio', before: '$20.000', after: '$21.000' }] },
      { kind: 'added', name: 'Nueva' },
    ])
    const prices = async () => {
      const rows = await room.app.database.db
        .selectFrom('rule_line')
        .select(['rule_id', 'price'])
        .where('product_id', '=', product)
        .orderBy('rule_id')
        .execute()
      return rows.map(({ rule_id, price }) => [rule_id, Number(price)])
    }
    await room.applied('products', await file(21_000), 'follow')
    expect(await prices()).toEqual([
      [following, 21_000],
      [own, 15_000],
    ])
    await room.applied('products', await file(22_000), 'keep')
    expect(await prices()).toEqual([
      [following, 21_000],
      [own, 15_000],
    ])
    const { unit_price: price } = await room.app.database.db
      .selectFrom('product')
      .select('unit_price')
      .where('id', '=', product)
      .executeTakeFirstOrThrow()
    expect(Number(price)).toBe(22_000)
  })
})

describe('a plan that is no longer what was seen', () => {
  test.each([
    ['a price', `update product set unit_price = unit_price + 1 where code = '007'`],
    [
      "a rule's price",
      `update rule_line set price = product.unit_price from product
      where product.id = rule_line.product_id and product.code = '007'`,
    ],
  ])('by %s is refused, and nothing is written', async (_, statement) => {
    const { db } = room.app.database
    await room.insertRule({
      name: 'De la hora',
      product: (await idOf('007')) ?? 0,
      price: '1000',
    })
    const rows = [['007', '=Hora', 123_456, 'CLP']]
    const bytes = await xlsxOfRows({ P: [HEADINGS.products, ...rows] })
    const { digest } = await room.planned('products', bytes)
    await sql.raw(statement).execute(db)
    const before = await digestOfLists(room)
    const reply = await room.send('products', bytes, { seen: digest, rules: 'follow' })
    expect(reply).toMatchObject({ status: 409, body: { code: 'import_changed' } })
    expect(await digestOfLists(room)).toEqual(before)
  })

  test('because its product is being changed is waited for, and refused', async () => {
    const product = await room.insertProduct({ code: 'ESPERA', name: 'Espera', price: '10' })
    const bytes = await xlsxOfRows({ P: [HEADINGS.products, ['ESPERA', 'Espera', 12, 'CLP']] })
    const { digest } = await room.planned('products', bytes)
    const { db } = room.app.database
    const { asked } = await db.transaction().execute(async (trx) => {
      await sql`update product set unit_price = 11 where id = ${product}`.execute(trx)
      const sent = room.send('products', bytes, { seen: digest })
      await untilBlockedBy(db, trx)
      return { asked: sent }
    })
    expect(await asked).toMatchObject({ status: 409 })
  })

  test('because it was applied already is refused', async () => {
    const bytes = await xlsxOfRows({ C: [HEADINGS.clients, ['33333333-3', 'Una vez']] })
    const { digest } = await room.planned('clients', bytes)
    const send = () => room.send('clients', bytes, { seen: digest })
    const replies = await Promise.all([send(), send()])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const rows = await room.app.database.db
      .selectFrom('client')
      .select('id')
      .where('rut', '=', '33333333-3')
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('because a client was renamed meanwhile is refused', async () => {
    const bytes = await xlsxOfRows({ C: [HEADINGS.clients, ['77777777-7', 'Tercer nombre']] })
    const { digest } = await room.planned('clients', bytes)
    await sql`update client set name = 'Cuarto nombre' where rut = '77777777-7'`.execute(
      room.app.database.db,
    )
    expect(await room.send('clients', bytes, { seen: digest })).toMatchObject({ status: 409 })
  })
})

async function idOf(code: string): Promise<number | undefined> {
  const row = await room.app.database.db
    .selectFrom('product')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirst()
  return row?.id
}

test.each([
  ['empty', Buffer.alloc(0), 'empty'],
  ['no sheet', Buffer.from('%PDF-1.7'), 'pdf'],
  ['without the columns', Buffer.from('a;b\r\n1;2'), 'noColumns'],
  ['with a column twice', Buffer.from('RUT;RUT;Nombre\r\n1;2;3'), 'severalColumns'],
  ['too large', Buffer.alloc(5 * 1024 * 1024 + 1, 'x'), 'tooLarge'],
])('a file that is %s is refused in a sentence', async (_, bytes, reason) => {
  const { status, body } = await room.send('clients', bytes, { name: 'x.csv' })
  expect(status).toBe(200)
  const reply = importReply.parse(body)
  expect(reply).toMatchObject({ kind: 'refused', reason })
  expect(reply.kind === 'refused' && reply.message).not.toBe('')
})

test("another's company is as absent as one of nobody", async () => {
  const bytes = await xlsxOfRows({ P: [HEADINGS.products, ['A', 'B', 1, 'CLP']] })
  expect(await room.send('products', bytes, {}, room.rodrigo)).toMatchObject({ status: 404 })
  const { digest } = await room.planned('products', bytes)
  expect(await room.send('products', bytes, { seen: digest }, room.rodrigo)).toMatchObject({
    status: 404,
  })
})
