import { closeSync, openSync, readSync } from 'node:fs'

const PIECE_BYTES = 64 * 1024

/** A file's bytes in pieces, each good until the next is asked for: however large it is, little of it is held. */
export function* piecesOf(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r')
  const piece = Buffer.alloc(PIECE_BYTES)
  try {
    for (;;) {
      const length = readWhole(file, piece)
      if (length > 0) yield piece.subarray(0, length)
      if (length < PIECE_BYTES) return
    }
  } finally {
    closeSync(file)
  }
}

/** A pipe hands out less than it is asked for before its end. */
function readWhole(file: number, piece: Buffer): number {
  let filled = 0
  while (filled < piece.length) {
    const length = readSync(file, piece, filled, piece.length - filled, null)
    if (length === 0) break
    filled += length
  }
  return filled
}

/** The system's code when a file could not be opened, read or written; null for any other error. */
export function fileTrouble(error: unknown): string | null {
  return error instanceof Error && 'code' in error && 'syscall' in error ? String(error.code) : null
}
