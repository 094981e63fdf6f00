import { agendaHandlers } from './agenda/confirm-preview.ts'
import { resumeDocumentsOfPerson } from './documents/actions/actions.ts'
import { lookAtCertificate } from './facturators/certificate/certificate.ts'
import { createClaveGuard } from './facturators/connect/clave-guard.ts'
import {
  connectPerson,
  type ConnectNeeds,
  type OnCredentialsRestored,
} from './facturators/connect/connect.ts'
import { disconnect } from './facturators/connect/disconnect.ts'
import type { PortalNeeds } from './facturators/portal.ts'
import { proveClave } from './facturators/connect/prove-clave.ts'
import {
  CONNECT_PERSON,
  DISCONNECT,
  LOOK_AT_CERTIFICATE,
  PROVE_CLAVE,
} from './facturators/worker-calls.ts'
import type { Clock } from './clock.ts'
import { partyHandlers } from './parties/look-up.ts'
import { rememberClients } from './parties/remember-clients.ts'
import { handled, type HandledCall } from './worker-calls/worker-call.ts'

/** Everything that calls of the API ask of a worker. */
export function workerHandlers(needs: PortalNeeds): HandledCall[] {
  return [
    ...facturatorHandlers({
      ...needs,
      rememberClients: rememberClients(needs.clock),
      onCredentialsRestored: resumesDocuments(needs.clock),
    }),
    ...partyHandlers(needs),
    ...agendaHandlers(needs),
  ]
}

/** What calls about a connection ask. */
export function facturatorHandlers(given: Omit<ConnectNeeds, 'guard'>): HandledCall[] {
  const needs = { ...given, guard: createClaveGuard(given.clock) }
  return [
    handled(CONNECT_PERSON, ({ author, typed, worker }) =>
      connectPerson(needs, author, typed, worker),
    ),
    handled(PROVE_CLAVE, ({ author, at, worker }) => proveClave(needs, author, at, worker)),
    handled(DISCONNECT, ({ author, at, worker }) => disconnect(needs, author, at, worker)),
    handled(LOOK_AT_CERTIFICATE, ({ at, worker }) => lookAtCertificate(needs, at, worker)),
  ]
}

/** What waited for a clave or a certificate's password goes on. */
export function resumesDocuments(clock: Clock): OnCredentialsRestored {
  return (trx, { organisationId, person }) =>
    resumeDocumentsOfPerson(trx, clock, { organisationId, personRut: person })
}
