import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, knownDay } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import { matchMovements } from './match.ts'
import { DocumentIndex } from './match/document-index.ts'
import type { Decisions, OpenDocument, StoredMovement } from './match/open-document.ts'
import { mayAddUp } from './match/subsets.ts'

const ANA = rut('12345678-5')
const TRANSBANK = rut('96689310-9')
const NOBODY: Decisions = {
  rejected: new Map(),
  decided: new Set(),
  held: new Map(),
  isRecordedOtherwise: () => false,
}

function document(id: number, changed: Partial<OpenDocument> = {}): OpenDocument {
  return {
    id,
    kind: 'factura',
    folio: 1_000 + id,
    clientRut: ANA,
    clientName: 'Ana Pérez Soto',
    authorisedPayerRuts: [],
    openClp: clp(119_000),
    declaredClps: [],
    issueDay: knownDay('2026-10-05'),
    dueDay: knownDay('2026-11-04'),
    closesDay: knownDay('2027-01-03'),
    ...changed,
  }
}

function movement(id: number, changed: Partial<StoredMovement> = {}): StoredMovement {
  return {
    id,
    row: id,
    day: knownDay('2026-11-05'),
    amountClp: clp(119_000),
    kind: 'credit',
    payerRut: ANA,
    payerName: '',
    operation: String(id),
    description: '',
    balanceClp: null,
    reversal: null,
    ...changed,
  }
}

function automatic(
  documents: OpenDocument[],
  movements: StoredMovement[],
  decisions: Decisions = NOBODY,
): [number, number][] {
  return matchMovements(new DocumentIndex(documents), movements, decisions).automatic.map(
    ({ movementId, documentId }) => [movementId, documentId],
  )
}

function reasons(
  documents: OpenDocument[],
  movements: StoredMovement[],
  decisions: Decisions = NOBODY,
): string[][] {
  const { automatic, proposed } = matchMovements(new DocumentIndex(documents), movements, decisions)
  expect(automatic).toEqual([])
  return proposed.map(({ proposals }) =>
    proposals.map(({ reason, shares }) =>
      [reason, ...shares.map(({ documentId, clp }) => `${documentId}:${clp}`)].join(' '),
    ),
  )
}

function rejected(...pairs: [number, number][]): Decisions {
  const byMovement = Map.groupBy(pairs, ([id]) => id)
  return {
    rejected: new Map([...byMovement].map(([id, all]) => [id, new Set(all.map(([, of]) => of))])),
    decided: new Set(),
    held: new Map(),
    isRecordedOtherwise: () => false,
  }
}

test('a document of which another transfer than this one is declared is a person’s to answer', () => {
  const amounts = [119_000, 50_000].map((amount) => clp(amount))
  const [whole, part] = amounts
  for (const declaredClps of [[part], amounts, [whole, whole]]) {
    const documents = [document(1, { declaredClps: declaredClps.flatMap((one) => one ?? []) })]
    expect(reasons(documents, [movement(7)])).toEqual([['declaredOther 1:119000']])
  }
  const own = document(1, { declaredClps: [clp(119_000)] })
  expect(automatic([own], [movement(7)])).toEqual([[7, 1]])
})

test('a movement whose money may be on record already is a person’s to answer', () => {
  const held = new Map([[7, 'maybeRecorded' as const]])
  expect(reasons([document(1)], [movement(7)], { ...NOBODY, held })).toEqual([
    ['maybeRecorded 1:119000'],
  ])
})

test('the RUT and the exact amount pay the one document that has them', () => {
  const documents = [
    document(1),
    document(2, { clientRut: TRANSBANK }),
    document(3, { openClp: clp(1) }),
  ]
  expect(matchMovements(new DocumentIndex(documents), [movement(7)], NOBODY)).toEqual({
    automatic: [{ movementId: 7, documentId: 1, clp: 119_000 }],
    proposed: [],
    left: [],
  })
})

test('an authorised payer pays for the client', () => {
  const documents = [document(1, { clientRut: TRANSBANK, authorisedPayerRuts: [ANA] })]
  expect(automatic(documents, [movement(7)])).toEqual([[7, 1]])
})

