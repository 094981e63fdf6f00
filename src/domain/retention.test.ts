import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { day } from './day.ts'
import { clp } from './money.ts'
import {
  formatRetentionRate,
  grossFromLiquido,
  payableClp,
  retention,
  retentionRate,
  usualWithholder,
} from './retention.ts'
import { rut } from './rut.ts'

const pesos = fc.integer({ min: 0, max: 1_000_000_000 }).map(clp)
const days = fc.integer({ min: 2018, max: 2035 }).map((year) => day(year, 6, 15))

describe('rate of retention', () => {
  it.each([
    [2019, '10 %'],
    [2020, '10,75 %'],
    [2021, '11,5 %'],
    [2022, '12,25 %'],
    [2023, '13 %'],
    [2024, '13,75 %'],
    [2025, '14,5 %'],
    [2026, '15,25 %'],
    [2027, '16 %'],
    [2028, '17 %'],
    [2040, '17 %'],
  ])('in %i is %s', (year, shown) => {
    expect(formatRetentionRate(retentionRate(day(year, 1, 1)))).toBe(shown)
    expect(formatRetentionRate(retentionRate(day(year, 12, 31)))).toBe(shown)
  })
})

describe('retention', () => {
  it.each([
    [100_000, 2026, 15_250, 84_750],
    [1_000_000, 2025, 145_000, 855_000],
    [100, 2025, 15, 85],
    [2, 2026, 0, 2],
    [4, 2026, 1, 3],
    [0, 2026, 0, 0],
  ])('of %d in %i is %d and leaves %d', (gross, year, withheld, liquido) => {
    expect(retention(clp(gross), day(year, 3, 1))).toMatchObject({
      retentionClp: withheld,
      liquidoClp: liquido,
    })
  })

  it('and líquido always add up to the gross', () => {
    fc.assert(
      fc.property(pesos, days, (gross, date) => {
        const { retentionClp, liquidoClp } = retention(gross, date)
        expect(retentionClp + liquidoClp).toBe(gross)
        expect(retentionClp).toBeGreaterThanOrEqual(0)
        expect(liquidoClp).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('gross from líquido', () => {
  it.each([
    [84_750, 2026, 100_000],
    [855_000, 2025, 1_000_000],
    [500_000, 2026, 589_971],
    [0, 2026, 0],
    [1, 2028, 1],
  ])('%d in %i needs %d', (liquido, year, gross) => {
    expect(grossFromLiquido(clp(liquido), day(year, 3, 1))).toBe(gross)
  })

  it('always reaches the wanted líquido to the peso', () => {
    fc.assert(
      fc.property(pesos, days, (liquido, date) => {
        expect(retention(grossFromLiquido(liquido, date), date).liquidoClp).toBe(liquido)
      }),
      { numRuns: 1000 },
    )
  })

  it('reaches every small líquido at every rate', () => {
    const wrong: string[] = []
    for (let year = 2019; year <= 2028; year += 1) {
      const date = day(year, 6, 15)
      for (let liquido = 0; liquido <= 1000; liquido += 1) {
        const reached = retention(grossFromLiquido(clp(liquido), date), date).liquidoClp
        if (reached !== liquido) wrong.push(`${liquido} in ${year} became ${reached}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('who withholds', () => {
  it('is a company that receives, and a person who issues to a person', () => {
    expect(usualWithholder(rut('76192083-9'))).toBe('recipient')
    expect(usualWithholder(rut('12345678-5'))).toBe('issuer')
  })

  it('decides what the recipient owes', () => {
    const date = day(2026, 3, 1)
    expect(payableClp(clp(100_000), 'recipient', date)).toBe(84_750)
    expect(payableClp(clp(100_000), 'issuer', date)).toBe(100_000)
  })
})
