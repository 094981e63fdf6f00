import { parseArgs } from 'node:util'
import { world } from '../world.ts'
import { startSiiSimulator } from './simulator.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4010' },
    host: { type: 'string', default: '127.0.0.1' },
    'state-file': { type: 'string' },
  },
})

/** The wall clock without Date, which only the server's clock may ask. */
const now = () => Math.floor(performance.timeOrigin + performance.now())

const simulator = await startSiiSimulator({
  port: Number(values.port),
  host: values.host,
  world,
  now,
  ...(values['state-file'] === undefined ? {} : { stateFile: values['state-file'] }),
})

process.stdout.write(`${simulator.url}\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void simulator.close())
}
