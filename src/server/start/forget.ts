import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { KEPT } from '#domain/kept.ts'
import { forgetAttention } from '../agenda/attention-mail-store.ts'
import { forgetOldCharges } from '../charges/forget.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { forgetRefusedClaves } from '../facturators/connect/clave-guard.ts'
import { forgetUnknownAnswers } from '../facturators/unknown-answers.ts'
import { forgetOldKeys } from '../http/idempotency.ts'
import { forgetSkews } from '../database-clock.ts'
import { forgetOldTries } from '../http/limits.ts'
import { forgetConnecting } from '../mailer/accounts/account-store.ts'
import { forgetContactMessages } from '../mailer/contact.ts'
import { forgetMails } from '../mailer/mailer.ts'
import { forgetClosed, forgetPersons } from '../own-data/erase-organisation.ts'
import { forgetOldDocuments, forgetOldLists, forgetOldMovements } from '../own-data/forget-old.ts'
import { shortenNotices } from '../payments/attempts/notices/shorten-notices.ts'
import { forgetAccesses } from '../payments/together/access-store.ts'
import { forgetUploadedFiles } from '../uploads/forget.ts'
import { forgetUnactivated } from '../users/account/forget-unactivated.ts'
import { forgetEmailChanges } from '../users/email-change.ts'
import { forgetPlaces } from '../users/sessions/places.ts'
import { forgetExpired } from '../users/sessions/sessions.ts'

interface Needs {
  db: Kysely<Schema>
  pool: Pool
  clock: Clock
  logger: Logger
}

const DAY_MS = 24 * 60 * 60_000

/**
 * Every night: erases what is older than the privacy policy says (domain/kept.ts). Each sweep may be repeated, and one
 * that fails leaves the others to their work.
 */
export async function forgetPast(needs: Needs): Promise<void> {
  const { db, pool, clock, logger } = needs
  const before = (days: number) => instantText(clock.now() - days * DAY_MS)
  const counts: Record<string, number> = {}
  const sweeps: Record<string, () => Promise<number | void>> = {
    sessions: () => forgetExpired(needs),
    emailChanges: () => forgetEmailChanges(needs),
    mails: () => forgetMails(db, before(KEPT.sentMailDays)),
    places: () => forgetPlaces(db, before(KEPT.placeDays)),
    contactMessages: () => forgetContactMessages(db, before(KEPT.contactDays)),
    connecting: () => forgetConnecting(db, before(1)),
    refusedClaves: () => forgetRefusedClaves(db, before(1)),
    tries: () => forgetOldTries(pool, clock.now()),
    keys: () => forgetOldKeys(db, clock.now()),
    unknownAnswers: () => forgetUnknownAnswers(needs),
    clocks: () => forgetSkews(db, before(1)),
    payerAccesses: () => forgetAccesses(db, before(1)),
    notices: () => shortenNotices(needs, before(KEPT.wholeNoticeDays)),
    attention: () => forgetAttention(db, before(1)),
    unactivated: () => forgetUnactivated(needs),
    documents: () => forgetOldDocuments(needs),
    lists: () => forgetOldLists(needs),
    charges: () => forgetOldCharges(needs),
    movements: () => forgetOldMovements(needs),
    uploads: () => forgetUploadedFiles(needs, before(KEPT.uploadDays)),
    closed: () => forgetClosed(needs),
    persons: () => forgetPersons(needs),
  }
  for (const [name, sweep] of Object.entries(sweeps)) {
    try {
      const count = await sweep()
      if (typeof count === 'number' && count > 0) counts[name] = count
    } catch (error) {
      logger.error({ err: error, sweep: name }, 'not forgotten')
    }
  }
  if (Object.keys(counts).length > 0) logger.info(counts, 'past data erased')
}
