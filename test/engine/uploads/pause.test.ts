import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { documentActions, skip } from '#server/documents/actions/actions.ts'
import { restoreDocument } from '#server/documents/actions/restore.ts'
import { releaseIssuing, stopIssuing } from '#server/documents/stops/stops.ts'
import { lockDocument } from '#server/documents/trail/trail.ts'
import type { PipelineNeeds } from '#server/pipeline.ts'
import { cancelUpload, pauseUpload, resumeUpload } from '#server/uploads/issue/pause.ts'
import { presentProgress } from '#server/uploads/issue/present.ts'
import { readProgress } from '#server/uploads/issue/progress.ts'
import { partOf } from '#server/uploads/ordered/order-standing.ts'
import { documentsOf, issuedAtSii } from '../house.ts'
import { checkInvariants } from '../invariants.ts'
import { untilLockWait } from '../lock-wait.ts'
import { dyingAt, KNOWN_RUT, openUploadHouse, type UploadHouse } from './upload-house.ts'

let own: UploadHouse
beforeEach(async () => {
  own = await openUploadHouse()
})
afterEach(async () => {
  await checkInvariants(own.house)
  await own.close()
})

const ROWS = ['A', 'B', 'C'].map(
  (name, n) => `${name};Factura;${KNOWN_RUT};Servicio ${name};1;${n + 5}0000;CLP`,
)

const pause = (id: number) => pauseUpload(own.house, own.by, id)
const resume = (id: number) => resumeUpload(own.house, own.by, id)
const cancel = (id: number) => cancelUpload(own.house, own.by, id)
const at = (id: number) => ({ organisationId: own.rule.organisationId, id })
const states = async () =>
  (await documentsOf(own.house)).map(({ state, reason }) => [state, reason])
const attempts = () => own.house.db.selectFrom('attempt').selectAll().execute()
const orders = () =>
  own.house.db.selectFrom('upload_order').selectAll().orderBy('position').execute()
const progress = (id: number) => readProgress(own.house, at(id))

async function ordered(rows = ROWS): Promise<number> {
  const id = await own.upload(rows)
  await own.order(id)
  return id
}

test('of a paused file nothing is sent, and all of it once it is resumed', async () => {
  const id = await ordered()
  const worker = own.house.worker('w1')
  await own.house.settle(worker)
  await pause(id)
  await pause(id)
  await own.house.live(worker, 60, 10)
  expect(await states()).toEqual(ROWS.map(() => ['waiting', 'uploadPaused']))
  expect(await attempts()).toEqual([])
  expect(await progress(id)).toMatchObject({ isPaused: true, secondsLeft: null })
  await resume(id)
  await own.house.live(own.house.worker('w2'), 90, 10)
  expect(await states()).toEqual(ROWS.map(() => ['issued', null]))
  expect(issuedAtSii(own.house)).toHaveLength(3)
})

test('a pause of one file holds no other, nor rules, nor what was ordered alone', async () => {
  const first = await ordered()
  const second = await own.upload([`X;Factura;${KNOWN_RUT};Visita;1;12000;CLP`])
  await own.order(second)
  await pause(first)
  await own.house.live(own.house.worker('w1'), 60, 10)
  const bySecond = (await documentsOf(own.house)).filter(({ upload_id }) => upload_id === second)
  expect(bySecond).toMatchObject([{ state: 'issued' }])
  expect(await attempts()).toHaveLength(1)
})

test('what is ordered of a paused file is prepared and held', async () => {
  const id = await own.upload(ROWS)
  await pause(id)
  await own.order(id)
  await own.house.live(own.house.worker('w1'), 60, 10)
  expect(await states()).toEqual(ROWS.map(() => ['waiting', 'uploadPaused']))
  expect(await attempts()).toEqual([])
})

test('a pause that comes after the preview holds: the document in hand gets no intent', async () => {
  const id = await ordered([ROWS[0] ?? ''])
  const worker = own.house.worker('w1')
  let isPressed = false
  const pressed: PipelineNeeds = {
    ...worker,
    boundary: async (name) => {
      if (name !== 'beforeIntent' || isPressed) return
      isPressed = true
      await pause(id)
    },
  }
  await own.house.live(pressed, 60, 10)
  expect(isPressed).toBe(true)
  expect(await attempts()).toEqual([])
  expect(await states()).toEqual([['queued', 'uploadPaused']])
  await resume(id)
  await own.house.live(worker, 30, 10)
  expect(await states()).toEqual([['issued', null]])
})

