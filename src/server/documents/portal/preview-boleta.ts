import type { BoletaContent } from '#domain/document.ts'
import type { PortalNeeds, PortalUser } from '../../facturators/portal.ts'
import { visitPortal, type VisitAnswer } from '../../facturators/visit.ts'
import { boletaDifference, type SeenBoleta } from './boleta-adapter.ts'

/** What the SII would issue, and in which of it that is another than ours. */
export interface ConfirmedBoleta {
  seen: SeenBoleta
  difference: 'previewDiffers' | 'retentionDiffers' | null
}

/** How long a user waits for whoever uses the person's portal session. */
const PATIENCE_MS = 10_000

/**
 * Fills the SII's form in up to the page that would issue, and leaves it there: nothing is issued. Enters with the
 * stored session or one spaced log-in, and not at all with a clave that was refused.
 */
export function confirmBoleta(
  needs: PortalNeeds,
  user: PortalUser,
  worker: string,
  content: BoletaContent,
): Promise<VisitAnswer<ConfirmedBoleta>> {
  return visitPortal(needs, user, { worker, patienceMs: PATIENCE_MS }, async ({ boletas }) => {
    const preview = await boletas.preview(content)
    if (preview.kind !== 'ok') return preview
    const { seen } = preview.value
    const difference = boletaDifference(content, seen)?.reason ?? null
    return { kind: 'ok', value: { seen, difference } }
  })
}
