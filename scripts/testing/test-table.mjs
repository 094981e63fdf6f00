import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testsFolder } from './run-tests.mjs'
import { countsText } from './test-report.mjs'

const SLOWEST_FILES_SHOWN = 12
const INSTALLATION = 'installation'

/** Prints the parts of a whole run with their seconds, and keeps them as text and JSON for a later comparison. */
export function reportTimes(parts, counts) {
  const told = parts.filter(({ seconds }) => seconds >= 0.05)
  const sum = (some) => some.reduce((total, { seconds }) => total + seconds, 0)
  const outer = told.filter(({ inside }) => inside === undefined)
  const isInstallation = ({ name }) => name.startsWith(INSTALLATION)
  const totals = {
    installation: sum(outer.filter(isInstallation)),
    withoutInstallation: sum(outer.filter((part) => !isInstallation(part))),
  }
  const lines = [
    ...outer.flatMap((part) => [
      lineOf(part.name, part.seconds),
      ...insideOf(told, part).map(({ name, seconds }) => lineOf(`  ${name}`, seconds)),
    ]),
    lineOf('total besides installation', totals.withoutInstallation),
  ]
  const text = `${lines.join('\n')}\n`
  mkdirSync(testsFolder, { recursive: true })
  const kept = { ...counts, ...totals, parts }
  writeFileSync(join(testsFolder, 'last-run.json'), `${JSON.stringify(kept, null, 2)}\n`)
  writeFileSync(join(testsFolder, 'last-run.txt'), `${text}${countsText(counts)}\n`)
  process.stdout.write(`\nSeconds of each part (kept in .cache/tests/last-run.txt)\n${text}`)
}

function insideOf(parts, { name }) {
  return parts
    .filter(({ inside }) => inside === name)
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST_FILES_SHOWN)
}

function lineOf(name, seconds) {
  return `${name.padEnd(60)} ${seconds.toFixed(1).padStart(8)}`
}

export { INSTALLATION }
