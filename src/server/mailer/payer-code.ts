import { z } from 'zod'
import { instantText, type Clock } from '../clock.ts'
import type { Links } from '../vault/links.ts'
import type { Db } from './store.ts'

/** For so long a code opens what it was asked for. */
export const PAYER_CODE_MS = 10 * 60_000

const PURPOSE = 'payerCode'
const CODES = 1_000_000

/** What a code is made of. */
export interface CodeSource {
  organisation_id: number
  id: number
  seed: Buffer
}

/** Six digits that only the row and our key together make, so that no copy of the database holds a code. */
export function payerCode(links: Links, { organisation_id, id, seed }: CodeSource): string {
  const signed = links.sign(PURPOSE, `${organisation_id}\n${id}\n${seed.toString('hex')}`)
  const number = Buffer.from(signed, 'base64url').readUIntBE(0, 6) % CODES
  return String(number).padStart(6, '0')
}

const asked = z.object({ organisationId: z.coerce.number(), accessId: z.coerce.number() })

/** The code of a mail about to leave; null when it came back meanwhile, is too old or its document's link is gone. */
export async function payerCodeToMail(
  { db, clock, links }: { db: Db; clock: Clock; links: Links },
  values: Record<string, string>,
): Promise<string | null> {
  const { organisationId, accessId } = asked.parse(values)
  const row = await db
    .selectFrom('payer_access as access')
    .innerJoin('document_link as link', (join) =>
      join
        .onRef('link.organisation_id', '=', 'access.organisation_id')
        .onRef('link.id', '=', 'access.link_id'),
    )
    .select(['access.organisation_id', 'access.id', 'access.seed'])
    .where('access.organisation_id', '=', organisationId)
    .where('access.id', '=', accessId)
    .where('access.opened_at', 'is', null)
    .where('access.asked_at', '>', instantText(clock.now() - PAYER_CODE_MS))
    .where('link.revoked_at', 'is', null)
    .executeTakeFirst()
  return row === undefined ? null : payerCode(links, row)
}