test('the answer of a pause waits for an intent that is being written', async () => {
  const id = await ordered([ROWS[0] ?? ''])
  const worker = own.house.worker('w1')
  await own.house.live(worker, 10)
  const [document] = await documentsOf(own.house)
  await own.house.clock.advanceTo(document?.wait_until ?? '')
  let isAnswered = false
  const running = await own.house.db.transaction().execute(async (trx) => {
    await sql`lock table attempt in share mode`.execute(trx)
    const pass = own.house.settle(worker)
    await untilLockWait(own.house.db)
    const answered = pause(id).then(() => (isAnswered = true))
    await untilLockWait(own.house.db, 2)
    expect(isAnswered).toBe(false)
    return { pass, answered }
  })
  await Promise.all([running.pass, running.answered])
  expect(await attempts()).toHaveLength(1)
  expect(await states()).toEqual([['issued', null]])
})

test('a resumed file stays held while all issuing is stopped, and the other way round', async () => {
  const id = await ordered([ROWS[0] ?? ''])
  const worker = own.house.worker('w1')
  await own.house.settle(worker)
  await stopIssuing(own.house, own.by, null)
  await pause(id)
  await resume(id)
  await own.house.live(worker, 40, 10)
  expect(await states()).toEqual([['waiting', 'issuingStopped']])
  await pause(id)
  await releaseIssuing(own.house, own.by, null)
  await own.house.live(worker, 40, 10)
  expect(await states()).toEqual([['waiting', 'uploadPaused']])
  await resume(id)
  await own.house.live(worker, 60, 10)
  expect(await states()).toEqual([['issued', null]])
})

test('the release of a company ends no pause of a file', async () => {
  const id = await ordered([ROWS[0] ?? ''])
  await pause(id)
  await stopIssuing(own.house, own.by, own.companyId)
  await releaseIssuing(own.house, own.by, own.companyId)
  expect(await progress(id)).toMatchObject({ isPaused: true })
})

test('what waited too long in a paused file asks its person instead of leaving with an old date', async () => {
  const id = await ordered([ROWS[0] ?? ''])
  const worker = own.house.worker('w1')
  await own.house.settle(worker)
  await pause(id)
  await own.house.clock.advanceTo('2026-11-27T14:00:00Z')
  await own.house.live(worker, 20, 10)
  expect(await states()).toEqual([['waiting', 'uploadPaused']])
  await resume(id)
  await own.house.live(worker, 60, 10)
  expect(await states()).toEqual([['planned', 'missed']])
})

test('what has not gone is taken back; what is issued stays', async () => {
  const id = await ordered()
  const worker = own.house.worker('w1')
  await own.house.settle(worker)
  const [first] = await documentsOf(own.house)
  const user = { worker: 'user:1', epoch: null }
  await documentActions(own.house).issueNow(at(first?.id ?? 0), user)
  await own.house.settle(worker)
  await cancel(id)
  await own.house.live(worker, 120, 30)
  expect(await states()).toEqual([
    ['issued', null],
    ['skipped', 'skippedByUser'],
    ['skipped', 'skippedByUser'],
  ])
  expect(issuedAtSii(own.house)).toHaveLength(1)
  expect((await progress(id)).documents.map(partOf)).toEqual(['issued', 'cancelled', 'cancelled'])
})

test('as many as are cancelled are said before: those that wait for their person, too, and none that is settled', async () => {
  const id = await ordered([...ROWS, `D;Factura;${KNOWN_RUT};Servicio D;1;80000;CLP`])
  const cancellable = async () => presentProgress(await progress(id), 'es').cancellable
  expect(await cancellable()).toBe(4)
  const worker = own.house.worker('w1')
  await own.house.settle(worker)
  const [first, second, third] = await documentsOf(own.house)
  await documentActions(own.house).issueNow(at(first?.id ?? 0), { worker: 'user:1', epoch: null })
  await own.house.settle(worker)
  const change = (of: typeof first) =>
    own.house.db.updateTable('document').where('id', '=', of?.id ?? 0)
  await change(second).set({ told_folio: 55, next_try_at: null }).execute()
  await change(third).set({ reason: 'looksRepeated' }).execute()
  expect((await progress(id)).documents.map(partOf)).toContain('asking')
  expect(await cancellable()).toBe(2)
  await cancel(id)
  expect((await states()).filter(([state]) => state === 'skipped')).toHaveLength(2)
  expect(await cancellable()).toBe(0)
})

test('orders without a document yet are taken back, and none is made of them', async () => {
  const id = await ordered()
  await cancel(id)
  await own.house.live(own.house.worker('w1'), 60, 30)
  expect(await documentsOf(own.house)).toEqual([])
  expect(await orders()).toMatchObject(ROWS.map(() => ({ state: 'cancelled' })))
})

