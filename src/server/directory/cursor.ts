import { z } from 'zod'
import { InvalidInput } from '../http/errors.ts'

/** The last row of the page before: what it is sorted by, and its id. */
export interface Cursor {
  key: string
  id: number
}

const MAX_KEY = 200
const written = z.tuple([z.string().max(MAX_KEY), z.int().positive()])

export function cursorText({ key, id }: Cursor): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url')
}

/** Throws InvalidInput for a text that no page gave. `number`: it is sorted by a number. */
export function readCursor(text: string | undefined, sortedBy: 'text' | 'number'): Cursor | null {
  if (text === undefined) return null
  const found = written.safeParse(jsonOf(Buffer.from(text, 'base64url').toString()))
  const [key, id] = found.data ?? []
  if (key === undefined || id === undefined) throw new InvalidInput({ after: ['invalid'] })
  if (sortedBy === 'number' && !/^\d{1,15}$/.test(key))
    throw new InvalidInput({ after: ['invalid'] })
  return { key, id }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
