import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { instantText } from '#server/clock.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import { resumeDocumentsOfPerson } from '#server/documents/actions/actions.ts'
import { setCertificateState } from '#server/facturators/certificate-state.ts'
import type { PipelineNeeds } from '#server/pipeline.ts'
import { ana } from '#simulators/world.ts'
import { HOURS, deathsAt, liveAfterDeath, liveThrough, sendsThat } from '../fault-table.ts'
import { documentsOf, issuedAtSii, openHouse, seedRule, type House } from '../house.ts'
import { checkInvariants } from '../invariants.ts'

let house: House

// 30 November 2026, 09:00 in Chile; the rule's day.
beforeEach(async () => {
  house = await openHouse('2026-11-30T12:00:00Z')
  await seedRule(house, { nextDay: day(2026, 11, 30) })
})
afterEach(async () => {
  await house.close()
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
    await liveAfterDeath(house, boundary)
    await checkInvariants(house)
    const [document] = await documentsOf(house)
    expect(document).toMatchObject({ state })
    expect(issuedAtSii(house)).toHaveLength(atSii)
    if (state === 'uncertain') expect(document).toMatchObject({ reason: 'notFoundTwice' })
  })

  test('after it closed the lost session: the next one goes on looking', async () => {
    house.simulator.admin.faults.add({ kind: 'drop-answer', cgi: 'mipeSendXML.cgi' })
    await house.live(house.worker('w1', 'afterFence'), 120, 5)
    await house.live(house.worker('w2'), HOURS, 5)
    await checkInvariants(house)
    expect((await documentsOf(house))[0]).toMatchObject({
      state: 'issued',
      issued_how: 'reconciled',
    })
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
      'html-before',
      'html-after',
      'expire-after',
      'maintenance',
      'hang-request',
      'hang-answer',
      'duplicate-first',
      'duplicate-second',
      'slow-commit',
      'late-arrival',
    ),
  )('%s: %s with %i at the SII', async (kind, state, atSii) => {
    await liveThrough(house, kind, 'mipeSendXML.cgi')
    await checkInvariants(house)
    expect((await documentsOf(house))[0]).toMatchObject({ state })
    expect(issuedAtSii(house)).toHaveLength(atSii)
  })

  test('the list shows it only later: it is found at a later look', async () => {
    const { faults } = house.simulator.admin
    faults.add({ kind: 'list-lag', cgi: 'mipeSendXML.cgi', delayMs: 20 * 60_000 })
    faults.add({ kind: 'drop-answer', cgi: 'mipeSendXML.cgi' })
    await house.live(house.worker('w1'), HOURS, 5)
    await checkInvariants(house)
    expect(issuedAtSii(house).length).toBeLessThanOrEqual(1)
  })

  test.each(['company-refused', 'no-companies'] as const)(
    '%s while its answer is lost: it is looked for, never called failed, and found',
    async (name) => {
      const { faults, scenarios } = house.simulator.admin
      faults.add({ kind: 'drop-answer', cgi: 'mipeSendXML.cgi' })
      const worker = house.worker('w1')
      for (let minutes = 0; minutes < 180; minutes += 1) {
        if ((await documentsOf(house))[0]?.state === 'uncertain') break
        await house.live(worker, 1)
      }
      scenarios.set({ name })
      await house.live(worker, HOURS, 5)
      expect((await documentsOf(house))[0]).toMatchObject({
        state: 'uncertain',
        reason: 'companyNotAuthorized',
      })
      scenarios.clear()
      await house.live(worker, HOURS, 5)
      await checkInvariants(house)
      expect((await documentsOf(house))[0]).toMatchObject({ state: 'issued', folio: 6 })
      expect(issuedAtSii(house)).toHaveLength(1)
    },
  )

  test('issued, then the company is refused: its files are fetched once it is accepted again', async () => {
    const { scenarios } = house.simulator.admin
    await house.live(house.worker('w1', 'beforeFiling'), 120, 5)
    scenarios.set({ name: 'company-refused' })
    const worker = house.worker('w2')
    await house.live(worker, 60, 5)
    expect((await documentsOf(house))[0]).toMatchObject({
      state: 'issued',
      files_state: 'wanted',
      reason: 'companyNotAuthorized',
    })
    scenarios.clear()
    await house.live(worker, 60, 5)
    await checkInvariants(house)
    expect((await documentsOf(house))[0]).toMatchObject({ files_state: 'stored', reason: null })
  })

  test('nothing found twice: the user says it was not issued, and it is issued once', async () => {
    house.simulator.admin.faults.add({ kind: 'drop-request', cgi: 'mipeSendXML.cgi' })
    const worker = house.worker('w1')
    await house.live(worker, HOURS, 5)
    const [document] = await documentsOf(house)
    if (document === undefined) throw new Error('no document')
    const at = { organisationId: document.organisation_id, id: document.id }
    const user = { worker: 'user:1', epoch: null }
    const decided = await documentActions(house).decide(at, user, { decision: 'notIssued' })
    expect(decided).toBe(true)
    await house.live(worker, 24 * 60, 30)
    await checkInvariants(house)
    expect((await documentsOf(house))[0]).toMatchObject({ state: 'issued', files_state: 'stored' })
    expect(issuedAtSii(house)).toHaveLength(1)
  })
})

