/**
 * npm run sii -- doctor [--record FILE] [--pace MS] [--legacy-tls]
 * SII_BASE_URL and SII_HOST_URLS point it at a simulated SII; without them it asks the SII itself.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hostUrlsIn, siiOrigins, undiciWire } from '#sii/sii.ts'
import { systemClock } from '#server/clock.ts'
import { doctor } from '#texts/es/doctor.ts'
import { runDoctor } from './doctor.ts'
import { openQuestions } from './questions.ts'

const POLITE_PACE_MS = 2000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    record: { type: 'string' },
    pace: { type: 'string', default: String(POLITE_PACE_MS) },
    'legacy-tls': { type: 'boolean', default: false },
  },
})

process.exitCode = positionals.join(' ') === 'doctor' ? await examineOneAccount() : sayUsage()

function sayUsage(): 1 {
  console.log(doctor.usage)
  return 1
}

async function examineOneAccount(): Promise<0 | 1> {
  const { SII_BASE_URL: base, SII_HOST_URLS: hosts, FOLIO_DATA_DIR: folder } = process.env
  const origins = siiOrigins(base || null, hostUrlsIn(hosts ?? '') ?? {})
  const neighbours = process.env['INDICATORS_BASE_URL']
  const questions = openQuestions(process.stdin, process.stdout, process.stdin.isTTY)
  const dataDir = folder || join(import.meta.dirname, '../../.data')
  try {
    return await runDoctor({
      origins,
      questions,
      wire: undiciWire({ legacyTls: values['legacy-tls'] }),
      nowMs: systemClock.now,
      wait: (ms) => systemClock.wait(ms),
      paceMs: /^\d{1,6}$/.test(values.pace) ? Number(values.pace) : POLITE_PACE_MS,
      say: (line) => console.log(line),
      recordPath: (day) => values.record ?? join(dataDir, `sii-doctor-${day}.json`),
      ...(neighbours ? neighboursAt(neighbours) : {}),
    })
  } finally {
    questions.close()
  }
}

function neighboursAt(base: string) {
  return {
    mindicadorUrl: `${base}/mindicador`,
    governmentUrl: `${base}/digital`,
    boostrUrl: `${base}/boostr`,
  }
}
