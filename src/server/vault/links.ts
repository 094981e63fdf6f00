import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Secret } from './secret.ts'

/**
 * Signs what stands in links of ours, so that a copy of the database makes none of them. Each purpose has
 * words of its own: what was signed for one is worth nothing for another.
 */
export interface Links {
  sign(purpose: string, text: string): string
  /** Takes as long whatever is wrong. */
  isSigned(purpose: string, text: string, signature: string): boolean
}

export function createLinks(key: Secret): Links {
  const own = Buffer.from(
    hkdfSync('sha256', Buffer.from(key.reveal(), 'base64'), '', 'folio-links', 32),
  )
  const sign = (purpose: string, text: string): string =>
    createHmac('sha256', own).update(`${purpose}\n${text}`).digest('base64url')
  return {
    sign,
    isSigned: (purpose, text, signature) => {
      // As it is written: several texts stand for the same bytes, and one of them is ours.
      const given = Buffer.from(signature)
      const right = Buffer.from(sign(purpose, text))
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}
