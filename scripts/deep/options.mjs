import { parseArgs } from 'node:util'
import { Trouble } from '../trouble.mjs'

/** The options given to a command; undefined once `--help` is answered. What it does not know is a Trouble. */
export function readOptions(usage, options) {
  const { values } = parse(usage, options)
  if (!values.help) return values
  process.stdout.write(`${usage}\n`)
  return undefined
}

function parse(usage, options) {
  try {
    return parseArgs({ options: { ...options, help: { type: 'boolean', short: 'h' } } })
  } catch (error) {
    throw new Trouble(`${problemOf(error)}\n\n${usage}`)
  }
}

/** Node tells the option in quotes, with its value as a placeholder. */
function problemOf({ code, message }) {
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? ''
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `No existe la opción ${quoted}.`
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') {
    return `No se entiende el valor de ${quoted.replace(/^-\w, /, '').replace(/ <value>$/, '')}.`
  }
  return `No se entiende «${quoted}».`
}
