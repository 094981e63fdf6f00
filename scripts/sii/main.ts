/**
 * npm run sii -- doctor [--record FILE] [--pace MS] [--legacy-tls]
 * SII_BASE_URL and SII_HOST_URLS point it at a simulated SII; without them it asks the SII itself.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hostUrlsIn, type SiiOrigins, siiOrigins, undiciWire } from '#sii/sii.ts'
import { systemClock } from '#server/clock.ts'
import { doctor } from '#texts/es/doctor.ts'
import { runDoctor } from './doctor.ts'
import { openQuestions } from './questions.ts'

const POLITE_PACE_MS = 2000
const SIGNALS = ['SIGINT', 'SIGTERM'] as const

const asked = argumentsGiven()
if (asked === null || asked.values.help || asked.positionals.join(' ') !== 'doctor') {
  console.log(doctor.usage)
  process.exitCode = asked?.values.help === true ? 0 : 1
} else {
  process.exitCode = await examineOneAccount(asked.values)
}

/** Null for an option that there isn't. */
function argumentsGiven() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        record: { type: 'string' },
        pace: { type: 'string', default: String(POLITE_PACE_MS) },
        'legacy-tls': { type: 'boolean', default: false },
      },
    })
  } catch {
    return null
  }
}

type Options = NonNullable<ReturnType<typeof argumentsGiven>>['values']

async function examineOneAccount(values: Options): Promise<0 | 1> {
  const origins = placesNamed()
  if (origins === null) {
    console.log(doctor.badPlace)
    return 1
  }
  const { FOLIO_DATA_DIR: folder } = process.env
  const neighbours = process.env['INDICATORS_BASE_URL']
  const questions = openQuestions(process.stdin, process.stdout, process.stdin.isTTY)
  const dataDir = folder || join(import.meta.dirname, '../../.data')
  const stop = new AbortController()
  const end = (): void => {
    stop.abort()
    questions.close()
  }
  for (const signal of SIGNALS) process.once(signal, end)
  try {
    return await runDoctor({
      origins,
      questions,
      stop: stop.signal,
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
    for (const signal of SIGNALS) process.off(signal, end)
  }
}

/** Null for a text that names no place: the SII itself would be asked in its stead. */
function placesNamed(): SiiOrigins | null {
  const { SII_BASE_URL: base, SII_HOST_URLS: named } = process.env
  const hosts = hostUrlsIn(named ?? '')
  try {
    return hosts === null ? null : siiOrigins(base || null, hosts)
  } catch {
    return null
  }
}

function neighboursAt(base: string) {
  return {
    mindicadorUrl: `${base}/mindicador`,
    governmentUrl: `${base}/digital`,
    boostrUrl: `${base}/boostr`,
  }
}
