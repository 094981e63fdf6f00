import type { Cast } from '../cast.ts'
import type { WorldDatabase } from '../database/database.ts'
import type { Row } from '../database/remembered.ts'
import type { PortalDocument, WorldPortal } from '../portal.ts'

/** States in which a document may be at the SII: known to be, or being found out. */
const MAY_BE_THERE: readonly unknown[] = ['issuing', 'uncertain', 'issued', 'annulled']
const HAS_NUMBER: readonly unknown[] = ['issued', 'annulled']

/**
 * What must hold at any moment of a world without faults, and may be right again at its end: what the SII has of ours
 * is a document here that says the same, with that number or being found out, and what has a number here is there.
 */
export async function findAstray({
  cast,
  portal,
  database,
}: {
  cast: Pick<Cast, 'billings'>
  portal: Pick<WorldPortal, 'documents'>
  database: Pick<WorldDatabase, 'inspect'>
}): Promise<string[]> {
  const rows = await database.inspect(
    `select key, state, folio, total_clp, issue_day, issued_how from document where kind <> 'notaCredito'`,
  )
  const atSii = portal.documents()
  const byKey = new Map(rows.map((row) => [row['key'], row]))
  return cast.billings.flatMap(({ key, company, recipient, mark }) => {
    const row = byKey.get(key)
    const own = atSii.filter(
      (one) => one.company === company && one.recipient === recipient && one.mark === mark,
    )
    if (row === undefined)
      return own.map(({ folio }) => `${key} has folio ${folio} and no document`)
    const astray = own.flatMap((one) => differences(row, one))
    const isByHand = row['issued_how'] === 'person'
    const isThere = isByHand || own.some(({ folio }) => folio === row['folio'])
    if (HAS_NUMBER.includes(row['state']) && !isThere) astray.push('has a number of nobody')
    return astray.map((why) => `${key} is ${String(row['state'])} and ${why}`)
  })
}

function differences(row: Row, { folio, totalClp, issueDay }: PortalDocument): string[] {
  const found: string[] = []
  if (!MAY_BE_THERE.includes(row['state'])) found.push(`is at the SII with folio ${folio}`)
  if (HAS_NUMBER.includes(row['state']) && row['folio'] !== folio && row['issued_how'] !== 'person')
    found.push(`has folio ${String(row['folio'])} and ${folio} at the SII`)
  if (row['total_clp'] !== totalClp)
    found.push(`is over ${totalClp} at the SII instead of ${String(row['total_clp'])}`)
  if (row['issue_day'] !== issueDay)
    found.push(`is of ${issueDay} at the SII instead of ${String(row['issue_day'])}`)
  return found
}
