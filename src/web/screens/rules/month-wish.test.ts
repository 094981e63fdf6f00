import { describe, expect, it } from 'vitest'
import { daysToMoveTo } from './month-wish.ts'

describe('the days a month may be moved to', () => {
  const november = { period: '2026-11', own_date: '2026-11-30', is_planned: false }

  it('run from today to the last of the month, without its own day', () => {
    const days = daysToMoveTo(november, '2026-11-26').map(({ date }) => date)
    expect(days).toEqual(['2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29'])
  })

  it('say which are no business days', () => {
    const days = daysToMoveTo(
      { ...november, period: '2026-12', own_date: '2026-12-31' },
      '2026-12-24',
    )
    expect(days.filter(({ isBusiness }) => !isBusiness).map(({ date }) => date)).toEqual([
      '2026-12-25',
      '2026-12-26',
      '2026-12-27',
    ])
  })

  it('are none once its documents are made', () => {
    expect(daysToMoveTo({ ...november, is_planned: true }, '2026-11-05')).toEqual([])
  })
})
