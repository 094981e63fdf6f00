import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chileInstant, day, type Day } from '#domain/day.ts'
import { at } from '../test-bench.ts'
import { RULES, startTestRules, type TestRules } from './test-rules.ts'

let house: TestRules
beforeEach(async () => {
  house = await startTestRules()
})
afterEach(() => house.close())

const TODAY = day(2026, 11, 10)
const TOMORROW = day(2026, 11, 11)
const ofToday = { business_day_rule: 'EXACT', day_of_month: 10, start_date: TODAY }

const clockTo = (on: Day, hour: number, minute = 0) =>
  house.bench.clock.advanceTo(chileInstant(on, hour, minute))

async function nextOf(id: number): Promise<unknown> {
  return at((await house.read(id)).body, 'next_emission_date')
}

describe('a rule whose first day is today', () => {
  it('issues it today while its undo window ends before the closing hour', async () => {
    await clockTo(TODAY, 17, 29)
    const id = await house.created({ ...ofToday, first_emission_date: TODAY })
    expect(await nextOf(id)).toBe(TODAY)
  })

  it('issues it the next day once that is too late', async () => {
    await clockTo(TODAY, 17, 30)
    const id = await house.created({ ...ofToday, first_emission_date: TOMORROW })
    expect(await nextOf(id)).toBe(TOMORROW)
  })

  it('a rule whose first day is another one keeps that day in the evening', async () => {
    await clockTo(TODAY, 22, 47)
    expect(await nextOf(await house.created({ ...ofToday, day_of_month: 20 }))).toBe('2026-11-20')
  })

  it('moved to a later day of this month waits for that day', async () => {
    const id = await house.created(ofToday)
    await house.change(id, { day_of_month: 25 })
    expect(await nextOf(id)).toBe('2026-11-25')
  })

  it('issues it the next day beside an older rule of another day', async () => {
    await house.created({ ...ofToday, day_of_month: 20 })
    await clockTo(TODAY, 22, 47)
    expect(await nextOf(await house.created(ofToday))).toBe(TOMORROW)
  })

  it('issues it the next day when no date was shown', async () => {
    await clockTo(TODAY, 22, 47)
    expect(await nextOf(await house.created(ofToday))).toBe(TOMORROW)
  })

  it('is not saved when the person saw another date than it would have', async () => {
    await clockTo(TODAY, 22, 47)
    const reply = await house.create({ ...ofToday, first_emission_date: TODAY })
    expect(reply).toMatchObject({
      status: 400,
      body: { first_emission_date: [expect.stringMatching(/fecha/)] },
    })
    expect((await house.user.call('GET', RULES)).body).toEqual([])
  })

  it('keeps its other months on their own day', async () => {
    await clockTo(TODAY, 22, 47)
    const id = await house.created(ofToday)
    await clockTo(day(2026, 11, 12), 12)
    await house.plan(id, '2026-11')
    await house.change(id, { day_of_month: 9 })
    await house.change(id, { day_of_month: 10 })
    expect(await nextOf(id)).toBe('2026-12-10')
  })

  it('on the last evening of the year has the first day of the next one', async () => {
    const evening = day(2026, 12, 31)
    await clockTo(evening, 22, 47)
    const id = await house.created({ business_day_rule: 'LAST_DAY', start_date: evening })
    expect(await nextOf(id)).toBe('2027-01-01')
  })

  it('is not saved where it ends before the day on which it could begin', async () => {
    await clockTo(TODAY, 22, 47)
    const reply = await house.create({ ...ofToday, end_date: TODAY })
    expect(reply).toMatchObject({ status: 400, body: { end_date: [expect.any(String)] } })
    expect((await house.create({ ...ofToday, end_date: TOMORROW })).status).toBe(201)
  })

  it('made so by a change in the evening issues it the next day too', async () => {
    const id = await house.created({ ...ofToday, day_of_month: 20 })
    await clockTo(TODAY, 20)
    const shown = { day_of_month: 10, first_emission_date: TODAY }
    expect((await house.change(id, shown)).status).toBe(400)
    await house.change(id, { ...shown, first_emission_date: TOMORROW })
    expect(await nextOf(id)).toBe(TOMORROW)
  })
})

