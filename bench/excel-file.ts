/**
 * Reads and checks one file, and says what that took: the processor's time, and how much more memory the process had at
 * its peak than before it, once everything was loaded and a small file read.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { csvOf, GOOD_ROW, read } from '#server/uploads/test-uploads.ts'

export interface Measured {
  kind: string
  ms: number
  overMb: number
}

export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const [, script = '', path] = process.argv
if (path !== undefined && basename(script) === 'excel-file.ts') {
  await read(csvOf([GOOD_ROW]), { fileName: 'a.csv' })
  const bytes = readFileSync(path)
  globalThis.gc?.()
  // Linux forgets the peak of before.
  writeFileSync('/proc/self/clear_refs', '5')
  const baseKb = statusKb('VmRSS')
  const before = cpuMs()
  const { kind } = await read(bytes, { fileName: basename(path) })
  const ms = cpuMs() - before
  const measured: Measured = { kind, ms, overMb: (statusKb('VmHWM') - baseKb) / 1024 }
  console.log(JSON.stringify(measured))
}

function statusKb(name: string): number {
  const found = new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync('/proc/self/status', 'utf8'))
  return Number(found?.[1] ?? Number.NaN)
}
