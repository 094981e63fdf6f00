import type { Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { NotFound } from '../http/errors.ts'
import type { Limits } from '../http/limits.ts'
import { findLink, type FoundLink } from '../links/document-links.ts'
import type { Links } from '../vault/links.ts'

export type ShareNeeds = {
  db: Kysely<Schema>
  clock: Clock
  links: Links
  limits: Limits
  publicUrl: () => string
}

/** A network may open many, each so many times; one that tries addresses which are none is stopped much sooner. */
export async function openLink(
  { db, links, limits }: ShareNeeds,
  token: string,
  network: string,
): Promise<FoundLink> {
  await limits.consume('sharedNetwork', network)
  const link = await findLink(db, links, token)
  if (link !== null) {
    await limits.consume('sharedLink', `link:${link.linkId}`)
    return link
  }
  await limits.consume('sharedMissNetwork', network)
  throw new NotFound()
}
