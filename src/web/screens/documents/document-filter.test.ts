import { describe, expect, it } from 'vitest'
import { monthChoices, NO_FILTER, readFilter, writeFilter } from './document-filter.ts'

describe('the filter in the address', () => {
  it('comes back as it was written', () => {
    const filter = { ...NO_FILTER, search: 'viña', delivery: 'bounced', month: '2026-11' } as const
    expect(readFilter(writeFilter(filter))).toEqual(filter)
    expect(String(writeFilter(NO_FILTER))).toBe('')
  })

  it('takes nothing that is no filter', () => {
    const query = new URLSearchParams('state=gone&mail=1&type=52&month=2026-13')
    expect(readFilter(query)).toEqual(NO_FILTER)
  })
})

describe('the months to choose from', () => {
  it('begin with the next and go two years back', () => {
    const months = monthChoices('2026-11-05', '')
    expect([months[0], months[1], months.at(-1)]).toEqual(['2026-12', '2026-11', '2024-12'])
  })

  it('hold the one of the address, however far', () => {
    expect(monthChoices('2026-11-05', '2020-01')[0]).toBe('2020-01')
  })
})
