import type { Kysely } from 'kysely'
import { instantText, msOf, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { statement, type PlaceOf } from '../../db/statement.ts'
import type { PortalNeeds, PortalUser } from '../portal.ts'
import type { PasswordRefusals } from '../store.ts'

export interface KnownPassword {
  kind: 'ok'
  value: string
  /** Tells it from one that is saved later. */
  secretId: number | null
  /** The SII's signing service has taken it before. */
  isVerified: boolean
}

/** For what needs no signature: with it nothing can be signed. */
export const UNSIGNED: KnownPassword = { kind: 'ok', value: '', secretId: null, isVerified: false }

export type CertificatePassword =
  | KnownPassword
  | { kind: 'certificateMissing' | 'certificatePasswordMissing' | 'certificatePasswordRejected' }

/**
 * The password that signs facturas at the SII. A rejected one is not given out again until it is
 * replaced: nobody knows whether repeated wrong ones lock the certificate.
 */
export async function certificatePassword(
  { db, vault }: Pick<PortalNeeds, 'db' | 'vault'>,
  user: PortalUser,
): Promise<CertificatePassword> {
  const { rows } = await db.executeQuery(certificateQuery(user))
  const [row] = rows
  if (row === undefined) throw new Error(`No facturator ${user.facturatorId}`)
  if (row.certificate_state === 'none') return { kind: 'certificateMissing' }
  if (row.certificate_password_state === 'rejected') return { kind: 'certificatePasswordRejected' }
  if (row.certificate_secret_id === null) return { kind: 'certificatePasswordMissing' }
  const secretId = row.certificate_secret_id
  const value = await vault.open(db, {
    organisationId: user.organisationId,
    secretId,
    kind: 'certificatePassword',
    purpose: 'signing',
  })
  return { kind: 'ok', value, secretId, isVerified: row.certificate_password_state === 'verified' }
}

const certificateQuery = statement((db, place: PlaceOf<PortalUser>) =>
  db
    .selectFrom('facturator')
    .select(['certificate_state', 'certificate_password_state', 'certificate_secret_id'])
    .where(
      'organisation_id',
      '=',
      place(({ organisationId }) => organisationId),
    )
    .where(
      'id',
      '=',
      place(({ facturatorId }) => facturatorId),
    ),
)

/**
 * Refused passwords in a row before an hour of waiting: each one spends a folio number, and nobody knows how many
 * lock the certificate.
 */
export const MAX_PASSWORD_REFUSALS = 3
const REFUSALS_WINDOW_MS = 60 * 60_000

/** How many more passwords may be tried, and from when on three again; null where none was refused of late. */
export function passwordTries(
  clock: Clock,
  { refusals, lastAt }: PasswordRefusals,
): { left: number; renewedAtMs: number } | null {
  if (refusals === 0 || lastAt === null) return null
  const renewedAtMs = msOf(lastAt) + REFUSALS_WINDOW_MS
  if (clock.now() >= renewedAtMs) return null
  return { left: Math.max(0, MAX_PASSWORD_REFUSALS - refusals), renewedAtMs }
}

/**
 * What the SII refused to one organisation no other tries either, as a clave (`refused-clave.ts`): each try spends a
 * folio number and may lock the certificate. False when another one has been saved since; may be repeated.
 */
export async function rejectPasswordEverywhere(
  needs: Pick<PortalNeeds, 'db' | 'clock' | 'vault'>,
  user: PortalUser,
  refused: KnownPassword,
): Promise<boolean> {
  for (const { secretId, ...keeper } of await otherKeepersOf(needs.db, user)) {
    const { organisationId } = keeper
    const use = { organisationId, secretId, kind: 'certificatePassword' } as const
    const kept = await needs.vault.open(needs.db, { ...use, purpose: 'refusedPassword' })
    if (kept === refused.value)
      await markCertificatePassword(needs, keeper, { secretId }, 'rejected')
  }
  return markCertificatePassword(needs, user, refused, 'rejected')
}

/** More organisations than connect one person. */
const MOST_KEEPERS = 100

/** Who else keeps a certificate password of this person that nobody has refused. */
async function otherKeepersOf(db: Kysely<Schema>, { person, organisationId }: PortalUser) {
  const rows = await db
    .selectFrom('facturator')
    .select(['organisation_id', 'id', 'certificate_secret_id'])
    .where('person_rut', '=', person)
    .where('organisation_id', '<>', organisationId)
    .where('certificate_password_state', 'in', ['unverified', 'verified'])
    .orderBy('organisation_id')
    .limit(MOST_KEEPERS)
    .execute()
  return rows.flatMap((row) =>
    row.certificate_secret_id === null
      ? []
      : [
          {
            organisationId: row.organisation_id,
            facturatorId: row.id,
            person,
            secretId: row.certificate_secret_id,
          },
        ],
  )
}

/** What the SII's signing service made of that password; false when another one has been saved since. */
export async function markCertificatePassword(
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  user: PortalUser,
  { secretId }: Pick<KnownPassword, 'secretId'>,
  state: 'verified' | 'rejected',
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('facturator')
    .set((eb) => ({
      certificate_password_state: state,
      certificate_refusals:
        state === 'verified'
          ? eb.val(0)
          : eb
              .case()
              .when('certificate_refused_at', '>', instantText(clock.now() - REFUSALS_WINDOW_MS))
              .then(eb('certificate_refusals', '+', 1))
              .else(1)
              .end(),
      certificate_refused_at: state === 'verified' ? null : instantText(clock.now()),
    }))
    .where('organisation_id', '=', user.organisationId)
    .where('id', '=', user.facturatorId)
    .where('certificate_secret_id', '=', secretId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
