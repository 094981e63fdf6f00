import { z } from 'zod'
import { rut, type Rut } from '#domain/rut.ts'
import type { WorkerCall } from '../worker-calls/worker-call.ts'
import type { Connection, TypedCredentials } from './connect/connect.ts'
import type { Disconnection } from './connect/disconnect.ts'
import type { Proof } from './connect/prove-clave.ts'
import type { FacturatorAt } from './store.ts'

// What calls of the API ask of a worker: all that signs in at the SII or closes a session there.

type Author = { organisationId: number; userId: number }
/** `worker`: by this name the person's session is leased. */
type AtFacturator = { author: Author; at: FacturatorAt; worker: string }

export const rutShape: z.ZodType<Rut> = z.string().transform((text) => rut(text))
export const authorShape = z.object({ organisationId: z.int(), userId: z.int() })
const atFacturator = z.object({
  author: authorShape,
  at: z.object({ organisationId: z.int(), facturatorId: z.int() }),
  worker: z.string(),
})

export const CONNECT_PERSON: WorkerCall<
  { author: Author; typed: TypedCredentials; worker: string },
  Connection
> = {
  name: 'connectPerson',
  answer: z.custom<Connection>(),
  asked: z.object({
    author: authorShape,
    typed: z.object({ person: rutShape, clave: z.string() }),
    worker: z.string(),
  }),
}

export const PROVE_CLAVE: WorkerCall<AtFacturator, Proof> = {
  name: 'proveClave',
  answer: z.custom<Proof>(),
  asked: atFacturator,
}

export const DISCONNECT: WorkerCall<AtFacturator, Disconnection> = {
  name: 'disconnect',
  answer: z.custom<Disconnection>(),
  asked: atFacturator,
}

/** Answers nothing: what was seen is in the facturator's row. */
export const LOOK_AT_CERTIFICATE: WorkerCall<{ at: FacturatorAt; worker: string }, null> = {
  name: 'lookAtCertificate',
  answer: z.custom<null>(),
  asked: atFacturator.omit({ author: true }),
}
