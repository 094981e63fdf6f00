import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clp } from '#domain/money.ts'
import { knownDay } from '#domain/day.ts'
import { rut, type Rut } from '#domain/rut.ts'
import { identifyMovements, type Identifiable, type KnownMovement } from './identity.ts'

const PAYERS = [null, rut('12345678-5'), rut('96689310-9')]

function movement(changed: Partial<Identifiable> = {}): Identifiable {
  const base = { day: knownDay('2026-11-05'), amountClp: clp(1_000), operation: '' }
  return { ...base, payerRut: null, description: 'Transf', ...changed }
}

/** What is stored after these uploads, one after the other. */
function stored(uploads: readonly (readonly Identifiable[])[]): KnownMovement[] {
  const known: KnownMovement[] = []
  for (const upload of uploads) {
    for (const { movement, ordinal } of identifyMovements(upload, known).added) {
      known.push({ ...movement, ordinal })
    }
  }
  return known
}

function counted(movements: readonly Identifiable[]): string[] {
  return movements
    .map((one) => [one.day, one.amountClp, one.operation, one.payerRut, one.description].join(' '))
    .sort()
}

function keysOf(known: readonly KnownMovement[]): string[] {
  return known.map((one) => [one.day, one.amountClp, one.operation, one.ordinal].join(' '))
}

test('equal movements of a day are as many as the statement has', () => {
  const known = stored([[movement(), movement(), movement({ amountClp: clp(2_000) })]])
  expect(keysOf(known).sort()).toEqual([
    '2026-11-05 1000  1',
    '2026-11-05 1000  2',
    '2026-11-05 2000  1',
  ])
})

test('a statement uploaded twice adds nothing and tells which are known', () => {
  const upload = [movement(), movement(), movement({ operation: '7' })]
  const known = stored([upload])
  const again = identifyMovements(upload.toReversed(), known)
  expect(again.added).toEqual([])
  expect(new Set(again.repeated.map(({ known }) => known))).toEqual(new Set(known))
})

test('a movement whose text or RUT another format cuts off is still the same', () => {
  const whole = movement({ payerRut: rut('12345678-5'), description: 'TRANSF DE 12.345.678-5' })
  expect(stored([[whole], [movement({ description: 'TRANSF DE 12.345' })]])).toHaveLength(1)
  expect(stored([[movement()], [whole]])).toHaveLength(1)
})

test('of two payers of the same amount the one that was missing is added', () => {
  const juan = movement({ payerRut: rut('12345678-5') })
  const transbank = movement({ payerRut: rut('96689310-9') })
  expect(stored([[juan], [transbank, juan]])).toEqual([
    { ...juan, ordinal: 1 },
    { ...transbank, ordinal: 2 },
  ])
  // A list that begins within the day.
  expect(stored([[juan], [transbank]])).toHaveLength(2)
})

test('days, amounts and operations tell movements apart', () => {
  const all = [
    movement({ operation: '1' }),
    movement({ day: knownDay('2026-11-06') }),
    movement({ amountClp: clp(-1_000) }),
    movement({ operation: '2' }),
  ]
  expect(stored(all.map((one) => [one]))).toHaveLength(4)
})

test('a movement of another number than the known one that is missing is added with the one that it may be', () => {
  const text = { operation: '123456789012345678', payerRut: rut('12345678-5') }
  const known = stored([[movement(text)]])
  const rounded = movement({ ...text, operation: '123456789012345680' })
  expect(identifyMovements([rounded], known).added).toMatchObject([
    { movement: rounded, maybe: { operation: '123456789012345678' } },
  ])
  // The known one is there, too: this is another transfer.
  expect(identifyMovements([rounded, movement(text)], known).added).toMatchObject([{ maybe: null }])
  const another = movement({ ...text, operation: '9', payerRut: rut('96689310-9') })
  expect(identifyMovements([another], known).added).toMatchObject([{ maybe: null }])
})

