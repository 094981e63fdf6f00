import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { day, month } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import type { RegisterDocument, RegisterTotals } from '#sii/sii.ts'
import { entriesOf, entriesOfIssued } from './month-entries.ts'

const OF = { month: month(2026, 10), today: day(2026, 11, 10) }

function total(tipoDte: number, count: number, totalClp: number, sign: 1 | -1 | null = 1) {
  const none = clp(0)
  const sums = { exentoClp: none, netoClp: none, ivaClp: none, totalClp: clp(totalClp) }
  return { tipoDte, sign, count, ...sums } satisfies RegisterTotals
}

function told(tipoDte: number, folio: number, totalClp: number): RegisterDocument {
  return {
    tipoDte,
    sign: tipoDte === 61 ? -1 : 1,
    folio,
    counterpart: rut('90909090-3'),
    name: 'CLIENTE',
    issueDate: day(2026, 10, 5),
    exentoClp: null,
    netoClp: null,
    ivaClp: null,
    totalClp: clp(totalClp),
    reference: null,
    reaction: { kind: 'none' },
  }
}

function entries(totals: RegisterTotals[], documents: RegisterDocument[]) {
  const read = entriesOf({ route: 'export', totals, documents, isWhole: true }, OF)
  const bare = read.entries.map((one) => [one.tipoDte, one.folio, one.totalClp, one.documents])
  return { bare, isWhole: read.isWhole, uncounted: read.uncounted }
}

describe('what a month comes to is what the register says it does', () => {
  test('documents that add up stand one by one, notas de crédito below zero', () => {
    const documents = [told(33, 1, 100), told(33, 2, 200), told(61, 9, 50)]
    expect(entries([total(33, 2, 300), total(61, 1, 50, -1)], documents)).toEqual({
      bare: [
        [33, 1, 100, 1],
        [33, 2, 200, 1],
        [61, 9, -50, 1],
      ],
      isWhole: true,
      uncounted: [],
    })
  })

  test('what is registered as a sum alone is one line without number on the month’s last day', () => {
    const { bare, isWhole } = entries([total(39, 180, 9_000), total(48, 0, 0)], [])
    expect({ bare, isWhole }).toEqual({ bare: [[39, null, 9_000, 180]], isWhole: false })
    const reading = { route: 'summary' as const, totals: [total(39, 2, 5)], documents: [] }
    const inCourse = { month: month(2026, 11), today: OF.today }
    expect(entriesOf({ ...reading, isWhole: true }, OF).entries[0]?.issueDay).toBe('2026-10-31')
    expect(entriesOf({ ...reading, isWhole: true }, inCourse).entries[0]?.issueDay).toBe(
      '2026-11-10',
    )
  })

  test('what is missing beside the documents told is a line of its own', () => {
    expect(entries([total(33, 3, 600)], [told(33, 1, 100)]).bare).toEqual([
      [33, 1, 100, 1],
      [33, null, 500, 2],
    ])
  })

  test.each<[string, RegisterDocument[]]>([
    ['more documents than the register counts', [told(33, 1, 100), told(33, 2, 100)]],
    ['another sum than the register has', [told(33, 1, 90)]],
  ])('%s: the register is believed, not the list', (_, documents) => {
    expect(entries([total(33, 1, 100)], documents).bare).toEqual([[33, null, 100, 1]])
  })

  test('a type in several lines of the sums is one', () => {
    const documents = [told(33, 1, 100), told(33, 2, 200)]
    expect(entries([total(33, 1, 100), total(33, 1, 200)], documents).bare).toHaveLength(2)
  })

  test('a type we know nothing of counts nowhere, and is told', () => {
    expect(entries([total(77, 4, 400, null)], [told(77, 1, 400)])).toEqual({
      bare: [],
      isWhole: true,
      uncounted: [77],
    })
  })

  test('whatever the lists say, each type adds up to its sum', () => {
    const types = fc.subarray([33, 34, 39, 56, 61])
    const amounts = fc.array(fc.integer({ min: 0, max: 1_000 }), { maxLength: 6 })
    fc.assert(
      fc.property(types, amounts, amounts, (known, listed, registered) => {
        const totals = known.map((type) =>
          total(type, registered.length, sumOf(registered), type === 61 ? -1 : 1),
        )
        const documents = known.flatMap((type) => listed.map((one, at) => told(type, at + 1, one)))
        const read = entriesOf({ route: 'misDte', totals, documents, isWhole: false }, OF)
        for (const type of known) {
          const own = read.entries.filter(({ tipoDte }) => tipoDte === type)
          const sign = type === 61 ? -1 : 1
          expect(sumOf(own.map(({ totalClp }) => totalClp)) + 0).toBe(sign * sumOf(registered) + 0)
          expect(sumOf(own.map((one) => one.documents))).toBe(registered.length)
        }
      }),
    )
  })
})

function sumOf(amounts: number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

test('a boleta de honorarios counts gross, without a type of the SII’s; an annulled one doesn’t', () => {
  const boleta = {
    folio: 4,
    issueDate: day(2026, 10, 9),
    recipient: rut('93939393-5'),
    recipientName: 'CLÍNICA',
    grossClp: clp(900_000),
    withholder: 'recipient' as const,
    retentionClp: clp(137_250),
    liquidoClp: clp(762_750),
    annulled: null,
    barCode: 'A1234567',
  }
  const annulled = { ...boleta, folio: 5, annulled: { on: null } }
  expect(entriesOfIssued([boleta, annulled])).toMatchObject([
    { tipoDte: null, folio: 4, totalClp: 900_000, name: 'CLÍNICA' },
  ])
})