test.each<[string, Partial<OpenDocument>, Partial<StoredMovement>]>([
  ['another RUT', {}, { payerRut: TRANSBANK }],
  ['no RUT', {}, { payerRut: null }],
  ['a peso more', {}, { amountClp: clp(119_001) }],
  ['a peso less', {}, { amountClp: clp(118_999) }],
  ['money that left', {}, { amountClp: clp(-119_000), kind: 'debit' }],
  ['a day before its issue date', {}, { day: knownDay('2026-10-04') }],
  ['the fourth bank day after it closes', {}, { day: knownDay('2027-01-07') }],
  ['what was taken back', {}, { reversal: { kind: 'reversed', row: 8 } }],
  ['what gives money back', {}, { reversal: { kind: 'reversal', row: 8 } }],
  ['a reversal of something earlier', {}, { reversal: { kind: 'alone' } }],
  ['one of several that may have been taken back', {}, { reversal: { kind: 'doubtful', row: 8 } }],
])('nothing is paid without a person by %s', (_what, ofDocument, ofMovement) => {
  expect(automatic([document(1, ofDocument)], [movement(7, ofMovement)])).toEqual([])
})

test.each([
  ['its issue date', '2026-10-05'],
  ['the last day', '2027-01-03'],
  ['the third bank day after it', '2027-01-06'],
])('a document is paid on %s', (_what, day) => {
  expect(automatic([document(1)], [movement(7, { day: knownDay(day) })])).toEqual([[7, 1]])
})

test('31 December is no bank day', () => {
  const closing = document(1, { closesDay: knownDay('2026-12-29') })
  expect(automatic([closing], [movement(7, { day: knownDay('2027-01-05') })])).toEqual([[7, 1]])
  expect(automatic([closing], [movement(7, { day: knownDay('2027-01-06') })])).toEqual([])
})

test('two documents that it may pay are a tie, also when one of them has closed', () => {
  expect(reasons([document(1), document(2)], [movement(7)])).toEqual([
    ['severalDocuments 1:119000', 'severalDocuments 2:119000'],
  ])
  const closed = document(1, { closesDay: knownDay('2026-10-10'), dueDay: knownDay('2026-10-10') })
  expect(reasons([closed, document(2)], [movement(7)])).toHaveLength(1)
})

test('a document that was issued later is no rival', () => {
  const later = document(2, { issueDay: knownDay('2026-11-06') })
  expect(automatic([document(1), later], [movement(7)])).toEqual([[7, 1]])
})

test('two movements with the RUT and amount of one document are both left to a person', () => {
  expect(
    reasons([document(1)], [movement(7), movement(8, { day: knownDay('2026-11-09') })]),
  ).toEqual([['severalMovements 1:119000'], ['severalMovements 1:119000']])
})

test('two other documents that add up to it are a tie with the one', () => {
  const parts = [document(2, { openClp: clp(100_000) }), document(3, { openClp: clp(19_000) })]
  expect(reasons([document(1), ...parts], [movement(7)])[0]?.slice(0, 2)).toEqual([
    'otherSum 1:119000',
    'documentsAddUp 2:100000 3:19000',
  ])
})

const owing = (amounts: number[]) =>
  amounts.map((open, n) => document(n + 2, { openClp: clp(open), dueDay: knownDay('2026-10-06') }))

test.each([
  ['after many small ones', [...Array.from({ length: 18 }, () => 1_001), 50_000, 69_000]],
  ['of more than six terms', Array.from({ length: 7 }, () => 17_000)],
  ['too many to try', Array.from({ length: 60 }, (_, n) => 3 * (1_009 + n * n * 7))],
])('a sum of other documents %s is not ruled out by giving up', (_what, others) => {
  const documents = [document(1), ...owing(others)]
  expect(reasons(documents, [movement(7)])[0]).toContain('otherSum 1:119000')
})

test('many other documents that can’t add up to it are no tie', () => {
  const others = Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? 60_000 + n : 17_001))
  expect(
    automatic([document(1), ...owing(others.filter((one) => one > 59_999))], [movement(7)]),
  ).toEqual([[7, 1]])
  expect(
    automatic([document(1), ...owing(others.filter((one) => one === 17_001))], [movement(7)]),
  ).toEqual([[7, 1]])
})

