/** Reads and checks one file, and says what that took: the processor's time and the peak of the process's memory. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { readUpload } from '#server/uploads/read-upload.ts'
import { FACTS } from '#server/uploads/test-uploads.ts'

export interface Measured {
  kind: string
  ms: number
  peakMb: number
}

export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const [, script = '', path] = process.argv
if (path !== undefined && basename(script) === 'excel-file.ts') {
  const bytes = readFileSync(path)
  const before = cpuMs()
  const read = await readUpload({
    bytes,
    fileName: basename(path),
    answer: null,
    remembered: [],
    facts: FACTS,
  })
  const measured: Measured = {
    kind: read.kind,
    ms: cpuMs() - before,
    peakMb: process.resourceUsage().maxRSS / 1024,
  }
  console.log(JSON.stringify(measured))
}
