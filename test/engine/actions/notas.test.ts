import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { thisMonth } from '#server/agenda/this-month.ts'
import { isCounted } from '#domain/counted.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import { orderNota, recordNota } from '#server/documents/actions/order-nota.ts'
import { ana, asesoriasPenaMunoz } from '#simulators/world.ts'
import { deathsAt, liveAfterDeath, liveThrough, sendsThat } from '../fault-table.ts'
import { documentsOf, openHouse, seedRule, type House } from '../house.ts'
import { checkTrails } from '../invariants.ts'

let house: House
let organisationId: number

const TODAY = day(2026, 11, 30)
const TOTAL = 119_000
const USER = 7
const ANNUL = { wish: { code: 1 }, totalClp: TOTAL } as const

// 30 November 2026, 09:00 in Chile; the rule's day. Ana's factura is issued and filed.
beforeEach(async () => {
  house = await openHouse('2026-11-30T12:00:00Z')
  const seeded = await seedRule(house, { nextDay: TODAY })
  organisationId = seeded.organisationId
  await house.db.insertInto('app_user').values(user).execute()
  await house.live(house.worker('w0'), 180, 10)
  if ((await factura()).files_state !== 'stored') throw new Error('the factura is not filed')
})
afterEach(() => house.close())

const user = {
  id: USER,
  email: 'ana@folio.example',
  password_hash: 'x',
  language: 'es' as const,
  created_at: '2026-11-01T00:00:00Z',
}

async function factura() {
  const [first] = await documentsOf(house)
  if (first?.kind !== 'factura') throw new Error('no factura')
  return first
}

async function notas() {
  return (await documentsOf(house)).filter(({ kind }) => kind === 'notaCredito')
}

async function nota() {
  const last = (await notas()).at(-1)
  if (last === undefined) throw new Error('no nota')
  return last
}

async function order(what: Parameters<typeof orderNota>[3] = ANNUL) {
  return orderNota(house, USER, { organisationId, id: (await factura()).id }, what)
}

function notasAtSii() {
  return house.simulator.admin.ledger().filter(({ tipoDte }) => tipoDte === 61)
}

function sent(): number {
  return house.simulator.admin.sends().filter(({ tipoDte }) => tipoDte === 61).length
}

/** At most one of ours at the SII, never more requests than intents, and every trail replays. */
async function checkNotas(): Promise<void> {
  await checkTrails(house)
  const attempts = await house.db
    .selectFrom('attempt')
    .select('signed_folio')
    .where('document_id', '<>', (await factura()).id)
    .execute()
  expect(sent()).toBeLessThanOrEqual(attempts.length)
  const signed = attempts.map(({ signed_folio }) => signed_folio)
  const own = notasAtSii().filter(({ folio }) => signed.includes(folio))
  expect(own.length).toBeLessThanOrEqual(1)
}

async function makeByHand(code: 1 | 2 | 3 = 1, unitClp = 100_000) {
  const { folio } = await factura()
  return house.simulator.admin.issueByHand({
    issuerRut: asesoriasPenaMunoz.rut,
    sentByRut: ana.rut,
    receiverRut: '90909090-3',
    lines: [{ name: 'A mano', description: '', quantity: 1, unitClp }],
    takesBack: { folio: folio ?? 0, issueDate: TODAY, code },
  })
}

async function monthTotal(): Promise<number> {
  const { months } = await thisMonth(house, { organisationId })
  const rows = (months[0]?.rows ?? []).filter(isCounted)
  return rows.reduce((sum, { amounts }) => sum + (amounts?.totalClp ?? 0), 0)
}

test('a factura is annulled by a nota that is issued, proved and filed like any document', async () => {
  expect(await monthTotal()).toBe(TOTAL)
  expect(await order()).toMatchObject({ kind: 'ordered' })
  await house.live(house.worker('w1'), 60, 5)
  const { folio } = await factura()
  expect(await nota()).toMatchObject({
    state: 'issued',
    issued_how: 'answered',
    files_state: 'stored',
    folio: 1,
    total_clp: TOTAL,
    reason: null,
  })
  expect(notasAtSii()).toMatchObject([{ folio: 1, totalClp: TOTAL, receiverRut: '90909090-3' }])
  expect(notasAtSii()[0]?.xml).toContain(`<FolioRef>${folio}</FolioRef>`)
  expect(notasAtSii()[0]?.xml).toContain('<CodRef>1</CodRef>')
  expect(await factura()).toMatchObject({ state: 'annulled', reason: null })
  const [annulled] = await house.db
    .selectFrom('document_event')
    .select('data')
    .where('kind', '=', 'annulled')
    .execute()
  expect(annulled?.data).toEqual({ on: TODAY, notaFolio: 1 })
  expect(await monthTotal()).toBe(0)
  await checkNotas()
})

