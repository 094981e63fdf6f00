import { afterEach, expect, test } from 'vitest'
import { chileInstant, day } from '#domain/day.ts'
import type { Boundary } from '#server/documents/portal/portal-step.ts'
import type { PipelineNeeds } from '#server/pipeline.ts'
import { documentsOf, openHouse, seedRule, type House } from '../house.ts'
import { checkInvariants } from '../invariants.ts'

let house: House

afterEach(async () => {
  await checkInvariants(house)
  await house.close()
})

const TODAY = day(2026, 11, 30)
const CLIENTS = ['90909090-3', '93939393-5', '60803000-K']
const instant = (hour: number, minute = 0) =>
  new Date(chileInstant(TODAY, hour, minute)).toISOString()

/** Requests of the page that proposes a folio number, and of the log-in. */
const requestsOf = (cgi: string) =>
  house.simulator.admin.requests().filter(({ path }) => path.endsWith(cgi)).length

async function ready(): Promise<void> {
  house = await openHouse(instant(12))
  await seedRule(house, { nextDay: TODAY, clients: CLIENTS })
  await house.settle(house.worker('w1'))
}

/** A worker for whom the day goes on to the closing hour when it reaches that boundary. */
function closingAt(boundary: Boundary): PipelineNeeds {
  return {
    ...house.worker('w1'),
    boundary: async (name) => {
      if (name === boundary && house.clock.now() < Date.parse(instant(18))) {
        await house.clock.advanceTo(instant(18))
      }
    },
  }
}

const reasons = async () => (await documentsOf(house)).map(({ state, reason }) => [state, reason])

test('documents queued at the closing hour spend no folio number', async () => {
  await ready()
  await house.clock.advanceTo(instant(17, 55))
  await house.settle(closingAt('beforeSign'))
  expect(requestsOf('mipeGenXMLFirma.cgi')).toBe(0)
  expect(await reasons()).toEqual(CLIENTS.map(() => ['planned', 'missed']))
})

test('documents queued before the closing hour and taken after it open no session', async () => {
  await ready()
  await house.clock.advanceTo(instant(12, 30))
  await house.db
    .updateTable('document')
    .set({ state: 'queued', wait_until: null, next_try_at: instant(18) })
    .execute()
  await house.clock.advanceTo(instant(18))
  await house.settle(house.worker('w1'))
  expect(requestsOf('CAutInicio.cgi')).toBe(0)
  expect(await reasons()).toEqual(CLIENTS.map(() => ['planned', 'missed']))
})
