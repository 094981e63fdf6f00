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
  const made = (purpose: string, text: string): Buffer =>
    createHmac('sha256', own).update(`${purpose}\n${text}`).digest()
  return {
    sign: (purpose, text) => made(purpose, text).toString('base64url'),
    isSigned: (purpose, text, signature) => {
      const given = Buffer.from(signature, 'base64url')
      const right = made(purpose, text)
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}