describe('its forecast', () => {
  const forecast = async (body: object) =>
    (
      await house.user.call('POST', `${RULES}forecast/`, {
        business_day_rule: 'EXACT',
        day_of_month: 10,
        start_date: TODAY,
        invoice_lines: [],
        ...body,
      })
    ).body

  it('says until when today is still possible', async () => {
    await clockTo(TODAY, 16)
    const body = await forecast({ company: house.known.company })
    expect(at(body, 'first')).toEqual({
      date: TODAY,
      at: new Date(chileInstant(TODAY, 16, 0)).toISOString(),
      is_today: true,
      otherwise: expect.objectContaining({ emission_date: '2026-12-10' }),
    })
    expect(at(body, 'emissions', 0, 'emission_date')).toBe(TODAY)
  })

  it('has the date, month and UF of the next day once today is too late', async () => {
    const evening = day(2026, 12, 31)
    await clockTo(evening, 22, 47)
    const body = await forecast({
      business_day_rule: 'LAST_DAY',
      day_of_month: null,
      start_date: evening,
      company: house.known.company,
    })
    expect(at(body, 'first')).toMatchObject({ date: '2027-01-01', is_today: false })
    expect(at(body, 'emissions', 0)).toMatchObject({
      emission_date: '2027-01-01',
      service_month: '2027-01',
    })
    // The first of January is January's: there is no second one.
    expect(at(body, 'emissions', 1, 'emission_date')).toBe('2027-02-28')
    expect(at(body, 'first', 'otherwise', 'emission_date')).toBe('2027-01-31')
  })

  it('of a month’s last evening names the days that planning takes', async () => {
    const evening = day(2026, 11, 30)
    await clockTo(evening, 22, 47)
    const schedule = { business_day_rule: 'LAST_DAY', day_of_month: null, start_date: evening }
    const body = await forecast({ ...schedule, company: house.known.company })
    expect(at(body, 'emissions')).toMatchObject([
      { emission_date: '2026-12-01' },
      { emission_date: '2027-01-31' },
      ...Array.from({ length: 10 }, () => ({})),
    ])
    const id = await house.created({ ...schedule, first_emission_date: '2026-12-01' })
    expect(await nextOf(id)).toBe('2026-12-01')
    await clockTo(day(2026, 12, 2), 12)
    await house.plan(id, '2026-12')
    await house.change(id, { business_day_rule: 'EXACT', day_of_month: 28 })
    await house.change(id, { business_day_rule: 'LAST_DAY', day_of_month: null })
    expect(await nextOf(id)).toBe('2027-01-31')
  })

  it('of another first day asks nothing', async () => {
    await clockTo(TODAY, 22, 47)
    const body = await forecast({ day_of_month: 20, company: house.known.company })
    expect(at(body, 'first')).toBeNull()
  })

  it('without a company leaves today where it is', async () => {
    await clockTo(TODAY, 22, 47)
    const body = await forecast({})
    expect(at(body, 'first')).toBeNull()
    expect(at(body, 'emissions', 0, 'emission_date')).toBe(TODAY)
  })
})

describe('the departure of what is ordered now', () => {
  const departure = async () => {
    const path = `/documents/departure/?company=${house.known.company}`
    return (await house.user.call('GET', path)).body
  }

  it('is today, and tomorrow once it is too late', async () => {
    await clockTo(TODAY, 17, 29)
    expect(await departure()).toMatchObject({ today: TODAY, date: TODAY })
    await clockTo(TODAY, 17, 30)
    expect(await departure()).toMatchObject({ today: TODAY, date: TOMORROW })
  })

  it("is not told of another organisation's company", async () => {
    const path = `/documents/departure/?company=${house.known.company}`
    expect((await house.other.call('GET', path)).status).toBe(404)
  })
})
