import { refusalText } from '#texts/refusals.ts'
import { siiText } from '#texts/sii.ts'
import type { Language } from '#texts/language.ts'
import type { Rut } from '#domain/rut.ts'
import { parseSignInRut } from '#domain/sign-in-rut.ts'
import { audit } from '../audit.ts'
import type { Clock } from '../clock.ts'
import { InvalidInput, NotFound, Refused } from '../http/errors.ts'
import type { Handlers, Session } from '../http/handler.ts'
import type { Limits } from '../http/limits.ts'
import { facturatorsOf } from './active.ts'
import { passwordTries } from './certificate/password.ts'
import {
  currentCertificate,
  saveCertificatePassword,
  type CertificateNeeds,
} from './certificate/certificate.ts'
import { portalRefused } from './portal-refusal.ts'
import { findFacturator, setActive, type Facturator } from './store.ts'
import { CONNECT_PERSON, DISCONNECT, PROVE_CLAVE } from './worker-calls.ts'

export type FacturatorRoutes = Pick<
  Handlers,
  | 'listFacturators'
  | 'activateFacturator'
  | 'createCredentials'
  | 'readCredentials'
  | 'changeCredentials'
  | 'testCredentials'
  | 'deleteCredentials'
  | 'readCertificate'
  | 'saveCertificatePassword'
>

export type FacturatorNeeds = CertificateNeeds & { limits: Limits }

/**
 * Connections to the SII: who is connected, through whom one acts, credentials and certificate. What stops
 * at the SII answers `{detail}` with one sentence.
 */
export function facturatorRoutes(needs: FacturatorNeeds): FacturatorRoutes {
  return { ...choiceRoutes(needs), ...credentialRoutes(needs), ...certificateRoutes(needs) }
}

function choiceRoutes({
  db,
  clock,
}: FacturatorNeeds): Pick<FacturatorRoutes, 'listFacturators' | 'activateFacturator'> {
  return {
    async listFacturators({ session }) {
      const { facturators, active } = await facturatorsOf(db, session)
      return {
        facturators: facturators.map(({ facturatorId, label }) => ({
          type: 'sii' as const,
          id: facturatorId,
          label,
        })),
        active: active === null ? null : { type: 'sii', id: active },
      }
    },

    async activateFacturator({ session, body }) {
      await db.transaction().execute(async (trx) => {
        const at = { organisationId: session.organisationId, facturatorId: body.id }
        if ((await findFacturator(trx, at)) === null) throw new NotFound()
        await setActive(trx, session, body.id)
        const subject = `facturator:${body.id}`
        await audit(trx, clock, session, { kind: 'facturatorActivated', subject })
      })
      return { active: { type: 'sii', id: body.id } }
    },
  }
}

function credentialRoutes(
  needs: FacturatorNeeds,
): Pick<
  FacturatorRoutes,
  | 'createCredentials'
  | 'readCredentials'
  | 'changeCredentials'
  | 'testCredentials'
  | 'deleteCredentials'
> {
  return {
    async createCredentials(request) {
      const read = parseSignInRut(request.body.rut)
      if (read.kind !== 'ok') {
        throw new Refused(400, { text: siiText(read.kind, request.language) })
      }
      return connect(needs, request, { person: read.rut, clave: request.body.password })
    },

    async readCredentials({ session, params }) {
      return credentialsToWire(await known(needs, session, params.id))
    },

    async changeCredentials(request) {
      const { session, params, body, language } = request
      const facturator = await known(needs, session, params.id)
      if (body.rut !== undefined && !isOf(facturator, body.rut)) {
        throw new InvalidInput({ rut: [{ text: refusalText('rutOfAnother', language) }] })
      }
      if (body.password === undefined) return credentialsToWire(facturator)
      return connect(needs, request, { person: facturator.person, clave: body.password })
    },

    async testCredentials({ session, params, language, requestId }) {
      const at = await known(needs, session, params.id)
      await needs.limits.consume('credentialsAccount', `organisation:${session.organisationId}`)
      const asked = { author: session, at, worker: `web:${requestId}` }
      const proof = await needs.workers.ask(PROVE_CLAVE, session.organisationId, asked)
      if (proof.kind === 'noFacturator') throw new NotFound()
      if (proof.kind !== 'proved') throw portalRefused(proof, language, needs.clock)
      return credentialsToWire(await known(needs, session, params.id))
    },

    async deleteCredentials({ session, params, language, requestId }) {
      const at = { organisationId: session.organisationId, facturatorId: params.id }
      const asked = { author: session, at, worker: `web:${requestId}` }
      const done = await needs.workers.ask(DISCONNECT, session.organisationId, asked)
      if (done.kind === 'removed' || done.kind === 'kept') return
      if (done.kind === 'noFacturator') throw new NotFound()
      throw portalRefused(done, language, needs.clock)
    },
  }
}

