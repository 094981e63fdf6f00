import type { Kysely } from 'kysely'
import type { Language } from '#texts/language.ts'
import type { Schema } from '../../db/schema.ts'

export type Db = Kysely<Schema>

export type UserRow = {
  id: number
  email: string
  password_hash: string
  activated_at: string | null
  /** Activated by the link alone: who reads the mail has not shown to know the password. */
  password_unproved: boolean
  language: Language
}

const USER_COLUMNS = [
  'id',
  'email',
  'password_hash',
  'activated_at',
  'password_unproved',
  'language',
] as const

export function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('app_user')
    .select(USER_COLUMNS)
    .where('email', '=', email)
    .executeTakeFirst()
}

/** `locked`: nobody changes it until the transaction ends. */
export function findUser(db: Db, id: number, how?: 'locked'): Promise<UserRow | undefined> {
  const user = db.selectFrom('app_user').select(USER_COLUMNS).where('id', '=', id)
  return (how === 'locked' ? user.forUpdate() : user).executeTakeFirst()
}

/** Undefined when the e-mail is taken, also when somebody takes it at this very moment. */
export async function insertUser(
  db: Db,
  user: { email: string; passwordHash: string; language: Language; at: string },
): Promise<number | undefined> {
  const row = await db
    .insertInto('app_user')
    .values({
      email: user.email,
      password_hash: user.passwordHash,
      language: user.language,
      created_at: user.at,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** The tenant a registration makes for its user. */
export async function insertOrganisation(
  db: Db,
  { userId, name, at }: { userId: number; name: string; at: string },
): Promise<number> {
  const { id } = await db
    .insertInto('organisation')
    .values({ name, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('membership')
    .values({ organisation_id: id, user_id: userId, role: 'owner', created_at: at })
    .execute()
  return id
}

export async function findOrganisation(db: Db, userId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('membership')
    .select('organisation_id')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('organisation_id')
    .executeTakeFirst()
  return row?.organisation_id
}

export async function setActivated(
  db: Db,
  { userId, isProved, at }: { userId: number; isProved: boolean; at: string },
): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ activated_at: at, password_unproved: !isProved })
    .where('id', '=', userId)
    .where('activated_at', 'is', null)
    .execute()
}

export async function setPassword(db: Db, userId: number, passwordHash: string): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .execute()
}

/** The password was set by who reads the mail. */
export async function setPasswordProved(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ password_unproved: false })
    .where('id', '=', userId)
    .execute()
}

export type MailTemplate =
  | 'activation'
  | 'recovery'
  | 'passwordChanged'
  | 'secondFactorSet'
  | 'secondFactorRemoved'
  | 'newSignIn'
  | 'emailConfirm'
  | 'emailChanged'
  | 'emailUndone'
  | 'termsChanged'

/** A mail of the product, for mailer/ to compose and send; it makes the link when it sends. */
export async function insertSystemMail(
  db: Db,
  {
    values,
    rows,
    ...mail
  }: {
    template: MailTemplate
    recipient: string
    language: Language
    at: string
    values?: Record<string, string>
    rows?: { title: string; detail: string; value: string }[]
  },
): Promise<void> {
  await db
    .insertInto('system_mail')
    .values({
      template: mail.template,
      recipient: mail.recipient,
      language: mail.language,
      data: values === undefined && rows === undefined ? null : JSON.stringify({ values, rows }),
      created_at: mail.at,
      next_try_at: mail.at,
    })
    .execute()
}
