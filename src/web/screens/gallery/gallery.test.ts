import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const PIECES = join(import.meta.dirname, '../../ui')
/** Where toasts stand: what stands in it is shown by its own buttons. */
const FRAMES = ['Toasts.tsx']

test('every piece that screens are made of has its place in the gallery', () => {
  const shown = new Set<string>()
  const look = (file: string) => {
    for (const [, piece] of readFileSync(file, 'utf8').matchAll(
      /'(?:#web\/ui|\.)\/([\w/-]+\.tsx)'/g,
    )) {
      const found = pieces().find((one) => one === piece || one.endsWith(`/${piece}`))
      if (found === undefined || shown.has(found)) continue
      shown.add(found)
      look(join(PIECES, found))
    }
  }
  for (const name of readdirSync(import.meta.dirname)) {
    if (name.endsWith('.tsx')) look(join(import.meta.dirname, name))
  }
  expect(pieces().filter((piece) => !shown.has(piece) && !FRAMES.includes(piece))).toEqual([])
})

/** A component's file begins with a capital. */
function pieces(): string[] {
  return readdirSync(PIECES, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(^|\/)[A-Z]\w*\.tsx$/.test(file),
  )
}
