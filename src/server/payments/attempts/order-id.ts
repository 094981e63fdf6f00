import { randomBytes } from 'node:crypto'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'
const LENGTH = 26

/** 130 random bits in 26 letters and digits: the most that Transbank takes as an order, and nobody guesses it. */
export function newOrderId(): string {
  return Array.from(randomBytes(LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('')
}

export const ORDER_ID = /^[a-z2-7]{26}$/
