import type { Rut } from '#domain/rut.ts'
import type { Answer, PortalSession } from '#sii/sii.ts'
import { audit, type Author } from '../../audit.ts'
import { beyondOrganisations, withinOrganisation } from '../../db/reach.ts'
import type { Barred, ClaveGuard, TypedClave } from './clave-guard.ts'
import { keepPerson, type KeepNeeds } from './keep-person.ts'
import { knock, knockAsStranger } from './knock.ts'
import type { Lease } from '../lease.ts'
import { closeStoredSession } from '../session/close-session.ts'
import { tooEarly, type PortalAnswer, type PortalNeeds } from '../portal.ts'
import { storeSession } from '../session/stored-session.ts'
import { readPerson, type PersonFacts } from './read-person.ts'
import { hasMandate, recordMandate } from '../mandate.ts'
import { refusalOf, rejectEverywhere, type Refusal } from '../refused-clave.ts'
import {
  ensureFacturator,
  findByPerson,
  forgetKnock,
  readActive,
  setActive,
  setClave,
  type Db,
  type Facturator,
} from '../store.ts'
import { withPatientLease } from '../visit.ts'

export type ConnectNeeds = PortalNeeds &
  KeepNeeds & {
    guard: ClaveGuard
    onCredentialsRestored: OnCredentialsRestored
  }

/** What waited for these credentials may go on; runs in the transaction that stores them. */
export type OnCredentialsRestored = (
  trx: Db,
  restored: { organisationId: number; person: Rut; what: 'clave' | 'certificatePassword' },
) => Promise<void>

export interface TypedCredentials {
  person: Rut
  clave: string
}

export type Connection =
  | { kind: 'connected'; facturatorId: number }
  | { kind: 'notNaturalPerson' }
  | { kind: 'busy' }
  | Barred
  | RefusedTry
  | Exclude<PortalAnswer<never>, { kind: 'ok' }>

/** What the SII refused, and how many more claves it may be asked about within the hour. */
export type RefusedTry = { kind: Refusal; triesLeft: number }

/** How long a user waits for whoever holds the person's session. */
const PATIENCE_MS = 10_000

/**
 * Logs in once with what was typed, never with a stored session, which would let a wrong clave look right.
 * Stores everything in one transaction, or nothing. The same person again is updated. For somebody known
 * already a good clave is kept even when the rest can't be read today.
 */
export async function connectPerson(
  needs: ConnectNeeds,
  author: Author & { userId: number },
  typed: TypedCredentials,
  worker: string,
): Promise<Connection> {
  // Judged before, so that a try that isn't made keeps nobody from the session, and again once no other is under way.
  const { isProved, stop } = await beyondOrganisations(() => judge(needs, author, typed))
  if (stop !== null) return stop
  const { person } = typed
  const who = { person, worker, patienceMs: PATIENCE_MS, isStranger: !isProved }
  const done = await withPatientLease(needs, who, (lease) => connect(needs, lease, author, typed))
  return done?.value ?? { kind: 'busy' }
}

async function connect(
  needs: ConnectNeeds,
  lease: Lease,
  author: Author & { userId: number },
  { person, clave }: TypedCredentials,
): Promise<Connection> {
  const { db, clock } = needs
  const { known, isProved, typed, stop } = await judge(needs, author, { person, clave })
  if (stop !== null) return stop
  const login = await (isProved
    ? knock(needs, { organisationId: author.organisationId, person }, clave)
    : knockAsStranger(needs, { rut: person, clave }))
  const refused = refusalOf(login)
  if (refused !== null) {
    return keepRefusal(needs, author, typed, { refusal: refused, isProved })
  }
  if (login.kind !== 'ok') return login
  const session = login.value
  const facts = await readPerson(session, clock)
  const refusal = unreadable(facts, known)
  if (refusal !== null) {
    await session.logout()
    return refusal
  }
  const facturator = await withinOrganisation(author.organisationId, () =>
    db
      .transaction()
      .execute((trx) => keep(needs, trx, author, typed, facts.kind === 'ok' ? facts.value : null)),
  )
  await keepSession(needs, lease, facturator, session)
  return { kind: 'connected', facturatorId: facturator.facturatorId }
}

