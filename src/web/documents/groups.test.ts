import { describe, expect, it } from 'vitest'
import type { UpcomingRow } from '#web/api/agenda.ts'
import { knownDay } from '#domain/day.ts'
import { loudest } from '#domain/standing.ts'
import { standingOn } from './standing.ts'
import { countedOf, daysOf, sumOf } from './groups.ts'

function row(change: Partial<UpcomingRow>): UpcomingRow {
  return {
    document: null,
    rule: { id: 1, name: 'Asesoría' },
    origin: 'rule',
    document_type: 33,
    company: { id: 1, identifier: '77.070.707-2', name: 'Empresa' },
    recipient: { identifier: '90.909.090-3', name: 'Cliente' },
    client: 1,
    emission_date: '2026-11-20',
    service_month: '2026-11',
    state: 'forecast',
    reason: null,
    told: null,
    can_decide: false,
    annulment: null,
    stop: null,
    wait_until: null,
    folio: null,
    payment: null,
    neto: 100,
    iva: 19,
    retencion: null,
    total: 119,
    is_estimated: false,
    ...change,
  }
}

describe('what comes, by day', () => {
  it('holds the clients of one rule together, and apart from the same rule on another day', () => {
    const days = daysOf([
      row({}),
      row({ client: 2 }),
      row({ rule: { id: 2, name: 'Otra' } }),
      row({ emission_date: '2026-11-30' }),
    ])
    expect(days.map(({ date, groups }) => [date, groups.map(({ rows }) => rows.length)])).toEqual([
      ['2026-11-20', [2, 1]],
      ['2026-11-30', [1]],
    ])
  })

  it('never takes two documents of no rule for one group', () => {
    const [day] = daysOf([row({ rule: null }), row({ rule: null })])
    expect(day?.groups).toHaveLength(2)
  })
})

describe('the sum', () => {
  it('has an annulled factura beside the nota that takes it back, and no annulled boleta', () => {
    const rows = [
      row({ state: 'annulled' }),
      row({ state: 'issued', document_type: 61, total: -119 }),
      row({ state: 'annulled', document_type: 39, total: 500 }),
      row({ state: 'issued' }),
    ]
    expect(sumOf(rows)).toEqual({ total: 119, isEstimated: false })
    expect(countedOf(rows)).toHaveLength(3)
  })

  it('leaves out what was stopped or refused, and says when it is an estimate', () => {
    const rows = [row({}), row({ is_estimated: true }), row({ state: 'skipped', total: 1_000 })]
    expect(sumOf(rows)).toEqual({ total: 238, isEstimated: true })
  })

  it('is unknown, never zero, while no amount is known', () => {
    expect(sumOf([row({ total: null })])).toEqual({ total: null, isEstimated: false })
  })
})

it('the one that needs somebody speaks for all', () => {
  const spoken = (...rows: UpcomingRow[]) =>
    loudest(rows.map((one) => standingOn(one, knownDay('2026-11-20'))))?.badge
  const [issued, waiting] = [row({ state: 'issued' }), row({ state: 'waiting' })]
  expect(spoken(issued, row({ state: 'needs_data' }), waiting)).toBe('needs_data')
  expect(spoken(waiting, row({ state: 'planned', reason: 'missed' }))).toBe('late')
  expect(
    spoken(row({ state: 'uncertain' }), row({ state: 'waiting', reason: 'approvalNeeded' })),
  ).toBe('asks')
  expect(spoken(waiting, row({ state: 'issued', reason: 'xmlDiffers' }))).toBe('waiting')
})