test('a cancellation waits for the document that is being made, and takes it back', async () => {
  const id = await ordered([ROWS[0] ?? ''])
  const both = await own.house.db.transaction().execute(async (trx) => {
    await trx.selectFrom('client').select('id').forUpdate().execute()
    const made = own.make()
    await untilLockWait(own.house.db)
    const cancelled = cancel(id)
    await untilLockWait(own.house.db, 2)
    return { made, cancelled }
  })
  await Promise.all([both.made, both.cancelled])
  expect(await states()).toEqual([['skipped', 'skippedByUser']])
  await own.house.live(own.house.worker('w1'), 60, 30)
  expect(issuedAtSii(own.house)).toEqual([])
})

test('a process that is killed at any statement of a cancellation leaves all of it or none', async () => {
  const id = await ordered()
  await own.house.settle(own.house.worker('w1'))
  for (let number = 1; number < 100; number += 1) {
    const dying = dyingAt(own.house.db, number)
    const isDone = await cancelUpload({ ...own.house, db: dying.db }, own.by, id).then(
      () => true,
      () => false,
    )
    const left = (await states()).filter(([state]) => state === 'waiting')
    expect(left).toHaveLength(isDone ? 0 : 3)
    if (isDone) return
  }
  throw new Error('The cancellation never came to an end')
})

test('a document whose number its person told is not taken back', async () => {
  const id = await ordered([ROWS[0] ?? ''])
  await own.house.settle(own.house.worker('w1'))
  await own.house.db.updateTable('document').set({ told_folio: 55, next_try_at: null }).execute()
  await cancel(id)
  expect((await states()).map(([state]) => state)).toEqual(['waiting'])
  await expect(own.order(id)).rejects.toMatchObject({ code: 'upload_already_ordered' })
})

test('what was cancelled may be ordered again, as another document, and the first never comes back', async () => {
  const id = await ordered([ROWS[0] ?? ''])
  const worker = own.house.worker('w1')
  await own.house.settle(worker)
  await cancel(id)
  await own.order(id)
  await own.house.live(worker, 60, 10)
  const documents = await documentsOf(own.house)
  expect(documents.map(({ key, revision, state }) => [key, revision, state])).toEqual([
    [`upload:${id}:g:A`, 1, 'skipped'],
    [`upload:${id}:g:A`, 2, 'issued'],
  ])
  const [first] = documents
  expect(await restoreDocument(own.house, own.by, at(first?.id ?? 0))).toBe(false)
  expect(issuedAtSii(own.house)).toHaveLength(1)
})

test('a document that was tried is not ordered again, even when it was left out afterwards', async () => {
  const id = await ordered([ROWS[0] ?? ''])
  await own.house.settle(own.house.worker('w1'))
  await own.house.db
    .insertInto('attempt')
    .values({
      organisation_id: own.rule.organisationId,
      document_id: (await documentsOf(own.house))[0]?.id ?? 0,
      number: 1,
      person_rut: '11111111-1',
      epoch: 1,
      worker: 'w0',
      highest_folio: 0,
      intended_at: '2026-11-25T14:00:00Z',
      deadline_at: '2026-11-25T14:02:00Z',
      outcome: 'notSent',
    })
    .execute()
  await cancel(id)
  expect(await states()).toEqual([['skipped', 'skippedByUser']])
  await expect(own.order(id)).rejects.toMatchObject({ code: 'upload_already_ordered' })
})

test('a document that another one took the place of is not ordered again', async () => {
  const id = await ordered([ROWS[0] ?? ''])
  await own.house.settle(own.house.worker('w1'))
  const [document] = await documentsOf(own.house)
  await own.house.db.transaction().execute(async (trx) => {
    const row = await lockDocument(trx, at(document?.id ?? 0))
    if (row === null) throw new Error('no document')
    const user = { worker: 'user:1', epoch: null }
    expect(await skip(trx, own.house.clock, user, row, 'replaced')).toBe(true)
  })
  await expect(own.order(id)).rejects.toMatchObject({ code: 'upload_already_ordered' })
})

test('what is issued is not ordered again', async () => {
  const id = await ordered([ROWS[0] ?? ''])
  await own.house.live(own.house.worker('w1'), 60, 10)
  await cancel(id)
  await expect(own.order(id)).rejects.toMatchObject({ code: 'upload_already_ordered' })
})

test('the time left is that of the documents before one’s own, and nobody waits for what is done', async () => {
  const id = await ordered()
  await own.house.settle(own.house.worker('w1'))
  // Half an hour to undo them, and three documents of twenty seconds.
  expect((await progress(id)).secondsLeft).toBe(30 * 60 + 60)
  await own.house.live(own.house.worker('w1'), 60, 10)
  expect((await progress(id)).secondsLeft).toBeNull()
})
