import { dayInChile } from '#domain/day.ts'
import type { Clock } from '../../clock.ts'
import { notBlocked } from '../../db/not-blocked.ts'
import type { Db } from '../owed/receivable.ts'
import { matchAutomatically } from './automatic.ts'
import { judge, readFacts, readOpen } from './facts.ts'
import { lockStatements, undecidedCredits, type OfCompany } from './store.ts'

type Needs = { db: Db; clock: Clock }

/** In one run; the others are matched by the next one. */
const MAX_COMPANIES = 100

/**
 * Judges the undecided movements of each company that has a match request, as when a statement is taken: an online
 * transfer that held one of them ended without money. Returns how many movements were matched. One company that fails keeps
 * its request and stops no other.
 */
export async function matchRequested(
  { db, clock }: Needs,
  onFailure: (companyId: number, error: unknown) => void,
): Promise<number> {
  const companies = await db
    .selectFrom('match_request')
    .select(['organisation_id', 'company_id'])
    .distinct()
    .where(notBlocked('match_request.organisation_id'))
    .orderBy('company_id')
    .limit(MAX_COMPANIES)
    .execute()
  let matched = 0
  for (const { organisation_id: organisationId, company_id: companyId } of companies) {
    try {
      const at = { organisationId, companyId }
      matched += await db.transaction().execute((trx) => matchUndecided({ db: trx, clock }, at))
    } catch (error) {
      onFailure(companyId, error)
    }
  }
  return matched
}

/** Under the statements' lock of the company, and, by `matchAutomatically`, those of the receivables. */
async function matchUndecided({ db: trx, clock }: Needs, at: OfCompany): Promise<number> {
  // Before anything is read, so that a request which is made meanwhile is left for the next run.
  await trx
    .deleteFrom('match_request')
    .where('organisation_id', '=', at.organisationId)
    .where('company_id', '=', at.companyId)
    .execute()
  await lockStatements(trx, at)
  return matchNow({ db: trx, clock }, at, null)
}

/** Matches what can only mean one document now, under the statements' lock. Returns how many movements were matched. */
export async function matchNow(
  { db: trx, clock }: Needs,
  at: OfCompany,
  seenBy: number | null,
): Promise<number> {
  const today = dayInChile(clock.now())
  const undecided = await undecidedCredits(trx, at, today)
  if (undecided.length === 0) return 0
  const judged = judge(await readOpen(trx, at), await readFacts(trx, at, undecided, today))
  const { matched } = await matchAutomatically({ db: trx, clock }, at, judged, seenBy)
  return matched.size
}
