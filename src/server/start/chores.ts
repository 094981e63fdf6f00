import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { UfSources } from '#sii/sii.ts'
import { instantText } from '../clock.ts'
import type { ClockNeeds } from '../database-clock.ts'
import { makeDigests } from '../agenda/digests.ts'
import { planReminders } from '../deliveries/reminders/plan.ts'
import { readReactions, unreadReactions, type ReactionNeeds } from '../analytics/read-reactions.ts'
import { sweepFacturator, unsweptFacturators } from '../documents/reconcile/sweep.ts'
import { syncUf } from '../documents/content/uf.ts'
import { closeUnclosed } from '../facturators/close-unclosed.ts'
import { refreshFacturator, staleFacturators, type RefreshNeeds } from '../facturators/refresh.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { KeyNeeds } from '../mailer/accounts/mailbox-keys.ts'
import { tellAttention } from '../agenda/attention-mails.ts'
import { checkAhead } from '../agenda/check-ahead.ts'
import { mailDigests } from '../agenda/mail-digests.ts'
import { tryMailboxes } from '../agenda/try-mailboxes.ts'
import { askForMonthlyValues } from '../rules/ask-monthly.ts'
import type { Schema } from '../db/schema.ts'
import { announceTerms } from '../users/announce-terms.ts'
import { eraseEndedSecrets } from '../payments/connections/erase-ended.ts'
import { matchRequested } from '../payments/reconcile/match-requested.ts'
import { forgetPast } from './forget.ts'

export type ChoreNeeds = RefreshNeeds &
  ReactionNeeds &
  KeyNeeds &
  ClockNeeds & {
    db: Kysely<Schema>
    pool: Pool
    ufSources: UfSources
    logger: Logger
    worker: string
  }

/** Everything that recurs by the clock, besides what the pipeline finds due by itself. */
export function scheduleChores(jobs: Jobs, needs: ChoreNeeds): void {
  // The values of the 10th to the 9th are published on the 9th; asking more often costs nothing.
  jobs.schedule(UF_SYNC, '7 0,6,9-20 * * *', () => readUf(needs))
  jobs.schedule('refresh-facturators', '*/20 7-22 * * *', () => refreshStale(needs))
  // Several times a day: a rule made in the morning may be due tomorrow.
  jobs.schedule('ask-monthly-values', '25 9-20 * * *', async () => {
    const asked = await askForMonthlyValues(needs, (organisationId, error) =>
      needs.logger.error({ err: error, organisationId }, 'monthly values not asked for'),
    )
    if (asked > 0) needs.logger.info({ asked }, 'monthly values asked for')
  })
  jobs.schedule('digests', '*/10 * * * *', async () => {
    const made = await makeDigests(needs)
    const told = await mailDigests(needs, (organisationId, error) =>
      needs.logger.error({ err: error, organisationId }, 'digest not told'),
    )
    if (made + told > 0) needs.logger.info({ made, told }, 'digests')
  })
  jobs.schedule('check-ahead', '40 10,16 * * *', async () => {
    const dead = await tryMailboxes(needs, (accountId, error) =>
      needs.logger.error({ err: error, accountId }, 'mailbox not tried'),
    )
    if (dead > 0) needs.logger.info({ dead }, 'mailboxes found dead')
    const told = await checkAhead(needs, (organisationId, error) =>
      needs.logger.error({ err: error, organisationId }, 'rules not looked at ahead'),
    )
    if (told > 0) needs.logger.info({ told }, 'rules that lack something told')
  })
  jobs.schedule('attention-mails', '*/5 * * * *', async () => {
    const told = await tellAttention(needs, (organisationId, error) =>
      needs.logger.error({ err: error, organisationId }, 'what waits for a person not told'),
    )
    if (told > 0) needs.logger.info({ told }, 'organisations told of what waits for a person')
  })
  // The hours and days on which they leave are judged by itself.
  jobs.schedule('reminders', '*/5 9-17 * * *', async () => {
    const planned = await planReminders(needs, (companyId, error) =>
      needs.logger.error({ err: error, companyId }, 'reminders not planned'),
    )
    if (planned > 0) needs.logger.info({ planned }, 'reminders planned')
  })
  jobs.schedule('announce-terms', '*/10 9-20 * * *', async () => {
    const told = await announceTerms(needs, (userId, error) =>
      needs.logger.error({ err: error, userId }, 'new terms not announced'),
    )
    if (told > 0) needs.logger.info({ told }, 'new terms announced')
  })
  jobs.schedule('close-sessions', '*/5 * * * *', async () => {
    const tried = await closeUnclosed(needs, needs.worker, (_, error) =>
      needs.logger.error({ err: error }, 'session not closed'),
    )
    if (tried > 0) needs.logger.info({ tried }, 'sessions tried to be closed again')
  })
  jobs.schedule('read-reactions', '*/10 6-22 * * *', () => readReactionsInTurn(needs))
  jobs.schedule('match-movements', '* * * * *', async () => {
    const matched = await matchRequested(needs, (companyId, error) =>
      needs.logger.error({ err: error, companyId }, 'movements not matched again'),
    )
    if (matched > 0) needs.logger.info({ matched }, 'movements matched again')
  })
  jobs.schedule('erase-payment-keys', '50 * * * *', async () => {
    const erased = await eraseEndedSecrets(needs)
    if (erased > 0) needs.logger.info({ erased }, 'keys of ended payment connections erased')
  })
  jobs.schedule('sweep', '*/20 1-6 * * *', () => sweep(needs))
  jobs.schedule('forget', '40 3 * * *', () => forgetPast(needs))
  jobs.schedule('rewrap-secrets', '10 4 * * *', () => rewrap(needs))
}

