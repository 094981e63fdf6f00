import { audit, type Author } from '../../audit.ts'
import { withinOrganisation } from '../../db/reach.ts'
import { keepSession, type ConnectNeeds } from './connect.ts'
import type { Lease } from '../lease.ts'
import { knock } from './knock.ts'
import type { PortalTrouble } from './trouble.ts'
import { tooEarly } from '../portal.ts'
import { refusalOf, rejectEverywhere } from '../refused-clave.ts'
import { setCertificateState } from '../certificate-state.ts'
import { findFacturator, forgetKnock, rejectClave, type FacturatorAt } from '../store.ts'
import { withPatientLease } from '../visit.ts'

export type Proof = { kind: 'proved' } | { kind: 'noFacturator' } | PortalTrouble

const PATIENCE_MS = 10_000

/**
 * Logs in once with the stored clave because its user wants to know, and looks at the certificate; what waited for
 * either goes on. A clave that the SII refused before is not tried again; one that it refuses now stops everything of
 * the person, as any refusal does.
 */
export async function proveClave(
  needs: ConnectNeeds,
  author: Author,
  at: FacturatorAt,
  worker: string,
): Promise<Proof> {
  const known = await findFacturator(needs.db, at)
  if (known === null) return { kind: 'noFacturator' }
  const who = { person: known.person, worker, patienceMs: PATIENCE_MS }
  const done = await withPatientLease(needs, who, (lease) => prove(needs, lease, author, at))
  return done?.value ?? { kind: 'busy' }
}

async function prove(
  needs: ConnectNeeds,
  lease: Lease,
  author: Author,
  at: FacturatorAt,
): Promise<Proof> {
  const { db, clock, vault } = needs
  const known = await findFacturator(db, at)
  if (known === null) return { kind: 'noFacturator' }
  if (known.claveSecretId === null) return { kind: 'claveMissing' }
  if (known.claveState !== 'valid') return { kind: 'claveRejected' }
  const early = await tooEarly(needs, known.person, { isDone: true })
  if (early !== null) return early
  const { organisationId, person, claveSecretId: secretId } = known
  const use = { organisationId, secretId, kind: 'clave', purpose: 'userTest' } as const
  const clave = await vault.open(db, use)
  const login = await knock(needs, { organisationId, person }, clave)
  const subject = `facturator:${at.facturatorId}`
  const refusal = refusalOf(login)
  if (refusal !== null) {
    await db.transaction().execute(async (trx) => {
      await rejectClave(trx, at)
      await forgetKnock(trx, person)
      await audit(trx, clock, author, { kind: 'claveRefused', subject })
    })
    await rejectEverywhere(needs, { person, clave }, refusal)
  }
  if (login.kind !== 'ok') return login
  await withinOrganisation(organisationId, () =>
    db.transaction().execute(async (trx) => {
      await audit(trx, clock, author, { kind: 'claveProved', subject })
      await needs.onCredentialsRestored(trx, { organisationId, person, what: 'clave' })
    }),
  )
  const certificate = await login.value.certificate()
  if (certificate.kind === 'ok') await setCertificateState(db, clock, at, certificate.value.kind)
  await keepSession(needs, lease, known, login.value)
  return { kind: 'proved' }
}
