import { createNotary } from '../test/worlds/notary.ts'
import { openSqlite } from '../test/worlds/sqlite.ts'
import { thinPortals } from '../test/worlds/thin-portal.ts'
import { playWorld } from '../test/worlds/world.ts'

const seed = Number(process.argv[2])
const count = Number(process.argv[3] ?? 1)
const database = await openSqlite()
const portals = thinPortals(createNotary())
const started = performance.now()
let bad = 0
const kinds = new Map<string, number[]>()
for (let at = seed; at < seed + count; at += 1) {
  const report = await playWorld(at, database, portals)
  if (report.breaches.length > 0) {
    bad += 1
    for (const b of report.breaches) {
      const kind = b.replaceAll(/\d+/g, 'N')
      kinds.set(kind, [...(kinds.get(kind) ?? []), at])
    }
  }
  if (count === 1)
    console.log(report.trace.join('\n'), report.breaches, report.acts, report.trace.length)
}
console.log(bad, 'bad', ((performance.now() - started) / count).toFixed(2), 'ms each')
for (const [kind, seeds] of kinds)
  console.log(seeds.length, kind.slice(0, 200), seeds.slice(0, 5).join(' '))