test('a second one is refused, whoever asks and when; one that was stopped is none', async () => {
  const both = await Promise.all([order(), order()])
  expect(both.map(({ kind }) => kind).toSorted()).toEqual(['ordered', 'refused'])
  expect(await order()).toMatchObject({ kind: 'refused', refusal: { code: 'notaUnderWay' } })
  const at = { organisationId, id: (await nota()).id }
  expect(await documentActions(house).skip(at, { worker: 'user:7', epoch: null })).toBe(true)
  expect(await order()).toMatchObject({ kind: 'ordered' })
  await house.live(house.worker('w1'), 60, 5)
  expect(notasAtSii()).toHaveLength(1)
  expect(await order()).toMatchObject({ kind: 'refused', refusal: { code: 'notaOnlyOfIssued' } })
  await checkNotas()
})

test('a text is never corrected through the portal: nobody knows what its form does with no amount', async () => {
  const wish = { code: 2, said: 'Calle 1', mustSay: 'Calle 2' } as const
  expect(await order({ wish, totalClp: 0 })).toEqual({
    kind: 'refused',
    refusal: { code: 'notaOnlyByHand' },
  })
  expect(await notas()).toEqual([])
})

test('what the person was not shown is not ordered', async () => {
  expect(await order({ ...ANNUL, totalClp: 118_999 })).toEqual({
    kind: 'otherTotal',
    totalClp: TOTAL,
  })
  expect(await notas()).toEqual([])
})

test('amounts are lowered as often as something is left, and never annulled after it', async () => {
  const lower = (neto: number, totalClp: number) =>
    order({ wish: { code: 3, netoClp: clp(neto), reason: 'Una hora menos' }, totalClp })
  expect(await lower(30_000, 35_700)).toMatchObject({ kind: 'ordered' })
  await house.live(house.worker('w1'), 60, 5)
  expect(await nota()).toMatchObject({ state: 'issued', total_clp: 35_700, files_state: 'stored' })
  expect(notasAtSii()[0]?.xml).toContain('<CodRef>3</CodRef>')
  expect(notasAtSii()[0]?.xml).toContain('Una hora menos')
  expect(await factura()).toMatchObject({ state: 'issued', total_clp: TOTAL })
  expect(await monthTotal()).toBe(TOTAL - 35_700)
  expect(await order()).toMatchObject({ refusal: { code: 'notaAfterLowering' } })
  expect(await lower(70_001, 83_301)).toEqual({
    kind: 'refused',
    refusal: { code: 'notaTooLarge', total: 83_300 },
  })
  expect(await lower(2, 2)).toMatchObject({ refusal: { code: 'notaTooSmall' } })
  expect(await lower(70_000, 83_300)).toMatchObject({ kind: 'ordered' })
  await house.live(house.worker('w1'), 60, 5)
  expect(await monthTotal()).toBe(0)
  expect(notasAtSii()).toHaveLength(2)
  await checkTrails(house)
})

describe('a worker dies', () => {
  test.each(
    deathsAt(
      'beforePreview',
      'beforeSign',
      'beforeIntent',
      'afterIntent',
      'afterSend',
      'beforeFiling',
    ),
  )('%s: the next one finds out, and never sends twice', async (boundary, state, atSii) => {
    await order()
    await liveAfterDeath(house, boundary)
    expect(await nota()).toMatchObject({ state })
    expect(notasAtSii()).toHaveLength(atSii)
    expect((await factura()).state).toBe(state === 'issued' ? 'annulled' : 'issued')
    await checkNotas()
  })
})

