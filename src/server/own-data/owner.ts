import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'

export type Db = Kysely<Schema>

/** Whose data it is: a user, with the organisation of their session. */
export interface Owner {
  organisationId: number
  userId: number
  email: string
}

export async function ownerOf(
  db: Db,
  { organisationId, userId }: Omit<Owner, 'email'>,
): Promise<Owner | null> {
  const user = await db
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user === undefined ? null : { organisationId, userId, email: user.email }
}
