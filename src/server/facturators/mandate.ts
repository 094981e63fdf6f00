import { sql } from 'kysely'
import { LEGAL_VERSION } from '#domain/legal.ts'
import { audit, type Author } from '../audit.ts'
import type { Clock } from '../clock.ts'
import { finds } from '../db/finds.ts'
import { listByOrganisation, type Db } from './store.ts'

/** Puts the mandate for this connection on record, as it is written now. */
export function recordMandate(
  trx: Db,
  clock: Clock,
  author: Author,
  facturatorId: number,
): Promise<void> {
  const accepted = { kind: 'mandateAccepted', data: { version: LEGAL_VERSION } } as const
  return audit(trx, clock, author, { ...accepted, subject: subjectOf(facturatorId) })
}

/** Whether the mandate for this connection was accepted as it is written now. */
export function hasMandate(
  trx: Db,
  { organisationId }: Author,
  facturatorId: number,
): Promise<boolean> {
  return finds(
    trx
      .selectFrom('audit_event')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('kind', '=', 'mandateAccepted')
      .where('subject', '=', subjectOf(facturatorId))
      .where(sql<boolean>`data @> ${JSON.stringify({ version: LEGAL_VERSION })}::jsonb`),
  )
}

/**
 * The mandate is part of the terms: who accepts them anew accepts it for each connection that has a clave. What was
 * revoked with its clave stays revoked.
 */
export async function renewMandates(trx: Db, clock: Clock, author: Author): Promise<void> {
  for (const { facturatorId, claveSecretId } of await listByOrganisation(
    trx,
    author.organisationId,
  )) {
    if (claveSecretId === null || (await hasMandate(trx, author, facturatorId))) continue
    await recordMandate(trx, clock, author, facturatorId)
  }
}

function subjectOf(facturatorId: number): string {
  return `facturator:${facturatorId}`
}
