import { parseArgs } from 'node:util'

const USAGE = `npm run mutants -- [--only lease]        plants every fault, or those so named, and runs what is to catch each: the
                                         fixed worlds or the test that it names
npm run mutants -- [--workers 2]         in so many processes at a time
npm run mutants -- [--others 300]        then tells in how many of so many other worlds aimed at it each is caught
npm run mutants -- --named 'no quiet time'   one of them; --list: their names
npm run mutants -- --in server/payments/     those in these files of src
npm run mutants -- --caught-by src/domain/uf.test.ts   those that a test of this file catches;
                                         --skip 12 --count 12: some of them`

/** Ends the process with the usage where it is asked for, or an option is not known. */
export function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string', default: '' },
        in: { type: 'string', default: '' },
        'caught-by': { type: 'string' },
        named: { type: 'string' },
        workers: { type: 'string', default: '1' },
        others: { type: 'string', default: '0' },
        skip: { type: 'string', default: '0' },
        count: { type: 'string', default: 'Infinity' },
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    if (!values.help) return values
    console.log(USAGE)
    return process.exit(0)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
    return process.exit(1)
  }
}