describe('the send goes wrong', () => {
  test.each(
    sendsThat(
      'drop-request',
      'drop-answer',
      'cut-answer',
      'error-before',
      'error-after',
      'html-after',
    ),
  )('%s: it is looked for before anything else is done', async (kind, state, atSii) => {
    await order()
    await liveThrough(house, kind, 'mipeSendXML.cgi')
    expect(await nota()).toMatchObject({ state })
    expect(notasAtSii()).toHaveLength(atSii)
    expect(sent()).toBeLessThanOrEqual(1)
    await checkNotas()
  })

  test('nothing found twice: on the word of a person that it is not there it is tried once more', async () => {
    await order()
    house.simulator.admin.faults.add({ kind: 'drop-request', cgi: 'mipeSendXML.cgi' })
    await house.live(house.worker('w1'), 5 * 60, 5)
    const at = { organisationId, id: (await nota()).id }
    const by = { worker: 'user:7', epoch: null }
    expect(await documentActions(house).decide(at, by, { decision: 'notIssued' })).toBe(true)
    await house.live(house.worker('w1'), 60, 5)
    expect(await nota()).toMatchObject({ state: 'issued' })
    expect((await factura()).state).toBe('annulled')
    await checkNotas()
  })
})

test('what the SII refuses is told in its words; it can be tried again, or made by hand', async () => {
  await order()
  house.simulator.admin.scenarios.set({ name: 'preview-rejected', rut: ana.rut })
  await house.live(house.worker('w1'), 30, 5)
  expect(await nota()).toMatchObject({ state: 'failed', reason: 'portalRefused' })
  expect((await nota()).reason_text).not.toBe('')
  expect((await factura()).state).toBe('issued')
  expect(sent()).toBe(0)
  house.simulator.admin.scenarios.clear()
  const at = { organisationId, id: (await nota()).id }
  expect(await documentActions(house).retry(at, { worker: 'user:7', epoch: null })).toBe(true)
  await house.live(house.worker('w1'), 90, 5)
  expect(await nota()).toMatchObject({ state: 'issued' })
  expect((await factura()).state).toBe('annulled')
  await checkNotas()
})

test('one made at the portal meanwhile is that nota: nothing is sent, and its own file is kept', async () => {
  await order()
  const { folio } = await makeByHand()
  await house.live(house.worker('w1'), 60, 5)
  expect(sent()).toBe(0)
  expect(await nota()).toMatchObject({
    state: 'issued',
    folio,
    issued_how: 'reconciled',
    files_state: 'stored',
  })
  expect((await factura()).state).toBe('annulled')
  expect(await monthTotal()).toBe(0)
  await checkTrails(house)
})

test('a nota of the same amount about another factura is no reason to stop', async () => {
  await order()
  const { folio } = await factura()
  house.simulator.admin.issueByHand({
    issuerRut: asesoriasPenaMunoz.rut,
    sentByRut: ana.rut,
    receiverRut: '90909090-3',
    lines: [{ name: 'A mano', description: '', quantity: 1, unitClp: 100_000 }],
    takesBack: { folio: (folio ?? 0) - 1, issueDate: TODAY, code: 1 },
  })
  await house.live(house.worker('w1'), 60, 5)
  expect(sent()).toBe(1)
  expect(await nota()).toMatchObject({ state: 'issued', issued_how: 'answered' })
  await checkNotas()
})

test('annulled at the portal, nothing of it is lowered any more', async () => {
  await order({ wish: { code: 3, netoClp: clp(30_000), reason: 'Menos' }, totalClp: 35_700 })
  await makeByHand()
  await house.live(house.worker('w1'), 60, 5)
  expect(sent()).toBe(0)
  expect(await nota()).toMatchObject({ state: 'failed', reason: 'facturaAnnulled' })
  await checkTrails(house)
})