test('the searches of one payer share their steps, those of the smallest amounts first', () => {
  // None of these searches gives up by itself: each takes 9,460 steps at most, and all of them 548,670.
  const apart = Array.from({ length: 12 }, (_, n) => 100_000 + 2 * 3 ** n)
  const others = owing([...apart, 120_002, 120_004])
  const amounts = Array.from({ length: 100 }, (_, n) => clp(865_721 + 2 * n))
  const documents = amounts.map((openClp, n) => document(100 + n, { openClp }))
  const movements = amounts.map((amountClp, n) => movement(900 - n, { amountClp }))
  const paid = automatic([...others, ...documents], movements).map(([, id]) => id)
  expect(paid.length).toBeGreaterThan(80)
  expect(paid.length).toBeLessThan(100)
  expect(paid.toSorted((a, b) => a - b)).toEqual(
    documents.slice(0, paid.length).map(({ id }) => id),
  )
  // Another payer's are searched all the same.
  const other = document(400, { clientRut: TRANSBANK, openClp: clp(5) })
  const byOther = movement(99, { payerRut: TRANSBANK, amountClp: clp(5) })
  expect(automatic([...others, ...documents, other], [...movements, byOther])).toContainEqual([
    99, 400,
  ])
})

test('searches that share their steps give up together', () => {
  const budget = { steps: 5 }
  const answers = [1, 2, 3].map(() => mayAddUp([60, 50], 100, budget))
  expect(answers).toEqual([false, false, true])
})

test('a payer who names the folio of another document is not matched without a person', () => {
  const documents = [document(1), document(2, { openClp: clp(200_000) })]
  const named = (description: string) => [movement(7, { description })]
  expect(reasons(documents, named('abono factura 1002'))[0]).toEqual([
    'otherFolio 1:119000',
    'part 2:119000',
  ])
  for (const text of ['abono factura 1001', 'facturas 1001 y 1002', 'factura 77', 'ref 1002']) {
    expect(automatic(documents, named(text))).toEqual([[7, 1]])
  }
})

test('what a person refused never comes back, and nothing else is paid by that movement', () => {
  const other = document(2, { clientRut: TRANSBANK, authorisedPayerRuts: [ANA], openClp: clp(5) })
  expect(reasons([document(1), other], [movement(7)], rejected([7, 1]))).toEqual([['over 2:5']])
  expect(reasons([document(1), document(2)], [movement(7)], rejected([7, 1]))).toEqual([
    ['severalDocuments 2:119000'],
  ])
  expect(automatic([document(1)], [movement(7)], rejected([7, 99]))).toEqual([])
})

test('a movement that a person has decided is left alone, and claims nothing', () => {
  const decisions = { ...NOBODY, decided: new Set([7]) }
  const { automatic, left } = matchMovements(
    new DocumentIndex([document(1)]),
    [movement(7), movement(8)],
    decisions,
  )
  expect(automatic).toMatchObject([{ movementId: 8 }])
  expect(left).toEqual([{ movementId: 7, why: 'decided' }])
})

test('a payment made again after its reversal pays', () => {
  const reversed = movement(7, { reversal: { kind: 'reversed', row: 8 } })
  const back = movement(8, {
    amountClp: clp(-119_000),
    kind: 'debit',
    reversal: { kind: 'reversal', row: 7 },
  })
  const { automatic, left } = matchMovements(
    new DocumentIndex([document(1)]),
    [reversed, back, movement(9)],
    NOBODY,
  )
  expect(automatic).toMatchObject([{ movementId: 9, documentId: 1 }])
  expect(left).toEqual([
    { movementId: 8, why: 'debit' },
    { movementId: 7, why: 'nothing' },
  ])
})

test.each([
  { kind: 'alone' as const },
  { kind: 'reversal' as const, row: 8 },
  { kind: 'reversed' as const, row: 8 },
])('a credit that may be a reversal is a person’s to answer: $kind', (reversal) => {
  expect(reasons([document(1)], [movement(7, { reversal })])).toEqual([['mayBeReversed 1:119000']])
})

test('a credit that was taken back is not combined with other transfers', () => {
  const parts = [
    movement(7, { amountClp: clp(100_000), reversal: { kind: 'reversed', row: 9 } }),
    movement(8, { amountClp: clp(19_000) }),
  ]
  expect(reasons([document(1)], parts)[1]).toEqual(['part 1:19000'])
})

