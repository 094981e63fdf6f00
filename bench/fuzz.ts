import { mutated, readers, seeded } from '../src/sii/test-mutations.ts'

/**
 * npm run fuzz [-- PAGES SEED]: mutated pages of the SII through every reader of the client. None may throw, and
 * a page may take 50 ms of one processor with a typical reader. Every page can be had again from its seed.
 */
const LIMIT_MS = 50
const pages = Number(process.argv[2] ?? 100_000)
const seed = Number(process.argv[3] ?? 20_261_121)

const next = seeded(seed)
const failures: string[] = []
const slowest = { ms: 0, name: '', page: '' }
let slow = 0
const startedMs = cpuMs()
for (let page = 0; page < pages; page += 1) {
  const visit = mutated(next)
  const beforeMs = cpuMs()
  for (const [name, read] of Object.entries(readers)) {
    const readerMs = cpuMs()
    try {
      read(visit)
    } catch (error) {
      failures.push(`page ${page}, ${name}: ${String(error)}\n${JSON.stringify(visit.page.text)}`)
    }
    const tookMs = cpuMs() - readerMs
    if (tookMs > slowest.ms) Object.assign(slowest, { ms: tookMs, name, page: visit.page.text })
  }
  if (cpuMs() - beforeMs > LIMIT_MS) slow += 1
  if (page % 10_000 === 9999) process.stderr.write(`${page + 1} pages\n`)
}
const totalMs = cpuMs() - startedMs

console.log(`${pages} pages of seed ${seed} through ${Object.keys(readers).length} readers`)
console.log(`${(totalMs / Math.max(pages, 1)).toFixed(3)} ms of processor a page for all of them`)
console.log(
  `${slow} pages took more than ${LIMIT_MS} ms; the slowest reader, ${slowest.name}, ${slowest.ms.toFixed(1)} ms`,
)
console.log(`${failures.length} failures`)
for (const failure of failures.slice(0, 10)) console.log(failure)
// A pause of the collector makes one page slow; a reader that is slow makes many.
process.exitCode = failures.length > 0 || slow > pages / 1000 ? 1 : 0

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
