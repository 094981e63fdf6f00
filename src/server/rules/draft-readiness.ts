import type { Kysely } from 'kysely'
import type { RuleKind } from '#domain/document.ts'
import type { IssuableRule, RuleLine } from '#domain/rule.ts'
import { rut } from '#domain/rut.ts'
import type { Schema } from '../db/schema.ts'
import { clientParts } from '../parties/client-parts.ts'
import { lacksOf, type Readiness } from './readiness.ts'

/** Who issues to whom, by a rule that isn't saved as it stands. */
export interface DraftParties {
  kind: RuleKind
  companyId: number
  issuerAddressId: number | null
  issuerActivityId: number | null
  clients: { clientId: number; addressId: number | null; activityId: number | null }[]
}

/**
 * What would keep a rule written so from issuing, by the code that tells it of a saved one. Of lines not given nothing
 * is said; an id of another organisation is as absent as one of nobody.
 */
export async function draftReadiness(
  db: Kysely<Schema>,
  organisationId: number,
  parties: DraftParties,
  lines: RuleLine[],
): Promise<Readiness[]> {
  const company = await companyRow(db, organisationId, parties)
  if (company === undefined) return []
  const issuable: IssuableRule = {
    kind: parties.kind,
    issuer: {
      address:
        company.street_and_number === null
          ? null
          : {
              street: company.street_and_number,
              commune: company.commune ?? '',
              city: company.city ?? '',
              branchCode: company.branch_code ?? '',
            },
      activity:
        company.code === null
          ? null
          : { code: company.code, description: company.description ?? '' },
    },
    person: { rut: rut(company.person_rut) },
    clients: await clientsOf(db, organisationId, parties),
    lines,
  }
  const isAboutLines = new Set<string>(['noLines', 'boletaDataMissing'])
  return lacksOf(issuable, {
    claveState: company.clave_state,
    certificateState: company.certificate_state,
    certificatePasswordState: company.certificate_password_state,
  }).filter(({ code }) => lines.length > 0 || !isAboutLines.has(code))
}

function companyRow(db: Kysely<Schema>, organisationId: number, parties: DraftParties) {
  return db
    .selectFrom('company')
    .innerJoin('facturator', (join) =>
      join
        .onRef('facturator.organisation_id', '=', 'company.organisation_id')
        .onRef('facturator.id', '=', 'company.facturator_id'),
    )
    .leftJoin('issuer_address as address', (join) =>
      join
        .onRef('address.organisation_id', '=', 'company.organisation_id')
        .onRef('address.company_id', '=', 'company.id')
        .on('address.id', '=', parties.issuerAddressId),
    )
    .leftJoin('issuer_activity as activity', (join) =>
      join
        .onRef('activity.organisation_id', '=', 'company.organisation_id')
        .onRef('activity.company_id', '=', 'company.id')
        .on('activity.id', '=', parties.issuerActivityId),
    )
    .select([
      'facturator.person_rut',
      'facturator.clave_state',
      'facturator.certificate_state',
      'facturator.certificate_password_state',
      'address.street_and_number',
      'address.commune',
      'address.city',
      'address.branch_code',
      'activity.code',
      'activity.description',
    ])
    .where('company.organisation_id', '=', organisationId)
    .where('company.id', '=', parties.companyId)
    .executeTakeFirst()
}

async function clientsOf(
  db: Kysely<Schema>,
  organisationId: number,
  { companyId, clients: chosen }: DraftParties,
): Promise<IssuableRule['clients']> {
  if (chosen.length === 0) return []
  const rows = await db
    .selectFrom('client')
    .select(['id', 'rut', 'name'])
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', companyId)
    .where(
      'id',
      'in',
      chosen.map(({ clientId }) => clientId),
    )
    .execute()
  const parts = await clientParts(
    db,
    organisationId,
    rows.map(({ id }) => id),
  )
  return chosen.flatMap(({ clientId, addressId, activityId }) => {
    const row = rows.find(({ id }) => id === clientId)
    if (row === undefined) return []
    const activities = parts.activities.get(clientId) ?? []
    return [
      {
        clientId,
        rut: rut(row.rut),
        name: row.name,
        address: parts.addresses.get(clientId)?.find(({ id }) => id === addressId) ?? null,
        giro: activities.find(({ id }) => id === activityId)?.description ?? null,
        contactName: '',
        contactRut: null,
      },
    ]
  })
}