test('a movement that has its operation number in one format alone is the same in both', () => {
  const [bare, numbered] = [movement({ description: 'TEF' }), movement({ operation: '77' })]
  expect(stored([[numbered], [bare]])).toHaveLength(1)
  expect(stored([[bare], [numbered]])).toHaveLength(1)
  const another = movement({ operation: '88' })
  expect(
    keysOf(
      stored([
        [numbered, another],
        [bare, bare, bare],
      ]),
    ).sort(),
  ).toEqual(['2026-11-05 1000  1', '2026-11-05 1000 77 1', '2026-11-05 1000 88 1'])
})

test('equal operation numbers are paired before those that only one format has', () => {
  const [first, second] = [movement({ operation: '77' }), movement({ operation: '88' })]
  expect(
    stored([
      [movement(), first],
      [first, second],
    ]),
  ).toHaveLength(2)
})

test('two RUTs are two movements also where one format has no operation number', () => {
  const juan = movement({ payerRut: rut('12345678-5'), operation: '77' })
  expect(stored([[juan], [movement({ payerRut: rut('96689310-9') })]])).toHaveLength(2)
})

interface History {
  movements: Identifiable[]
  cuts: Identifiable[][]
}

/** An account's movements by day, and statements that each begin with a day and end within one or with it. */
const history: fc.Arbitrary<History> = fc
  .record({
    movements: fc.array(
      fc.record({
        dayNumber: fc.integer({ min: 1, max: 5 }),
        amountClp: fc.constantFrom(clp(1_000), clp(2_000), clp(-1_000)),
        operation: fc.constantFrom('', '', '7'),
        payerRut: fc.constantFrom<Rut | null>(...PAYERS),
      }),
      { minLength: 1, maxLength: 30 },
    ),
    cuts: fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.nat(30), fc.boolean()), {
      maxLength: 4,
    }),
  })
  .map(({ movements, cuts }) => {
    const inOrder = movements
      .toSorted((a, b) => a.dayNumber - b.dayNumber)
      .map(({ dayNumber, ...rest }) =>
        movement({ ...rest, day: knownDay(`2026-11-0${dayNumber}`) }),
      )
    const of = (fromDay: number, length: number): Identifiable[] => {
      const from = inOrder.findIndex(({ day }) => day >= `2026-11-0${fromDay}`)
      return from === -1 ? [] : inOrder.slice(from, from + length)
    }
    const statements = [...cuts, [1, 30, false] as const].map(([fromDay, length, isNewestFirst]) =>
      isNewestFirst ? of(fromDay, length).toReversed() : of(fromDay, length),
    )
    return { movements: inOrder, cuts: statements }
  })

test('overlapping statements of one account give its history, each movement once, in any order', () => {
  fc.assert(
    fc.property(history, fc.nat(), ({ movements, cuts }, turn) => {
      const uploads = [...cuts.slice(turn % cuts.length), ...cuts.slice(0, turn % cuts.length)]
      const known = stored(uploads)
      expect(counted(known)).toEqual(counted(movements))
      expect(new Set(keysOf(known)).size).toBe(known.length)
    }),
    { numRuns: 500 },
  )
})

test('two statements that overlap by whole days give all days of both', () => {
  fc.assert(
    fc.property(history, fc.integer({ min: 1, max: 5 }), ({ movements }, day) => {
      const until = movements.filter((one) => one.day <= `2026-11-0${day}`)
      const from = movements.filter((one) => one.day >= `2026-11-0${day}`)
      for (const uploads of [
        [until, from],
        [from, until],
      ]) {
        expect(counted(stored(uploads))).toEqual(counted(movements))
      }
    }),
  )
})

test('the same days with operation numbers and without them give each movement once, in any order', () => {
  fc.assert(
    fc.property(history, fc.boolean(), ({ movements }, isBareFirst) => {
      const bare = movements.map((one) => ({ ...one, operation: '' }))
      const uploads = isBareFirst ? [bare, movements, bare] : [movements, bare, movements]
      expect(stored(uploads)).toHaveLength(movements.length)
    }),
  )
})
