import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { rut } from '#domain/rut.ts'
import { attention } from '#server/agenda/attention.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import { frozenContent } from '#server/documents/content/content.ts'
import { recordSetback, type Setback } from '#server/documents/portal/portal-step.ts'
import { documentsOf, issuedAtSii, openHouse, seedRule, type House } from '../house.ts'
import { checkInvariants } from '../invariants.ts'
import { queuedFactura, rowOf } from '../queued-factura.ts'

let house: House

const WORKER = { worker: 'w1', epoch: 1 }
const user = { worker: 'user:1', epoch: null }
const SENTENCE = 'Los datos no cumplen la condición 12'
const unclear = { kind: 'later', reason: 'portalUnclear', atMs: null, text: SENTENCE } as const
const expired = { kind: 'later', reason: 'sessionExpired', atMs: null, text: null } as const
const TRIES = 12

beforeEach(async () => {
  house = await openHouse('2026-11-30T12:00:00Z')
})
afterEach(() => house.close())

describe('a sentence that nobody knows', () => {
  /** A queued factura, and what becomes of it by a setback. */
  async function queued(change: Parameters<typeof queuedFactura>[1] = {}) {
    const document = await queuedFactura(house.db, change)
    return async (setback: Setback) => {
      await recordSetback(house.worker('w1'), WORKER, document, setback)
      return rowOf(house.db, document)
    }
  }

  test('asks its person at the twelfth try, and fails nothing', async () => {
    const after = await queued()
    for (let tries = 1; tries < TRIES; tries += 1) {
      const row = await after(unclear)
      expect(row).toMatchObject({ state: 'queued', reason: 'portalUnclear', tries })
      expect(row.next_try_at).not.toBeNull()
    }
    expect(await after(unclear)).toMatchObject({
      state: 'queued',
      reason: 'answerUnknown',
      reason_text: SENTENCE,
      next_try_at: null,
    })
    const events = await house.db.selectFrom('document_event').select(['kind', 'data']).execute()
    expect(events).toMatchObject([
      { kind: 'held', data: { reason: 'portalUnclear' } },
      { kind: 'held', data: { reason: 'answerUnknown' } },
    ])
  })

  test('is counted from the first of a row of them, whatever else went wrong before', async () => {
    const after = await queued()
    for (let tries = 1; tries < TRIES; tries += 1) await after(expired)
    expect(await after(unclear)).toMatchObject({ reason: 'portalUnclear', tries: 1 })
  })

  test('asks nobody about what is issued, whose files are tried again', async () => {
    const issued = { state: 'issued', folio: 7, files_state: 'wanted' } as const
    const after = await queued({ ...issued, reason: 'portalUnclear', tries: TRIES })
    const row = await after(unclear)
    expect(row).toMatchObject({ state: 'issued', reason: 'portalUnclear' })
    expect(row.next_try_at).not.toBeNull()
  })
})

describe('a document that waits because of it', () => {
  const worker = () => house.worker('w1')
  const at = async () => {
    const [document] = await documentsOf(house)
    if (document === undefined) throw new Error('no document')
    return { document, at: { organisationId: document.organisation_id, id: document.id } }
  }

  /** The rule's factura of today, after twelve tries. */
  async function waits() {
    house.simulator.admin.scenarios.set({ name: 'maintenance' })
    const { organisationId } = await seedRule(house, { nextDay: day(2026, 11, 30) })
    // Its window to be stopped is over by then.
    await house.live(worker(), 120, 15)
    const { document: row } = await at()
    const content = frozenContent(row)
    if (content.kind !== 'factura') throw new Error('no factura')
    const person = rut(row.person_rut)
    const document = {
      row,
      content,
      company: content.issuer.rut,
      user: { organisationId, facturatorId: 1, person },
    }
    for (let tries = 0; tries < TRIES; tries += 1) {
      await recordSetback(worker(), WORKER, document, unclear)
    }
    house.simulator.admin.scenarios.clear()
    expect((await at()).document).toMatchObject({ state: 'queued', reason: 'answerUnknown' })
    return organisationId
  }

  test('tells its person, stays untouched, and is issued as corrected once they say so', async () => {
    const organisationId = await waits()
    await house.live(worker(), 120, 15)
    expect(issuedAtSii(house)).toEqual([])
    expect((await attention(house, { organisationId })).items).toMatchObject([
      { code: 'answerUnknown', subject: { kind: 'document' } },
    ])
    await house.db.updateTable('product').set({ name: 'Asesoría corregida' }).execute()
    const { document, at: own } = await at()
    expect(await documentActions(house).retry(own, user, day(2026, 12, 1))).toBe('otherDate')
    expect(await documentActions(house).retry(own, user, day(2026, 11, 30))).toBe(true)
    await house.live(worker(), 60, 15)
    await checkInvariants(house)
    expect(issuedAtSii(house)).toHaveLength(1)
    const after = (await at()).document
    expect(after).toMatchObject({ id: document.id, state: 'issued', files_state: 'stored' })
    const content = frozenContent(after)
    expect(content.kind === 'factura' && content.lines[0]?.name).toBe('Asesoría corregida')
  })

  test('can be stopped, and is not sent as it is', async () => {
    await waits()
    const { at: own } = await at()
    const actions = documentActions(house)
    expect(await actions.issueNow(own, user)).toBe(false)
    expect(await actions.skip(own, user)).toBe(true)
    expect((await at()).document).toMatchObject({ state: 'skipped', reason: 'skippedByUser' })
    await checkInvariants(house)
  })

  test('is asked about as missed once its day is over', async () => {
    await waits()
    await house.live(worker(), 24 * 60, 120)
    expect((await at()).document).toMatchObject({ state: 'planned', reason: 'missed' })
  })

  test('is the only one of the queue that is prepared again', async () => {
    const { row } = await queuedFactura(house.db, { reason: 'portalUnclear' })
    const own = { organisationId: row.organisation_id, id: row.id }
    expect(await documentActions(house).retry(own, user)).toBe(false)
  })
})
