import { sql, type Kysely } from 'kysely'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import type { FoundLink } from '../links/document-links.ts'

/**
 * A person has opened a document's address. Through the address of its mail it tells that the mail arrived,
 * also when we had lost the provider's answer.
 */
export async function noteView(
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  { organisationId, documentId, linkId, purpose }: FoundLink,
): Promise<void> {
  const now = instantText(clock.now())
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('document_link')
      .set({
        views: sql`views + 1`,
        first_viewed_at: sql`coalesce(first_viewed_at, ${now})`,
        last_viewed_at: now,
      })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', linkId)
      .execute()
    if (purpose !== 'mail') return
    const mails = {
      organisation_id: organisationId,
      document_id: documentId,
      purpose: 'document',
    } as const
    const all = trx.updateTable('delivery').where((eb) => eb.and(mails))
    // All its mails carry one address: that a later one arrived isn't told by it.
    await all
      .set({ state: 'sent', sent_at: now, reason: null, place: null, next_try_at: null })
      .where('state', '=', 'unknown')
      .where('nth', '=', 1)
      .execute()
    const last = trx
      .selectFrom('delivery')
      .where((eb) => eb.and({ ...mails, state: 'sent' }))
      .select('nth')
      .orderBy('nth', 'desc')
      .limit(1)
    await all
      .set({ viewed_at: sql`coalesce(viewed_at, ${now})` })
      .where('nth', '=', last)
      .execute()
  })
}

/** What calls itself a program: link previews, scanners, crawlers. Best effort; most never run the page. */
export function isRobot(userAgent: string): boolean {
  return userAgent === '' || ROBOTS.test(userAgent)
}

const ROBOTS =
  /bot\b|bot\/|crawl|spider|slurp|preview|scan|fetch|monitor|validator|facebookexternalhit|whatsapp|telegram|slack|discord|skype|linkedin|headless|curl|wget|python|java\/|go-http|okhttp|axios|node|libwww|httpclient|safelinks|proofpoint|mimecast|barracuda/i