async function connect(
  needs: FacturatorNeeds,
  { session, language, requestId }: { session: Session; language: Language; requestId: string },
  typed: { person: Rut; clave: string },
) {
  await needs.limits.consume('credentialsAccount', `organisation:${session.organisationId}`)
  const asked = { author: session, typed, worker: `web:${requestId}` }
  const connection = await needs.workers.ask(CONNECT_PERSON, session.organisationId, asked)
  if (connection.kind !== 'connected') throw portalRefused(connection, language, needs.clock)
  return credentialsToWire(await known(needs, session, connection.facturatorId))
}

async function known(
  { db }: FacturatorNeeds,
  { organisationId }: Session,
  facturatorId: number,
): Promise<Facturator> {
  const facturator = await findFacturator(db, { organisationId, facturatorId })
  if (facturator === null) throw new NotFound()
  return facturator
}

function certificateRoutes(
  needs: FacturatorNeeds,
): Pick<FacturatorRoutes, 'readCertificate' | 'saveCertificatePassword'> {
  return {
    async readCertificate({ session, params, requestId }) {
      const at = { organisationId: session.organisationId, facturatorId: params.id }
      const facturator = await currentCertificate(needs, at, `web:${requestId}`)
      if (facturator === null) throw new NotFound()
      return certificateToWire(facturator, needs.clock)
    },

    async saveCertificatePassword({ session, params, body, language, requestId }) {
      const at = { organisationId: session.organisationId, facturatorId: params.id }
      const given = { password: body.certificate_password, worker: `web:${requestId}` }
      const saved = await saveCertificatePassword(needs, session, at, given)
      if (saved.kind === 'noCertificate') {
        const text = siiText('noCentralCertificate', language)
        throw new InvalidInput({ certificate_password: [{ text }] })
      }
      if (saved.kind === 'tooManyRefusals') {
        const minutes = Math.max(1, Math.ceil((saved.untilMs - needs.clock.now()) / 60_000))
        const text = siiText('tooManyPasswords', language, { minutes })
        throw new InvalidInput({ certificate_password: [{ text }] })
      }
      const facturator = saved.kind === 'saved' ? await findFacturator(needs.db, at) : null
      if (facturator === null) throw new NotFound()
      return certificateToWire(facturator, needs.clock)
    },
  }
}

/** A clave tried on somebody else's RUT would count there as a wrong one. */
function isOf({ person }: Facturator, written: string): boolean {
  const read = parseSignInRut(written)
  return read.kind === 'ok' && read.rut === person
}

function credentialsToWire(facturator: Facturator) {
  return {
    id: facturator.facturatorId,
    // Without dots and hyphens, upper case.
    rut: facturator.person.replace('-', ''),
    label: facturator.label,
    clave_state: facturator.claveState,
    refreshed_at: facturator.refreshedAt,
  }
}

function certificateToWire(facturator: Facturator, clock: Clock) {
  const state = facturator.certificatePasswordState
  return {
    has_centralized_cert: facturator.certificateState === 'centralized',
    // A rejected one has to be typed again, so it doesn't count.
    has_cert_password: state === 'unverified' || state === 'verified',
    password_state: state,
    tries_left: passwordTries(clock, facturator.certificateRefusals)?.left ?? null,
  }
}
