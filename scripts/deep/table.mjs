import { countsText } from '../testing/test-report.mjs'
import { say } from '../trouble.mjs'

const COLUMNS = { part: 'parte', done: 'hechos', left: 'quedan', seconds: 'segundos' }
const COUNTS = { passed: 'bien', failed: 'mal', skipped: 'omitidos' }

/** Prints the table of these parts and what is left of them; answers the exit code. */
export function reportParts(state, parts, plan) {
  const results = parts.map((part) => resultOf(state, plan, part))
  const rows = results.map(({ skipped, ...row }) => ({ ...row, skipped: skipped.length }))
  const headings = { ...COLUMNS, ...COUNTS }
  for (const row of [headings, ...rows]) process.stdout.write(lineOf(row, Object.keys(headings)))
  const failed = sum(rows, 'failed')
  const skipped = results.flatMap((one) => one.skipped)
  if (failed > 0) {
    say('Lo que falló queda anotado hasta que cambie el código; --again empieza de nuevo.')
  }
  const unfinished = rows.filter(({ left }) => left > 0).length
  if (unfinished > 0) {
    const left = unfinished === 1 ? 'Queda 1 parte' : `Quedan ${unfinished} partes`
    say(`${left}: vuelve a ejecutarlo.`)
  }
  for (const remark of skipped) process.stdout.write(`${remark}\n`)
  process.stdout.write(`${countsText({ passed: sum(rows, 'passed'), failed, skipped })}\n`)
  return failed === 0 ? 0 : 1
}

function resultOf(state, plan, part) {
  const own = plan.filter((chunk) => chunk.part === part)
  const done = own.filter((chunk) => state.has(chunk)).map((chunk) => state.get(chunk))
  return {
    part,
    done: done.length,
    left: own.length - done.length,
    seconds: sum(done, 'seconds'),
    passed: sum(done, 'passed'),
    failed: sum(done, 'failed'),
    skipped: done.flatMap(({ skipped }) => skipped),
  }
}

function sum(rows, key) {
  return rows.reduce((total, row) => total + row[key], 0)
}

function lineOf(row, [first, ...others]) {
  const cells = others.map((column) => String(row[column]).padStart(10))
  return `${String(row[first]).padEnd(10)}${cells.join('')}\n`
}
