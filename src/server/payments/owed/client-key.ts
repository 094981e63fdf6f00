import { sql } from 'kysely'
import { GENERIC_RUTS } from '#domain/rut.ts'

/** Of rows of `receivable`: its RUT is one that many clients share. */
export const isOfGenericRut = sql<boolean>`(receivable.client_rut = any(${[...GENERIC_RUTS]}::text[]))`

/**
 * Of rows of `receivable` beside their `document`: who its client is, within a company. The RUT says so but where many
 * share it; then the name and address on the document do, because a client's own row is one for each RUT.
 */
export const clientKey = sql<string>`(case when ${isOfGenericRut}
  then concat_ws(' | ', receivable.client_rut, lower(btrim(document.recipient_name)),
    lower(btrim(document.content #>> '{recipient,address,street}')),
    lower(btrim(document.content #>> '{recipient,address,commune}')))
  else receivable.client_rut end)`
