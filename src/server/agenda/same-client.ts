import { sql, type RawBuilder } from 'kysely'
import { GENERIC_RUTS, isGenericRut } from '#domain/rut.ts'

/** Of a company: the RUT says who a client is but where many share it; then the name does, too. */
export function isSameClient(
  a: { rut: string; name: string },
  b: { rut: string; name: string },
): boolean {
  return a.rut === b.rut && (!isGenericRut(a.rut) || plain(a.name) === plain(b.name))
}

function plain(name: string): string {
  return name.trim().toLowerCase()
}

/**
 * What tells the recipients of a table's documents apart beside their RUT, as `isSameClient` does; empty where that is
 * enough. It has no parameters, so that it may be selected and grouped by.
 */
export function clientOfDocument(document: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${document}.recipient_rut in (${sql.join(GENERIC_RUTS.map((one) => sql.lit(one)))})
    then lower(btrim(${document}.recipient_name)) else '' end`
}
