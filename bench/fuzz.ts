import { mutatedXml, xmlReaders } from '../src/dte/fixtures/test-mutations.ts'
import { mutatedUpload, uploadReaders } from '../src/server/uploads/test-mutations.ts'
import { mutated, readers, seeded } from '../src/sii/test-mutations.ts'

/**
 * npm run fuzz [-- COUNT SEED]: mutated pages of the SII through every reader of the client, and a quarter as many
 * mutated tax documents through every reader of XML, and uploaded files through that of uploads. None may throw, and each
 * may take 50 ms of one processor for all its readers together; a file 250 ms, because its parts are unpacked in threads
 * that count, too. Every one can be had again from its seed.
 */
const LIMIT_MS = 50
const FILE_LIMIT_MS = 250
const count = Number(process.argv[2] ?? 100_000)
const seed = Number(process.argv[3] ?? 20_261_121)

const isFine = [
  await storm('pages', count, mutated, readers, ({ page }) => page.text),
  await storm('tax documents', Math.ceil(count / 4), mutatedXml, xmlReaders, (bytes) =>
    Buffer.from(bytes).toString('base64'),
  ),
  await storm(
    'uploaded files',
    Math.ceil(count / 4),
    mutatedUpload,
    uploadReaders,
    ({ fileName, bytes }) => `${fileName} ${Buffer.from(bytes).toString('base64')}`,
    FILE_LIMIT_MS,
  ),
]
process.exitCode = isFine.includes(false) ? 1 : 0

async function storm<T>(
  what: string,
  rounds: number,
  make: (next: () => number) => T,
  through: Readonly<Record<string, (made: T) => unknown>>,
  show: (made: T) => string,
  limitMs = LIMIT_MS,
): Promise<boolean> {
  const next = seeded(seed)
  const failures: string[] = []
  const slowest = { ms: 0, name: '' }
  let slow = 0
  const startedMs = cpuMs()
  for (let round = 0; round < rounds; round += 1) {
    const made = make(next)
    const beforeMs = cpuMs()
    for (const [name, read] of Object.entries(through)) {
      const readerMs = cpuMs()
      try {
        await read(made)
      } catch (error) {
        failures.push(`${what} ${round}, ${name}: ${String(error)}\n${show(made)}`)
      }
      const tookMs = cpuMs() - readerMs
      if (tookMs > slowest.ms) Object.assign(slowest, { ms: tookMs, name })
    }
    if (cpuMs() - beforeMs > limitMs) slow += 1
    if (round % 10_000 === 9999) process.stderr.write(`${round + 1} ${what}\n`)
  }
  const eachMs = (cpuMs() - startedMs) / Math.max(rounds, 1)
  console.log(`${rounds} ${what} of seed ${seed} through ${Object.keys(through).length} readers`)
  console.log(`  ${eachMs.toFixed(3)} ms of processor each for all of them`)
  console.log(
    `  ${slow} took more than ${limitMs} ms; the slowest reader, ${slowest.name}, ${slowest.ms.toFixed(1)} ms`,
  )
  console.log(`  ${failures.length} failures`)
  for (const failure of failures.slice(0, 10)) console.log(failure)
  // A pause of the collector makes one slow; a reader that is slow makes many.
  return failures.length === 0 && slow <= rounds / 1000
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