describe('before the intent everything may be tried again', () => {
  test.each([
    ['mipeSelEmpresa.cgi', 2],
    ['mipeGenFacEx.cgi', 2],
    ['mipeDisplayPreView.cgi', 2],
    ['getCertDigital.cgi', 2],
    // Each asking may spend a number: after two the next is late in the day.
    ['mipeGenXMLFirma.cgi', 1],
  ])('a failing %s delays and loses nothing', async (cgi, times) => {
    house.simulator.admin.faults.add({ kind: 'error-before', cgi, times })
    await house.live(house.worker('w1'), HOURS, 5)
    await checkInvariants(house)
    expect((await documentsOf(house))[0]).toMatchObject({ state: 'issued' })
    expect(issuedAtSii(house)).toHaveLength(1)
  })

  test('a session that expires in the middle of the chain is replaced', async () => {
    house.simulator.admin.faults.add({ kind: 'expire-before', cgi: 'mipeDisplayPreView.cgi' })
    await house.live(house.worker('w1'), HOURS, 5)
    await checkInvariants(house)
    expect(issuedAtSii(house)).toHaveLength(1)
  })

  test('a place in the queue is a sign: that person is left alone for half an hour', async () => {
    const { admin } = house.simulator
    const worker = house.worker('w1')
    for (let minutes = 0; minutes < 60; minutes += 1) {
      if ((await documentsOf(house))[0]?.state === 'waiting') break
      await house.live(worker, 1)
    }
    admin.scenarios.set({ name: 'waiting-room' })
    for (let minutes = 0; minutes < 60; minutes += 1) {
      if ((await documentsOf(house))[0]?.reason === 'portalThrottled') break
      await house.live(worker, 1)
    }
    const asked = admin.requests().length
    admin.scenarios.clear()
    await house.live(worker, 29)
    expect(admin.requests()).toHaveLength(asked)
    await house.live(worker, 30, 5)
    await checkInvariants(house)
    expect((await documentsOf(house))[0]).toMatchObject({ state: 'issued' })
  })

  test('a portal away for hours is tried with growing waits, after twelve only every hour', async () => {
    const { admin } = house.simulator
    admin.scenarios.set({ name: 'maintenance' })
    const worker = house.worker('w1')
    await house.live(worker, HOURS, 1)
    const [document] = await documentsOf(house)
    expect(document).toMatchObject({ state: 'queued', reason: 'portalAway' })
    expect(document?.tries).toBeGreaterThanOrEqual(12)
    expect(document?.tries).toBeLessThanOrEqual(16)
    admin.scenarios.clear()
    await house.live(worker, 75, 5)
    await checkInvariants(house)
    expect((await documentsOf(house))[0]).toMatchObject({ state: 'issued', reason: null })
  })

  test('an erased clave holds what waits, and nobody says that the SII refused it', async () => {
    const erased = { clave_secret_id: null, clave_state: 'absent' } as const
    await house.db.updateTable('facturator').set(erased).execute()
    await house.live(house.worker('w1'), HOURS, 5)
    await checkInvariants(house)
    const [document] = await documentsOf(house)
    expect(document).toMatchObject({ state: 'queued', reason: 'claveMissing', next_try_at: null })
    expect(house.simulator.admin.sessions()).toEqual([])
  })

  test('a refused clave is tried once and holds everything of that person', async () => {
    house.simulator.admin.scenarios.set({ name: 'wrong-clave' })
    await house.live(house.worker('w1'), HOURS, 5)
    await checkInvariants(house)
    const [document] = await documentsOf(house)
    expect(document).toMatchObject({ state: 'queued', reason: 'claveRejected', next_try_at: null })
    expect(Object.values(house.simulator.admin.wrongClaves())).toEqual([1])
  })

  test('a refused certificate password is tried once and the document waits for the right one', async () => {
    house.simulator.admin.scenarios.set({ name: 'wrong-certificate-password' })
    await house.live(house.worker('w1'), HOURS, 5)
    await checkInvariants(house)
    expect((await documentsOf(house))[0]).toMatchObject({
      state: 'queued',
      reason: 'certificatePasswordRejected',
    })
    expect(issuedAtSii(house)).toHaveLength(0)
  })

  test('a refused certificate password signs nothing when the document is due again', async () => {
    house.simulator.admin.scenarios.set({ name: 'wrong-certificate-password' })
    let signings = 0
    const worker: PipelineNeeds = {
      ...house.worker('w1'),
      boundary: async (at) => void (signings += at === 'beforeSign' ? 1 : 0),
    }
    await house.live(worker, 120, 10)
    expect(signings).toBe(1)
    const next_try_at = instantText(house.clock.now())
    await house.db.updateTable('document').set({ next_try_at, wait_until: null }).execute()
    await house.live(worker, 20, 10)
    expect(signings).toBe(1)
    const [document] = await documentsOf(house)
    expect(document).toMatchObject({ reason: 'certificatePasswordRejected', next_try_at: null })
  })

  test('a certificate password saved while the old one is refused is not marked with its refusal', async () => {
    const { admin } = house.simulator
    admin.scenarios.set({ name: 'wrong-certificate-password' })
    const worker = house.worker('w1')
    let renewals = 0
    const renewing: PipelineNeeds = {
      ...worker,
      boundary: async (at) => {
        if (at !== 'beforeSign') return
        renewals += 1
        const secret = {
          kind: 'certificatePassword',
          plaintext: ana.certificatePassword ?? '',
        } as const
        const { organisation_id: organisationId } = await house.db
          .selectFrom('facturator')
          .select('organisation_id')
          .executeTakeFirstOrThrow()
        const secretId = await house.vault.seal(house.db, { organisationId, ...secret })
        await house.db
          .updateTable('facturator')
          .set({ certificate_secret_id: secretId, certificate_password_state: 'unverified' })
          .execute()
        const person = { organisationId, personRut: ana.rut }
        await house.db
          .transaction()
          .execute((trx) => resumeDocumentsOfPerson(trx, house.clock, person))
      },
    }
    await house.live(renewing, 120, 10)
    expect(renewals).toBeGreaterThan(0)
    expect((await documentsOf(house))[0]).toMatchObject({ state: 'queued', reason: null })
    admin.scenarios.clear()
    await house.live(worker, HOURS, 5)
    await checkInvariants(house)
    expect((await documentsOf(house))[0]).toMatchObject({ state: 'issued', reason: null })
  })

  test('without a certificate it waits, and goes on by itself once the SII has one', async () => {
    const facturator = await house.db
      .updateTable('facturator')
      .set({ certificate_state: 'none' })
      .returning(['organisation_id', 'id'])
      .executeTakeFirstOrThrow()
    const worker = house.worker('w1')
    await house.live(worker, 120, 5)
    expect((await documentsOf(house))[0]).toMatchObject({
      state: 'queued',
      reason: 'certificateMissing',
      next_try_at: null,
    })
    const at = { organisationId: facturator.organisation_id, facturatorId: facturator.id }
    await setCertificateState(house.db, house.clock, at, 'unknown')
    await house.live(worker, 60, 5)
    expect(issuedAtSii(house)).toHaveLength(0)
    await setCertificateState(house.db, house.clock, at, 'centralized')
    await house.live(worker, 60, 5)
    await checkInvariants(house)
    expect((await documentsOf(house))[0]).toMatchObject({ state: 'issued', reason: null })
  })

  test.each([
    ['preview-changes-total', 'previewDiffers'],
    ['preview-changes-receiver', 'previewDiffers'],
    ['preview-rejected', 'portalRefused'],
  ] as const)('%s stops the document before anything is issued', async (name, reason) => {
    house.simulator.admin.scenarios.set({ name })
    await house.live(house.worker('w1'), HOURS, 5)
    await checkInvariants(house)
    expect((await documentsOf(house))[0]).toMatchObject({ state: 'failed', reason })
    expect(issuedAtSii(house)).toHaveLength(0)
  })
})

