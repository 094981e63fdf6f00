import { sql, type Kysely } from 'kysely'
import { checkDigit, rut, type Rut } from '#domain/rut.ts'
import type { Schema } from '#server/db/schema.ts'
import { contentDigest } from '#server/documents/trail/trail.ts'
import { factura } from '../contract/sii/desk.ts'

/** One organisation and its persons, each with so many documents that have been due since then. */
export interface Crowd {
  organisationId: number
  documents: readonly number[]
  dueSince: string
  /** Planned of no rule, or frozen and ready for the portal; without a certificate none gets there. */
  state: 'planned' | 'queued'
}

/** Written straight into the tables. */
export async function seedCrowd(db: Kysely<Schema>, crowd: Crowd): Promise<void> {
  const { organisationId: own, documents, dueSince, state } = crowd
  const persons = documents.map((_, index) => personOf(own, index))
  const { issuer, recipient, totalClp, ...rest } = factura()
  const content = { issuer, recipient, totalClp, ...rest }
  const frozen = state === 'queued' ? JSON.stringify(content) : null
  const digest = state === 'queued' ? contentDigest(content) : null
  const steps = [
    sql`insert into organisation (id, name, created_at) values (${own}, 'O', ${dueSince})`,
    sql`insert into facturator (organisation_id, id, label, person_rut, certificate_state, created_at)
      select ${own}::bigint, ${own}::bigint * 100000 + n, 'F', person, 'none', ${dueSince}::timestamptz
      from unnest(${persons}::text[]) with ordinality as given(person, n)`,
    sql`insert into company (organisation_id, id, facturator_id, rut, name, created_at)
      select organisation_id, id, id, ${issuer.rut}, 'C', created_at
      from facturator where organisation_id = ${own}`,
    sql`insert into document (organisation_id, key, kind, company_id, person_rut, recipient_rut,
        recipient_name, emission_day, issue_day, service_month, state, content, content_digest,
        total_clp, next_try_at, created_at, updated_at)
      select organisation_id, 'one:' || id || ':' || n, 'factura', id, person_rut,
        ${recipient.rut}, ${recipient.name}, '2026-11-30', '2026-11-30', '2026-11', ${state},
        ${frozen}::jsonb, ${digest}::bytea, ${totalClp}, created_at, created_at, created_at
      from facturator
      join unnest(${persons}::text[], ${[...documents]}::int[]) as given(person, count)
        on given.person = person_rut, generate_series(1, count) n
      where organisation_id = ${own}`,
  ]
  for (const step of steps) await step.execute(db)
}

function personOf(organisationId: number, index: number): Rut {
  const body = 5_000_000 + organisationId * 10_000 + index
  return rut(`${body}-${checkDigit(body)}`)
}