export const UF_SYNC = 'uf-sync'

export async function readUf(needs: ChoreNeeds): Promise<void> {
  const { stored, disputed, isMissing } = await syncUf(needs)
  const level = disputed.length > 0 || isMissing ? 'warn' : 'info'
  needs.logger[level]({ stored, disputed, isMissing }, 'UF read')
}

const DAY_MS = 24 * 60 * 60_000
const FACTURATORS_PER_RUN = 25

/** One that fails doesn't stop the others; `busy` ones get their turn next time. */
async function refreshStale(needs: ChoreNeeds): Promise<void> {
  const stale = await staleFacturators(needs, { ageMs: DAY_MS, limit: FACTURATORS_PER_RUN })
  for (const at of stale) {
    try {
      const { kind } = await refreshFacturator(needs, at, needs.worker)
      if (kind !== 'ok') needs.logger.info({ facturatorId: at.facturatorId, kind }, 'not refreshed')
    } catch (error) {
      needs.logger.error({ err: error, facturatorId: at.facturatorId }, 'refresh failed')
    }
  }
}

const FACTURATORS_PER_SWEEP = 50

/** At night, when nobody issues: what was issued outside is known, and what repeats ours is told. */
async function sweep(needs: ChoreNeeds): Promise<void> {
  const since = instantText(needs.clock.now() - DAY_MS / 2)
  const waiting = await unsweptFacturators(needs, { since, limit: FACTURATORS_PER_SWEEP })
  for (const at of waiting) {
    const { facturatorId } = at
    try {
      const answer = await sweepFacturator(needs, at, needs.worker)
      if (answer.kind !== 'ok') {
        needs.logger.info({ facturatorId, kind: answer.kind }, 'not swept')
      } else if (answer.value.twins > 0) {
        needs.logger.error({ facturatorId, twins: answer.value.twins }, 'twins at the SII')
      }
    } catch (error) {
      needs.logger.error({ err: error, facturatorId }, 'sweep failed')
    }
  }
}

const FACTURATORS_PER_READING = 25
/** Readings of the registers end within seconds; a run that finds them taken more often than this ends. */
const MOST_WAITS = 5

/** What the receivers of recent facturas did, one connection after the other as the registers' pace allows. */
export async function readReactionsInTurn(
  needs: Pick<ChoreNeeds, keyof ReactionNeeds | 'worker' | 'logger'>,
): Promise<void> {
  let waits = 0
  for (const at of await unreadReactions(needs, FACTURATORS_PER_READING)) {
    const { facturatorId } = at
    try {
      let answer = await readReactions(needs, at, needs.worker)
      while (answer.kind === 'registersBusy') {
        if (waits >= MOST_WAITS) return
        waits += 1
        await needs.clock.wait(needs.registerSpacingMs)
        answer = await readReactions(needs, at, needs.worker)
      }
      waits = 0
      if (answer.kind !== 'ok') {
        needs.logger.info({ facturatorId, kind: answer.kind }, 'reactions not read')
      }
    } catch (error) {
      needs.logger.error({ err: error, facturatorId }, 'reading reactions failed')
    }
  }
}

const REWRAP_PAGE = 200
const MOST_REWRAP_PAGES = 5_000

/** What is sealed by an older key takes the current one, page by page; one that fails is tried again the next night. */
export async function rewrap({
  vault,
  db,
  logger,
}: Pick<ChoreNeeds, 'vault' | 'db' | 'logger'>): Promise<void> {
  for (let page = 0; page < MOST_REWRAP_PAGES; page += 1) {
    const moved = await vault.rewrap(db, REWRAP_PAGE)
    if (moved > 0) logger.info({ moved }, 'secrets rewrapped')
    if (moved < REWRAP_PAGE) return
  }
}
