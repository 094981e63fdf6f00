import type { Kysely } from 'kysely'
import { audit, type Author } from '../audit.ts'
import type { Schema } from '../db/schema.ts'
import type { OnCredentialsRestored } from './connect.ts'
import type { PortalNeeds } from './portal.ts'
import {
  findFacturator,
  setCertificateState,
  takeCertificateCheck,
  type Facturator,
  type FacturatorAt,
} from './store.ts'
import { visitPortal } from './visit.ts'

export type CertificateNeeds = PortalNeeds & { onCredentialsRestored: OnCredentialsRestored }

/** A user who has just uploaded a certificate at sii.cl looks again and again; the SII is spared. */
const CHECK_SPACING_MS = 60_000
const PATIENCE_MS = 3_000

/**
 * As last seen; asked at the SII again while there is none, because uploading one happens over there. A
 * portal that can't be asked leaves the answer as it was. Null when there is no such facturator.
 */
export async function currentCertificate(
  needs: PortalNeeds,
  at: FacturatorAt,
  worker: string,
): Promise<Facturator | null> {
  const known = await findFacturator(needs.db, at)
  if (known === null || known.certificateState === 'centralized') return known
  if (known.claveState !== 'valid') return known
  if (!(await takeCertificateCheck(needs.db, needs.clock, at, CHECK_SPACING_MS))) return known
  const patience = { worker, patienceMs: PATIENCE_MS }
  const seen = await visitPortal(needs, known, patience, (session) => session.certificate())
  if (seen.kind !== 'ok') return known
  await setCertificateState(needs.db, needs.clock, at, seen.value.kind)
  return findFacturator(needs.db, at)
}

export type SavedPassword = { kind: 'saved' | 'noCertificate' | 'notFound' }

/** Sealed unproved: the SII offers no way to test it but signing a document (D-7). */
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
  await db.transaction().execute(async (trx) => {
    const secret = {
      organisationId,
      kind: 'certificatePassword',
      plaintext: given.password,
    } as const
    // Another secret, not the same one changed: what is made of the old one in hand is not said of this one.
    const former = await setCertificatePassword(trx, at, await vault.seal(trx, secret))
    if (former !== null) await vault.erase(trx, { organisationId, secretId: former })
    const subject = `facturator:${at.facturatorId}`
    await audit(trx, clock, author, { kind: 'certificatePasswordSaved', subject })
    await needs.onCredentialsRestored(trx, { organisationId, person, what: 'certificatePassword' })
  })
  return { kind: 'saved' }
}

/** Answers the secret that it replaces, locked until then: of two at once the second replaces the first's. */
async function setCertificatePassword(
  trx: Kysely<Schema>,
  at: FacturatorAt,
  secretId: number,
): Promise<number | null> {
  const { certificate_secret_id: former } = await trx
    .selectFrom('facturator')
    .select('certificate_secret_id')
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.facturatorId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('facturator')
    .set({ certificate_secret_id: secretId, certificate_password_state: 'unverified' })
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.facturatorId)
    .execute()
  return former
}
