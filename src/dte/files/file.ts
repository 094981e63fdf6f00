import type { XmlElement } from '../xml/element.ts'
import type { DteEncoding } from './encoding.ts'
import type { DteShape } from './parts.ts'
import { partsOf } from './parts.ts'
import type { Refusal } from './refusal.ts'
import { refusalOf } from './refusal.ts'

/** The portal's download holds 20 documents of about 10 KB. */
export const MAX_BYTES_HELD = 4_000_000

export interface OpenDte {
  element: XmlElement
  text: string
  encoding: DteEncoding
}

export type Opening = { kind: 'ok'; shape: DteShape; dtes: OpenDte[] } | Refusal

/** The documents of hostile bytes, all at once: 4 MB at most. */
export function openDteFile(bytes: Uint8Array): Opening {
  const dtes: OpenDte[] = []
  try {
    const parts = partsOf([bytes], MAX_BYTES_HELD)
    let next = parts.next()
    while (next.done !== true) {
      if (next.value.kind === 'dte') dtes.push(next.value)
      next = parts.next()
    }
    return { kind: 'ok', shape: next.value.shape, dtes }
  } catch (error) {
    return refusalOf(error)
  }
}
