import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { attention } from '#server/agenda/attention.ts'
import { documentActions, resumeDocumentsOfPerson } from '#server/documents/actions/actions.ts'
import { MAX_UNUSED_NUMBERS } from '#server/documents/issue/unused-numbers.ts'
import { msOf } from '#server/clock.ts'
import { ana } from '#simulators/world.ts'
import { documentsOf, issuedAtSii, openHouse, seedRule, type House } from '../house.ts'
import { checkInvariants } from '../invariants.ts'

let house: House
let organisationId: number

// 30 November 2026, 09:00 in Chile; the rule's day. Three clients of one company.
beforeEach(async () => {
  house = await openHouse('2026-11-30T12:00:00Z')
  const clients = ['90909090-3', '93939393-5', '60803000-K']
  ;({ organisationId } = await seedRule(house, { nextDay: day(2026, 11, 30), clients }))
})
afterEach(async () => {
  await house.close()
})

/** Each of these pages proposes a number that the SII doesn't propose again. */
function numbersAsked(): number {
  return house.simulator.admin.requests().filter(({ path }) => path.endsWith('mipeGenXMLFirma.cgi'))
    .length
}

async function states(): Promise<string[]> {
  const documents = await documentsOf(house)
  return documents.map(({ state, reason }) => `${state} ${reason}`).sort()
}

async function unusedNumbers(): Promise<number> {
  const company = await house.db
    .selectFrom('company')
    .select('unused_numbers')
    .executeTakeFirstOrThrow()
  return company.unused_numbers
}

/** The codes of what asks for attention. */
async function told(): Promise<string[]> {
  const { items } = await attention(house, { organisationId })
  return items.map(({ code }) => code).filter((code) => /number|portal/i.test(code))
}

const always = (
  cgi: string,
  kind: 'html-before' | 'error-before' | 'maintenance' | 'drop-request',
) => house.simulator.admin.faults.add({ kind, cgi, times: 9999 })

describe('trouble before the number', () => {
  test.each(['html-before', 'error-before', 'maintenance', 'drop-request'] as const)(
    'a certificate page that answers %s spends no number, and the day is waited out',
    async (kind) => {
      always('getCertDigital.cgi', kind)
      await house.live(house.worker('w1'), 4 * 60, 5)
      await checkInvariants(house)
      expect(numbersAsked()).toBe(0)
      for (const document of await documentsOf(house)) {
        expect(document).toMatchObject({ state: 'queued', reason: 'portalAway' })
      }
      expect(await told()).toEqual(['portalAway'])
      house.simulator.admin.faults.clear()
      await house.live(house.worker('w1'), 90, 5)
      expect(issuedAtSii(house)).toHaveLength(3)
      expect(numbersAsked()).toBe(3)
    },
  )
})

