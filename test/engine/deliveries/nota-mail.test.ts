import { afterEach, beforeEach, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { compose } from '#server/deliveries/compose.ts'
import { mailedTo, type NotaWish } from '#server/documents/content/nota-credito.ts'
import { orderNota, recordNota } from '#server/documents/actions/order-nota.ts'
import { documentsOf, openHouse, seedRule, type House } from '../house.ts'

let house: House
let organisationId: number

const USER = 7
const PEOPLE = [
  { copy: 'to', name: 'José', address: 'pagos@aseo.example' },
  { copy: 'cc', name: 'Jefa', address: 'jefa@aseo.example' },
]

// 30 November 2026, 09:00 in Chile. Ana's factura is issued and filed.
beforeEach(async () => {
  house = await openHouse('2026-11-30T12:00:00Z')
  organisationId = (await seedRule(house, { nextDay: day(2026, 11, 30) })).organisationId
  await house.db
    .insertInto('app_user')
    .values({ id: USER, email: 'a@folio.example', password_hash: 'x', created_at: '2026-11-01' })
    .execute()
  await house.live(house.worker('w0'), 180, 10)
})
afterEach(() => house.close())

async function factura() {
  const [first] = await documentsOf(house)
  if (first === undefined) throw new Error('no factura')
  return first
}

async function mailFactura(state: 'sent' | 'failed'): Promise<void> {
  const at = '2026-11-30T13:00:00Z'
  await house.db
    .insertInto('delivery')
    .values({
      organisation_id: organisationId,
      document_id: (await factura()).id,
      purpose: 'document',
      state,
      subject_template: 'Factura',
      body_template: '<p>Va</p>',
      recipients: JSON.stringify(PEOPLE),
      message_id: '<1@folio.example>',
      created_at: at,
      ...(state === 'sent' ? { sent_at: at } : {}),
    })
    .execute()
}

async function takeBack(isMailed?: boolean, wish: NotaWish = { code: 1 }, totalClp = 119_000) {
  const at = { organisationId, id: (await factura()).id }
  const ordered = await orderNota(house, USER, at, {
    wish,
    totalClp,
    ...(isMailed === undefined ? {} : { isMailed }),
  })
  expect(ordered.kind).toBe('ordered')
  await house.live(house.worker('w1'), 30, 10)
  const nota = (await documentsOf(house)).at(-1)
  if (nota?.kind !== 'notaCredito' || nota.state !== 'issued') throw new Error('no nota')
  const mails = await house.db
    .selectFrom('delivery')
    .selectAll()
    .where('document_id', '=', nota.id)
    .execute()
  return { nota, mails }
}

const ACCOUNT = { full_name: 'Ana', address: 'ana@gmail.example', signature: '' }

test('who got the factura by mail gets the nota that annuls it, in words of its own', async () => {
  await mailFactura('sent')
  expect(await mailedTo(house.db, await factura())).toEqual([
    'pagos@aseo.example',
    'jefa@aseo.example',
  ])
  const { nota, mails } = await takeBack()
  expect(mails).toMatchObject([{ state: 'queued', recipients: PEOPLE, purpose: 'document' }])
  const [mail] = mails
  if (mail === undefined) throw new Error('no mail')
  const { subject, bodyHtml } = compose(mail, nota, ACCOUNT, { publicUrl: 'https://folio.example' })
  expect(subject).toBe(`Nota de crédito ${nota.folio}`)
  const { folio } = await factura()
  expect(bodyHtml).toContain(
    `la nota de crédito N° ${nota.folio}, que anula la factura N° ${folio} del 30/11/2026 por $119.000 con IVA`,
  )
})

test('one that lowers the amount says how much and why, and nothing in it is markup', async () => {
  await mailFactura('sent')
  const wish = { code: 3, netoClp: clp(40_000), reason: 'Hora <b>mal</b> contada' } as const
  const { nota, mails } = await takeBack(true, wish, 47_600)
  const [mail] = mails
  if (mail === undefined) throw new Error('no mail')
  const { bodyHtml } = compose(mail, nota, ACCOUNT, { publicUrl: 'https://folio.example' })
  expect(bodyHtml).toContain('rebaja en $47.600 con IVA la factura')
  expect(bodyHtml).toContain('&lt;b&gt;mal&lt;/b&gt;')
})

test('of a factura mailed again, the nota goes to whom the last went that did not come back', async () => {
  await mailFactura('sent')
  const { db } = house
  const { id: _, ...first } = await db.selectFrom('delivery').selectAll().executeTakeFirstOrThrow()
  await db.updateTable('delivery').set({ is_last: false }).execute()
  const corrected = [{ copy: 'to', name: '', address: 'nueva@aseo.example' }]
  const second = { nth: 2, is_last: false, recipients: JSON.stringify(corrected) }
  const wrong = [{ copy: 'to', name: '', address: 'mala@aseo.example' }]
  const third = {
    nth: 3,
    state: 'bounced',
    sent_at: null,
    recipients: JSON.stringify(wrong),
  } as const
  for (const sending of [second, third]) {
    await db
      .insertInto('delivery')
      .values({ ...first, is_last: true, ...sending })
      .execute()
  }
  expect(await mailedTo(db, await factura())).toEqual(['nueva@aseo.example'])
  expect((await takeBack()).mails).toMatchObject([{ nth: 1, is_last: true, recipients: corrected }])
})

test('left out by whoever orders it, or where the factura reached nobody, no mail hangs off it', async () => {
  expect(await mailedTo(house.db, await factura())).toBeNull()
  await mailFactura('sent')
  expect((await takeBack(false)).mails).toEqual([])
})

test('a factura whose mail never arrived has nobody who waits for its nota', async () => {
  await mailFactura('failed')
  expect(await mailedTo(house.db, await factura())).toBeNull()
  expect((await takeBack()).mails).toEqual([])
})

test('the wish of whoever made it by hand is kept with it', async () => {
  await mailFactura('sent')
  const at = { organisationId, id: (await factura()).id }
  const told = { wish: { code: 1 }, folio: 99, isMailed: false } as const
  expect((await recordNota(house, USER, at, told)).kind).toBe('ordered')
  expect((await documentsOf(house)).at(-1)).toMatchObject({ nota_is_mailed: false, told_folio: 99 })
})