describe('made by hand and told', () => {
  const WISHES = {
    1: { code: 1 },
    2: { code: 2, said: '', mustSay: '' },
    3: { code: 3, netoClp: clp(100_000), reason: '' },
  } as const

  async function tell(folio: number, code: 1 | 2 | 3 = 1) {
    const at = { organisationId, id: (await factura()).id }
    return recordNota(house, USER, at, { wish: WISHES[code], folio })
  }

  test('it is believed when the SII shows it, and then everything follows', async () => {
    const { folio } = await makeByHand()
    expect(await tell(folio)).toMatchObject({ kind: 'ordered' })
    expect((await factura()).state).toBe('issued')
    await house.live(house.worker('w1'), 30, 5)
    expect(await nota()).toMatchObject({
      state: 'issued',
      folio,
      issued_how: 'person',
      files_state: 'stored',
    })
    expect((await factura()).state).toBe('annulled')
    expect(await monthTotal()).toBe(0)
    expect(sent()).toBe(0)
    await checkTrails(house)
  })

  test('a number that is on no list is asked about after an hour, and nothing counts until then', async () => {
    expect(await tell(44)).toMatchObject({ kind: 'ordered' })
    await house.live(house.worker('w1'), 15, 5)
    expect(await nota()).toMatchObject({ state: 'queued', reason: 'notaNotYetListed' })
    await house.live(house.worker('w1'), 120, 5)
    expect(await nota()).toMatchObject({ state: 'failed', reason: 'notaNotFound' })
    expect((await factura()).state).toBe('issued')
    const { folio } = await makeByHand()
    expect(await tell(folio)).toMatchObject({ kind: 'ordered' })
    await house.live(house.worker('w1'), 30, 5)
    expect((await notas()).map(({ state }) => state)).toEqual(['skipped', 'issued'])
    expect((await factura()).state).toBe('annulled')
    await checkTrails(house)
  })

  test('one about another factura is not believed', async () => {
    const other = house.simulator.admin.issueByHand({
      issuerRut: asesoriasPenaMunoz.rut,
      sentByRut: ana.rut,
      receiverRut: '90909090-3',
      lines: [{ name: 'Otra', description: '', quantity: 1, unitClp: 100_000 }],
      takesBack: { folio: 1, issueDate: day(2026, 10, 1), code: 1 },
    })
    await tell(other.folio)
    await house.live(house.worker('w1'), 30, 5)
    expect(await nota()).toMatchObject({ state: 'failed', reason: 'notaOfAnother' })
    expect((await factura()).state).toBe('issued')
    await checkTrails(house)
  })

  test('the number of another nota of ours is not believed', async () => {
    const { folio } = await makeByHand(2, 0)
    await tell(folio, 2)
    await house.live(house.worker('w1'), 15, 5)
    await tell(folio, 2)
    await house.live(house.worker('w1'), 15, 5)
    expect(await notas()).toMatchObject([{ state: 'issued' }, { reason: 'notaOfAnother' }])
  })

  test('what it lowers is what its own file says', async () => {
    const { folio } = await makeByHand(3, 40_000)
    await tell(folio, 3)
    await house.live(house.worker('w1'), 30, 5)
    expect(await nota()).toMatchObject({ state: 'issued', nota_code: 3, total_clp: 47_600 })
    expect(await factura()).toMatchObject({ state: 'issued' })
    expect(await monthTotal()).toBe(TOTAL - 47_600)
    await checkTrails(house)
  })

  test('what corrects a text changes no amount, and the factura may still be lowered or annulled', async () => {
    const { folio } = await makeByHand(2, 0)
    await tell(folio, 2)
    expect(await monthTotal()).toBe(TOTAL)
    await house.live(house.worker('w1'), 30, 5)
    const said = { state: 'issued', folio, nota_code: 2, total_clp: 0, files_state: 'stored' }
    expect(await nota()).toMatchObject(said)
    expect(await factura()).toMatchObject({ state: 'issued', total_clp: TOTAL })
    expect(await monthTotal()).toBe(TOTAL)
    expect(await order()).toMatchObject({ kind: 'ordered' })
    await house.live(house.worker('w1'), 30, 5)
    expect((await factura()).state).toBe('annulled')
    expect(await monthTotal()).toBe(0)
    await checkTrails(house)
  })

  test('one told as something else is what its own file says', async () => {
    await tell((await makeByHand(2, 0)).folio, 1)
    await house.live(house.worker('w1'), 30, 5)
    expect(await nota()).toMatchObject({ state: 'issued', nota_code: 2, total_clp: 0 })
    expect((await factura()).state).toBe('issued')
  })

  test('a worker that dies while looking leaves it to the next', async () => {
    const { folio } = await makeByHand()
    await tell(folio)
    await house.live(house.worker('w1', 'beforeLook'), 5, 5)
    await house.live(house.worker('w2'), 30, 5)
    expect(await nota()).toMatchObject({ state: 'issued', folio })
    await checkTrails(house)
  })
})
