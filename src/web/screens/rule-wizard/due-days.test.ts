import { describe, expect, it } from 'vitest'
import type { Client } from '#web/api/queries.ts'
import { dueDaysOf, isDueDaysWrong, readDueDays } from './due-days.ts'
import type { ChosenClient } from './wizard.ts'

describe('days to pay', () => {
  it.each([
    ['0', 0],
    [' 15 ', 15],
    ['365', 365],
    ['366', null],
    ['-1', null],
    ['1,5', null],
    ['', null],
  ])('are whole and a year at most: "%s"', (typed, days) => {
    expect(readDueDays(typed)).toBe(days)
    expect(isDueDaysWrong(typed)).toBe(days === null && typed !== '')
  })

  it('the days to pay are the rule’s, else the client’s, else the company’s, and said only where they are the same', () => {
    const clients = (...days: (number | null)[]) => days.map(chosen)
    expect(dueDaysOf({ dueDays: '5', clients: clients(10, 20) }, 30)).toBe(5)
    expect(dueDaysOf({ dueDays: '', clients: clients(10, 10) }, 30)).toBe(10)
    expect(dueDaysOf({ dueDays: '', clients: clients(null, 30) }, 30)).toBe(30)
    expect(dueDaysOf({ dueDays: '', clients: clients(10, null) }, 30)).toBeNull()
    expect(dueDaysOf({ dueDays: '', clients: [] }, 30)).toBe(30)
  })
})

function chosen(dueDays: number | null, index: number): ChosenClient {
  const client: Client = {
    id: index + 1,
    label: 'Viña',
    rut: '12345678-5',
    client_info: { id: index + 1, identifier: '12345678-5', name: 'Viña' },
    addresses: [],
    activities: [],
    due_days: dueDays,
  }
  const nobody = { contactName: '', contactRut: '', emailTo: [], emailCc: [] }
  return { client, addressId: null, activityId: null, ...nobody }
}
