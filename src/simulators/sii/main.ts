import { parseArgs } from 'node:util'
import { world } from '../world.ts'
import { startSiiSimulator } from './simulator.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4010' },
    host: { type: 'string', default: '127.0.0.1' },
    'state-file': { type: 'string' },
    /** Faults drawn by this number, one in so many requests. */
    'fault-seed': { type: 'string' },
    'fault-out-of': { type: 'string', default: '20' },
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

if (values['fault-seed'] !== undefined) {
  const [seed, outOf] = [Number(values['fault-seed']), Number(values['fault-out-of'])]
  simulator.admin.faults.sow({ seed, outOf })
}

process.stdout.write(`${simulator.url}\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void simulator.close())
}
