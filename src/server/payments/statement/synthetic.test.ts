import { expect, test } from 'vitest'
import { identifyMovements, type KnownMovement } from './movements/identity.ts'
import type { Movement } from './movements/movement.ts'
import { matchMovements } from './match.ts'
import { DocumentIndex } from './match/document-index.ts'
import { parseMovements } from './parse-movements.ts'
import { foundIn } from './test-files.ts'
import { syntheticStatement, type SyntheticStatement } from './test-statements.ts'

const SIZE = { movements: 5_000, documents: 6_000, clients: 1_200 }
/** Of every client in it some 40 documents are open. */
const BUSY = { movements: 3_000, documents: 0, clients: 0, busyClients: 100 }
const isDeep = process.env.FOLIO_DEEP === '1'
/** The deep run has twenty. */
const SEEDS = Array.from({ length: isDeep ? 20 : 5 }, (_, n) => n + 1)

async function movementsOf({ csv, ownRut, today }: SyntheticStatement): Promise<Movement[]> {
  const read = parseMovements(await foundIn(csv), { ownRut, today })
  if (read.kind !== 'movements') throw new Error(JSON.stringify(read).slice(0, 500))
  return read.movements
}

/** What is matched without a person, and how much of what could be. */
async function score(
  seed: number,
  size: Parameters<typeof syntheticStatement>[1],
): Promise<{ wrong: unknown[]; automatic: number; payments: number }> {
  const statement = syntheticStatement(seed, size)
  const movements = (await movementsOf(statement)).map((movement) => ({
    ...movement,
    id: movement.row,
  }))
  expect(movements).toHaveLength(size.movements)
  const decisions = statement.decisions(movements)
  const { automatic, proposed } = matchMovements(
    new DocumentIndex(statement.documents),
    movements,
    decisions,
  )
  const wrong = automatic.filter(({ movementId, documentId }) => {
    const paid = statement.truth.get(movementId)
    return paid?.length !== 1 || paid[0] !== documentId
  })
  const refused = proposed.filter(({ movementId, proposals }) =>
    proposals.some(({ shares }) =>
      shares.some(({ documentId }) => statement.rejectedByRow.get(movementId)?.has(documentId)),
    ),
  )
  expect(refused).toEqual([])
  const single = [...statement.truth.values()].filter(({ length }) => length === 1)
  return { wrong, automatic: automatic.length, payments: single.length }
}

/** Of all seeds: the part of the payments of one document that is matched, none of them wrongly. */
async function recallOf(
  size: Parameters<typeof syntheticStatement>[1],
  leastEach: number,
): Promise<number> {
  let [automatic, payments] = [0, 0]
  for (const seed of SEEDS) {
    const found = await score(seed, size)
    expect({ seed, wrong: found.wrong }).toEqual({ seed, wrong: [] })
    expect(found.automatic).toBeGreaterThan(leastEach)
    automatic += found.automatic
    payments += found.payments
  }
  console.log(
    `${SEEDS.length} statements of ${size.movements} movements: precision 1 (${automatic} matches), ` +
      `recall ${(automatic / payments).toFixed(3)} of ${payments} payments of one document`,
  )
  return automatic / payments
}

test('automatic matches in statements of 5,000 movements are right without exception', async () => {
  expect(await recallOf(SIZE, 1_000)).toBeGreaterThan(0.7)
})

test('automatic matches of clients with 20 to 60 documents of almost equal sums are right, too', async () => {
  expect(await recallOf(BUSY, 100)).toBeGreaterThan(0.1)
})

test('the same statement uploaded twice, or in two that overlap, adds nothing', async () => {
  const movements = await movementsOf(syntheticStatement(21, SIZE))
  const known: KnownMovement[] = []
  const upload = (part: Movement[]): number => {
    const { added } = identifyMovements(part, known)
    for (const { movement, ordinal } of added) known.push({ ...movement, ordinal })
    return added.length
  }
  const middle = movements[2_500]?.day ?? ''
  const first = movements.filter(({ day }) => day <= middle)
  expect(upload(first)).toBe(first.length)
  expect(upload(movements.filter(({ day }) => day >= middle))).toBe(5_000 - first.length)
  expect(upload(movements)).toBe(0)
})