describe('trouble after the number', () => {
  test.each(['html-before', 'error-before', 'maintenance', 'drop-request'] as const)(
    'a signing page that answers %s is asked rarely, and after three numbers only at a person’s word',
    async (kind) => {
      always('postFirmaDigital.cgi', kind)
      const worker = house.worker('w1')
      await house.live(worker, 75, 5)
      expect(numbersAsked()).toBe(1)
      const first = await documentsOf(house)
      expect(first.map(({ reason }) => reason)).toEqual(Array(3).fill('numberUnused'))
      expect(await told()).toEqual(['numberUnused'])
      const nextMs = first.map(({ next_try_at: at }) => msOf(at ?? ''))
      expect(Math.min(...nextMs)).toBeGreaterThan(house.clock.now() + 60 * 60_000)
      await house.live(worker, 2 * 60, 5)
      expect(numbersAsked()).toBe(2)
      await house.live(worker, 5 * 60, 5)
      await checkInvariants(house)
      expect(numbersAsked()).toBe(MAX_UNUSED_NUMBERS)
      for (const { state, reason, next_try_at: at } of await documentsOf(house)) {
        expect([state, reason, at]).toEqual(['queued', 'numbersUnused', null])
      }
      expect(await told()).toEqual(['numbersUnused'])
      // The days after it their date is over as well.
      await house.live(worker, 30 * 60, 15)
      await checkInvariants(house)
      expect(numbersAsked()).toBe(MAX_UNUSED_NUMBERS)
      expect(issuedAtSii(house)).toEqual([])
      expect(house.failures).toEqual([])
    },
  )

  test.each(['xml-refused', 'signature-not-recognized'] as const)(
    'after three documents that end in %s the rest of their company is held',
    async (name) => {
      await house.db.updateTable('company').set({ unused_numbers: 1 }).execute()
      house.simulator.admin.scenarios.set({ name })
      const worker = house.worker('w1')
      await house.live(worker, 90, 5)
      await checkInvariants(house)
      const reason = name === 'xml-refused' ? 'portalRefused' : 'signatureNotRecognized'
      expect(await states()).toEqual([
        `failed ${reason}`,
        `failed ${reason}`,
        'queued numbersUnused',
      ])
      expect(numbersAsked()).toBe(MAX_UNUSED_NUMBERS - 1)
      expect(await unusedNumbers()).toBe(MAX_UNUSED_NUMBERS)
    },
  )

  test('a signed document that was not sent waits, and its number counts', async () => {
    const worker = house.worker('w1')
    const cutting = { ...worker, timing: { ...worker.timing, sendLimitMs: 10 * 60 * 60_000 } }
    await house.live(cutting, 4, 1)
    expect(numbersAsked()).toBeLessThanOrEqual(MAX_UNUSED_NUMBERS)
    expect(await unusedNumbers()).toBe(numbersAsked())
    await house.live(cutting, 90, 5)
    expect(numbersAsked()).toBe(MAX_UNUSED_NUMBERS)
    expect(issuedAtSii(house)).toEqual([])
    await checkInvariants(house)
    for (const state of await states()) expect(state).toBe('queued numbersUnused')
  })

  test('a session that ends at the signature is not replaced to spend another number at once', async () => {
    house.simulator.admin.faults.add({ kind: 'expire-before', cgi: 'postFirmaDigital.cgi' })
    const worker = house.worker('w1')
    await house.live(worker, 75, 5)
    expect(numbersAsked()).toBe(1)
    await house.live(worker, 2 * 60 + 15, 5)
    await checkInvariants(house)
    expect(issuedAtSii(house)).toHaveLength(3)
    expect(numbersAsked()).toBe(4)
  })

  test('a document that is issued forgets the numbers left unused', async () => {
    house.simulator.admin.faults.add({ kind: 'html-before', cgi: 'postFirmaDigital.cgi' })
    await house.live(house.worker('w1'), 4 * 60, 5)
    expect(issuedAtSii(house)).toHaveLength(3)
    expect(
      await house.db
        .selectFrom('company')
        .select(['unused_numbers', 'signing_paused_until'])
        .executeTakeFirstOrThrow(),
    ).toEqual({ unused_numbers: 0, signing_paused_until: null })
  })

  test('a document that always fails to be signed waits alone, by its name, and the others go on', async () => {
    const worker = house.worker('w1')
    const signing = 'postFirmaDigital.cgi'
    house.simulator.admin.faults.add({ kind: 'html-before', cgi: signing })
    await house.live(worker, 75, 5)
    expect(numbersAsked()).toBe(1)
    // The two others come first.
    const again = { kind: 'html-before', cgi: signing, skip: 2, times: 9999 } as const
    house.simulator.admin.faults.add(again)
    await house.live(worker, 4 * 60, 5)
    expect(issuedAtSii(house)).toHaveLength(2)
    await checkInvariants(house)
    const held = { state: 'queued', reason: 'signatureFails', next_try_at: null, id: 1 }
    expect((await documentsOf(house)).find(({ state }) => state !== 'issued')).toMatchObject(held)
    const { items } = await attention(house, { organisationId })
    expect(items).toMatchObject([{ code: 'signatureFails', subject: { kind: 'document' } }])
    expect(numbersAsked()).toBe(4)
    const key = { organisationId, id: 1 }
    expect(await documentActions(house).retry(key, { worker: 'user:1', epoch: null })).toBe(true)
    house.simulator.admin.faults.clear()
    await house.live(worker, 60, 5)
    expect(issuedAtSii(house)).toHaveLength(3)
  })

  test('held as the one that fails, it goes on once its person has mended the certificate', async () => {
    const worker = house.worker('w1')
    always('postFirmaDigital.cgi', 'html-before')
    await house.live(worker, 75, 5)
    house.simulator.admin.faults.clear()
    const held = { reason: 'signatureFails', next_try_at: null, unused_numbers: 2 }
    await house.db.updateTable('document').set(held).execute()
    const person = { organisationId, personRut: ana.rut }
    await house.db.transaction().execute((trx) => resumeDocumentsOfPerson(trx, house.clock, person))
    await house.live(worker, 30, 5)
    expect(issuedAtSii(house)).toHaveLength(3)
  })

  test('held by too many numbers, it goes on once its person has saved the password again', async () => {
    always('postFirmaDigital.cgi', 'html-before')
    const worker = house.worker('w1')
    await house.live(worker, 8 * 60, 5)
    expect(numbersAsked()).toBe(MAX_UNUSED_NUMBERS)
    house.simulator.admin.faults.clear()
    await house.live(worker, 30, 5)
    expect(issuedAtSii(house)).toEqual([])
    const person = { organisationId, personRut: ana.rut }
    await house.db.transaction().execute((trx) => resumeDocumentsOfPerson(trx, house.clock, person))
    await house.live(worker, 30, 5)
    await checkInvariants(house)
    expect(issuedAtSii(house)).toHaveLength(3)
  })
})

test('an unknown page in answer to the clave is tried again, ever more rarely, and holds nothing', async () => {
  always('CAutInicio.cgi', 'html-before')
  const worker = house.worker('w1')
  await house.live(worker, 6 * 60, 5)
  await checkInvariants(house)
  const knocks = () =>
    house.simulator.admin.requests().filter(({ path }) => path.endsWith('CAutInicio.cgi')).length
  expect(knocks()).toBeGreaterThan(2)
  expect(knocks()).toBeLessThan(6)
  for (const { state, reason, next_try_at: at } of await documentsOf(house)) {
    expect([state, at === null]).toEqual(['queued', false])
    expect(['portalUnavailable', 'portalAway']).toContain(reason)
  }
  const [{ clave_state: clave } = { clave_state: null }] = await house.db
    .selectFrom('facturator')
    .select('clave_state')
    .execute()
  expect(clave).not.toBe('rejected')
})
