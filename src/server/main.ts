import { start } from '#texts/es/start.ts'
import { startFaultText } from '#texts/start-faults.ts'
import { fill } from '#texts/translation.ts'
import { ConfigFault, readConfig } from './config.ts'
import { StartFault } from './start-fault.ts'
import { EnvironmentDiffers } from './start/environment.ts'
import { readyText } from './start/ready-text.ts'
import { startFolio, type Folio } from './start/start.ts'

/** The process: start, say so once, and end in order when asked. */
try {
  // Asked to end while starting: what has started is ended as soon as all of it has.
  const asked = new Promise<string>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve)
  })
  const folio = await startFolio(readConfig(process.env))
  console.log(readyText(folio))
  const failure = new Promise<unknown>((resolve) => {
    process.once('uncaughtException', resolve)
    process.once('unhandledRejection', resolve)
  })
  const end = await Promise.race([
    asked.then(() => ({ kind: 'asked' }) as const),
    failure.then((error) => ({ kind: 'failed', error }) as const),
  ])
  if (end.kind === 'failed') await endFailed(folio, end.error)
  else await endAsked(folio)
} catch (error) {
  console.error(startTrouble(error))
  process.exit(1)
}

async function endAsked(folio: Folio): Promise<void> {
  console.log(start.stopping)
  const late = await folio.stop()
  const names = late.map((part) => start.parts[part]).join(', ')
  console.log(late.length > 0 ? fill(start.stoppedLate, { names }) : start.stopped)
  process.exit(0)
}

/** Nothing is known of the state we are in: what can be put away is, and whoever watches starts us anew. */
async function endFailed(folio: Folio, error: unknown): Promise<void> {
  folio.logger.fatal({ err: error }, 'uncaught')
  console.error(fill(start.crashed, { log: folio.logPath ?? 'stdout' }))
  await folio.stop()
  process.exit(1)
}

function startTrouble(error: unknown): string {
  if (error instanceof ConfigFault || error instanceof EnvironmentDiffers) return error.message
  if (error instanceof StartFault) return startFaultText(error, 'es')
  return `${start.fault.unexpected}\n${error instanceof Error ? error.stack : String(error)}`
}
