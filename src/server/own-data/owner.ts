import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'

export type Db = Kysely<Schema>

/** Whose data it is: a user, with the organisation of their session. */
export interface Owner {
  organisationId: number
  userId: number
  email: string
}
