import * as contract from '#contract/index.ts'
import type { Call } from '#contract/call.ts'

/** Every call of the contract by its name, in the contract's order. */
export function contractCalls(): { name: string; call: Call }[] {
  return Object.entries(contract).flatMap(([name, value]) =>
    isCall(value) ? [{ name, call: value }] : [],
  )
}

function isCall(value: unknown): value is Call {
  if (typeof value !== 'object' || value === null) return false
  return 'method' in value && 'path' in value && 'reply' in value
}
