import type { Answer } from '#sii/sii.ts'
import type { KnownPassword } from '../../facturators/certificate/password.ts'
import type { Lease } from '../../facturators/lease.ts'
import { withPortalSession, type PortalAnswer } from '../../facturators/portal.ts'
import { boletaDesk } from './boleta-adapter.ts'
import type { Desk } from './adapter.ts'
import { signedDesk } from './signed-adapter.ts'
import type { PortalDocument, PortalStepNeeds } from './portal-step.ts'

/**
 * Runs `work` at the portal as the document's person, in its company unless it is a boleta; the certificate's
 * password is asked for by `prepare` alone.
 */
export function atDesk<T>(
  needs: PortalStepNeeds,
  lease: Lease,
  document: PortalDocument,
  password: KnownPassword,
  work: (desk: Desk) => Promise<Answer<T>>,
): Promise<PortalAnswer<T>> {
  const { content } = document
  return withPortalSession(needs, lease, document.user, (session) =>
    content.kind === 'boletaHonorarios'
      ? work(boletaDesk(session.boletas, content))
      : session.withCompany(document.company, (portal) =>
          work(signedDesk(needs, { user: document.user, password }, portal, content)),
        ),
  )
}