/**
 * Whether this clave may be tried now; `stop` says why not. `isProved`: the SII has refused nothing that the organisation
 * keeps of this person. One whose clave was erased or refused may have been left by the person, and is a stranger.
 */
async function judge(needs: ConnectNeeds, author: Author, { person, clave }: TypedCredentials) {
  const { db, guard } = needs
  const { organisationId } = author
  const known = await findByPerson(db, organisationId, person)
  const typed: TypedClave = { organisationId, person, clave }
  const stop = (await guard.bars(db, typed)) ?? (await tooEarly(needs, person))
  return { known, isProved: known?.claveState === 'valid', typed, stop }
}

/**
 * A clave refused to an organisation that keeps no good one of this person is on record for that organisation only:
 * anyone can type anything beside a public RUT, and what the owner stored must go on working.
 */
async function keepRefusal(
  needs: ConnectNeeds,
  author: Author,
  typed: TypedClave,
  { refusal, isProved }: { refusal: Refusal; isProved: boolean },
): Promise<Connection> {
  const { db, clock, guard } = needs
  const { person, clave } = typed
  const { triesLeft } = await db.transaction().execute(async (trx) => {
    const left = await guard.refused(trx, typed)
    if (isProved) await forgetKnock(trx, person)
    await audit(trx, clock, author, { kind: 'claveRefused', subject: `person:${person}` })
    return left
  })
  if (isProved) await rejectEverywhere(needs, { person, clave }, refusal)
  return { kind: refusal, triesLeft }
}

function unreadable(facts: Answer<PersonFacts>, known: Facturator | null): Connection | null {
  if (facts.kind !== 'ok') return known === null ? facts : null
  return facts.value.isNaturalPerson ? null : { kind: 'notNaturalPerson' }
}

async function keep(
  needs: ConnectNeeds,
  trx: Db,
  author: Author & { userId: number },
  { person, clave }: TypedCredentials,
  facts: PersonFacts | null,
): Promise<Facturator> {
  const { clock, vault } = needs
  const { organisationId } = author
  const wasKnown = (await findByPerson(trx, organisationId, person)) !== null
  const label = facts?.name ?? person
  const facturator = await ensureFacturator(trx, clock, { organisationId, person, label })
  const secret = { organisationId, kind: 'clave', plaintext: clave } as const
  const { claveSecretId } = facturator
  if (claveSecretId !== null) await vault.replace(trx, { ...secret, secretId: claveSecretId })
  await setClave(trx, facturator, claveSecretId ?? (await vault.seal(trx, secret)))
  if (facts !== null) await keepPerson(needs, trx, facturator, facts)
  if ((await readActive(trx, author)) === null) {
    await setActive(trx, author, facturator.facturatorId)
  }
  const kind = wasKnown ? 'claveChanged' : 'facturatorConnected'
  const subject = `facturator:${facturator.facturatorId}`
  await audit(trx, clock, author, { kind, subject })
  // Erasing the clave revoked it; and who types one reads the mandate of today.
  const { facturatorId } = facturator
  if (claveSecretId === null || !(await hasMandate(trx, author, facturatorId))) {
    await recordMandate(trx, clock, author, facturatorId)
  }
  await needs.onCredentialsRestored(trx, { organisationId, person, what: 'clave' })
  return facturator
}

/**
 * The new session takes the place of a stored one only when that is closed at the SII for sure, or given up: an
 * attempt whose answer was lost is fenced by closing the stored session, and must find the one it used.
 */
export async function keepSession(
  needs: PortalNeeds,
  lease: Lease,
  facturator: Facturator,
  session: PortalSession,
): Promise<void> {
  const closed = await closeStoredSession(needs, facturator)
  const isOver = closed.kind === 'ok' || closed.kind === 'abandoned'
  if (isOver) await storeSession(needs, lease, facturator, session)
  else await session.logout()
}
