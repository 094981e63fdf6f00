import type { Cast } from '../cast.ts'
import type { WorldDatabase } from '../database/database.ts'
import { addDays } from '#domain/day.ts'
import type { PortalDocument, WorldPortal } from '../portal.ts'
import type { Row } from '../database/remembered.ts'

/**
 * Once the lists were read at night, every number that the SII issued is written down, and whose it is: a
 * document of ours, or issued outside; but for those that can be an uncertain document's, which the next night
 * writes down once that one was found.
 */
export async function breachesOfSweep({
  cast,
  portal,
  database,
}: {
  cast: Cast
  portal: Pick<WorldPortal, 'documents'>
  database: Pick<WorldDatabase, 'inspect'>
}): Promise<string[]> {
  const facts = {
    documents: await database.inspect(
      `select document.*, document.issued_at > facturator.swept_at as is_found_since
       from document
       join company on company.organisation_id = document.organisation_id
         and company.id = document.company_id
       join facturator on facturator.organisation_id = company.organisation_id
         and facturator.id = company.facturator_id`,
    ),
    listed: await database.inspect('select * from sii_issued where issue_day >= $1', [cast.day]),
  }
  const companies = await database.inspect(
    `select company.organisation_id, company.id, company.rut, company.name, facturator.swept_at,
       array(select distinct kind from document
         where document.organisation_id = company.organisation_id
           and document.company_id = company.id) as kinds
     from company
     join facturator on facturator.organisation_id = company.organisation_id
       and facturator.id = company.facturator_id
     where facturator.swept_at >= $1`,
    [`${addDays(cast.day, 2)}T00:00:00Z`],
  )
  return companies.flatMap((company) =>
    portal
      .documents()
      .filter(({ issueDay }) => issueDay >= cast.day)
      // Another organisation of the same company may issue after this one's lists were read.
      .filter(({ listedFromMs }) => listedFromMs < Date.parse(String(company['swept_at'])))
      // Of a kind that was never planned there the lists are not read.
      .filter(
        (one) => one.company === company['rut'] && [company['kinds']].flat().includes(one.kind),
      )
      .flatMap((one) => breachesOf(one, company, cast, facts)),
  )
}

interface Facts {
  documents: Row[]
  listed: Row[]
}

function breachesOf(one: PortalDocument, company: Row, cast: Cast, facts: Facts): string[] {
  const { organisation_id: organisationId, id } = company
  const told = `folio ${one.folio} of company ${String(id)}`
  const written = facts.listed.find(
    (row) =>
      row['organisation_id'] === organisationId &&
      row['company_id'] === id &&
      row['folio'] === one.folio,
  )
  const own = facts.documents.find(
    (row) =>
      row['folio'] === one.folio &&
      row['organisation_id'] === organisationId &&
      cast.billings.some(({ key, company: rut }) => key === row['key'] && rut === one.company),
  )
  if (written === undefined) {
    const isExplained = isAsked(one, facts) || own?.['is_found_since'] === true
    return isExplained ? [] : [`${told} was never explained`]
  }
  if (written['document_id'] !== (own?.['id'] ?? null)) {
    return [`${told} is told as ${String(written['document_id'])}, and is ${String(own?.['id'])}`]
  }
  if (one.mark !== '' && written['twin_of'] !== null) return [`${told} is told as a twin`]
  return []
}

/** When the list was read, a document like it was uncertain: the number could have been that one's. */
function isAsked({ recipient, totalClp }: PortalDocument, { documents }: Facts): boolean {
  return documents.some(
    (row) =>
      (row['state'] === 'uncertain' || row['is_found_since'] === true) &&
      row['recipient_rut'] === recipient &&
      row['total_clp'] === totalClp,
  )
}
