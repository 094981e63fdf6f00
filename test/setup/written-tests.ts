import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'

const ROOT = join(import.meta.dirname, '../..')

/** A test as it is written: its title and its text. */
export interface WrittenTest {
  title: string
  text: string
}

const known = new Map<string, WrittenTest[]>()

/** Of a test file, by its path from the root: those whose title is written out. */
export function writtenTests(file: string): WrittenTest[] {
  const found = known.get(file) ?? readTests(file)
  known.set(file, found)
  return found
}

function readTests(file: string): WrittenTest[] {
  const source = readFileSync(join(ROOT, file), 'utf8')
  const found: WrittenTest[] = []
  new Visitor({
    CallExpression({ callee, arguments: [title], start, end }) {
      const isTest = /^(test|it|deepTest)\b/.test(source.slice(callee.start, callee.end))
      if (!isTest || title?.type !== 'Literal' || typeof title.value !== 'string') return
      found.push({ title: title.value, text: source.slice(start, end) })
    },
  }).visit(parseSync(file, source).program)
  return found
}
