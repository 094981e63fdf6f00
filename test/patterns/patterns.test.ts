import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, test } from 'vitest'
import { isDeep } from '../setup/deep.ts'
import { proveLinear } from './prove-linear.ts'
import { patternsOf, readPatterns, type Pattern } from './read-patterns.ts'
import type { Asked, Measured } from './run-worst.ts'
import { worstTexts } from './worst-texts.ts'

const all = [...new Map(readPatterns().map((one) => [`/${one.source}/${one.flags}`, one])).values()]

/** Only a pattern that never ends is stopped by it. */
const MOST_SILENCE_MS = 15_000

let worker: Worker | undefined
afterAll(() => worker?.terminate())

function measured({
  source,
  flags,
}: Pick<Pattern, 'source' | 'flags'>): Promise<Measured | 'stopped'> {
  const running = (worker ??= new Worker(join(import.meta.dirname, 'run-worst.ts')))
  return new Promise((resolve, reject) => {
    const stop = setTimeout(() => {
      worker = undefined
      void running.terminate().then(() => resolve('stopped'))
    }, MOST_SILENCE_MS)
    running.removeAllListeners()
    running.once('error', reject)
    running.once('message', (answer: Measured) => {
      clearTimeout(stop)
      resolve(answer)
    })
    const asked: Asked = { source, flags, texts: worstTexts(source, flags) }
    running.postMessage(asked)
  })
}

test('every pattern of the product takes time linear in its text, by proof', () => {
  expect(all.length).toBeGreaterThan(350)
  const unproved = all.flatMap(({ at, source, flags }) => {
    const verdict = proveLinear(source, flags)
    return verdict.kind === 'linear' ? [] : [`${at} /${source}/${flags}: ${verdict.why}`]
  })
  expect(unproved).toEqual([])
})

test('every pattern reads 100 KB of its worst text in four times the time of 25 KB', async () => {
  const slow: string[] = []
  for (const pattern of all) {
    const answer = await measured(pattern)
    if (answer === 'stopped' || answer.slow !== null) {
      slow.push(`${pattern.at} /${pattern.source}/${pattern.flags}: ${JSON.stringify(answer)}`)
    }
  }
  expect(slow).toEqual([])
}, 120_000)

const SUPER_LINEAR = [
  '0+$',
  String.raw`\B(?=(\d{3})+$)`,
  String.raw`\s+$`,
  'a+b',
  '^a+a+$',
  '^(a+)+$',
  '^(?:a|a)*b',
  '^(?:a|aa)*b',
  '^(?:a{1,3})+b',
  String.raw`^\s*x?\s*$`,
  String.raw`^\w+[?*+]?\d*$`,
  String.raw`x\w+y`,
  '<a[^>]*>',
  String.raw`(?=\w+!)`,
  String.raw`(?<=a+)b`,
  String.raw`^[^@]+@[^@]+\.[^@]+$`,
  String.raw`"[^"]*"[^!]*!`,
]

test.each(SUPER_LINEAR)('the pattern %s is not proved linear', (source) => {
  expect(proveLinear(source, '').kind).toBe('unproved')
})

const MEASURED_SLOW = [
  '<a[^>]*>',
  '0+$',
  String.raw`\s+$`,
  String.raw`^\s*x?\s*$`,
  String.raw`\B(?=(\d{3})+$)`,
]

test.each(isDeep ? MEASURED_SLOW : MEASURED_SLOW.slice(0, 1))(
  'the pattern %s is measured to be slower than linear',
  async (source) => {
    const answer = await measured({ source, flags: '' })
    expect(answer === 'stopped' || answer.slow !== null).toBe(true)
  },
)

const LINEAR = [
  'abc',
  '^a+$',
  '^a*b*c*$',
  '<[^<>]*>',
  String.raw`\b\w+@`,
  String.raw`(?<![ \t])[ \t]+\n`,
  String.raw`(?:^|;\s*)x=([\w-]{43})(?:;|$)`,
  '^(?:[^"]|"[^"]*")*>',
  String.raw`^\d{1,3}(?:\.\d{3})+$`,
  'a+',
]

test.each(LINEAR)('the pattern %s is proved linear', (source) => {
  expect(proveLinear(source, '')).toEqual({ kind: 'linear' })
})

test('patterns are read from literals and from what builds them', () => {
  const code = [
    'const NAME = String.raw`[a-z]+`',
    'const one = /a"b/gi',
    'const two = new RegExp(`<(${NAME})>${x}{1,${max}}`, "y")',
    'const three = RegExp("^" + one.source)',
  ].join('\n')
  expect(patternsOf('src/x.ts', code)).toEqual([
    { at: 'src/x.ts:2', source: 'a"b', flags: 'gi' },
    { at: 'src/x.ts:3', source: '<([a-z]+)>7{1,7}', flags: 'y' },
    { at: 'src/x.ts:4', source: '^a"b', flags: '' },
  ])
})