test('several documents of one RUT that add up are proposed together, fewest first', () => {
  const documents = [60_000, 40_000, 19_000, 79_000].map((open, n) =>
    document(n + 1, { openClp: clp(open) }),
  )
  expect(reasons(documents, [movement(7)])[0]?.slice(0, 2)).toEqual([
    'documentsAddUp 2:40000 4:79000',
    'documentsAddUp 1:60000 2:40000 3:19000',
  ])
})

test('a part and too much are proposed with what each pays and what remains', () => {
  expect(reasons([document(1)], [movement(7, { amountClp: clp(100_000) })])).toEqual([
    ['part 1:100000'],
  ])
  const { proposed } = matchMovements(
    new DocumentIndex([document(1)]),
    [movement(7, { amountClp: clp(120_000) })],
    NOBODY,
  )
  expect(proposed[0]?.proposals).toEqual([
    {
      reason: 'over',
      movementIds: [7],
      shares: [{ documentId: 1, clp: 119_000 }],
      restClp: 1_000,
    },
  ])
})

test('several transfers that add up to one document are proposed together', () => {
  const parts = [movement(7, { amountClp: clp(100_000) }), movement(8, { amountClp: clp(19_000) })]
  const { proposed } = matchMovements(new DocumentIndex([document(1)]), parts, NOBODY)
  for (const { proposals } of proposed) {
    expect(proposals[0]).toEqual({
      reason: 'movementsAddUp',
      movementIds: [7, 8],
      shares: [{ documentId: 1, clp: 119_000 }],
      restClp: 0,
    })
  }
  expect(proposed).toHaveLength(2)
})

test.each([
  ['PAGO FACTURA 1001', clp(119_000), ['folioAndAmount 1:119000']],
  ['TEF fact.N°1001 cliente', clp(100_000), ['folio 1:100000']],
  ['1001', clp(119_000), ['folioAndAmount 1:119000']],
  ['1001', clp(100_000), undefined],
  [
    'pago facturas 1001 y 1002',
    clp(238_000),
    ['foliosAddUp 1:119000 2:119000', 'folio 1:119000', 'folio 2:119000'],
  ],
  ['RUT 1.001-5', clp(100_000), undefined],
])('somebody else who writes "%s" for %i pays by the folio', (description, amountClp, expected) => {
  const paid = movement(7, { payerRut: TRANSBANK, description, amountClp })
  expect(reasons([document(1), document(2, { openClp: clp(119_000) })], [paid])[0]).toEqual(
    expected,
  )
})

test.each([
  ['ANA PEREZ SOT', clp(119_000), ['nameAndAmount 1:119000']],
  ['Pérez Soto, Ana', clp(100_000), ['name 1:100000']],
  ['BEATRIZ ROJAS', clp(119_000), ['amountAlone 1:119000']],
  ['BEATRIZ ROJAS', clp(100_000), undefined],
])('of a payer without a RUT the name "%s" with %i is a hint', (payerName, amountClp, expected) => {
  const unknown = movement(7, { payerRut: null, payerName, amountClp })
  expect(reasons([document(1)], [unknown])[0]).toEqual(expected)
})

test('names that fit two clients as well name none', () => {
  const documents = [
    document(1, { clientName: 'Comercial Aurora SpA' }),
    document(2, { clientName: 'Aurora Limitada', clientRut: TRANSBANK, openClp: clp(5) }),
  ]
  const unknown = movement(7, { payerRut: null, payerName: 'AURORA', amountClp: clp(77) })
  expect(reasons(documents, [unknown])).toEqual([])
})

test('what one movement pays by itself is proposed for no other', () => {
  const unknown = movement(8, { payerRut: null })
  const { automatic, left } = matchMovements(
    new DocumentIndex([document(1)]),
    [movement(7), unknown],
    NOBODY,
  )
  expect(automatic).toHaveLength(1)
  expect(left).toEqual([{ movementId: 8, why: 'nothing' }])
})