test('two workers at once issue one document', async () => {
  const [one, two] = [house.worker('w1'), house.worker('w2')]
  for (let minutes = 0; minutes < 180; minutes += 5) {
    await house.clock.advance(5 * 60_000)
    await Promise.all([house.settle(one), house.settle(two)])
  }
  await checkInvariants(house)
  expect(issuedAtSii(house)).toHaveLength(1)
})

test('an organisation whose clave is wrong never acts with the session of one whose clave is right', async () => {
  const worker = house.worker('w1')
  await house.live(worker, 120, 5)
  expect(issuedAtSii(house)).toHaveLength(1)
  const other = await seedRule(house, {
    nextDay: day(2026, 11, 30),
    clients: ['94949494-2'],
    clave: 'otraclave',
  })
  await house.live(worker, HOURS, 10)
  const theirs = (await documentsOf(house)).filter(
    ({ organisation_id }) => organisation_id === other.organisationId,
  )
  expect(theirs).toMatchObject([{ state: 'queued', reason: 'claveRejected' }])
  expect(issuedAtSii(house)).toHaveLength(1)
  await checkInvariants(house)
})

describe('several organisations keep a clave of the same person', () => {
  async function connectToo(clave: string): Promise<void> {
    await seedRule(house, { nextDay: day(2026, 11, 30), clients: ['94949494-2'], clave })
  }

  const knocks = () =>
    house.simulator.admin.requests().filter(({ path }) => path.endsWith('CAutInicio.cgi')).length
  const refusals = () => knocks() - house.simulator.admin.sessions().length

  async function toldOfEach(): Promise<[string, string | null][]> {
    await house.live(house.worker('w1'), HOURS, 5)
    await checkInvariants(house)
    return (await documentsOf(house)).map(({ state, reason }) => [state, reason])
  }

  test('what the SII refuses to one no other tries, and the right one goes on', async () => {
    await connectToo('antigua1')
    await connectToo('antigua1')
    expect(await toldOfEach()).toEqual([
      ['issued', null],
      ['queued', 'claveRejected'],
      ['queued', 'claveRejected'],
    ])
    expect(refusals()).toBe(1)
  })

  test('each of two old ones is tried once', async () => {
    await connectToo('antigua1')
    await connectToo('antigua2')
    expect((await toldOfEach()).map(([state]) => state)).toEqual(['issued', 'queued', 'queued'])
    expect(refusals()).toBe(2)
  })

  test('a blocked account is tried by one of them, once', async () => {
    await connectToo(ana.clave)
    house.simulator.admin.scenarios.set({ name: 'account-blocked' })
    expect((await toldOfEach()).map(([state]) => state)).toEqual(['queued', 'queued'])
    expect(knocks()).toBe(1)
  })
})
