import type { Kysely } from 'kysely'
import { audit, type Author } from '../../audit.ts'
import type { Schema } from '../../db/schema.ts'
import type { VaultWriter } from '../../vault/vault.ts'
import type { Workers } from '../../worker-calls/worker-call.ts'
import { passwordTries } from './password.ts'
import type { OnCredentialsRestored } from '../connect/connect.ts'
import type { PortalNeeds } from '../portal.ts'
import { setCertificateState } from '../certificate-state.ts'
import {
  findFacturator,
  takeCertificateCheck,
  type Facturator,
  type PasswordRefusals,
  type FacturatorAt,
} from '../store.ts'
import { visitPortal } from '../visit.ts'
import { LOOK_AT_CERTIFICATE } from '../worker-calls.ts'

type LookNeeds = Pick<PortalNeeds, 'db' | 'clock'> & { workers: Workers }
export type CertificateNeeds = LookNeeds & {
  vault: VaultWriter
  onCredentialsRestored: OnCredentialsRestored
}

/** A user who has just uploaded a certificate at sii.cl looks again and again; the SII is spared. */
const CHECK_SPACING_MS = 60_000
const PATIENCE_MS = 3_000

/**
 * As last seen; asked at the SII again while there is none, because uploading one happens over there. A
 * portal that can't be asked leaves the answer as it was. Null when there is no such facturator.
 */
export async function currentCertificate(
  needs: LookNeeds,
  at: FacturatorAt,
  worker: string,
): Promise<Facturator | null> {
  const known = await findFacturator(needs.db, at)
  if (known === null || known.certificateState === 'centralized') return known
  if (known.claveState !== 'valid') return known
  if (!(await takeCertificateCheck(needs.db, needs.clock, at, CHECK_SPACING_MS))) return known
  await needs.workers.ask(LOOK_AT_CERTIFICATE, at.organisationId, { at, worker })
  return findFacturator(needs.db, at)
}

/** The worker's part: keeps what the SII says of it. */
export async function lookAtCertificate(
  needs: PortalNeeds,
  at: FacturatorAt,
  worker: string,
): Promise<null> {
  const known = await findFacturator(needs.db, at)
  if (known === null) return null
  const patience = { worker, patienceMs: PATIENCE_MS }
  const seen = await visitPortal(needs, known, patience, (session) => session.certificate())
  if (seen.kind === 'ok') await setCertificateState(needs.db, needs.clock, at, seen.value.kind)
  return null
}

export type SavedPassword =
  | { kind: 'saved' | 'noCertificate' | 'notFound' }
  | { kind: 'tooManyRefusals'; untilMs: number }

/** Sealed unproved: the SII offers no way to test it but signing a document. */
export async function saveCertificatePassword(
  needs: CertificateNeeds,
  author: Author,
  at: FacturatorAt,
  given: { password: string; worker: string },
): Promise<SavedPassword> {
  const { db, clock, vault } = needs
  const known = await currentCertificate(needs, at, given.worker)
  if (known === null) return { kind: 'notFound' }
  if (known.certificateState !== 'centralized') return { kind: 'noCertificate' }
  const { organisationId, person } = known
  return db.transaction().execute(async (trx): Promise<SavedPassword> => {
    const former = await lockCertificate(trx, at)
    const tries = passwordTries(clock, former)
    if (tries?.left === 0) return { kind: 'tooManyRefusals', untilMs: tries.renewedAtMs }
    const secret = {
      organisationId,
      kind: 'certificatePassword',
      plaintext: given.password,
    } as const
    // Another secret, not the same one changed: what is made of the old one in hand is not said of this one.
    await setCertificatePassword(trx, at, await vault.seal(trx, secret))
    const { secretId } = former
    if (secretId !== null) await vault.erase(trx, { organisationId, secretId })
    const subject = `facturator:${at.facturatorId}`
    await audit(trx, clock, author, { kind: 'certificatePasswordSaved', subject })
    await needs.onCredentialsRestored(trx, { organisationId, person, what: 'certificatePassword' })
    return { kind: 'saved' }
  })
}

type Former = PasswordRefusals & { secretId: number | null }

/** The password that another replaces, locked until then: of two at once the second replaces the first's. */
async function lockCertificate(trx: Kysely<Schema>, at: FacturatorAt): Promise<Former> {
  const row = await trx
    .selectFrom('facturator')
    .select(['certificate_secret_id', 'certificate_refusals', 'certificate_refused_at'])
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.facturatorId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return {
    secretId: row.certificate_secret_id,
    refusals: row.certificate_refusals,
    lastAt: row.certificate_refused_at,
  }
}

async function setCertificatePassword(
  trx: Kysely<Schema>,
  at: FacturatorAt,
  secretId: number,
): Promise<void> {
  await trx
    .updateTable('facturator')
    .set({ certificate_secret_id: secretId, certificate_password_state: 'unverified' })
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.facturatorId)
    .execute()
}
