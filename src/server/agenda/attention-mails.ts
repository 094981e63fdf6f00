import type { Kysely } from 'kysely'
import { isSkewed, readSkew, type ClockNeeds } from '../database-clock.ts'
import { instantText } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { eachOf } from '../jobs/each-of.ts'
import { queueNotice } from '../mailer/queue-notice.ts'
import { membersOf } from '../users/account/members.ts'
import {
  keepMatters,
  MAX_MATTERS,
  organisationsToLookAt,
  takeOrganisation,
  tellMatters,
} from './attention-mail-store.ts'
import { attention } from './attention.ts'
import { isMailed, keyOfMatter } from './mailed-matters.ts'

type Needs = ClockNeeds & { db: Kysely<Schema> }

/** Of one run; the others have their turn in the next one. */
const MAX_ORGANISATIONS = 500
const MAX_RUN_MS = 2 * 60_000

/**
 * Looks at what waits for a person in each organisation and writes to its members about what is new: each matter once,
 * those of some time in one mail. Answers how many organisations were written to. By a clock that differs from the
 * database's nothing is told.
 */
export async function tellAttention(
  needs: Needs,
  onFailure: (organisationId: number, error: unknown) => void,
): Promise<number> {
  if (isSkewed(await readSkew(needs))) return 0
  const { db, clock } = needs
  const endsMs = clock.monotonicMs() + MAX_RUN_MS
  const waiting = await organisationsToLookAt(db, { nowMs: clock.now(), limit: MAX_ORGANISATIONS })
  let told = 0
  const look = async (organisationId: number) => {
    if (clock.monotonicMs() >= endsMs) return
    if (await lookAt(needs, organisationId)) told += 1
  }
  await eachOf(waiting, look, onFailure)
  return told
}

/** In one transaction: what is marked as told has its mail, and nothing else has one. */
function lookAt({ db, clock }: Needs, organisationId: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const nowMs = clock.now()
    if (!(await takeOrganisation(trx, { organisationId, nowMs }))) return false
    const { items } = await attention({ db: trx, clock }, { organisationId })
    const keys = items.filter(isMailed).map(keyOfMatter).slice(0, MAX_MATTERS)
    await keepMatters(trx, organisationId, { keys: new Set(keys), nowMs })
    const members = await membersOf(trx, organisationId)
    if (members.length === 0) return false
    if ((await tellMatters(trx, { organisationId, nowMs })) === 0) return false
    const at = instantText(nowMs)
    const values = { organisationId: String(organisationId), mailedAt: at }
    for (const { email, language } of members) {
      await queueNotice(trx, { template: 'attention', recipient: email, language, values, at })
    }
    return true
  })
}
