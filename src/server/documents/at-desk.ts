import type { Answer } from '#sii/sii.ts'
import type { Lease } from '../facturators/lease.ts'
import { withPortalSession, type PortalAnswer } from '../facturators/portal.ts'
import { boletaDesk } from './boleta-desk.ts'
import type { Desk } from './desk.ts'
import { facturaDesk } from './factura-desk.ts'
import type { PortalDocument, PortalStepNeeds } from './portal-step.ts'

/**
 * Runs `work` at the portal as the document's person, in its company when it is a factura; the certificate's
 * password is asked for by `prepare` alone.
 */
export function atDesk<T>(
  needs: PortalStepNeeds,
  lease: Lease,
  document: PortalDocument,
  password: string,
  work: (desk: Desk) => Promise<Answer<T>>,
): Promise<PortalAnswer<T>> {
  const { content } = document
  return withPortalSession(needs, lease, document.user, (session) =>
    content.kind === 'factura'
      ? session.withCompany(document.company, (portal) =>
          work(facturaDesk(needs, { user: document.user, password }, portal, content)),
        )
      : work(boletaDesk(session.boletas, content)),
  )
}
