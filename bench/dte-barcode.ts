/**
 * node bench/dte-barcode.ts: stamps encoded as the modules of a PDF417, as a PDF holds them, against Debian's zint, which
 * encodes the same bytes in the same shape in one process for all of them and writes out nothing but the modules.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodePdf417 } from '#dte/printing/barcode.ts'
import { latin1Bytes } from '#dte/document/text.ts'
import { compareInRounds } from './dte-rounds.ts'
import { stampOf } from './dte-world.ts'

/** The clock of a child's processor time ticks a hundred times a second. */
const SYMBOLS = 4000
const stamps = Array.from({ length: 200 }, (_, index) => latin1Bytes(stampOf(index)))
const all = Array.from({ length: SYMBOLS / stamps.length }, () => stamps).flat()

if (spawnSync('zint', ['--version']).status === 0) await compare()
else
  console.log('PDF417 against zint: not measured, as zint is not installed (apt-get install zint)')

async function compare(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'folio-bench-'))
  const input = join(folder, 'stamps.txt')
  writeFileSync(input, Buffer.concat(all.flatMap((bytes) => [bytes, Buffer.from('\n')])))
  try {
    const met = await compareInRounds({
      name: 'PDF417 encoded',
      against: 'zint',
      floor: 0.5,
      rounds: 9,
      ours: () => {
        for (const bytes of all) encodePdf417(bytes)
        return SYMBOLS
      },
      theirs: () => ({ done: SYMBOLS, cpuMs: zintCpuMs(input) }),
    })
    process.exitCode = met ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Level 5 and thirteen columns as ours, and bytes as they are. The shell tells what its children used. */
function zintCpuMs(input: string): number {
  const shape = ['-b', 'PDF417', '--secure=5', '--cols=13', '--binary']
  const zint = ['zint', ...shape, '--batch', '--dump', '-i', input]
  const { status, stdout } = spawnSync('sh', ['-c', '"$@" >&2 && times', 'sh', ...zint], {
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
  })
  const [, children = ''] = stdout.split('\n')
  const minutes = Array.from(children.matchAll(/(\d+)m([\d.]+)s/g), ([, whole, seconds]) => [
    Number(whole),
    Number(seconds),
  ])
  if (status !== 0 || minutes.length !== 2) throw new Error('zint did not encode the stamps')
  return minutes.reduce((sum, [whole = 0, seconds = 0]) => sum + (whole * 60 + seconds) * 1000, 0)
}
