import { sql } from 'kysely'
import { formatDay } from '#domain/day.ts'
import { LEGAL_VERSION, LEGAL_VERSIONS } from '#domain/legal.ts'
import type { Language } from '#texts/language.ts'
import { legalChangesSince } from '#texts/legal.ts'
import { audit } from '../audit.ts'
import { instantText, type Clock } from '../clock.ts'
import { findUser, insertSystemMail, type Db } from './account/store.ts'

interface Needs {
  db: Db
  clock: Clock
}

/** Of one run; the others have their turn in the next one. */
const MAX_MAILS = 500
/** What a mail lists. */
const MAX_CHANGES = 20

/**
 * Writes to each user who accepted an older version of the terms about the current one, once, as the terms promise
 * (NOTICE_DAYS before it is in force, by when it was published). Answers how many were written to.
 */
export async function announceTerms(
  needs: Needs,
  onFailure: (userId: number, error: unknown) => void,
): Promise<number> {
  let told = 0
  for (const userId of await usersToTell(needs.db)) {
    try {
      if (await tell(needs, userId)) told += 1
    } catch (error) {
      onFailure(userId, error)
    }
  }
  return told
}

async function usersToTell(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select u.id from app_user u
    where u.activated_at is not null and ${isNotTold}
    order by u.id limit ${MAX_MAILS}`.execute(db)
  return rows.map(({ id }) => id)
}

const isNotTold = sql<boolean>`not exists (select from audit_event a where a.user_id = u.id
  and a.kind in ('termsAccepted', 'termsAnnounced') and (a.data ->> 'version')::int >= ${LEGAL_VERSION})`

/** In one transaction: what is on record as told has its mail, and nothing else has one. */
function tell({ db, clock }: Needs, userId: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const user = await findUser(trx, userId, 'locked')
    if (user === undefined || user.activated_at === null) return false
    const { rows } = await sql<{ organisation_id: number; accepted: number | null }>`
      select m.organisation_id, (select max((a.data ->> 'version')::int) from audit_event a
        where a.user_id = u.id and a.kind = 'termsAccepted') as accepted
      from app_user u join membership m on m.user_id = u.id
      where u.id = ${userId} and ${isNotTold}
      order by m.organisation_id limit 1`.execute(trx)
    const [row] = rows
    if (row === undefined) return false
    const at = instantText(clock.now())
    const { email: recipient, language } = user
    const data = announcement(row.accepted, language)
    await insertSystemMail(trx, { template: 'termsChanged', recipient, language, at, ...data })
    const told = { kind: 'termsAnnounced', data: { version: LEGAL_VERSION } } as const
    const author = { organisationId: row.organisation_id, userId }
    await audit(trx, clock, author, { ...told, subject: `user:${userId}` })
    return true
  })
}

function announcement(accepted: number | null, language: Language) {
  const changes = legalChangesSince(accepted, language).flatMap(({ texts }) => texts)
  const { inForce } = LEGAL_VERSIONS.at(-1) ?? {}
  return {
    values: {
      version: String(LEGAL_VERSION),
      day: inForce === undefined ? '' : formatDay(inForce),
    },
    rows: changes.slice(-MAX_CHANGES).map((title) => ({ title, detail: '', value: '' })),
  }
}
