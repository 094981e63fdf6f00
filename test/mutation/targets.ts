import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeMutation, mutationsOf, type Mutation } from './mutations.ts'

const DOCUMENTS = 'src/server/documents'

/**
 * Files whose mutations are tried: what decides whether, when and with what content a document is issued. New ones come
 * last, because the numbers of mutations go by the place in this list.
 */
export const MUTATED_FILES: readonly string[] = [
  'src/domain/schedule.ts',
  'src/domain/course.ts',
  'src/domain/freeze.ts',
  'src/domain/freeze-boleta.ts',
  'src/domain/departure.ts',
  'src/server/rules/due.ts',
  `${DOCUMENTS}/queue/due.ts`,
  `${DOCUMENTS}/queue/past-date.ts`,
  `${DOCUMENTS}/queue/carry-run.ts`,
  `${DOCUMENTS}/queue/decide-runs.ts`,
  `${DOCUMENTS}/plan/plan.ts`,
  `${DOCUMENTS}/plan/unusual-runs.ts`,
  `${DOCUMENTS}/freeze/freeze.ts`,
  `${DOCUMENTS}/freeze/approval-reason.ts`,
  `${DOCUMENTS}/freeze/similar-documents.ts`,
  `${DOCUMENTS}/content/uf.ts`,
  `${DOCUMENTS}/stops/stops.ts`,
  `${DOCUMENTS}/departure/judge.ts`,
  `${DOCUMENTS}/departure/enqueue.ts`,
  `${DOCUMENTS}/departure/hold-stopped.ts`,
  `${DOCUMENTS}/portal/portal-step.ts`,
  `${DOCUMENTS}/portal/portal-away.ts`,
  `${DOCUMENTS}/issue/issue.ts`,
  `${DOCUMENTS}/issue/earlier-attempts.ts`,
  `${DOCUMENTS}/issue/outcome.ts`,
  `${DOCUMENTS}/issue/repeated-at-sii.ts`,
  `${DOCUMENTS}/reconcile/reconcile.ts`,
  `${DOCUMENTS}/issued/annul.ts`,
  `${DOCUMENTS}/issued/file.ts`,
  `${DOCUMENTS}/actions/actions.ts`,
  `${DOCUMENTS}/actions/decide.ts`,
  `${DOCUMENTS}/actions/look-again.ts`,
  `${DOCUMENTS}/actions/order-issue.ts`,
  `${DOCUMENTS}/actions/renew.ts`,
  `${DOCUMENTS}/actions/restore.ts`,
  `${DOCUMENTS}/queue/held-back.ts`,
  'src/server/standing/holds-everything.ts',
  'src/server/standing/stop-case.ts',
]

/** The tests among which the nearest are found: those that reach a mutation. */
export const NEAR_TESTS: readonly string[] = [
  'test/engine',
  'test/flows',
  'src/domain',
  'src/server/rules',
  'src/server/facturators',
  'src/server/documents',
]

export interface NumberedMutation extends Mutation {
  number: number
  /** Its file, line and change: no other mutation's, also where a file has the same line again. */
  name: string
}

export interface MutatedFile {
  /** From the repository's root. */
  file: string
  source: string
  mutations: NumberedMutation[]
}

/** Of its text and of what the rules make of it: a result holds as long as both stay. */
export function digestOfFile({ source, mutations }: MutatedFile): string {
  return digestOf([source, ...mutations.map(({ name }) => name)].join('\0'))
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

const root = join(import.meta.dirname, '../..')
const NUMBERS_OF_A_FILE = 10_000

export function fileOfNumber(number: number): string {
  const file = MUTATED_FILES[Math.floor(number / NUMBERS_OF_A_FILE) - 1]
  if (file === undefined) throw new Error(`No file has the mutation ${number}`)
  return file
}

/** A file with its mutations, each with a number that no other file's has. */
export function mutatedFile(file: string): MutatedFile {
  const index = MUTATED_FILES.indexOf(file)
  if (index < 0) throw new Error(`No mutations are tried in ${file}`)
  const source = readFileSync(join(root, file), 'utf8')
  const first = (index + 1) * NUMBERS_OF_A_FILE
  const seen = new Map<string, number>()
  const mutations = mutationsOf(file, source).map((one, at) => {
    const described = `${file}: ${describeMutation(source, one)}`
    const occurrence = (seen.get(described) ?? 0) + 1
    seen.set(described, occurrence)
    const name = occurrence === 1 ? described : `${described} #${occurrence}`
    return { ...one, number: first + at, name }
  })
  return { file, source, mutations }
}
