import type { Caf } from './caf.ts'
import type { DteDocument } from './document.ts'

/** Local Chilean time without zone, 'YYYY-MM-DDTHH:MM:SS', as the SII writes every moment. */
export type ChileanMoment = string

/**
 * The unsigned `<DTE version="1.0">…</DTE>` with its stamp, texts cleaned and cut to the SII's lengths.
 * Throws when the CAF isn't of this issuer, type and folio, or when a mandatory field is missing.
 */
export function buildDte(
  document: DteDocument,
  options: { caf: Caf; stampedAt: ChileanMoment; id?: string },
): string {
  throw new Error(`not built: ${document.folio}, ${options.stampedAt}`)
}