test('the answer depends on no order, and no peso is paid twice', () => {
  const ruts = [ANA, TRANSBANK]
  const amount = fc.constantFrom(clp(100), clp(200), clp(300))
  const documents = fc
    .array(fc.tuple(fc.constantFrom(...ruts), amount), { maxLength: 8 })
    .map((all) => all.map(([clientRut, openClp], n) => document(n + 1, { clientRut, openClp })))
  const movements = fc
    .array(fc.tuple(fc.constantFrom(null, ...ruts), amount), { maxLength: 8 })
    .map((all) => all.map(([payerRut, amountClp], n) => movement(n + 1, { payerRut, amountClp })))
  fc.assert(
    fc.property(documents, movements, (documents, movements) => {
      const matches = matchMovements(new DocumentIndex(documents), movements, NOBODY)
      expect(
        matchMovements(new DocumentIndex(documents.toReversed()), movements.toReversed(), NOBODY),
      ).toEqual(matches)
      const paid = matches.automatic.map(({ documentId }) => documentId)
      expect(new Set(paid).size).toBe(paid.length)
      const all = [matches.automatic, matches.proposed, matches.left].flat()
      expect(all.map(({ movementId }) => movementId).sort()).toEqual(movements.map(({ id }) => id))
      for (const { proposals, movementId } of matches.proposed) {
        for (const { shares, restClp, movementIds } of proposals) {
          const sum = shares.reduce((total, share) => total + share.clp, Number(restClp))
          const came = movementIds.reduce(
            (total, id) => total + (movements.find((one) => one.id === id)?.amountClp ?? 0),
            0,
          )
          expect(movementIds).toContain(movementId)
          expect(sum).toBe(came)
        }
      }
    }),
    { numRuns: 300 },
  )
})

test('documents issued later take no candidate’s place', () => {
  const later = Array.from({ length: 60 }, (_, n) =>
    document(100 + n, {
      issueDay: knownDay('2026-11-20'),
      dueDay: knownDay('2026-10-20'),
    }),
  )
  expect(automatic([...later, document(1)], [movement(7)])).toEqual([[7, 1]])
  // One place is left among fifty, and two documents may be meant.
  const two = [...later.slice(0, 49), document(1), document(2)]
  expect(reasons(two, [movement(7)])).toEqual([
    ['severalDocuments 1:119000', 'severalDocuments 2:119000'],
  ])
})

test('refused documents take no proposal’s place', () => {
  const documents = Array.from({ length: 60 }, (_, n) => document(n + 1))
  const refused = rejected(...documents.slice(0, 58).map(({ id }): [number, number] => [7, id]))
  expect(reasons(documents, [movement(7)], refused)).toEqual([
    ['severalDocuments 59:119000', 'severalDocuments 60:119000'],
  ])
})

test('a movement is proposed the nearest due of many documents of its amount', () => {
  const documents = Array.from({ length: 20 }, (_, n) =>
    document(n + 1, { dueDay: addDays(knownDay('2026-12-31'), -n) }),
  )
  const [proposed] = reasons(documents, [movement(7)])
  expect(proposed).toEqual([20, 19, 18, 17, 16].map((id) => `severalDocuments ${id}:119000`))
})

test('an amount that many documents have counts those alone that it may pay', () => {
  const late = Array.from({ length: 30 }, (_, n) =>
    document(100 + n, { issueDay: knownDay('2026-11-20') }),
  )
  const stranger = movement(7, { payerRut: null })
  expect(reasons([...late, document(1)], [stranger])).toEqual([['amountAlone 1:119000']])
  const many = Array.from({ length: 21 }, (_, n) => document(n + 1))
  expect(reasons(many, [stranger])).toEqual([])
  expect(reasons(many.slice(1), [stranger])[0]).toHaveLength(3)
})

test('transfers and documents that can’t add up take the place of none that can', () => {
  const large = Array.from({ length: 5 }, (_, n) =>
    document(n + 1, { openClp: clp(9_000_000 + n) }),
  )
  const owed = document(9, { openClp: clp(150_000), dueDay: knownDay('2026-12-04') })
  // More than the amount that is missing: none of them is part of it.
  const others = Array.from({ length: 60 }, (_, n) => movement(100 + n, { amountClp: clp(40_000) }))
  const rest = movement(900, { amountClp: clp(31_000) })
  const { proposed } = matchMovements(
    new DocumentIndex([...large, owed]),
    [movement(7), ...others, rest],
    NOBODY,
  )
  const own = proposed.find(({ movementId }) => movementId === 7)
  expect(own?.proposals[0]).toMatchObject({ reason: 'movementsAddUp', movementIds: [7, 900] })
})

test('a folio after many other numbers is read', () => {
  const description = `${'12 '.repeat(15)}factura 1001`
  expect(reasons([document(1)], [movement(7, { payerRut: null, description })])).toEqual([
    ['folioAndAmount 1:119000'],
  ])
})
