import { closeSync, openSync, readSync } from 'node:fs'

const PIECE_BYTES = 64 * 1024

/** A file's bytes in pieces, each good until the next is asked for: however large it is, little of it is held. */
export function* piecesOf(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r')
  const piece = Buffer.alloc(PIECE_BYTES)
  try {
    for (;;) {
      const length = readSync(file, piece, 0, PIECE_BYTES, null)
      if (length === 0) return
      yield piece.subarray(0, length)
    }
  } finally {
    closeSync(file)
  }
}
