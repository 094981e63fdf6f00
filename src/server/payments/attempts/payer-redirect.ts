import { z } from 'zod'
import type { Redirect } from '../providers/port.ts'

const kept = z.object({
  method: z.enum(['GET', 'POST']),
  url: z.string(),
  fields: z.record(z.string(), z.string()),
})

/** Where its payer goes, as it was stored; null once it is over. */
export function redirectOf(stored: unknown): Redirect | null {
  return kept.safeParse(stored).data ?? null
}
