import { z } from 'zod'
import { BOUNDARY_STEPS } from '../worlds/faults.ts'

/** What a worker's process is told at its birth. */
export const orderShape = z.object({
  name: z.string(),
  /** What is random in it depends on this and on its name; null: on nothing. */
  seed: z.string().nullable(),
  databaseUrl: z.string(),
  siiUrl: z.string(),
  /** The key behind the simulated SII's stamps, and its number. */
  idk: z.int(),
  siiKeyPem: z.string(),
  vaultKey: z.string(),
  /** How many persons it works for at once, and its connections to the database. */
  personSlots: z.int(),
  poolSize: z.int(),
  hurry: z.object({
    startMs: z.number(),
    bornMs: z.number(),
    pace: z.number(),
    file: z.string().nullable(),
  }),
  /** What somebody does to its wall clock when it first comes to a boundary. */
  jump: z.object({ boundary: z.enum(BOUNDARY_STEPS), byMs: z.number() }).nullable(),
  /** What it does to itself when it first comes to a boundary. */
  strike: z
    .object({ boundary: z.enum(BOUNDARY_STEPS), signal: z.enum(['SIGKILL', 'SIGSTOP']) })
    .nullable(),
})
export type Order = z.infer<typeof orderShape>
export type Strike = NonNullable<Order['strike']>
export type Jump = NonNullable<Order['jump']>
