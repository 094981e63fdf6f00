import { z } from 'zod'

/** Where a server dies, in the words of the table of faults. */
export const DEATHS = [
  'checkout asked',
  'checkout answered',
  'payer led there',
  'payer back',
  'state asked',
  'state answered',
  'notice',
  'notice stored',
  'refund asked',
  'refund answered',
  'refunds listed',
  'refund followed',
  'others listed',
  'other read',
] as const
export type Death = (typeof DEATHS)[number]

/** What a server's process is told at its birth. */
export const orderShape = z.object({
  databaseUrl: z.string(),
  vaultKey: z.string(),
  linksKey: z.string(),
  /** Where it is reached: not its own port, which is another one of each process. */
  publicUrl: z.string(),
  baseUrls: z.object({
    transbank: z.string(),
    khipu: z.string(),
    fintoc: z.string(),
    mercadoPago: z.string(),
  }),
  hurry: z.object({
    startMs: z.number(),
    bornMs: z.number(),
    pace: z.number(),
    file: z.string().nullable(),
  }),
})
export type Order = z.infer<typeof orderShape>

/** What it is told by the test, by POST to /_test/…; each path's body. */
export const commands = {
  /** It begins to work, and dies at that boundary, once. */
  work: z.object({ death: z.enum(DEATHS).nullable() }),
  begin: z.object({ token: z.string(), connectionId: z.int() }),
  refund: z.object({
    organisationId: z.int(),
    userId: z.int(),
    documentId: z.int(),
    paymentId: z.int(),
    amountClp: z.int(),
  }),
}
